"""One question of a client, answered in its own conversation: restored, asked, and handed back or stored."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import AsyncIterator, Mapping
from typing import Any, Final

from limpet import saved_session
from limpet.chat import Chat
from limpet.errors import LimpetError, SnapshotError, StoreError
from limpet.events import Answered
from limpet.host.server_body import ChatRequest
from limpet.host.server_state import KeyRing
from limpet.memory.plain_form import conversation_of, plain_form
from limpet.memory.turn import Turn
from limpet.ports import WHATEVER, MemoryUpdater, SessionStore
from limpet.store.seen import CHANGED_ELSEWHERE

WAIT_S: Final = 30.0
"""Seconds that a question waits for another one of its session."""
TRIES: Final = 5
"""Times that a question is answered when other processes answer questions of the same session meanwhile."""
SHOWN: Final = (
    "mode", "confidence", "citations", "query", "engagement", "topic", "slots", "understood", "options", "hits",
    "decided_by", "timings_ms",
)  # fmt: skip
"""Fields of the answered event that a client is given."""


class BusyError(LimpetError):
    """Other questions of the same session took too long."""


class ChangedElsewhereError(StoreError):
    """Another process has answered a question of the same session meanwhile."""


class Conversations:
    """
    Answers questions of many visitors about the same documents.

    Args:
        chat: Whose documents, filters and caches all conversations share; it holds no conversation itself.
        store: Where sessions wait that the server holds.
        ring: Signs what the client holds.
        updater: Proposes the typed memory; the rules alone when None.
    """

    def __init__(self, chat: Chat, store: SessionStore, ring: KeyRing, updater: MemoryUpdater | None = None) -> None:
        self._chat = chat
        self._store = store
        self._ring = ring
        self._updater = updater
        self._turnstiles = Turnstiles()

    async def answer(self, request: ChatRequest) -> dict[str, Any]:
        """
        The reply to *request*.

        Raises:
            LimpetError: The request cannot be answered; every memory is as before.
        """
        if request.session_id is None:
            chat = await self._restored(request.memory)
            reply = await _asked(chat, request)
            return {**reply, "memory": self._sealed(chat)}
        session_id = request.session_id or secrets.token_urlsafe(18)
        async with self._turnstiles.turn(session_id):
            for _ in range(TRIES - 1):
                with contextlib.suppress(ChangedElsewhereError):
                    return await self._of_session(session_id, request)
            return await self._of_session(session_id, request)

    async def end(self, session_id: str) -> None:
        """Forget a session. ``StoreError`` when the store was not reached."""
        async with self._turnstiles.turn(session_id):
            await self._store.delete(session_id)

    async def _of_session(self, session_id: str, request: ChatRequest) -> dict[str, Any]:
        if request.memory is not None:  # the client went on by itself while the store was away
            text: str | None = WHATEVER
            chat = await self._restored(request.memory)
        else:
            chat = self._fresh()
            text = await self._store.load(session_id)
            if text is not None:
                await saved_session.restore(chat, text, chat.clock.now_s())
        reply = {**await _asked(chat, request), "session_id": session_id}
        try:
            await self._store.save(session_id, saved_session.to_text(chat), chat.limits.session_ttl_s, text)
        except StoreError as error:
            if error.code == CHANGED_ELSEWHERE:  # nobody has seen the answer: it is made again after the other one
                raise ChangedElsewhereError(error.code, error.detail) from None
            notice = {
                "code": error.code,
                "text": f"{error.detail} Send the memory of this answer with your next question.",
            }
            return {**reply, "memory": self._sealed(chat), "notice": notice}
        return reply

    def _fresh(self) -> Chat:
        return Chat(like=self._chat, clock=self._chat.clock, limits=self._chat.limits, updater=self._updater)

    def _sealed(self, chat: Chat) -> dict[str, Any]:
        return self._ring.sealed(saved_session.to_text(chat), plain_form(chat.session.view().conversation))

    async def _restored(self, memory: Mapping[str, Any] | None) -> Chat:
        chat = self._fresh()
        if memory and "state" in memory:
            await saved_session.restore(chat, self._ring.opened(memory), chat.clock.now_s())
        elif memory:
            await _told(chat, memory)
        return chat


class Turnstiles:
    """One lock a session that is being served; it leaves with its last user."""

    def __init__(self) -> None:
        self._locks: dict[str, tuple[asyncio.Lock, int]] = {}  # as many as requests that run at once

    @contextlib.asynccontextmanager
    async def turn(self, session_id: str) -> AsyncIterator[None]:
        """
        One after the other, first come first served.

        Raises:
            BusyError: ``session-busy``.
        """
        lock, users = self._locks.get(session_id, (asyncio.Lock(), 0))
        self._locks[session_id] = (lock, users + 1)
        try:
            try:
                await asyncio.wait_for(lock.acquire(), WAIT_S)
            except TimeoutError:
                raise BusyError("session-busy", "Another question of this session is still being answered.") from None
            try:
                yield
            finally:
                lock.release()
        finally:
            lock, users = self._locks.pop(session_id)
            if users > 1:
                self._locks[session_id] = (lock, users - 1)


async def _asked(chat: Chat, request: ChatRequest) -> dict[str, Any]:
    answered: Answered = await chat.answer(request.question, page=request.page)
    body = answered.body()
    return {"answer": answered.text, **{name: body[name] for name in SHOWN if name in body}}


async def _told(chat: Chat, memory: Mapping[str, Any]) -> None:
    """Take the three plain keys as what was said before: the product, and the summary in answer to it."""
    state = conversation_of(memory, chat.slot_schema, 1, chat.limits)
    plain = plain_form(state)
    product, summary = plain["active_product"] or "", plain["rolling_summary"]
    if not product and not summary and not plain["confirmed_filters"]:
        return
    turn = Turn(product or summary, summary, at_s=chat.clock.now_s())
    try:
        chat.session.record(turn, await chat.knowledge.vector(turn.message), state)
    except LimpetError as error:
        raise SnapshotError("memory-invalid", f"The memory cannot be taken: {error.detail}") from None
