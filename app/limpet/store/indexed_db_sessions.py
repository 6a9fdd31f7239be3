"""Sessions in the browser's IndexedDB, through functions that the worker hands in: where the page keeps its own."""

from __future__ import annotations

import json
from collections.abc import Awaitable
from dataclasses import dataclass
from typing import Any, Protocol

from limpet.errors import StoreError
from limpet.ports import WHATEVER, Clock
from limpet.store.indexed_db import asked
from limpet.store.seen import changed_elsewhere


class SessionFunctions(Protocol):
    """The worker's database of sessions; each resolves after its transaction has completed."""

    def load(self, name: str, now_s: float) -> Awaitable[Any]:
        """The text; None when there is none or it has expired by *now_s*."""

    def save(self, name: str, text: str, expires_s: float, now_s: float, seen: str | None) -> Awaitable[Any]:
        """Whether a text was saved, until *expires_s*: it is not when *seen* is no longer what ``load`` gives."""

    def delete(self, name: str) -> Awaitable[Any]:
        """Drop a session."""

    def expired(self, now_s: float) -> Awaitable[Any]:
        """A JSON list of ``{name, text}`` of those that have expired; they stay until they are deleted."""

    def others(self, name: str) -> Awaitable[Any]:
        """A JSON list of ``{name, text}`` of all but one."""


@dataclass(frozen=True, slots=True)
class SavedText:
    """A saved session: its name and its text."""

    name: str
    text: str


class IndexedDbSessionStore:
    """
    The browser's own database.

    Args:
        functions: The worker's database functions.
        clock: Where the time comes from.
    """

    def __init__(self, functions: SessionFunctions, clock: Clock) -> None:
        self._functions = functions
        self._clock = clock

    async def load(self, session_id: str) -> str | None:
        """The snapshot; None when there is none or its time is over."""
        text = await asked(self._functions.load(session_id, self._clock.now_s()))
        return None if text is None else str(text)

    async def save(self, session_id: str, snapshot: str, ttl_s: float, seen: str | None = WHATEVER) -> None:
        """
        Keep *snapshot* for *ttl_s* seconds from now; on disk when this returns.

        Raises:
            StoreError: ``changed-elsewhere`` when what is stored is not *seen*, ``quota`` when the browser gives no
                more room (what was saved before stays), ``store-refused`` for anything else.
        """
        now_s = self._clock.now_s()
        if not await asked(self._functions.save(session_id, snapshot, now_s + ttl_s, now_s, seen)):
            raise changed_elsewhere()

    async def delete(self, session_id: str) -> None:
        """Drop a session; one that is not there is as well."""
        await asked(self._functions.delete(session_id))

    async def expired(self) -> list[SavedText]:
        """The sessions whose time is over: they stay until they are deleted, so that their turns can become blocks."""
        return _read(await asked(self._functions.expired(self._clock.now_s())))

    async def others(self, session_id: str) -> list[SavedText]:
        """All sessions but one: those of other tabs, open or closed."""
        return _read(await asked(self._functions.others(session_id)))


def _read(listed: Any) -> list[SavedText]:
    try:
        return [SavedText(one["name"], one["text"]) for one in json.loads(listed)]
    except (ValueError, TypeError, KeyError):
        raise StoreError("store-refused", "The browser's storage gave no list of sessions.") from None
