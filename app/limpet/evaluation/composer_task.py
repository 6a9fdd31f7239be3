"""
What an answer is worth: how much of a person's reply it covers, beside the top fragments cut to the same length.

Both systems see the same hits of the product's own path; ours chooses sentences, the other takes the hits from the top,
word by word, until it is as long.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from limpet.answer.evidence import Composed, Evidence
from limpet.answer.extractive import compose_answer
from limpet.answer.going_on import USUAL_WORDS
from limpet.errors import DocumentError
from limpet.evaluation.bootstrap import ratio_interval
from limpet.evaluation.metrics import mean
from limpet.evaluation.readers import read_turns, required
from limpet.evaluation.replied_turns import Known, Replied, earlier_replies, replies_of, with_evidence
from limpet.evaluation.task import Figures, Measured, Task
from limpet.policy.plan import Plan
from limpet.text.tokens import stems

SHORTEST_WORDS: Final = 60
LONGEST_WORDS: Final = 170
LENGTHS_WORDS: Final = (60, 80, 170)
"""Three of the four lengths of a plan: a short one, the usual one, and that of a deeper answer."""
HELD_SHARE: Final = 0.5
"""Share of such a reply's words that the ten hits hold at least: its source may be missing from the collection."""
_NUMBER: Final = re.compile(r"\d+(?:[.,]\d+)*")
_CITATION: Final = re.compile(r"\s*\[\d+\]")
_ANSWERS: Final = ("answer", "compare")
_MARKS: Final = re.compile(r"[*`|\\]|^[#>-]+ |^\|? ?-{3}.*$", re.MULTILINE)


def is_held(one: Replied) -> bool:
    """Whether the hits hold enough of the reply's words for an answer to be made of them."""
    hits = " ".join(hit.fragment.text for hit in one.evidence.hits)
    return covered(one.reply, hits)["terms"] >= HELD_SHARE


def plain(text: str) -> str:
    """An answer without citation numbers and marks of Markdown."""
    return _MARKS.sub(" ", _CITATION.sub("", text))


def cut_fragments(evidence: Evidence, words: int) -> str:
    """The top fragments one after the other, cut after *words* words."""
    return " ".join(" ".join(hit.fragment.text for hit in evidence.hits).split()[:words])


def covered(reply: str, answer: str) -> Figures:
    """
    Share of the reply's different content stems, and of its numbers, that *answer* has.

    >>> covered("Wash silk at 30 degrees.", "Silk is washed cold, at 30.")
    {'terms': 0.75, 'numbers': 1.0}
    """
    wanted, said = set(stems(reply)), set(stems(answer))
    figures: Figures = {"terms": len(wanted & said) / len(wanted) if wanted else 0.0}
    numbers = set(_NUMBER.findall(reply))
    if numbers:
        figures["numbers"] = len(numbers & set(_NUMBER.findall(answer))) / len(numbers)
    return figures


def cited_precision(composed: Composed, relevant: frozenset[str]) -> float:
    """Share of the different cited fragments that are relevant."""
    cited = dict.fromkeys(citation.fragment_id for citation in composed.citations)
    return mean(float(one in relevant) for one in cited)


def figures_of(replied: Sequence[Replied], length_words: int) -> Measured:
    """
    Both systems on the turns that the usual plan answers within the measured lengths.

    ``precision`` of ours is over the turns that it answers, that of the fragments (precision@1) over all; there is none
    where no passages are marked relevant. ``ratio_low`` and ``ratio_high``: 95 % interval, by conversation.
    """
    rows: list[tuple[str, Figures, Figures]] = []
    precisions: list[float] = []
    for one in replied:
        evidence = replace(one.evidence, plan=Plan(length_words=length_words))
        composed = compose_answer(evidence)
        text = plain(composed.text)
        words = len(text.split())
        if composed.mode not in _ANSWERS:  # a refusal may cite what is near
            continue
        if composed.citations:
            precisions.append(cited_precision(composed, one.turn.relevant))
        if composed.citations and SHORTEST_WORDS <= words <= LONGEST_WORDS:
            sides = covered(one.reply, text), covered(one.reply, cut_fragments(evidence, words))
            rows.append((one.turn.conversation_id, {**sides[0], "words": float(words)}, sides[1]))
    ours = {name: _mean_of([row for _, row, _ in rows], name) for name in ("terms", "numbers", "words")}
    fragments = {name: _mean_of([row for *_, row in rows], name) for name in ("terms", "numbers")}
    ours |= {"ratio": ours["terms"] / fragments["terms"] if fragments["terms"] else 0.0, **_ends_of_ratio(rows)}
    if any(one.turn.relevant for one in replied):
        ours["precision"] = mean(precisions)
        fragments["precision"] = mean(
            float(one.evidence.hits[0].fragment.document_id in one.turn.relevant) for one in replied
        )
    ours |= {"answered": len(precisions) / len(replied) if replied else 0.0, "measured": float(len(rows))}
    return Measured(len(replied), {"ours": ours, "top fragments": fragments})


def _ends_of_ratio(rows: Sequence[tuple[str, Figures, Figures]]) -> Figures:
    above: dict[str, list[float]] = {}
    below: dict[str, list[float]] = {}
    for name, ours, theirs in rows:
        above.setdefault(name, []).append(ours["terms"])
        below.setdefault(name, []).append(theirs["terms"])
    low, high = ratio_interval(list(above.values()), list(below.values()))
    return {"ratio_low": low, "ratio_high": high}


def _mean_of(side: Sequence[Mapping[str, float]], name: str) -> float:
    return mean(one[name] for one in side if name in one)


def is_for_tuning(conversation_id: str) -> bool:
    """Whether constants of the composer were chosen on this conversation: half of them, by a digest of the name."""
    return hashlib.sha256(conversation_id.encode()).digest()[0] % 2 == 0


def is_unseen(conversation_id: str) -> bool:
    """Whether a conversation of MTRAG-UN had no part in any choice: the other half chose how long answers go on."""
    return hashlib.sha256(f"un {conversation_id}".encode()).digest()[0] % 2 == 1


def _answers(directory: Path, corpus: Path | None, *, known: Known = "beginning") -> Measured:
    """The composer alone: fragments are found as wholes, and the nearest of their sentences begins."""
    pairs = replies_of(read_turns(required("queries.jsonl", directory)))
    harder = _harder(directory, corpus, {reply for _, reply in pairs}, known)
    return _by_length({**_halves(with_evidence(pairs, directory, corpus, known)), **harder})


def _answers_built(directory: Path, corpus: Path | None) -> Measured:
    """As a built site answers, which finds fragments by the vectors of their sentences too."""
    return _answers(directory, corpus, known="all")


def _answers_given(directory: Path, corpus: Path | None) -> Measured:
    """As documents answer that a visitor gives, whose sentences have no vectors."""
    return _answers(directory, corpus, known="nothing")


def _halves(replied: list[Replied]) -> dict[str, list[Replied]]:
    return {
        "": [one for one in replied if not is_for_tuning(one.turn.conversation_id)],
        ", conversations of tuning": [one for one in replied if is_for_tuning(one.turn.conversation_id)],
        ", all": replied,
    }


def _by_length(groups: Mapping[str, list[Replied]]) -> Measured:
    parts = {
        f"{words} words{name}": figures_of(some, words) for words in LENGTHS_WORDS for name, some in groups.items()
    }
    usual = parts.pop(f"{USUAL_WORDS} words")
    return Measured(usual.count, usual.systems, parts)


def _harder(directory: Path, corpus: Path | None, replies: Collection[str], known: Known) -> dict[str, list[Replied]]:
    """The replies in the histories of MTRAG-UN, where it is there; no passages are marked relevant to them."""
    try:
        turns = read_turns(required("queries_un.jsonl", directory))
    except DocumentError:
        return {}
    found = with_evidence(earlier_replies(turns, replies), directory, corpus, known)
    replied = [one for one in found if is_held(one)]
    return {
        ", MTRAG-UN, unseen": [one for one in replied if is_unseen(one.turn.conversation_id)],
        ", MTRAG-UN, of tuning": [one for one in replied if not is_unseen(one.turn.conversation_id)],
    }


TASKS: Final[dict[str, Task]] = {
    "answers": _answers,
    "answers_built": _answers_built,
    "answers_given": _answers_given,
}
