"""Turns of CAsT 2021 and MTRAG, each searched for alone: as written (``last``) and made complete by a person."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final

from limpet.evaluation.metrics import ndcg, recall, reciprocal_rank
from limpet.evaluation.readers import JudgedTurn, find, read_passages, read_turns, required
from limpet.evaluation.retrieval_tasks import DEPTH, MODES, averaged, found_ids, passage_index, query_for
from limpet.evaluation.task import Figures, Measured, Task
from limpet.retrieval.document import Hit, Mode
from limpet.retrieval.index import Index

MAIN_DOMAINS: Final = ("clapnq", "cloud", "fiqa")
"""MTRAG's main figure is over the turns of these; ``govt`` is easy and stands apart."""


@lru_cache(maxsize=16)
def index_of(path: Path) -> Index:
    """The index of one corpus file, built once a run."""
    return passage_index(read_passages(path))


def judged_cast21_turns(directory: Path) -> list[JudgedTurn]:
    """The turns of CAsT that have a relevant passage (those of 2021)."""
    return [turn for turn in read_turns(required("turns.jsonl", directory)) if turn.relevant]


def judged_mtrag_turns(directory: Path, file: str) -> list[JudgedTurn]:
    """The turns of MTRAG (``queries.jsonl``) or MTRAG-UN (``queries_un.jsonl``) that have relevant passages."""
    return [turn for turn in read_turns(required(file, directory)) if turn.relevant]


def cast21_index(directory: Path, corpus: Path | None) -> Index:
    """The passages of CAsT 2021."""
    return index_of(find("corpus_cast21.jsonl", directory, corpus, "cast"))


def mtrag_index(domain: str, directory: Path, corpus: Path | None) -> Index:
    """The passages of one domain of MTRAG."""
    return index_of(find(f"corpus_{domain}.jsonl", directory, corpus, "mtrag"))


def turn_figures(turn: JudgedTurn, hits: Sequence[Hit]) -> Figures:
    """nDCG@5, recall and reciprocal rank of one turn."""
    found = found_ids(hits)
    return {
        "nDCG@5": ndcg(found, turn.relevant, 5),
        "nDCG@10": ndcg(found, turn.relevant, 10),
        "R@1": recall(found, turn.relevant, 1),
        "R@5": recall(found, turn.relevant, 5),
        "R@10": recall(found, turn.relevant, 10),
        "MRR": reciprocal_rank(found, turn.relevant),
    }


def measured_turns(turns: Sequence[JudgedTurn], indexes: Mapping[str, Index]) -> Measured:
    """Every mode on the last message, then ``last`` and ``rewrite`` in hybrid mode; each turn in its domain's index."""

    def figures(text_of: str, mode: Mode) -> list[Figures]:
        asked = [(turn, turn.query if text_of == "query" else turn.rewrite) for turn in turns]
        return [
            turn_figures(turn, indexes[turn.domain].retrieve(query_for(text), DEPTH, mode))
            for turn, text in asked
            if text
        ]

    systems = {str(mode): averaged(figures("query", mode)) for mode in MODES}
    systems["last"] = dict(systems["hybrid"])
    rewritten = figures("rewrite", "hybrid")
    if rewritten:
        systems["rewrite"] = averaged(rewritten)
    return Measured(len(turns), systems)


def _cast21(directory: Path, corpus: Path | None) -> Measured:
    return measured_turns(judged_cast21_turns(directory), {"": cast21_index(directory, corpus)})


def _mtrag(file: str) -> Task:
    def task(directory: Path, corpus: Path | None) -> Measured:
        turns = judged_mtrag_turns(directory, file)
        domains = sorted({turn.domain for turn in turns})
        indexes = {domain: mtrag_index(domain, directory, corpus) for domain in domains}
        parts = {
            domain: measured_turns([turn for turn in turns if turn.domain == domain], indexes) for domain in domains
        }
        main = measured_turns([turn for turn in turns if turn.domain in MAIN_DOMAINS], indexes)
        return Measured(main.count, main.systems, parts)

    return task


TASKS: Final[dict[str, Task]] = {
    "cast21": _cast21,
    "mtrag": _mtrag("queries.jsonl"),
    "mtrag_un": _mtrag("queries_un.jsonl"),
}
