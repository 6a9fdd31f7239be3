"""LoCoMo and iKAT as persistent memory: conversations go through ``remember``, questions through ``recall``."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import product
from pathlib import Path
from typing import Any, Final, TypeVar

import numpy as np

from limpet.clock import FixedClock
from limpet.embed.none import NoEmbedder
from limpet.errors import DocumentError
from limpet.evaluation.metrics import mean, ndcg, recall
from limpet.evaluation.readers import read_lines, required
from limpet.evaluation.statement_task import ikat
from limpet.evaluation.task import Figures, Measured, Task
from limpet.evaluation.vectors import evaluation_embedder
from limpet.limits import DEFAULT_LIMITS
from limpet.memory.block import RememberedTurn
from limpet.memory.facts import facts_in
from limpet.memory.persistent import PersistentMemory
from limpet.memory.recall import RecallRequest, Recollection
from limpet.ports import Embedder
from limpet.store.memory import InMemoryBlockStore
from limpet.text.bm25_weight import bm25_weight
from limpet.text.idf import idf
from limpet.text.tokens import stems

_T = TypeVar("_T")
_TURN_S: Final = 30.0
"""Time between two turns of a session; the set dates sessions only."""
_DAY_S: Final = 86_400.0
CATEGORIES: Final = ("single-hop", "multi-hop", "temporal", "open-domain", "adversarial")
THRESHOLDS: Final = (0.4, 0.5, 0.6, 0.7)
DEPTHS: Final = (5, 10)
COVERAGES: Final = (0.5, 0.7, 2.0)
"""2 is never reached: no stop by coverage."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question about one conversation with its evidence turns."""

    text: str
    category: str
    evidence: frozenset[str]


@dataclass(frozen=True, slots=True)
class Conversation:
    """A long conversation in sessions, and questions about it."""

    conversation_id: str
    sessions: tuple[tuple[str, tuple[RememberedTurn, ...]], ...]
    questions: tuple[Question, ...]

    @property
    def asked_s(self) -> float:
        """A day after its end."""
        return max(turn.at_s for _, turns in self.sessions for turn in turns) + _DAY_S

    @property
    def session_of(self) -> Mapping[str, str]:
        """Turn id -> session."""
        return {turn.turn_id: session for session, turns in self.sessions for turn in turns}


def read_conversations(path: Path) -> list[Conversation]:
    """
    The conversations of a ``conversations.jsonl``; questions without evidence are left out.

    Raises:
        DocumentError: ``bad-data``.
    """
    try:
        return [_conversation(row) for row in read_lines(path)]
    except (KeyError, TypeError, ValueError) as error:
        raise DocumentError("bad-data", f"{path} is not of the expected shape: {error!r}.") from None


def _conversation(row: Mapping[str, Any]) -> Conversation:
    sessions = []
    for session in row["sessions"]:
        start_s = datetime.strptime(session["date_time"], "%I:%M %p on %d %B, %Y").replace(tzinfo=UTC).timestamp()
        turns = tuple(_turn(turn, start_s + number * _TURN_S) for number, turn in enumerate(session["turns"]))
        sessions.append((str(session["session"]), turns))
    questions = (Question(one["question"], one["category"], frozenset(one["evidence"])) for one in row["qa"])
    return Conversation(row["id"], tuple(sessions), tuple(one for one in questions if one.evidence))


def _turn(turn: Mapping[str, Any], at_s: float) -> RememberedTurn:
    """A turn as ``given_turns`` would make it of a script's input."""
    said = str(turn["text"]) + (f" (shared a photo: {turn['caption']})" if turn.get("caption") else "")
    facts = facts_in(said, turn["speaker"])
    return RememberedTurn(turn["dia_id"], said, speaker=turn["speaker"], at_s=at_s, facts=facts)


async def remembered(conversations: Sequence[Conversation], embedder: Embedder) -> PersistentMemory:
    """A memory in which every conversation is a user's."""
    memory = PersistentMemory(InMemoryBlockStore(), embedder, DEFAULT_LIMITS, FixedClock(0.0), UTC)
    for conversation in conversations:
        for session, turns in conversation.sessions:
            await memory.remember(session, turns, conversation.conversation_id)
    return memory


async def asked(
    memory: PersistentMemory, conversations: Sequence[Conversation], template: RecallRequest
) -> list[tuple[str, Figures]]:
    """Category and figures of every question, recalled with the options of *template*."""
    found = []
    for conversation in conversations:
        sessions = conversation.session_of
        for question in conversation.questions:
            request = replace(
                template, text=question.text, k=50, user=conversation.conversation_id, now_s=conversation.asked_s
            )
            recollection = await memory.recall(request)
            found.append((question.category, _figures(recollection, question, sessions)))
    return found


def _figures(recollection: Recollection, question: Question, session_of: Mapping[str, str]) -> Figures:
    ids = [one.turn_id for one in recollection.turns]
    return {
        **turn_figures(ids, question, session_of),
        "opened_share": recollection.opened_share,
        "opened": float(len(recollection.opened)),
    }


def turn_figures(ids: Sequence[str], question: Question, session_of: Mapping[str, str]) -> Figures:
    """Recall and nDCG of ranked turns, and recall of the evidence's sessions among the first five of theirs."""
    sessions = list(dict.fromkeys(session_of[turn_id] for turn_id in ids))
    wanted = {session_of[turn_id] for turn_id in question.evidence if turn_id in session_of}
    return {
        "R@5": recall(ids, question.evidence, 5),
        "R@10": recall(ids, question.evidence, 10),
        "nDCG@10": ndcg(ids, question.evidence, 10),
        "session R@5": recall(sessions, wanted, 5),
    }


def averaged(figures: Sequence[Figures]) -> Figures:
    """The mean of each metric."""
    return {name: mean(one[name] for one in figures) for name in (figures[0] if figures else ())}


def bm25_baseline(conversation: Conversation) -> Iterator[tuple[str, Figures]]:
    """Plain BM25 over the turns of one conversation."""
    turns = [turn for _, part in conversation.sessions for turn in part]
    counts = [Counter(stems(turn.spoken)) for turn in turns]
    held = Counter(term for count in counts for term in count)
    mean_length = mean(count.total() for count in counts)
    sessions = conversation.session_of
    for question in conversation.questions:
        terms = set(stems(question.text)) & held.keys()
        weights = {term: idf(held[term], len(turns)) for term in terms}
        scores = np.array([_bm25(weights, count, mean_length) for count in counts])
        ids = [turns[i].turn_id for i in np.argsort(-scores, kind="stable")[:50]]
        yield question.category, turn_figures(ids, question, sessions)


def _bm25(weights: Mapping[str, float], count: Counter[str], mean_length: float) -> float:
    return sum(
        weight * bm25_weight(float(count[term]), float(count.total()), mean_length)
        for term, weight in weights.items()
        if term in count
    )


def _locomo(directory: Path, _corpus: Path | None) -> Measured:
    conversations = read_conversations(required("conversations.jsonl", directory))
    return _run(lambda: _locomo_measured(conversations))


async def _locomo_measured(conversations: Sequence[Conversation]) -> Measured:
    memory = await remembered(conversations, evaluation_embedder())
    lexical = await remembered(conversations, NoEmbedder())
    outcomes = {
        "bm25": [one for conversation in conversations for one in bm25_baseline(conversation)],
        "ours": await asked(memory, conversations, RecallRequest("", exhaustive=True)),
        "progressive": await asked(memory, conversations, RecallRequest("")),
        "lexical": await asked(lexical, conversations, RecallRequest("", exhaustive=True)),
    }
    return _by_category(outcomes)


def _by_category(outcomes: Mapping[str, Sequence[tuple[str, Figures]]]) -> Measured:
    def measured(category: str | None) -> Measured:
        chosen = {
            system: [figures for one, figures in found if category in (None, one)] for system, found in outcomes.items()
        }
        return Measured(len(chosen["bm25"]), {system: averaged(found) for system, found in chosen.items()})

    return replace(measured(None), parts={name: measured(name) for name in CATEGORIES})


def _locomo_curve(directory: Path, _corpus: Path | None) -> Measured:
    conversations = read_conversations(required("conversations.jsonl", directory))
    return _run(lambda: _curve(conversations))


async def _curve(conversations: Sequence[Conversation]) -> Measured:
    """What threshold, depth and coverage keep of exhaustive recall, and how much they open."""
    memory = await remembered(conversations, evaluation_embedder())
    whole = averaged([f for _, f in await asked(memory, conversations, RecallRequest("", exhaustive=True))])
    systems = {"exhaustive": {**whole, "kept": 1.0}}
    for threshold, depth, stop in product(THRESHOLDS, DEPTHS, COVERAGES):
        request = RecallRequest("", threshold=threshold, depth=depth, coverage=stop)
        figures = averaged([f for _, f in await asked(memory, conversations, request)])
        name = f"threshold {threshold:.2f}, depth {depth}, coverage {'none' if stop > 1 else f'{stop:.2f}'}"
        systems[name] = {**figures, "kept": figures["R@10"] / whole["R@10"]}
    return Measured(sum(len(one.questions) for one in conversations), systems)


def _run(make: Callable[[], Coroutine[Any, Any, _T]]) -> _T:
    return asyncio.run(make())


TASKS: dict[str, Task] = {"locomo": _locomo, "locomo_curve": _locomo_curve, "ikat": ikat}
