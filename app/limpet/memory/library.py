"""Blocks of all users: the store, the shelf of each user's metadata, and the blocks opened last, kept in step."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import AsyncIterator, Sequence
from typing import Final

from limpet.limits import Limits
from limpet.memory.block import Block
from limpet.memory.block_codec import encode_block
from limpet.memory.block_head import head_of
from limpet.memory.shelf import Shelf
from limpet.memory.turn_score import OpenedBlock, open_block
from limpet.memory.when import tells_time
from limpet.ports import MemoryStore
from limpet.text.lru import LruCache

_USERS_AT_ONCE: Final = 64
"""Shelves in memory; the least recently used leaves and is read again when needed."""
_OPENED: Final = 64


class Library:
    """
    What persistent memory reads and writes blocks through.

    Args:
        store: Where the blocks lie.
        limits: Caps.
    """

    def __init__(self, store: MemoryStore, limits: Limits) -> None:
        self.store = store
        self.limits = limits
        self.opened: LruCache[str, OpenedBlock] = LruCache(_OPENED, 8 * limits.cache_bytes, lambda one: one.size_bytes)
        self._shelves: OrderedDict[str, Shelf] = OrderedDict()

    async def shelf(self, user_id: str) -> Shelf:
        """The metadata of one user's blocks, read from the store the first time."""
        found = self._shelves.get(user_id)
        if found is None:
            found = Shelf()
            heads = [head async for head in self.store.heads(user_id)]
            for head in reversed(heads):
                found.add(head)
            self._shelves[user_id] = found
        self._shelves.move_to_end(user_id)
        while len(self._shelves) > _USERS_AT_ONCE:
            self._shelves.popitem(last=False)
        return found

    async def put(self, block: Block) -> None:
        """Store *block*; when this returns it is safe. One with the same id is replaced."""
        shelf = await self.shelf(block.user_id)
        old = await self.store.get(block.block_id) if shelf.row_of(block.block_id) is not None else None
        await self.store.put(block)
        if old is not None:
            self._take_off(shelf, old)
        shelf.add(head_of(block, len(encode_block(block)), self.limits.block_metadata_bytes))

    async def remove(self, user_id: str, block_ids: Sequence[str]) -> int:
        """Delete blocks of a user; how many were there."""
        shelf = await self.shelf(user_id)
        for block_id in block_ids:
            old = await self.store.get(block_id)
            if old is not None:
                self._take_off(shelf, old)
            self.opened.discard(block_id)
        return await self.store.delete(block_ids)

    async def clear(self, user_id: str | None) -> None:
        """Everything of one user, or of all users."""
        await self.store.clear(user_id)
        self.opened.clear()
        if user_id is None:
            self._shelves.clear()
        else:
            self._shelves.pop(user_id, None)

    async def open(self, user_id: str, block_id: str) -> OpenedBlock | None:
        """A block of this user, prepared for ranking; None when it is gone or somebody else's."""
        found = self.opened.get(block_id)
        if found is None:
            block = await self.store.get(block_id)
            if block is None:
                return None
            found = open_block(block, [tells_time(turn.spoken) for turn in block.turns])
            self.opened.put(block_id, found)
        return found if found.block.user_id == user_id else None

    def blocks(self, user_id: str) -> AsyncIterator[Block]:
        """All blocks of one user, the most recently ended first."""
        return self.store.newest_first(user_id)

    async def of_session(self, user_id: str, session_id: str) -> list[Block]:
        """The blocks of one session."""
        shelf = await self.shelf(user_id)
        found = [await self.store.get(block_id) for block_id in shelf.of_session(session_id)]
        return [block for block in found if block is not None and block.session_id == session_id]

    def refresh(self) -> None:
        """Forget all that was read: somebody else (another tab) has written to the store."""
        self._shelves.clear()
        self.opened.clear()

    def _take_off(self, shelf: Shelf, block: Block) -> None:
        shelf.remove(head_of(block, len(encode_block(block)), self.limits.block_metadata_bytes))
        self.opened.discard(block.block_id)
