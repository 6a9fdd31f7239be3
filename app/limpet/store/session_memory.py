"""Sessions in this process's memory: for tests and for a server of one process."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

from limpet.ports import WHATEVER, Clock
from limpet.store.seen import check_seen

MOST_SESSIONS: Final = 10_000
"""Sessions kept at once; the one saved longest ago leaves."""


class InMemorySessionStore:
    """
    Snapshots in a dictionary, gone with the process.

    Args:
        clock: Where the time comes from.
        cap_sessions: Sessions kept; the one saved longest ago leaves.
    """

    def __init__(self, clock: Clock, cap_sessions: int = MOST_SESSIONS) -> None:
        self._clock = clock
        self._cap = cap_sessions
        self._sessions: OrderedDict[str, tuple[str, float]] = OrderedDict()

    async def load(self, session_id: str) -> str | None:
        """The snapshot; None when there is none or its time is over."""
        found = self._sessions.get(session_id)
        if found is None or found[1] <= self._clock.now_s():
            self._sessions.pop(session_id, None)
            return None
        return found[0]

    async def save(self, session_id: str, snapshot: str, ttl_s: float, seen: str | None = WHATEVER) -> None:
        """Keep *snapshot* for *ttl_s* seconds from now; ``StoreError`` when what is stored is not *seen*."""
        check_seen(seen, await self.load(session_id))
        self._sessions[session_id] = (snapshot, self._clock.now_s() + ttl_s)
        self._sessions.move_to_end(session_id)
        while len(self._sessions) > self._cap:
            self._sessions.popitem(last=False)

    async def delete(self, session_id: str) -> None:
        """Drop a session; one that is not there is as well."""
        self._sessions.pop(session_id, None)
