"""
START HERE. One message in, a stream of events out.

``Chat.ask`` reads, thinks and writes once: the message is thought through against a frozen view of session memory
(``limpet.thought``), an answer is composed (``limpet.answer``), and memory changes in one call at the end. An ask that
fails leaves memory as it was; one that is stopped records what was shown.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from limpet.answer.evidence import Composed
from limpet.clock import SystemClock
from limpet.errors import WireError
from limpet.events import Answered, Delta, Event, StopFlag
from limpet.knowledge import Knowledge
from limpet.limits import DEFAULT_LIMITS, Limits
from limpet.longterm import LongTerm
from limpet.memory.session import SessionMemory
from limpet.memory.slot_schema import SlotSchema, schema_from
from limpet.memory.slot_tracking import SlotTracker
from limpet.memory.summary_vector import cosine
from limpet.memory.turn import Turn
from limpet.memory.view import MemoryView
from limpet.ports import Clock, Embedder, Vector
from limpet.replying import Replier, Reply
from limpet.retrieval.document import Document, Hit, Mode, Query
from limpet.retrieval.index import Index
from limpet.text.lru import LruCache
from limpet.thought import Stage, Thinker, Thought

AskId = int | str


@dataclass(frozen=True, slots=True)
class _LastAsk:
    """What ``choose`` and ``undo`` need to answer a message again."""

    ask_id: AskId | None
    message: str
    before: MemoryView
    page: tuple[str, str] | None
    user: str
    without: frozenset[str]
    options: tuple[str, ...]


class Chat:
    """
    A conversation about documents that remembers.

    Args:
        index: A built index to start from; documents can also be added later.
        embedder: Text to vector; None for a chat that works with words alone.
        longterm: Persistent memory; None for a chat that has none.
        clock: Where the time comes from.
        limits: Every cap.

    >>> chat = Chat()
    >>> asyncio.run(chat.add_documents([Document("tea", "Tea", "Green tea is steeped at 75 degrees.")]))
    1
    >>> asyncio.run(chat.answer("How hot for green tea?")).citations[0]["document_id"]
    'tea'
    """

    def __init__(
        self,
        index: Index | None = None,
        embedder: Embedder | None = None,
        longterm: LongTerm | None = None,
        clock: Clock | None = None,
        limits: Limits = DEFAULT_LIMITS,
    ) -> None:
        self.limits = limits
        self.clock: Clock = clock or SystemClock()
        self.knowledge = Knowledge(limits, embedder, index)
        self.session = SessionMemory(limits)
        self.longterm = longterm or LongTerm(limits, self.knowledge, self.clock)
        self.settings: dict[str, Any] = {}  # replaced whole by `configure`
        self._thinker = Thinker(self.knowledge, SlotTracker(SlotSchema()))
        self._replier = Replier(self.knowledge, limits)
        self._last: _LastAsk | None = None
        self._observed: Thought | None = None
        self._use_own_schema()

    async def ask(
        self,
        message: str,
        *,
        ask_id: AskId | None = None,
        now_s: float | None = None,
        page: tuple[str, str] | None = None,
        user: str = "",
        stop: StopFlag | None = None,
        without: Collection[str] = (),
    ) -> AsyncIterator[Event]:
        """
        Answer *message*: deltas, then one ``Answered``.

        Args:
            message: What the visitor wrote.
            ask_id: Number by which ``choose`` and ``undo`` will name this ask.
            now_s: The time; the clock's when None.
            page: Title and section that the visitor looks at.
            user: Whose persistent memory; empty where there is one visitor.
            stop: Set to end the answer early.
            without: Parts of "understood as" that the visitor took back.

        Raises:
            WireError: ``empty-message`` or ``message-too-long``; memory is as before.
        """
        message = self._checked(message)
        now = self.clock.now_s() if now_s is None else now_s
        await self._expire(now, user)
        before = self.session.view()
        thought = await self._thinker.understand(message, before, page, without)
        reply = await self._replier.reply(thought, await self.longterm.recall_for(thought, now, user))
        shown = ""
        for piece in reply.composed.pieces or (reply.composed.text,):
            if stop is not None and stop.is_set:
                break
            shown += piece
            yield Delta(piece)
            await asyncio.sleep(0)  # lets a `stop` in
        was_stopped = shown != reply.composed.text
        with Stage(thought.timings_ms, "record"):
            await self._record(thought, reply, shown, now, user, was_stopped=was_stopped)
        self._last = _LastAsk(ask_id, message, before, page, user, frozenset(without), reply.composed.options)
        yield reply.answered(shown, was_stopped=was_stopped)

    async def answer(self, message: str, **options: Any) -> Answered:
        """``ask`` for callers that want the whole answer; takes the same options."""
        last: Event | None = None
        async for event in self.ask(message, **options):
            last = event
        if not isinstance(last, Answered):  # ask always ends with it
            raise TypeError("the answer did not end")
        return last

    async def choose(
        self, ask: AskId, option: int, *, ask_id: AskId | None = None, now_s: float | None = None, stop: StopFlag | None = None
    ) -> AsyncIterator[Event]:
        """
        Take an option of the last answer.

        Raises:
            WireError: ``unknown-ask`` or ``no-such-option``.
        """
        last = self._last_ask(ask)
        if not 0 <= option < len(last.options):
            raise WireError("no-such-option", f"That answer has {len(last.options)} options; number {option} is not one.")
        chosen = self.ask(last.options[option], ask_id=ask_id, now_s=now_s, page=last.page, user=last.user, stop=stop)
        async for event in chosen:
            yield event

    async def undo(
        self, ask: AskId, part: str, *, ask_id: AskId | None = None, now_s: float | None = None, stop: StopFlag | None = None
    ) -> AsyncIterator[Event]:
        """
        Take one part of "understood as" back and answer the last message again, as if it had never been read so.

        Raises:
            WireError: ``unknown-ask``.
        """
        last = self._last_ask(ask)
        self.session.rewind(last.before)
        again = self.ask(
            last.message,
            ask_id=ask_id,
            now_s=now_s,
            page=last.page,
            user=last.user,
            stop=stop,
            without=last.without | {part},
        )
        async for event in again:
            yield event

    async def observe(
        self,
        message: str,
        answer: str | None = None,
        *,
        page: tuple[str, str] | None = None,
        at_s: float | None = None,
        user: str = "",
    ) -> dict[str, Any]:
        """
        Take in a turn that somebody else answered.

        Returns:
            The state after the message and before the answer: topic, slots, rolling_summary, engagement, trend,
            is_follow_up, topic_changed, starts_over, query, added_terms.
        """
        message = self._checked(message)
        now = self.clock.now_s() if at_s is None else at_s
        await self._expire(now, user)
        view = self.session.view()
        thought = self._observed = await self._thinker.understand(message, view, page)
        await self._record_turn(thought, Turn(message, answer or "", engagement=thought.engagement, at_s=now), user, None)
        return self._replier.view_body(thought, view)

    async def retrieve(
        self, text: str = "", *, k: int = 10, mode: str = "hybrid", contextual: bool = False
    ) -> list[Hit]:
        """
        The best *k* fragments for *text*, or with *contextual* for the last observed message in its context.

        Raises:
            WireError: ``wrong-field`` or ``nothing-observed``.
        """
        if mode not in ("hybrid", "bm25", "dense"):
            raise WireError("wrong-field", f'"mode" is hybrid, bm25 or dense; not "{mode[:20]}".')
        if not 1 <= k <= 1000:
            raise WireError("wrong-field", f'"k" is between 1 and 1000; not {k}.')
        chosen: Mode = mode  # type: ignore[assignment]
        if not contextual:
            return await self.knowledge.retrieve(Query(text, await self.knowledge.vector(text)), k=k, mode=chosen)
        if self._observed is None:
            raise WireError("nothing-observed", "Send an `observe` first; its message is what is searched for.")
        return await self._thinker.retrieve(self._observed, k=k, mode=chosen)

    async def add_documents(self, documents: Sequence[Document]) -> int:
        """Index *documents* on top of what is there; the number of all fragments."""
        count = await self.knowledge.add(documents)
        self._replier.clear_caches()
        return count

    async def configure(self, schema: Mapping[str, Any], settings: Mapping[str, Any]) -> dict[str, Any]:
        """Set the slot schema and settings; what is not given stays."""
        if schema:
            self._thinker = Thinker(self.knowledge, SlotTracker(schema_from(schema)))
        self.settings = {**self.settings, **settings}
        return {"slots": len(self._thinker.tracker.schema)}

    def suggest(self, count: int = 4) -> list[str]:
        """First questions that the documents can answer."""
        return self._replier.suggestions(count)

    async def end_session(self, user: str = "") -> None:
        """The running session is over: its turns go to persistent memory, then it starts anew."""
        await self.longterm.add(self.session.reset(), user, is_end=True)
        self._last = self._observed = None

    def forget_traces(self) -> None:
        """Empty every cache and drop what ``choose``, ``undo`` and a contextual ``retrieve`` would need."""
        for _, cache in self.named_caches():
            cache.clear()
        self._last = self._observed = None

    def named_caches(self) -> list[tuple[str, LruCache[Any, Any]]]:
        """The bounded caches by name."""
        return [*self.knowledge.named_caches(), ("rendered_answers", self._replier.rendered)]

    def summary_similarity(self) -> float | None:
        """Cosine of the last message with the summary vector; None before there are vectors."""
        view = self.session.view()
        summary, last = view.unit_summary, view.turn_vectors.get(view.turn_count)
        return None if summary is None or last is None else round(cosine(summary, last), 4)

    def _checked(self, message: str) -> str:
        message = message.strip()
        if not message:
            raise WireError("empty-message", "The message is empty.")
        if len(message) > self.limits.message_chars:
            raise WireError(
                "message-too-long",
                f"The message has {len(message)} characters; {self.limits.message_chars} are read at most.",
            )
        return message

    async def _expire(self, now_s: float, user: str) -> None:
        turns = self.session.view().turns
        if self.session.expire(now_s):
            self._last = self._observed = None
            await self.longterm.add(turns, user, is_end=True)

    async def _record(
        self, thought: Thought, reply: Reply, shown: str, now_s: float, user: str, *, was_stopped: bool
    ) -> None:
        if was_stopped and not shown:
            return
        turn = reply.turn(shown, now_s, was_stopped=was_stopped)
        await self._record_turn(thought, turn, user, reply.composed)

    async def _record_turn(self, thought: Thought, turn: Turn, user: str, composed: Composed | None) -> None:
        """The only write: session memory takes the turn, persistent memory takes what left."""
        left: list[Turn] = []
        if thought.understanding.starts_over:
            left = self.session.reset()
        conversation = self._replier.conversation(thought, turn, composed)
        vector: Vector | None = thought.vector
        left += self.session.record(turn, vector, conversation)
        await self.longterm.add(left, user, is_end=thought.understanding.starts_over)

    def _last_ask(self, ask: AskId) -> _LastAsk:
        if self._last is None or self._last.ask_id != ask:
            raise WireError("unknown-ask", f'"{ask}" is not the last answered message.')
        return self._last

    def _use_own_schema(self) -> None:
        schema = self.knowledge.slot_schema()
        if schema:
            self._thinker = Thinker(self.knowledge, SlotTracker(schema_from(schema)))
