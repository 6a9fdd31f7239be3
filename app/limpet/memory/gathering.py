"""What gathers becomes blocks: one session's waiting turns, in one operation that nobody else's write comes into."""

from __future__ import annotations

from limpet.memory.block_making import BlockMaker
from limpet.memory.ledgers import Ledgers
from limpet.memory.library import Library
from limpet.memory.pending import Key, PendingTurns


class Gathering:
    """
    Consolidates waiting turns.

    Args:
        pending: The turns that wait.
        library: Where blocks go; it makes this process the only writer meanwhile.
        ledgers: Whether they may be kept, and what was forgotten while they waited.
        maker: Makes blocks.
    """

    def __init__(self, pending: PendingTurns, library: Library, ledgers: Ledgers, maker: BlockMaker) -> None:
        self._pending = pending
        self._library = library
        self._ledgers = ledgers
        self._maker = maker

    async def store(self, key: Key, *, is_end: bool) -> int:
        """
        Blocks of one session's waiting turns, how many; the last stretch stays when it may still grow.

        Raises:
            StoreError: The store refused; what it did not confirm waits on.
        """
        if not self._pending.of(key):
            return 0
        user, session_id = key
        async with self._library.alone(user):
            ledger = await self._ledgers.of(user)
            marks, is_off = ledger.tombstones, not ledger.consent.remembers  # of a private chat nothing waits
            self._pending.remove_where(user, lambda at, turn: is_off or marks.bars(turn.texts, (at, turn.turn_id)))
            self._pending.confirm(key, await self._maker.known(user, session_id))
            new = self._pending.of(key)
            if not new:
                return 0
            return await self._maker.store(
                new, user, session_id, "conversation",
                lambda done: self._pending.confirm(key, [turn.turn_id for turn in done]), keeps_last=not is_end,
            )  # fmt: skip

    async def make_room(self, turns: int) -> None:
        """Store what has waited longest, of whichever user, until *turns* more fit under the cap of what waits."""
        while self._pending.size and self._pending.size + turns > self._pending.cap:
            if not await self.store(self._pending.keys()[0], is_end=True):
                return

    async def store_overdue(self, user: str) -> int:
        """Blocks of the sessions that ended, and of the stretches that were due, while the store refused; how many."""
        ended = sum([await self.store(key, is_end=True) for key in self._pending.ended(user)])
        due = [key for key in self._pending.keys() if key[0] == user and self._pending.is_due(key)]  # noqa: SIM118
        return ended + sum([await self.store(key, is_end=False) for key in due])

    async def store_refused(self, user: str) -> int:
        """
        The same once the store takes anything again: the ledger, with marks that there was no room for, goes first. It
        is small, and blocks take time to make.
        """
        async with self._library.alone(user):
            await self._ledgers.save(user)
        return await self.store_overdue(user)

    async def store_all(self, user: str | None) -> int:
        """Blocks of everything that waits (of one user); how many."""
        keys = [key for key in self._pending.keys() if user is None or key[0] == user]  # noqa: SIM118 not a mapping
        return sum([await self.store(key, is_end=True) for key in keys])
