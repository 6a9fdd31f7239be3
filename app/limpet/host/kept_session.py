"""The page's running session between two visits: continued, saved after each request, dropped where it must go."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Final, Protocol

from limpet import saved_session
from limpet import wire_requests as wire
from limpet.chat import Chat
from limpet.errors import SnapshotError, StoreError
from limpet.keeping import FULL
from limpet.ports import SessionStore
from limpet.store.indexed_db import NO_ROOM, is_full
from limpet.store.indexed_db_sessions import SavedText

_LEAVES_MEMORY_AS_IT_WAS: Final = (
    wire.Inspect, wire.Blocks, wire.Export, wire.Retrieve, wire.Suggest, wire.Open, wire.Stop, wire.Recall,
)  # fmt: skip

_TAKES_OUT: Final = (wire.Forget, wire.Consent, wire.Reset, wire.Undo)
"""Requests after which an older text of the session must not be found any more."""


class SavedSessions(SessionStore, Protocol):
    """What the page needs of its store beyond the port: other tabs' sessions, open or closed."""

    async def expired(self) -> list[SavedText]:
        """The sessions whose time is over; they stay until they are deleted."""

    async def others(self, session_id: str) -> list[SavedText]:
        """All sessions but one."""


class KeptSession:
    """
    Keeps the session of a chat.

    Args:
        chat: Whose session.
        saved: Where sessions are saved.
        name: Of this session.
        notice: Called with a code and a sentence for the visitor.
    """

    def __init__(self, chat: Chat, saved: SavedSessions, name: str, notice: Callable[[str, str], None]) -> None:
        self._chat = chat
        self._saved = saved
        self._name = name
        self._notice = notice
        self._text = ""
        self._has_told = False
        self._told: tuple[str, str] | None = None

    async def restore(self) -> None:
        """
        Continue the saved session; one that cannot be read is dropped, with a notice. Sessions whose time is over end
        first: their turns become blocks, if the visitor has allowed that.
        """
        try:
            for one in await self._saved.expired():
                if await self._ended(one.text):
                    await self._saved.delete(one.name)
            text = await self._saved.load(self._name)
            if text:
                await self._continue(text)
        except Exception as error:  # a browser may refuse its database for reasons of its own
            self._tell(error)
        with suppress(StoreError):
            await self._chat.longterm.memory.store_waiting()

    async def settle(self, request: wire.Request) -> None:
        """Save what *request* has changed: it is done when this returns, and not lost whatever happens next."""
        if isinstance(request, wire.Forget):
            await self._forget_elsewhere(request.what, request.said or ())
        if isinstance(request, _LEAVES_MEMORY_AS_IT_WAS):
            return
        await self._save(may_stay=not isinstance(request, _TAKES_OUT))
        self._tell_of_keeping()

    async def _continue(self, text: str) -> None:
        try:
            await saved_session.restore(self._chat, text, time.time())
            self._text = text
        except SnapshotError as error:
            await self._saved.delete(self._name)
            self._notice(error.code, f"The saved conversation could not be read and was dropped: {error.detail}")

    async def _ended(self, text: str) -> bool:
        """End a session whose time is over; whether it may go: its turns are stored, or nobody can read them."""
        try:
            await saved_session.restore(self._chat, text, time.time())
            return await self._chat.end_session() is None
        except SnapshotError:
            return True

    async def _save(self, *, may_stay: bool) -> None:
        """Save the session. Where that is refused, what was saved before goes unless it *may_stay*."""
        keeping = self._chat.longterm.keeping
        try:
            is_private = (await self._chat.longterm.memory.consent("")).is_private
            text = "" if is_private else saved_session.to_text(self._chat)
            if not text and self._text:
                await self._saved.delete(self._name)
            elif text != self._text:
                await self._saved.save(self._name, text, self._chat.limits.session_ttl_s)
            self._text = text
            keeping.kept("session")
        except Exception as error:  # quota, private mode, a closed database: the chat goes on without
            if not may_stay:
                with suppress(Exception):
                    await self._saved.delete(self._name)
            if is_full(error):
                keeping.refused("session", StoreError(FULL, NO_ROOM))
            else:
                self._tell(error)

    def _tell_of_keeping(self) -> None:
        """A notice when what is said now is kept for this visit alone, and one when that is over."""
        told = self._chat.longterm.keeping.notice
        if told is not None and told != self._told and told[0] != "memory-only":
            self._notice(*told)
        elif told is None and self._told is not None:
            self._notice("stored-again", "What waited is stored now.")
        self._told = told

    async def _forget_elsewhere(self, what: Any, said: Sequence[Any]) -> None:
        """Saved sessions of other tabs that hold or quote what is forgotten are dropped; open tabs save theirs anew."""
        texts = [one for one in said if isinstance(one, str)]
        try:
            for other in await self._saved.others(self._name):
                if what == "all" or saved_session.holds(other.text, what, texts):
                    await self._saved.delete(other.name)
        except Exception as error:  # the browser's storage, for reasons of its own
            self._tell(error)

    def _tell(self, error: Exception) -> None:
        if not self._has_told:
            self._has_told = True
            why = error.detail if isinstance(error, StoreError) else error
            self._notice("session-not-saved", f"This conversation will not survive a reload: {why}")
