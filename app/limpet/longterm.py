"""Persistent memory as a chat uses it: what left the session goes in, what matters to a message comes out."""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from limpet.answer.recalled import looks_back
from limpet.embed.none import NoEmbedder
from limpet.errors import StoreError, WireError
from limpet.events import Notice
from limpet.keeping import Keeping
from limpet.knowledge import Knowledge
from limpet.limits import Limits
from limpet.memory.asked_facet import AskedFacet
from limpet.memory.block import STORE_KINDS, Block
from limpet.memory.conversation_question import conversation_question
from limpet.memory.given_turns import given_turns
from limpet.memory.mastery import mastery_topic
from limpet.memory.persistent import GLANCE_S, PersistentMemory
from limpet.memory.recall import RecalledTurn, RecallRequest, Recollection
from limpet.memory.recall_terms import recall_terms
from limpet.memory.turn import Turn
from limpet.ports import Clock, MemoryStore
from limpet.shown_answers import ShownAnswers
from limpet.store.memory import InMemoryBlockStore
from limpet.thought import Stage, Thought

RECALLED_TURNS: Final = 3
"""Earlier turns that an answer may use."""
RELEVANT_FROM: Final = 0.5
"""Relevance under which nothing recalled is shown: a memory that does not fit does more harm than none."""
_PATIENCE_S: Final = 0.2
"""Longest wait for metadata that are still being read after a start; a question about earlier talk waits for all."""


@dataclass(frozen=True, slots=True)
class Recalled:
    """Earlier turns that matter to a message, best first; *is_asked* when memory itself was asked for them."""

    turns: tuple[RecalledTurn, ...] = ()
    coverage: float = 0.0
    relevance: float = 0.0
    is_asked: bool = False

    def as_json(self) -> list[dict[str, Any]]:
        """By block, as the wire carries them, with the time of the first of its turns."""
        blocks: dict[str, list[RecalledTurn]] = {}
        for turn in self.turns:
            blocks.setdefault(turn.block_id, []).append(turn)
        return [
            {"block_id": block_id, "turn_ids": [turn.turn_id for turn in turns], "at": min(turn.at_s for turn in turns)}
            for block_id, turns in blocks.items()
        ]


NOTHING_RECALLED: Final = Recalled()


class LongTerm:
    """
    The running session's bridge to persistent memory.

    Args:
        limits: Caps.
        knowledge: Whose embedder is used.
        clock: Where the time comes from.
        store: Where blocks lie; this process's memory when None.
    """

    def __init__(self, limits: Limits, knowledge: Knowledge, clock: Clock, store: MemoryStore | None = None) -> None:
        embedder = knowledge.embedder or NoEmbedder()
        self._store = store or InMemoryBlockStore(limits)
        self.memory = PersistentMemory(self._store, embedder, limits, clock)
        self.session_id = new_session_id()
        self.shown = ShownAnswers(limits.session_turns)
        self.keeping = Keeping()
        self._limits = limits
        self._clock = clock

    async def add(
        self, turns: Sequence[Turn], user: str, *, is_end: bool = False, topic_changed: bool = False
    ) -> Notice | None:
        """
        Take *turns* that left session memory. A notice when the store begins to refuse, and at the end of a session
        while it does: they wait on then.
        """
        before = self.keeping.notice
        try:
            if turns or is_end or topic_changed:
                await self.memory.add_evicted(turns, self.session_id, user, is_end=is_end, topic_changed=topic_changed)
        except StoreError as error:
            self.keeping.refused("blocks", error)
        else:
            await self.retry(user)
        finally:
            if is_end:
                self.session_id = new_session_id()
        told = self.keeping.notice if self.keeping.is_refused("blocks") else None
        return Notice(*told) if told is not None and (is_end or told != before) else None

    async def retry(self, user: str = "") -> None:
        """What the store has refused is tried again."""
        is_refused = self.keeping.is_refused("blocks") or self.keeping.is_refused("marks")
        if not is_refused and not self.memory.pending.ended(user):
            return
        try:
            await self.memory.store_waiting(user, was_refused=is_refused)
        except StoreError as error:
            self.keeping.refused("blocks", error)
        else:
            self.keeping.kept("blocks")
            self.keeping.kept("marks")

    async def recall_for(self, thought: Thought, now_s: float, user: str) -> Recalled:
        """What earlier sessions hold for a message; nothing without the visitor's consent."""
        try:
            return await self._recalled(thought, now_s, user)
        except StoreError:  # nothing can be read now; the answer comes from the documents
            return NOTHING_RECALLED

    async def mastered(self, user: str = "") -> list[frozenset[str]]:
        """Stems of each topic that the visitor commands, as far as memory may be read."""
        try:
            if not (await self.memory.consent(user)).may_read:
                return []
            request = RecallRequest("", user=user, wait_s=GLANCE_S)
            found = await self.memory.recaller.asked(AskedFacet("mastery", "mastered"), request)
        except StoreError:
            return []
        turns = [one.turn for one in found.turns]
        topics = [turn.topics[:1] or (mastery_topic(turn.message),) for turn in turns]
        return [frozenset(recall_terms(topic)) for (topic,) in topics if recall_terms(topic)]

    async def prepare(self, user: str = "") -> None:
        """Read the metadata of the blocks, so that no answer waits for them; what fails now is tried when needed."""
        with contextlib.suppress(StoreError):
            await self.memory.prepare(user)

    async def _recalled(self, thought: Thought, now_s: float, user: str) -> Recalled:
        if not (await self.memory.consent(user)).may_read:
            return NOTHING_RECALLED
        last = thought.view.last_turn
        request = RecallRequest(
            thought.query.text,
            k=RECALLED_TURNS,
            now_s=now_s,
            user=user,
            previous=last.message if last else "",
            reply=last.answer if last else "",
            messages_before=thought.view.turn_count,
            wait_s=None if looks_back(thought.message) else _PATIENCE_S,
        )
        with Stage(thought.timings_ms, "recall"):
            found = await self.memory.recall(request)
        if found.asked and (found.asked_turns or found.asked == "talks"):
            return Recalled(found.turns[: found.asked_turns], found.coverage, found.relevance, is_asked=True)
        if found.relevance < RELEVANT_FROM:
            named = _naming_all(thought.message, found.turns)
            return Recalled(named, found.coverage, RELEVANT_FROM) if named else NOTHING_RECALLED
        return Recalled(found.turns, found.coverage, found.relevance)

    async def remember(self, session: str, turns: Sequence[Any], user: str, kind: str) -> dict[str, Any]:
        """
        Keep turns of a session that happened elsewhere.

        Raises:
            WireError: ``wrong-turn`` or ``wrong-field``.
        """
        if kind not in STORE_KINDS:
            raise WireError("wrong-field", f'"kind" is one of {", ".join(STORE_KINDS)}; not "{kind[:20]}".')
        given = given_turns(turns, self._limits, self._clock.now_s())
        added = await self.memory.remember(
            session, given, user, "statements" if kind == "statements" else "conversation"
        )
        return {"added": added, "known": len(given) - added}

    def blocks(self, user: str) -> AsyncIterator[Block]:
        """All blocks of a user, the most recently ended first; whoever has seen enough reads no more."""
        return self._store.newest_first(user)

    async def recall(self, request: RecallRequest) -> dict[str, Any]:
        """What persistent memory holds for a text, with which blocks were opened and why others were not."""
        return recollection_body(await self.memory.recall(request))


def recollection_body(found: Recollection) -> dict[str, Any]:
    """A recollection, for the wire."""
    return {
        "turns": [
            {
                "turn_id": turn.turn_id,
                "block_id": turn.block_id,
                "session": turn.session_id,
                "score": round(turn.score, 6),
                "at": turn.at_s,
                "message": turn.turn.message,
                "is_superseded": turn.is_superseded,
            }
            for turn in found.turns
        ],
        "opened": list(found.opened),
        "skipped": [
            {"block_id": one.block_id, "reason": one.reason, "score": one.metadata_score}
            for one in found.skipped
            if one.block_id
        ],
        "opened_share": round(found.opened_share, 6),
        "coverage": round(found.coverage, 4),
        "relevance": round(found.relevance, 4),
        "is_partial": found.is_partial,
    }


def new_session_id() -> str:
    """An id that no other session has: 64 random bits."""
    return secrets.token_hex(8)


def _naming_all(message: str, turns: Sequence[RecalledTurn]) -> tuple[RecalledTurn, ...]:
    """
    Where *message* asks what the visitor said about something: the turns that name all of it. Their score may be low
    because a long answer followed, and still they are what was asked for.
    """
    asked = conversation_question(message)
    wanted = set(recall_terms(asked.about)) if asked is not None and asked.speaker == "visitor" else set()
    return tuple(one for one in turns if wanted and wanted <= set(recall_terms(one.turn.message)))
