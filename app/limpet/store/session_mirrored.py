"""A session store that may go away, with this process's own copy behind it: the conversation goes on meanwhile."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

from limpet.errors import StoreError
from limpet.ports import WHATEVER, Clock, SessionStore
from limpet.store.seen import CHANGED_ELSEWHERE

MIRRORED_SESSIONS: Final = 500
"""Latest sessions that this process keeps a copy of; the one saved longest ago leaves."""
ENDED: Final = "ended"
"""What is stored for a session that was deleted, so that its copy elsewhere does not bring it back."""


class MirroredSessionStore:
    """
    *store*, and the latest sessions of this process for when it is down or has come back empty.

    Args:
        store: Where sessions belong.
        clock: Where the time comes from.
        cap_sessions: Copies kept.
        ended_ttl_s: Seconds that a deletion is remembered for.
    """

    def __init__(
        self, store: SessionStore, clock: Clock, cap_sessions: int = MIRRORED_SESSIONS, ended_ttl_s: float = 3600.0
    ) -> None:
        self._store = store
        self._clock = clock
        self._cap = cap_sessions
        self._ended_ttl_s = ended_ttl_s
        self._copies: OrderedDict[str, tuple[str, float, bool]] = OrderedDict()
        self._given: OrderedDict[str, tuple[str | None, str | None]] = OrderedDict()
        """What the last ``load`` gave, and what the store itself had then."""

    async def load(self, session_id: str) -> str | None:
        """
        The snapshot; None when there is none or its time is over.

        Raises:
            StoreError: The store is down and there is no copy here.
        """
        text, expires_s, is_saved = self._copies.get(session_id, (None, 0.0, True))
        if expires_s <= self._clock.now_s():
            self._copies.pop(session_id, None)
            text = None
        if text is not None and not is_saved:  # newer than what the store has
            return self._give(session_id, text, WHATEVER)
        try:
            found = await self._store.load(session_id)
        except StoreError:
            if text is None:
                raise
            return self._give(session_id, text, WHATEVER)
        return self._give(session_id, text if found is None else found, found)

    async def save(self, session_id: str, snapshot: str, ttl_s: float, seen: str | None = WHATEVER) -> None:
        """
        Keep *snapshot* for *ttl_s* seconds, here at least.

        Args:
            session_id: Of the session.
            snapshot: Its JSON text.
            ttl_s: Seconds after which it has expired.
            seen: What ``load`` gave. When that was the copy here, because the store was down, nothing is compared.

        Raises:
            StoreError: ``changed-elsewhere``: another process has saved the session since it was loaded, and nothing
                is kept; any other code: the store did not take it, and the copy here is what ``load`` gives.
        """
        before = self._copies.get(session_id)
        self._keep(session_id, snapshot, ttl_s, is_saved=False)
        given, stored = self._given.pop(session_id, (seen, seen))
        stored = stored if given == seen else seen
        try:
            await self._store.save(session_id, snapshot, ttl_s, stored)
        except StoreError as error:
            if error.code == CHANGED_ELSEWHERE:
                self._copies.pop(session_id, None)
                if before is not None and before[2]:
                    self._copies[session_id] = before
            raise
        self._keep(session_id, snapshot, ttl_s, is_saved=True)

    async def delete(self, session_id: str) -> None:
        """Drop a session; that it was dropped is remembered. ``StoreError`` when the store was not told."""
        await self.save(session_id, ENDED, self._ended_ttl_s)

    def _give(self, session_id: str, text: str | None, stored: str | None) -> str | None:
        given = None if text == ENDED else text
        self._given[session_id] = (given, stored)
        while len(self._given) > self._cap:
            self._given.popitem(last=False)
        return given

    def _keep(self, session_id: str, text: str, ttl_s: float, *, is_saved: bool) -> None:
        self._copies[session_id] = (text, self._clock.now_s() + ttl_s, is_saved)
        self._copies.move_to_end(session_id)
        while len(self._copies) > self._cap:
            self._copies.popitem(last=False)
