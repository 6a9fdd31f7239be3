"""Blocks in the browser's IndexedDB, through functions that the worker hands in."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Awaitable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from limpet.errors import StoreError
from limpet.limits import DEFAULT_LIMITS, Limits
from limpet.memory.block import Block
from limpet.memory.block_codec import decode_block, decode_head, encode_block, encode_head
from limpet.memory.block_head import BlockHead, head_of

_PAGE: Final = 256
"""Heads that cross into Python at a time: large enough to be quick, small enough that other work comes between."""
_CODES: Final = {"timeouterror": "store-busy", "versionerror": "store-newer"}
"""Words of the browser's errors, as codes of ours."""
NO_ROOM: Final = "This browser has no more room for this site. Erase something in Memory, or free space on the device."


class Put(Protocol):
    """
    Store a record in one transaction of strict durability, and resolve after it has completed.

    Two object stores: ``heads`` (key id, fields user, ended, head; index user + ended) and ``bodies`` (key id, body).
    """

    def __call__(self, block_id: str, user_id: str, ended_s: float, head: bytes, body: bytes) -> Awaitable[Any]: ...  # noqa: D102


class Newest(Protocol):
    """
    Heads of a user by (ended descending, id), from after a block (time and id; None and empty for the start), at most
    *count*, as one run of bytes: before each head its length, four bytes, little-endian.

    The index of ``heads`` alone is read, so that bodies are not.
    """

    def __call__(self, user_id: str, after_s: float | None, after_id: str, count: int) -> Awaitable[Any]: ...  # noqa: D102


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


class Hold(Protocol):
    """Wait for the site's Web Lock and keep it; a ticket by which it is let go. Rejects after half a minute."""

    def __call__(self) -> Awaitable[Any]: ...  # noqa: D102


class LetGo(Protocol):
    """Let go the lock of a ticket, at once."""

    def __call__(self, ticket: Any) -> Any: ...  # noqa: D102


class Size(Protocol):
    """Bytes of all bodies and ledgers."""

    def __call__(self) -> Awaitable[Any]: ...  # noqa: D102


@dataclass(frozen=True, slots=True)
class IndexedDbFunctions:
    """
    What the worker hands in; each resolves after its transaction has completed, and rejects with the browser's error.

    A browser that has no more room refuses every transaction that writes, but none that only deletes: ``delete``,
    ``clear`` and a ``save_ledger`` of an empty text write nothing where writing is refused.

    Attributes:
        put: Store one block.
        get: The body of a block id as bytes, or None.
        newest: A page of heads.
        delete: Delete blocks.
        clear: Delete a user's blocks and ledger, or the database.
        size: Bytes stored.
        load_ledger: The text of a user's ledger, or None (object store ``ledgers``).
        save_ledger: Store (user, text); an empty text deletes what is stored.
        version: A user's version, or None: a new text after every write (object store ``versions``).
        hold: One writer at a time among all tabs.
        let_go: The next one's turn.
    """

    put: Put
    get: OneText
    newest: Newest
    delete: Delete
    clear: Clear
    size: Size
    load_ledger: OneText
    save_ledger: TwoTexts
    version: OneText
    hold: Hold
    let_go: LetGo


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
        await asked(self._functions.put(block.block_id, block.user_id, block.end_s, encode_head(head), body))

    async def get(self, block_id: str) -> Block | None:
        """The block, or None."""
        body = await asked(self._functions.get(block_id))
        return None if body is None else decode_block(_bytes(body))

    async def newest_first(self, user_id: str = "") -> AsyncIterator[Block]:
        """All blocks of one user, the most recently ended first."""
        for head in [head async for head in self.heads(user_id)]:
            block = await self.get(head.block_id)
            if block is not None:
                yield block

    async def heads(self, user_id: str = "") -> AsyncIterator[BlockHead]:
        """Their scoring metadata, in the same order."""
        after: tuple[float | None, str] = (None, "")
        while True:
            page = _parts(_bytes(await asked(self._functions.newest(user_id, *after, _PAGE))))
            for part in page:
                head = decode_head(part)
                after = (head.end_s, head.block_id)
                yield head
            if len(page) < _PAGE:
                return

    async def delete(self, block_ids: Sequence[str]) -> int:
        """Number of blocks that were there and are gone."""
        return int(await asked(self._functions.delete(list(block_ids))))

    async def clear(self, user_id: str | None = None) -> None:
        """Everything of one user; with None the database is dropped."""
        await asked(self._functions.clear(user_id))

    async def size_bytes(self) -> int:
        """Bytes of all blocks and ledgers."""
        return int(await asked(self._functions.size()))

    async def load_ledger(self, user_id: str) -> str:
        """What was saved last; empty when nothing was."""
        text = await asked(self._functions.load_ledger(user_id))
        return "" if text is None else str(text)

    async def save_ledger(self, user_id: str, text: str) -> None:
        """Keep *text* in place of the last."""
        await asked(self._functions.save_ledger(user_id, text))

    async def version(self, user_id: str) -> str:
        """Another one after every write of any tab; empty when there is nothing."""
        text = await asked(self._functions.version(user_id))
        return "" if text is None else str(text)

    @contextlib.asynccontextmanager
    async def alone(self, user_id: str) -> AsyncIterator[None]:  # noqa: ARG002 a page has one user
        """One writer at a time among all tabs; a tab that closes lets go."""
        ticket = await asked(self._functions.hold())
        try:
            yield
        finally:
            self._functions.let_go(ticket)


def _bytes(value: Any) -> bytes:
    """A browser's buffer, or bytes, as bytes."""
    return value if isinstance(value, bytes) else bytes(value.to_py() if hasattr(value, "to_py") else value)


def _parts(page: bytes) -> list[bytes]:
    """The heads of a page."""
    parts, at = [], 0
    while at < len(page):
        length = int.from_bytes(page[at : at + 4], "little")
        parts.append(page[at + 4 : at + 4 + length])
        at += 4 + length
    return parts


def is_full(error: Exception) -> bool:
    """
    Whether the browser refused a write for want of room.

    >>> is_full(RuntimeError("QuotaExceededError: ")), is_full(RuntimeError("UnknownError: "))
    (True, False)
    """
    return "quota" in f"{type(error).__name__}: {error}".lower()


async def asked(answer: Awaitable[Any]) -> Any:
    """
    The worker's answer; the browser's errors as ours.

    Raises:
        StoreError: ``quota`` when there is no more room, ``store-busy``, ``store-newer`` or ``store-refused``.
    """
    try:
        return await answer
    except Exception as error:  # a browser's rejection has no type of its own in Python
        if is_full(error):
            raise StoreError("quota", NO_ROOM) from None
        text = f"{type(error).__name__}: {error}"
        code = next((code for word, code in _CODES.items() if word in text.lower()), "store-refused")
        raise StoreError(code, f"The browser's storage refused: {text[:200]}.") from None
