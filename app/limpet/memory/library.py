"""Blocks of all users: the store, the shelf of each user's metadata, and the blocks opened last, kept in step."""

from __future__ import annotations

import asyncio
import contextlib
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from typing import Final

from limpet.errors import StoreError
from limpet.limits import Limits
from limpet.memory.block import Block
from limpet.memory.block_codec import encode_block
from limpet.memory.block_head import BlockHead, head_of
from limpet.memory.shelf import Shelf
from limpet.memory.turn_score import OpenedBlock, open_block
from limpet.ports import MemoryStore
from limpet.text.lru import LruCache

_OPENED: Final = 64
_HEADS_AT_ONCE: Final = 64
"""Metadata read before others have their turn: some ten milliseconds in a browser."""
_PAUSE_S: Final = 0.02


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
        self._loading: dict[str, asyncio.Task[Shelf]] = {}  # each leaves when it ends
        self._read: dict[str, list[BlockHead]] = {}  # a few that are not on the shelf yet, while it is filled
        self._versions: OrderedDict[str, str] = OrderedDict()  # of what was read of the store
        self._writing = asyncio.Lock()
        self._waiting = 0  # for a shelf that is being filled
        self._holding = 0  # answers that are being made
        self._when_changed: list[Callable[[str], None]] = []  # one call, set up once by the memory that owns this

    def when_changed(self, call: Callable[[str], None]) -> None:
        """Have *call* made with the user whose memory somebody else has changed."""
        self._when_changed.append(call)

    @contextlib.asynccontextmanager
    async def alone(self, user_id: str) -> AsyncIterator[None]:
        """
        The only writer of a user's memory, in this process and among all that share the store, and in step with it.

        Raises:
            StoreError: Somebody else writes for too long, or the store refused.
        """
        async with self._writing, self.store.alone(user_id):
            self._keep_step(user_id, await self.store.version(user_id))
            try:
                yield
            finally:
                await self._note_version(user_id)

    async def catch_up(self, user_id: str) -> None:
        """Read anew what somebody else (another tab, another process) has changed since it was read."""
        if not self._writing.locked():  # this process's own writer keeps everything in step
            self._keep_step(user_id, await self.store.version(user_id))

    async def shelf(self, user_id: str) -> Shelf:
        """The metadata of all of one user's blocks, read from the store the first time."""
        shelf = self._begun(user_id)
        if user_id not in self._loading:
            return shelf
        with self._awaited():
            return await asyncio.shield(self._loading[user_id])

    async def prepare(self, user_id: str) -> None:
        """Read the metadata of a user's blocks while nobody waits for them, so that nobody has to later."""
        self._begun(user_id)
        if user_id in self._loading:
            await asyncio.shield(self._loading[user_id])

    async def shelf_within(self, user_id: str, wait_s: float | None) -> tuple[Shelf, bool]:
        """The metadata that have been read after at most *wait_s*, the newest first, and whether they are all."""
        if wait_s is None:
            return await self.shelf(user_id), True
        shelf = self._begun(user_id)
        if user_id in self._loading:
            with self._awaited():
                done, _ = await asyncio.wait({self._loading[user_id]}, timeout=wait_s)
            for task in done:
                task.result()  # or its error
            _shelve(self._read.get(user_id, []), shelf)
        return shelf, user_id not in self._loading

    @contextlib.contextmanager
    def undisturbed(self) -> Iterator[None]:
        """While an answer is being made, nothing is read in the background that nobody waits for."""
        self._holding += 1
        try:
            yield
        finally:
            self._holding -= 1

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

    async def clear(self, user_id: str) -> None:
        """Everything of one user."""
        await self.store.clear(user_id)
        self.forget_read(user_id)

    async def open(self, user_id: str, block_id: str) -> OpenedBlock | None:
        """A block of this user, prepared for ranking; None when it is gone or somebody else's."""
        found = self.opened.get(block_id)
        if found is None:
            block = await self.store.get(block_id)
            if block is None:
                return None
            found = open_block(block)
            self.opened.put(block_id, found)
        return found if found.block.user_id == user_id else None

    def blocks(self, user_id: str) -> AsyncIterator[Block]:
        """All blocks of one user, the most recently ended first."""
        return self.store.newest_first(user_id)

    async def of_session(self, user_id: str, session_id: str) -> list[Block]:
        """The blocks that hold turns of one session."""
        shelf = await self.shelf(user_id)
        found = [await self.store.get(block_id) for block_id in shelf.of_session(session_id)]
        return [
            block
            for block in found
            if block is not None and any(block.session_of(turn) == session_id for turn in block.turns)
        ]

    def forget_read(self, user_id: str) -> None:
        """Forget what was read of a user; opened blocks are few and go together."""
        self._shelves.pop(user_id, None)
        self._loading.pop(user_id, None)
        self._read.pop(user_id, None)
        self._versions.pop(user_id, None)
        self.opened.clear()

    def _begun(self, user_id: str) -> Shelf:
        """The shelf of a user; it is being filled while there is a task for it."""
        shelf = self._shelves.get(user_id)
        if shelf is None:
            shelf, read = Shelf(), self._read.setdefault(user_id, [])
            self._shelves[user_id] = shelf
            task = self._loading[user_id] = asyncio.ensure_future(self._fill(user_id, shelf, read))
            task.add_done_callback(lambda ended: None if ended.cancelled() else ended.exception())  # may be unheard
        self._shelves.move_to_end(user_id)
        while len(self._shelves) > self.limits.users:
            user, _ = self._shelves.popitem(last=False)
            self._loading.pop(user, None)
            self._read.pop(user, None)
        return shelf

    async def _fill(self, user_id: str, shelf: Shelf, read: list[BlockHead]) -> Shelf:
        try:
            async for head in self.store.heads(user_id):
                read.append(head)
                if len(read) == _HEADS_AT_ONCE:
                    _shelve(read, shelf)
                    await self._let_others()
            _shelve(read, shelf)
        except BaseException:
            if self._shelves.get(user_id) is shelf:
                self.forget_read(user_id)
            raise
        if self._shelves.get(user_id) is shelf:
            self._loading.pop(user_id, None)
            self._read.pop(user_id, None)
        return shelf

    @contextlib.contextmanager
    def _awaited(self) -> Iterator[None]:
        self._waiting += 1
        try:
            yield
        finally:
            self._waiting -= 1

    async def _let_others(self) -> None:
        """Let others work, and answers end before more is read, unless they wait for it."""
        await asyncio.sleep(0)
        while self._holding and not self._waiting:
            await asyncio.sleep(_PAUSE_S)

    def _keep_step(self, user_id: str, version: str) -> None:
        if self._versions.get(user_id) != version:
            self.forget_read(user_id)
            for call in self._when_changed:
                call(user_id)
            self._note(user_id, version)

    async def _note_version(self, user_id: str) -> None:
        """What this writer has done is known here; nobody else has written since it began."""
        try:
            self._note(user_id, await self.store.version(user_id))
        except StoreError:
            self._versions.pop(user_id, None)

    def _note(self, user_id: str, version: str) -> None:
        self._versions[user_id] = version
        self._versions.move_to_end(user_id)
        while len(self._versions) > self.limits.users:
            self._versions.popitem(last=False)

    def _take_off(self, shelf: Shelf, block: Block) -> None:
        shelf.remove(head_of(block, len(encode_block(block)), self.limits.block_metadata_bytes))
        self.opened.discard(block.block_id)


def _shelve(read: list[BlockHead], shelf: Shelf) -> None:
    """Put what was read on its shelf."""
    shelf.extend(read)
    read.clear()
