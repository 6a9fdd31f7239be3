"""Whether limpet asks back when people say that a message leaves open what it speaks of, and only then."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from limpet.chat import Chat
from limpet.deciding import LOOKED_AT, Decider
from limpet.evaluation.followup_tasks import exchanges_of
from limpet.evaluation.metrics import auc, f1, mean
from limpet.evaluation.readers import JudgedTurn, read_turns, required
from limpet.evaluation.task import Figures, Measured, Task
from limpet.evaluation.turn_tasks import mtrag_index
from limpet.evaluation.vectors import evaluation_embedder

_TURN_S: Final = 30.0
_OPEN: Final = "UNDERSPECIFIED"
_ANSWERABLE: Final = ("ANSWERABLE", "PARTIAL")


async def asked_back(turn: JudgedTurn, chat: Chat) -> tuple[bool, float]:
    """Whether the policy asks back about a turn after its history, on the product's path; and the openness."""
    await chat.end_session()
    said = [(text, answer) for text, answer in exchanges_of(turn.history) if text.strip()]
    for place, (text, answer) in enumerate(said):
        await chat.observe(text, answer, at_s=place * _TURN_S)
    thought = await chat.thinker.understand(turn.query, chat.session.view())
    hits = await chat.knowledge.retrieve(thought.query, k=LOOKED_AT)
    decided = Decider(chat.policy, chat.knowledge.idf, chat.knowledge.entities_in).decide(thought, hits)
    return decided.plan.mode == "clarify", decided.features.open_share


def clarify_figures(asked: Sequence[bool], open_ones: Sequence[bool]) -> Figures:
    """
    Precision, recall and F1 of asking back.

    >>> clarify_figures([True, True, False], [True, False, False])["P"]
    0.5
    """
    right = sum(one and is_open for one, is_open in zip(asked, open_ones, strict=True))
    wrong, missed = sum(asked) - right, sum(open_ones) - right
    return {
        "P": right / sum(asked) if any(asked) else 0.0,
        "R": right / sum(open_ones) if any(open_ones) else 0.0,
        "F1": f1(right, wrong, missed),
    }


async def _all(turns: Sequence[JudgedTurn], directory: Path, corpus: Path | None) -> list[tuple[bool, float]]:
    found: dict[str, tuple[bool, float]] = {}
    for domain in sorted({turn.domain for turn in turns}):
        chat = Chat(mtrag_index(domain, directory, corpus), evaluation_embedder())
        for turn in (one for one in turns if one.domain == domain):
            found[turn.turn_id] = await asked_back(turn, chat)
    return [found[turn.turn_id] for turn in turns]


def _clarify(directory: Path, corpus: Path | None) -> Measured:
    turns = read_turns(required("queries_un.jsonl", directory))
    others = [one for one in read_turns(required("queries.jsonl", directory)) if _label(one) in _ANSWERABLE]
    found = asyncio.run(_all(turns, directory, corpus))
    asked, shares = [one for one, _ in found], [share for _, share in found]
    open_ones = [_label(turn) == _OPEN for turn in turns]
    covered = [one for one, turn in zip(asked, turns, strict=True) if _label(turn) in _ANSWERABLE]
    elsewhere = [one for one, _ in asyncio.run(_all(others, directory, corpus))]
    marks = list(zip(shares, open_ones, strict=True))
    ranked = auc([share for share, is_open in marks if is_open], [share for share, is_open in marks if not is_open])
    ours = {
        **clarify_figures(asked, open_ones),
        "AUC": ranked,
        "asked": mean(map(float, asked)),
        "asked_answerable": mean(map(float, covered)),
        "asked_answerable_mtrag": mean(map(float, elsewhere)),
    }
    always = clarify_figures([True] * len(turns), open_ones)
    never = clarify_figures([False] * len(turns), open_ones)
    return Measured(len(turns), {"never": {**never, "AUC": 0.5}, "always": {**always, "AUC": 0.5}, "ours": ours})


def _label(turn: JudgedTurn) -> str:
    return str(turn.labels.get("answerability", ""))


TASKS: Final[dict[str, Task]] = {"clarify": _clarify}
