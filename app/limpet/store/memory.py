"""Blocks in this process's memory: for tests, private chats, and a browser that refuses storage."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import AsyncIterator, Sequence

from limpet.errors import StoreError
from limpet.limits import DEFAULT_LIMITS, Limits
from limpet.memory.block import Block
from limpet.memory.block_codec import decode_block, encode_block
from limpet.memory.block_head import BlockHead, head_of


class InMemoryBlockStore:
    """
    Blocks as bytes in a dictionary, gone with the process.

    Args:
        limits: ``store_bytes`` bounds all blocks of a user together.
    """

    def __init__(self, limits: Limits = DEFAULT_LIMITS) -> None:
        self._limits = limits
        self._blocks: dict[str, tuple[BlockHead, bytes]] = {}
        self._ledgers: dict[str, str] = {}
        self._versions: dict[str, str] = {}
        self._alone = asyncio.Lock()

    async def put(self, block: Block) -> None:
        """
        Keep *block*, in place of one with the same id.

        Raises:
            StoreError: ``quota`` when the user's blocks would take more than ``limits.store_bytes``.
        """
        data = encode_block(block)
        head = head_of(block, len(data), self._limits.block_metadata_bytes)
        others = sum(h.size_bytes for h, _ in self._blocks.values() if h.user_id == block.user_id)
        old = self._blocks.get(block.block_id)
        if others - (old[0].size_bytes if old else 0) + len(data) > self._limits.store_bytes:
            raise StoreError(
                "quota", f"Memory may take {self._limits.store_bytes} bytes; erase something to make room."
            )
        self._blocks[block.block_id] = (head, data)
        self._change(block.user_id)

    async def get(self, block_id: str) -> Block | None:
        """The block, or None."""
        found = self._blocks.get(block_id)
        return None if found is None else decode_block(found[1])

    async def newest_first(self, user_id: str = "") -> AsyncIterator[Block]:
        """All blocks of one user, the most recently ended first."""
        for head in self._newest(user_id):
            block = await self.get(head.block_id)
            if block is not None:
                yield block

    async def heads(self, user_id: str = "") -> AsyncIterator[BlockHead]:
        """Their scoring metadata, in the same order."""
        for head in self._newest(user_id):
            yield head

    async def delete(self, block_ids: Sequence[str]) -> int:
        """Number of blocks that were there and are gone."""
        gone = [self._blocks.pop(block_id) for block_id in block_ids if block_id in self._blocks]
        for head, _ in gone:
            self._change(head.user_id)
        return len(gone)

    async def clear(self, user_id: str | None = None) -> None:
        """Everything of one user, or of all."""
        if user_id is None:
            self._blocks, self._ledgers, self._versions = {}, {}, {}
            return
        self._blocks = {key: found for key, found in self._blocks.items() if found[0].user_id != user_id}
        self._ledgers.pop(user_id, None)
        self._versions.pop(user_id, None)

    async def size_bytes(self) -> int:
        """Bytes of all blocks and ledgers."""
        return sum(len(data) for _, data in self._blocks.values()) + sum(map(len, self._ledgers.values()))

    async def load_ledger(self, user_id: str) -> str:
        """What was saved last; empty when nothing was."""
        return self._ledgers.get(user_id, "")

    async def save_ledger(self, user_id: str, text: str) -> None:
        """Keep *text* in place of the last."""
        self._ledgers[user_id] = text
        self._change(user_id)

    async def version(self, user_id: str) -> str:
        """Another one after every write; empty before the first."""
        return self._versions.get(user_id, "")

    @contextlib.asynccontextmanager
    async def alone(self, user_id: str) -> AsyncIterator[None]:  # noqa: ARG002 all users wait for each other
        """One writer at a time."""
        async with self._alone:
            yield

    def _change(self, user_id: str) -> None:
        self._versions[user_id] = secrets.token_hex(8)

    def _newest(self, user_id: str) -> list[BlockHead]:
        heads = [head for head, _ in self._blocks.values() if head.user_id == user_id]
        return sorted(heads, key=lambda head: (-head.end_s, head.block_id))
