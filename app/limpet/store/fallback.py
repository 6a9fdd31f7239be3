"""A store that may turn out not to be there: then this visit's memory takes its place, and the visitor is told."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import TypeVar

from limpet.errors import StoreError
from limpet.limits import DEFAULT_LIMITS, Limits
from limpet.memory.block import Block
from limpet.memory.block_head import BlockHead
from limpet.ports import MemoryStore
from limpet.store.memory import InMemoryBlockStore

_T = TypeVar("_T")


class FallbackStore:
    """
    *store*, or memory when its very first call fails: a private window, storage that is switched off, a database that
    a newer version made or an older tab holds.

    A store that has worked and fails later is not replaced: what is in it must not seem to be gone. Its errors go to
    the caller, and turns wait.

    Args:
        store: Where blocks belong.
        tell: Called once, with the reason, when memory takes over.
        limits: Caps of the memory.
    """

    def __init__(self, store: MemoryStore, tell: Callable[[str], None], limits: Limits = DEFAULT_LIMITS) -> None:
        self._chosen = store
        self._limits = limits
        self._tell = tell
        self._has_worked = False

    async def put(self, block: Block) -> None:
        """Keep *block*."""
        await self._asked(lambda store: store.put(block))

    async def get(self, block_id: str) -> Block | None:
        """The block, or None."""
        return await self._asked(lambda store: store.get(block_id))

    async def newest_first(self, user_id: str = "") -> AsyncIterator[Block]:
        """All blocks of one user, the most recently ended first."""
        await self.version(user_id)  # whether the store is there
        async for block in self._chosen.newest_first(user_id):
            yield block

    async def heads(self, user_id: str = "") -> AsyncIterator[BlockHead]:
        """Their scoring metadata, in the same order."""
        await self.version(user_id)
        async for head in self._chosen.heads(user_id):
            yield head

    async def delete(self, block_ids: Sequence[str]) -> int:
        """Number of blocks that were there and are gone."""
        return await self._asked(lambda store: store.delete(block_ids))

    async def clear(self, user_id: str | None = None) -> None:
        """Everything of one user, or of all."""
        await self._asked(lambda store: store.clear(user_id))

    async def size_bytes(self) -> int:
        """Bytes of all blocks and ledgers."""
        return await self._asked(lambda store: store.size_bytes())

    async def load_ledger(self, user_id: str) -> str:
        """What was saved last; empty when nothing was."""
        return await self._asked(lambda store: store.load_ledger(user_id))

    async def save_ledger(self, user_id: str, text: str) -> None:
        """Keep *text* in place of the last."""
        await self._asked(lambda store: store.save_ledger(user_id, text))

    async def version(self, user_id: str) -> str:
        """Another one after every write."""
        return await self._asked(lambda store: store.version(user_id))

    @contextlib.asynccontextmanager
    async def alone(self, user_id: str) -> AsyncIterator[None]:
        """One writer at a time."""
        await self.version(user_id)
        async with self._chosen.alone(user_id):
            yield

    async def _asked(self, call: Callable[[MemoryStore], Awaitable[_T]]) -> _T:
        try:
            answer = await call(self._chosen)
        except StoreError as error:
            if self._has_worked:
                raise
            self._chosen, self._has_worked = InMemoryBlockStore(self._limits), True
            self._tell(error.detail)
            return await call(self._chosen)
        self._has_worked = True
        return answer
