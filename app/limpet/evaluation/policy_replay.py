"""
Real conversations, ready to be answered again: every message understood on the product's path, with its features, and
what each context finds for it.

What the visitor wrote, and the replies that were written to, are those of the conversation; which fragments were shown
and whether the last answer asked back are what the policy under test did (``policy_episode``).
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from limpet.answer.spread import HITS_FOR_AN_ANSWER
from limpet.chat import Chat
from limpet.deciding import features_for
from limpet.evaluation.followup_tasks import exchanges_of
from limpet.evaluation.policy_reward import Wanted
from limpet.evaluation.readers import JudgedTurn, read_turns, required
from limpet.evaluation.turn_tasks import mtrag_index
from limpet.evaluation.vectors import evaluation_embedder
from limpet.memory.view import MemoryView
from limpet.policy.features import Features
from limpet.policy.heads import CONTEXTS
from limpet.policy.plan import AnswerMode
from limpet.retrieval.document import Hit, Query
from limpet.retrieval.index import Index
from limpet.text.tokens import stems
from limpet.thought import Thought

FILES: Final = ("queries.jsonl", "queries_un.jsonl")
DEFAULT_CONTEXT: Final = 1
"""The features are taken from what the message finds in its context."""
_TURN_S: Final = 30.0
_WANTED: Final[dict[str, AnswerMode]] = {
    "ANSWERABLE": "answer", "PARTIAL": "answer", "UNANSWERABLE": "not_covered", "UNDERSPECIFIED": "clarify",
    "CONVERSATIONAL": "smalltalk",
}  # fmt: skip


@dataclass(slots=True, eq=False)
class Moment:
    """
    One message to reply to.

    Attributes:
        turn: With its labels.
        wanted: What people marked.
        view: Session memory before it, with the conversation's own replies.
        thought: The message, understood.
        queries: One for each entry of ``CONTEXTS``.
        index: What is searched.
        hidden: Ids of passages that are taken out of what is found.
    """

    turn: JudgedTurn
    wanted: Wanted
    view: MemoryView
    thought: Thought
    queries: tuple[Query, ...]
    index: Index
    entities: tuple[str, ...] = ()
    hidden: frozenset[str] = frozenset()
    found: dict[tuple[int, tuple[tuple[str, float], ...]], list[Hit]] = field(default_factory=dict)
    known_features: dict[tuple[tuple[str, float], ...], Features] = field(default_factory=dict)
    lived_features: dict[tuple[object, ...], Features] = field(default_factory=dict)

    def hits(self, context: int, penalties: tuple[tuple[str, float], ...] = ()) -> list[Hit]:
        """The best fragments with one of the ``CONTEXTS``, those that were shown too often held back."""
        key = (context, penalties)
        if key not in self.found:
            wanted = HITS_FOR_AN_ANSWER + len(self.hidden)
            found = self.index.retrieve(self.queries[context], k=wanted, penalties=dict(penalties))
            left = [hit for hit in found if hit.fragment.document_id not in self.hidden]
            self.found[key] = left[:HITS_FOR_AN_ANSWER]
        return self.found[key]

    def features(self, penalties: tuple[tuple[str, float], ...] = ()) -> Features:
        """The features before the policy's own deeds are counted in."""
        if penalties not in self.known_features:
            hits = self.hits(DEFAULT_CONTEXT, penalties)
            self.known_features[penalties] = features_for(self.thought, hits, self.index.idf, self.entities)
        return self.known_features[penalties]

    def without_evidence(self) -> Moment:
        """The same message over documents that do not answer it."""
        wanted = Wanted("not_covered")
        return replace(self, wanted=wanted, hidden=self.wanted.relevant, found={}, known_features={}, lived_features={})


@dataclass(frozen=True, slots=True, eq=False)
class Replay:
    """One conversation: its messages that carry labels, in order."""

    conversation_id: str
    domain: str
    moments: tuple[Moment, ...]

    @property
    def mark(self) -> str:
        """Eight characters that stand for the conversation wherever it must not be named."""
        return mark_of(self.conversation_id)


def mark_of(conversation_id: str) -> str:
    """
    The mark of a conversation, the same on every machine.

    >>> mark_of("c1")
    'd0f631ca'
    """
    return hashlib.sha256(conversation_id.encode()).hexdigest()[:8]


def dealt(conversations: Sequence[Replay], parts: int, salt: str = "") -> list[list[Replay]]:
    """
    The conversations dealt out to *parts* hands, by digest of their ids; long and short ones of every domain evenly.

    The same set is always dealt the same way, whatever its order; another *salt* deals it another way.
    """

    def place(one: Replay) -> tuple[object, ...]:
        digest = hashlib.sha256(f"{salt}{one.conversation_id}".encode()).hexdigest()
        return (len(one.moments) > 1, one.domain, digest)

    ordered = sorted(conversations, key=place)
    return [ordered[part::parts] for part in range(parts)]


def replays(directory: Path, corpus: Path | None) -> list[Replay]:
    """
    Every conversation of MTRAG and MTRAG-UN in *directory*, ready to be answered.

    Raises:
        DocumentError: ``missing-data`` or ``bad-data``.
    """
    turns = [turn for name in FILES for turn in read_turns(required(name, directory))]
    known = [turn for turn in turns if turn.labels.get("answerability") in _WANTED]
    talks: dict[str, list[JudgedTurn]] = {}
    for turn in known:
        talks.setdefault(turn.conversation_id, []).append(turn)
    return asyncio.run(_replayed(talks, directory, corpus))


async def _replayed(talks: dict[str, list[JudgedTurn]], directory: Path, corpus: Path | None) -> list[Replay]:
    found = []
    for domain in sorted({turns[0].domain for turns in talks.values()}):
        index = mtrag_index(domain, directory, corpus)
        chat = Chat(index, evaluation_embedder())
        for name, turns in talks.items():
            if turns[0].domain == domain:
                moments = await moments_of_talk(sorted(turns, key=lambda turn: turn.number), chat, index)
                found.append(Replay(name, domain, tuple(moments)))
    return found


async def moments_of_talk(turns: Sequence[JudgedTurn], chat: Chat, index: Index) -> list[Moment]:
    """The labelled messages of one conversation; the others are observed."""
    labelled = {sum(role == "user" for role, _ in turn.history): turn for turn in turns}
    last = turns[-1]
    exchanges = [*exchanges_of(last.history), (last.query, "")]
    await chat.end_session()
    moments = []
    for place, (message, answer) in enumerate(exchanges):
        if not message.strip():
            continue
        turn = labelled.get(place)
        if turn is not None:
            moments.append(await moment_of(turn, answer, chat, index))
        if place + 1 < len(exchanges):
            await chat.observe(message, answer, at_s=place * _TURN_S)
    return moments


async def observe_history(chat: Chat, exchanges: Sequence[tuple[str, str]]) -> None:
    """Begin a session anew in which *exchanges* took place."""
    await chat.end_session()
    for place, (message, answer) in enumerate(exchanges):
        if message.strip():
            await chat.observe(message, answer, at_s=place * _TURN_S)


async def moment_of(turn: JudgedTurn, reply: str, chat: Chat, index: Index) -> Moment:
    """The message of *turn*, understood after what *chat* has observed; *reply* is the person's own answer."""
    view = chat.session.view()
    thought = await chat.thinker.understand(turn.query.strip(), view)
    queries = tuple([await chat.thinker.query_of(thought, *shares) for shares in CONTEXTS])
    entities = chat.knowledge.entities_in(thought.understanding.query_text)
    return Moment(turn, wanted_of(turn, reply, index), view, thought, queries, index, entities)


def wanted_of(turn: JudgedTurn, reply: str, index: Index) -> Wanted:
    """What people marked for *turn*; *reply* is the person's own answer, empty when it is not known."""
    mode = _WANTED.get(str(turn.labels.get("answerability")), "answer")
    if mode != "answer" or not turn.relevant:
        return Wanted(mode, turn.relevant)
    asked = set(stems(turn.query))
    reference = {stem: index.idf(stem) for stem in stems(reply) if stem not in asked}
    return Wanted(mode, turn.relevant, reference, len(reply.split()))


def split(found: Iterable[Replay], marks: frozenset[str]) -> tuple[list[Replay], list[Replay]]:
    """The conversations with one of *marks*, and the others."""
    inside: list[Replay] = []
    outside: list[Replay] = []
    for one in found:
        (inside if one.mark in marks else outside).append(one)
    return inside, outside
