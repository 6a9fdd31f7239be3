"""Whether limpet knows when to say nothing: its confidence against people's labels of answerability."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from limpet.answer.question import question_weights
from limpet.chat import Chat
from limpet.evaluation.followup_tasks import exchanges_of, observed
from limpet.evaluation.metrics import auc, mean
from limpet.evaluation.readers import JudgedTurn, read_turns, required
from limpet.evaluation.task import Figures, Measured, Task
from limpet.evaluation.turn_tasks import mtrag_index
from limpet.evaluation.vectors import evaluation_embedder
from limpet.policy.confidence import confidence, confidence_cues
from limpet.retrieval.document import Hit

KNOWN_SHARE: Final = 0.8
"""Share of the turns, the most confident ones, that the risk is told for."""
_HITS: Final = 20
_ANSWERABLE: Final = ("ANSWERABLE", "PARTIAL")


@dataclass(frozen=True, slots=True)
class Searched:
    """A turn with what was found for it in its context, and the words that were added to it."""

    turn: JudgedTurn
    hits: Sequence[Hit]
    cues: dict[str, float]
    cues_without_answer: dict[str, float]


def searched_turns(turns: Sequence[JudgedTurn], directory: Path, corpus: Path | None) -> list[Searched]:
    """Every turn on the product's path: history observed, message understood, searched for in its context."""

    async def search() -> list[Searched]:
        found = []
        for domain in sorted({turn.domain for turn in turns}):
            index = mtrag_index(domain, directory, corpus)
            chat = Chat(index, evaluation_embedder())
            for turn in (one for one in turns if one.domain == domain):
                told = await observed(chat, exchanges_of(turn.history), turn.query)
                hits = await chat.retrieve(k=_HITS, contextual=True)
                own = question_weights(turn.query, index.idf, {})
                weights = question_weights(turn.query, index.idf, told["added_weights"])
                others = [hit for hit in hits if hit.fragment.document_id not in turn.relevant]
                cues, without = (confidence_cues(turn.query, some, weights, own) for some in (hits, others))
                found.append(Searched(turn, hits, cues, without))
        return found

    return asyncio.run(search())


def risk_at(scores: Sequence[float], right: Sequence[bool], share: float) -> float:
    """
    Share of wrong ones among the *share* of all that have the highest scores.

    >>> risk_at([0.9, 0.8, 0.1, 0.2], [True, False, False, True], 0.5)
    0.5
    """
    ranked = sorted(zip(scores, right, strict=True), key=lambda pair: -pair[0])
    return mean(float(not is_right) for _, is_right in ranked[: round(share * len(ranked))])


def abstention_figures(scores: Sequence[float], answerable: Sequence[bool]) -> Figures:
    """AUC of the scores, the risk at 80 % coverage, and the risk of answering everything."""
    positives = [score for score, is_right in zip(scores, answerable, strict=True) if is_right]
    negatives = [score for score, is_right in zip(scores, answerable, strict=True) if not is_right]
    return {
        "AUC": auc(positives, negatives),
        "risk@80": risk_at(scores, answerable, KNOWN_SHARE),
        "risk@100": risk_at(scores, answerable, 1.0),
    }


def _abstain(directory: Path, corpus: Path | None) -> Measured:
    labels = (*_ANSWERABLE, "UNANSWERABLE")
    turns = read_turns(required("queries_un.jsonl", directory))
    found = searched_turns([one for one in turns if one.labels.get("answerability") in labels], directory, corpus)
    answerable = [one.turn.labels["answerability"] in _ANSWERABLE for one in found]
    systems = {
        "cosine": abstention_figures([one.cues["cosine_best"] for one in found], answerable),
        "words": abstention_figures([one.cues["term_share"] for one in found], answerable),
        "ours": abstention_figures([confidence(one.cues) for one in found], answerable),
    }
    return Measured(len(found), systems)


TASKS: Final[dict[str, Task]] = {"abstain": _abstain}
