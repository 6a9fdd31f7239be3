"""
START HERE. One message in, a stream of events out.

``Chat.ask`` reads, thinks and writes once: the message is thought through against a frozen view of session memory
(``limpet.thought``), an answer is composed (``limpet.replying``), and memory changes in one call at the end
(``limpet.running``). An ask that fails leaves memory as it was; one that is stopped records what was shown.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from limpet.bystander import Bystander
from limpet.clock import SystemClock
from limpet.composing import Composers
from limpet.errors import WireError
from limpet.events import Answered, Event, Notice, StopFlag
from limpet.knowledge import Knowledge
from limpet.limits import DEFAULT_LIMITS, Limits
from limpet.longterm import LongTerm
from limpet.memory.session import SessionMemory
from limpet.memory.slot_general import GeneralSlots
from limpet.memory.slot_schema import SlotSchema, schema_from
from limpet.memory.slot_tracking import SlotTracker
from limpet.memory.updating import Updating
from limpet.memory.view import MemoryView
from limpet.policy.standing_in import policy_from
from limpet.ports import Clock, Composer, Embedder, MemoryStore, MemoryUpdater, Policy
from limpet.reply import Reply
from limpet.replying import Replier
from limpet.retrieval.document import Document, Hit
from limpet.retrieval.index import Index
from limpet.running import RunningSession
from limpet.saying import Saying
from limpet.text.lru import LruCache
from limpet.thought import Stage, Thinker, Thought

AskId: TypeAlias = int | str


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
        clock: Where the time comes from.
        limits: Every cap.
        document_embedder: The same model for the texts of documents, where it remembers them.
        store: Where blocks of persistent memory lie; this process's memory when None.
        like: Another chat, whose documents, filters and caches of them this one shares; its conversation it does not.
        updater: Proposes the typed memory after each turn, such as a language model; the rules alone when None.
        policy: Decides how to answer, or ``rules`` or ``network``; as ``policy_named`` has it when None.
        composer: Who phrases answers from the documents, such as a language model; limpet itself when None.

    >>> import asyncio
    >>> chat = Chat()
    >>> asyncio.run(chat.add_documents([Document("tea", "Tea", "Green tea is steeped at 75 degrees.")]))
    1
    >>> asyncio.run(chat.answer("How is green tea steeped?")).citations[0]["document_id"]
    'tea'
    """

    def __init__(
        self,
        index: Index | None = None,
        embedder: Embedder | None = None,
        clock: Clock | None = None,
        limits: Limits = DEFAULT_LIMITS,
        document_embedder: Embedder | None = None,
        store: MemoryStore | None = None,
        like: Chat | None = None,
        updater: MemoryUpdater | None = None,
        policy: Policy | str | None = None,
        composer: Composer | None = None,
    ) -> None:
        self.limits = limits
        self.clock: Clock = clock or SystemClock()
        self.knowledge: Knowledge = like.knowledge if like else Knowledge(limits, embedder, index, document_embedder)
        self.longterm = LongTerm(limits, self.knowledge, self.clock, store)
        self.settings: dict[str, Any] = {}  # replaced whole by `configure`; limits.request_chars bounds it
        self._running = RunningSession(limits, self.clock, self.longterm)
        self.policy: Policy = like.policy if like and policy is None else policy_from(policy)
        self._replier = Replier(self.knowledge, limits, self.policy)
        self._bystander = Bystander(self._running, self._replier)
        self.thinker: Thinker = like.thinker if like else _thinker_of(self.knowledge)
        self._has_own_schema = True
        self._updating = Updating(updater, limits) if updater else None
        self.composers = Composers(composer, limits)
        self._last: _LastAsk | None = None
        self._running.when_it_ends(self._forget_last)

    @property
    def session(self) -> SessionMemory:
        """Memory of the running session."""
        return self._running.memory

    @property
    def slot_schema(self) -> SlotSchema:
        """The filters that this chat reads."""
        return self.thinker.tracker.schema

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
        message, now_s, before = await self._running.begin(message, now_s, user)
        thought = await self.thinker.understand(message, before, page, without, now_s=now_s)
        reply = await self._replier.reply(self.thinker, thought, await self.longterm.recall_for(thought, now_s, user))
        saying = Saying(reply, self.composers.current, stop, self._replier.entities)
        async for event in saying.events():
            yield event
        reply, shown, was_stopped = saying.reply, saying.shown, saying.was_stopped
        if notice := await self._record(thought, reply, shown, now_s, user, was_stopped=was_stopped):
            yield notice
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

    def choose(self, ask: AskId, option: int, **options: Any) -> AsyncIterator[Event]:
        """
        Take option number *option* (from 0) of the last answer; takes ``ask_id``, ``now_s`` and ``stop`` as ask does.

        Raises:
            WireError: ``unknown-ask`` or ``no-such-option``.
        """
        last = self._last_ask(ask)
        if not 0 <= option < len(last.options):
            raise WireError("no-such-option", f"That answer has {len(last.options)} options; {option} is not one.")
        return self.ask(last.options[option], page=last.page, user=last.user, **options)

    def undo(self, ask: AskId, part: str, **options: Any) -> AsyncIterator[Event]:
        """Take one part of "understood as" back and answer again. ``WireError`` ``unknown-ask`` as in ``choose``."""
        last = self._last_ask(ask)
        self.session.rewind(last.before)
        return self.ask(last.message, page=last.page, user=last.user, without=last.without | {part}, **options)

    async def observe(self, message: str, answer: str | None = None, **options: Any) -> dict[str, Any]:
        """Take in a turn that somebody else answered; see ``Bystander.observe``."""
        return await self._bystander.observe(self.thinker, message, answer, **options)

    async def retrieve(self, text: str = "", **options: Any) -> list[Hit]:
        """The best fragments; see ``Bystander.retrieve``."""
        return await self._bystander.retrieve(self.thinker, text, **options)

    async def add_documents(self, documents: Sequence[Document]) -> int:
        """Index *documents* on top of what is there; the number of all fragments."""
        count = await self.knowledge.add(documents)
        self._replier.clear_caches()
        if self._has_own_schema:
            self.thinker = _thinker_of(self.knowledge)
        return count

    async def configure(self, schema: Mapping[str, Any], settings: Mapping[str, Any]) -> dict[str, Any]:
        """
        Set the slot schema, in place of the one learned from the catalogue, and settings; what is not given stays.

        Raises:
            ConfigError: ``bad-schema``, or what is wrong with a composer; everything is as before.
        """
        thinker = Thinker(self.knowledge, SlotTracker(schema_from(schema))) if schema else self.thinker
        self.settings = {**self.settings, **self.composers.configured(settings)}
        self.thinker, self._has_own_schema = thinker, self._has_own_schema and not schema
        return {"slots": len(self.thinker.tracker.schema)}

    def suggest(self, count: int = 4) -> list[str]:
        """First questions that the documents can answer."""
        return [one.text for one in self.knowledge.suggestions(count)]

    async def end_session(self, user: str = "") -> Notice | None:
        """End the running session; its turns go to persistent memory. A notice when they must wait for that."""
        return await self._running.end(user)

    async def end_if_silent(self, now_s: float, user: str = "") -> bool:
        """End a session that has been silent for too long; whether there is one that runs on."""
        return await self._running.end_if_silent(now_s, user)

    def forget_traces(self) -> None:
        """Empty every cache and drop what ``choose``, ``undo`` and a contextual ``retrieve`` would need."""
        for _, cache in self.named_caches():
            cache.clear()
        self._bystander.forget()
        self._forget_last()

    def named_caches(self) -> list[tuple[str, LruCache[Any, Any]]]:
        """The bounded caches by name."""
        return [*self.knowledge.named_caches(), ("rendered_answers", self._replier.rendered)]

    async def _record(
        self, thought: Thought, reply: Reply, shown: str, now_s: float, user: str, *, was_stopped: bool
    ) -> Notice | None:
        if was_stopped and not shown:
            return None
        with Stage(thought.timings_ms, "record"):
            turn = reply.turn(shown, now_s, was_stopped=was_stopped)
            state = self._replier.conversation(thought, turn, reply.composed, reply.relaxed)
            if self._updating and reply.composed.mode != "smalltalk" and not thought.understanding.starts_over:
                state = await self._updating.updated(state, turn, self.slot_schema, thought.view.next_number)
            return await self._running.record(thought, turn, state, user)

    def _last_ask(self, ask: AskId) -> _LastAsk:
        if self._last is None or self._last.ask_id != ask:
            raise WireError("unknown-ask", f'"{ask}" is not the last answered message.')
        return self._last

    def _forget_last(self) -> None:
        self._last = None


def _thinker_of(knowledge: Knowledge) -> Thinker:
    schema = schema_from(knowledge.slot_schema())
    return Thinker(knowledge, SlotTracker(schema) if schema else GeneralSlots())
