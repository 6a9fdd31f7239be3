"""Blocks in the browser's IndexedDB, through functions that the worker hands in."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from limpet.errors import StoreError
from limpet.limits import DEFAULT_LIMITS, Limits
from limpet.memory.block import Block
from limpet.memory.block_codec import decode_block, decode_head, encode_block, encode_head
from limpet.memory.block_head import BlockHead, head_of

_PAGE: Final = 64


class Put(Protocol):
    """
    Store a record in one transaction of strict durability, and resolve after it has completed.

    Two object stores: ``heads`` (key id, fields user, ended, head; index user + ended) and ``bodies`` (key id, body).
    """

    def __call__(self, block_id: str, user_id: str, ended_s: float, head: bytes, body: bytes) -> Awaitable[Any]: ...  # noqa: D102


class Newest(Protocol):
    """
    Heads of a user by (ended descending, id), from after *skip*, at most *count*, as a list of bytes.

    The cursor walks ``heads`` alone, so that bodies are not read.
    """

    def __call__(self, user_id: str, skip: int, count: int) -> Awaitable[Sequence[Any]]: ...  # noqa: D102


class OneText(Protocol):
    """A function of one text."""

    def __call__(self, text: str) -> Awaitable[Any]: ...  # noqa: D102


class TwoTexts(Protocol):
    """A function of two texts."""

    def __call__(self, first: str, second: str) -> Awaitable[Any]: ...  # noqa: D102


class Delete(Protocol):
    """Delete blocks by id from both object stores in one transaction; how many were there."""

    def __call__(self, block_ids: Sequence[str]) -> Awaitable[Any]: ...  # noqa: D102


class Clear(Protocol):
    """
    Delete everything of one user, or with None the whole database.

    A page has one user (the empty id): dropping the database is then as good, and takes the same time however much
    it holds.
    """

    def __call__(self, user_id: str | None) -> Awaitable[Any]: ...  # noqa: D102


class Size(Protocol):
    """Bytes of all bodies and ledgers."""

    def __call__(self) -> Awaitable[Any]: ...  # noqa: D102


@dataclass(frozen=True, slots=True)
class IndexedDbFunctions:
    """
    What the worker hands in; each resolves after its transaction has completed, and rejects with the browser's error.

    Attributes:
        put: Store one block.
        get: The body of a block id as bytes, or None.
        newest: A page of heads.
        delete: Delete blocks.
        clear: Delete a user's blocks and ledger, or the database.
        size: Bytes stored.
        load_ledger: The text of a user's ledger, or None (object store ``ledgers``).
        save_ledger: Store (user, text).
    """

    put: Put
    get: OneText
    newest: Newest
    delete: Delete
    clear: Clear
    size: Size
    load_ledger: OneText
    save_ledger: TwoTexts


class IndexedDbBlockStore:
    """
    The browser's own database.

    Args:
        functions: The worker's database functions.
        limits: ``block_metadata_bytes`` of a head.
    """

    def __init__(self, functions: IndexedDbFunctions, limits: Limits = DEFAULT_LIMITS) -> None:
        self._functions = functions
        self._limits = limits

    async def put(self, block: Block) -> None:
        """
        Keep *block*, in place of one with the same id.

        Raises:
            StoreError: ``quota`` when the browser gives no more room, ``store-refused`` for anything else.
        """
        body = encode_block(block)
        head = head_of(block, len(body), self._limits.block_metadata_bytes)
        await _asked(self._functions.put(block.block_id, block.user_id, block.end_s, encode_head(head), body))

    async def get(self, block_id: str) -> Block | None:
        """The block, or None."""
        body = await _asked(self._functions.get(block_id))
        return None if body is None else decode_block(_bytes(body))

    async def newest_first(self, user_id: str = "") -> AsyncIterator[Block]:
        """All blocks of one user, the most recently ended first."""
        for head in [head async for head in self.heads(user_id)]:
            block = await self.get(head.block_id)
            if block is not None:
                yield block

    async def heads(self, user_id: str = "") -> AsyncIterator[BlockHead]:
        """Their scoring metadata, in the same order."""
        skip = 0
        while True:
            page = await _asked(self._functions.newest(user_id, skip, _PAGE))
            for head in page:
                yield decode_head(_bytes(head))
            skip += len(page)
            if len(page) < _PAGE:
                return

    async def delete(self, block_ids: Sequence[str]) -> int:
        """Number of blocks that were there and are gone."""
        return int(await _asked(self._functions.delete(list(block_ids))))

    async def clear(self, user_id: str | None = None) -> None:
        """Everything of one user; with None the database is dropped."""
        await _asked(self._functions.clear(user_id))

    async def size_bytes(self) -> int:
        """Bytes of all blocks and ledgers."""
        return int(await _asked(self._functions.size()))

    async def load_ledger(self, user_id: str) -> str:
        """What was saved last; empty when nothing was."""
        text = await _asked(self._functions.load_ledger(user_id))
        return "" if text is None else str(text)

    async def save_ledger(self, user_id: str, text: str) -> None:
        """Keep *text* in place of the last."""
        await _asked(self._functions.save_ledger(user_id, text))


def _bytes(value: Any) -> bytes:
    """A browser's buffer, or bytes, as bytes."""
    return value if isinstance(value, bytes) else bytes(value.to_py() if hasattr(value, "to_py") else value)


async def _asked(answer: Awaitable[Any]) -> Any:
    """The worker's answer; the browser's errors as ours."""
    try:
        return await answer
    except Exception as error:  # a browser's rejection has no type of its own in Python
        text = f"{type(error).__name__}: {error}"
        code = "quota" if "quota" in text.lower() else "store-refused"
        raise StoreError(code, f"The browser's storage refused: {text[:200]}.") from None
