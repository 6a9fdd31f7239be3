"""
Makes ``app/limpet/memory/common_stems.json``: how rare the commonest stems are in general.

    python models/context/common_stems.py DATA

DATA holds ``mtrag/corpus_*.jsonl.gz``. The idf of a stem is the mean of its idf in the four domains, so that
a word which is common in one subject alone still counts as rare. Counts only; no text is kept.
"""

from __future__ import annotations

import json
import math
import sys
from collections import Counter, defaultdict
from pathlib import Path

from limpet.evaluation.readers import read_passages
from limpet.memory.words import words_of

DOMAINS = ("clapnq", "cloud", "fiqa", "govt")
KEPT_STEMS = 1500
OUT = Path(__file__).parents[2] / "app/limpet/memory/common_stems.json"


def domain_idf(path: Path) -> dict[str, float]:
    """Idf by stem in one corpus, with what an absent stem has under the empty name."""
    passages = read_passages(path)
    counts = Counter(one for passage in passages for one in words_of(passage.text).stem_set)
    idf = {one: math.log((len(passages) + 1) / (count + 0.5)) for one, count in counts.items()}
    return {**idf, "": math.log((len(passages) + 1) / 0.5)}


def main(data: Path) -> None:
    """Write the table."""
    by_domain = [domain_idf(data / "mtrag" / f"corpus_{domain}.jsonl.gz") for domain in DOMAINS]
    stems = sorted(set().union(*by_domain) - {""})
    mean = {one: sum(idf.get(one, idf[""]) for idf in by_domain) / len(by_domain) for one in stems if not one.isdigit()}
    levels: dict[int, list[str]] = defaultdict(list)
    for one in sorted(mean, key=lambda one: (mean[one], one))[:KEPT_STEMS]:
        levels[round(10 * mean[one])].append(one)
    table = {str(level): " ".join(sorted(levels[level])) for level in sorted(levels)}
    OUT.write_text(json.dumps({"idf_tenths": table}, indent=0, ensure_ascii=False) + "\n", "utf-8")
    print(f"{sum(map(len, levels.values()))} stems, idf {min(levels) / 10} to {max(levels) / 10}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
