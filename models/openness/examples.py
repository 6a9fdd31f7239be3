"""
Examples for ``train.py``: messages that leave open what they speak of, and messages that do not.

All from MTRAG (``queries.jsonl``; never MTRAG-UN, which has people's labels and is for evaluation). A message that a
person had to complete (its rewrite has words of the history that it lacks), and that points at something, is open
when it comes first or after another conversation of its domain, and is not after its own. Rewrites and messages that
needed no words are never open.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from limpet.chat import Chat
from limpet.evaluation.followup_tasks import exchanges_of, lacking_words
from limpet.evaluation.readers import JudgedTurn, read_turns
from limpet.evaluation.vectors import evaluation_embedder
from limpet.memory.question import pointing_words, taken_apart
from limpet.policy.openness import openness_cues

_TURN_S = 30.0


@dataclass(frozen=True, slots=True)
class Example:
    """One message after one history: its cues with and without vectors."""

    kind: str
    group: str
    is_open: bool
    text: str
    cues: dict[str, float]


def all_examples(directory: Path) -> list[Example]:
    """Every example, in a fixed order."""
    return asyncio.run(_made(read_turns(directory / "queries.jsonl")))


async def cues_after(chat: Chat, history: Sequence[tuple[str, str]], message: str) -> dict[str, float]:
    """The cues of *message* after *history*, on the product's path."""
    await chat.end_session()
    said = [(text, answer) for text, answer in exchanges_of(history) if text.strip()]
    for place, (text, answer) in enumerate(said):
        await chat.observe(text, answer, at_s=place * _TURN_S)
    view = chat.session.view()
    thought = await chat.thinker.understand(message, view, is_searched=False)
    return openness_cues(thought.understanding, view, thought.vector)


async def _made(turns: Sequence[JudgedTurn]) -> list[Example]:
    choose, found = random.Random(6), []
    chat = Chat(embedder=evaluation_embedder())

    async def add(kind: str, turn: JudgedTurn, is_open: bool, history: Sequence[tuple[str, str]], text: str) -> None:
        cues = await cues_after(chat, history, text)
        found.append(Example(kind, turn.conversation_id, is_open, text, cues))

    for turn in turns:
        if not turn.rewrite:
            continue
        others = [one for one in turns if one.domain == turn.domain and one.conversation_id != turn.conversation_id]
        other = choose.choice([one for one in others if one.history])
        lacking = lacking_words(turn.query, turn.rewrite, [text for _, text in turn.history])
        points = bool(pointing_words(taken_apart(turn.query)) & _POINTS)
        await add("own", turn, False, turn.history, turn.query)
        await add("rewrite first", turn, False, (), turn.rewrite)
        await add("rewrite elsewhere", turn, False, other.history, turn.rewrite)
        if lacking and points:
            await add("open first", turn, True, (), turn.query)
            await add("open elsewhere", turn, True, other.history, turn.query)
        elif not lacking:
            await add("complete first", turn, False, (), turn.query)
            await add("complete elsewhere", turn, False, other.history, turn.query)
    return found


_POINTS = frozenset("he him his she her it its they them their this that these those".split())
