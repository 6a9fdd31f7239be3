"""Blocks in one SQLite file: for the command line and for servers with a disk."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from typing import Any, Final, TypeVar

from limpet.errors import StoreError
from limpet.limits import DEFAULT_LIMITS, Limits
from limpet.memory.block import Block
from limpet.memory.block_codec import decode_block, decode_head, encode_block, encode_head
from limpet.memory.block_head import BlockHead, head_of

_T = TypeVar("_T")
SCHEMA_VERSION: Final = 1
_SCHEMA: Final = (
    "CREATE TABLE IF NOT EXISTS blocks (id TEXT PRIMARY KEY, user TEXT NOT NULL, ended REAL NOT NULL,"
    " head BLOB NOT NULL, body BLOB NOT NULL) WITHOUT ROWID",
    "CREATE INDEX IF NOT EXISTS blocks_newest ON blocks (user, ended DESC, id)",
    "CREATE TABLE IF NOT EXISTS ledgers (user TEXT PRIMARY KEY, text TEXT NOT NULL) WITHOUT ROWID",
)
_PAGE: Final = 64
"""Blocks read at a time, so that a long history is never whole in memory."""


class SqliteBlockStore:
    """
    Blocks in a file. ``put`` returns after the data are on the disk; what is deleted is overwritten.

    Write-ahead log with ``synchronous=FULL``, so that a killed process or a power cut loses nothing confirmed;
    ``secure_delete`` overwrites what leaves, and the log is emptied whenever something was deleted or replaced.

    Args:
        file: The database; made when absent. Several processes may share it.
        limits: ``store_bytes`` bounds the blocks of a user together.

    Raises:
        StoreError: ``store-unreadable`` when the file is no database of ours, ``store-newer`` when a newer limpet
            made it.
    """

    def __init__(self, file: Path, limits: Limits = DEFAULT_LIMITS) -> None:
        self._file = file
        self._limits = limits
        self._turn = threading.Lock()
        self._database = self._opened()

    async def put(self, block: Block) -> None:
        """
        Keep *block*, in place of one with the same id.

        Raises:
            StoreError: ``quota`` when the user's blocks would take more than ``limits.store_bytes``; ``store-refused``
                when the disk did.
        """
        body = encode_block(block)
        head = head_of(block, len(body), self._limits.block_metadata_bytes)
        await self._run(lambda: self._put(block, encode_head(head), body))

    async def get(self, block_id: str) -> Block | None:
        """The block, or None."""
        rows = await self._rows("SELECT body FROM blocks WHERE id = ?", (block_id,))
        return decode_block(rows[0][0]) if rows else None

    async def newest_first(self, user_id: str = "") -> AsyncIterator[Block]:
        """All blocks of one user, the most recently ended first."""
        for block_id in [head.block_id async for head in self.heads(user_id)]:
            block = await self.get(block_id)
            if block is not None:
                yield block

    async def heads(self, user_id: str = "") -> AsyncIterator[BlockHead]:
        """Their scoring metadata, in the same order."""
        after: tuple[float, str] | None = None
        while True:
            place = "" if after is None else " AND (ended < ? OR (ended = ? AND id > ?))"
            values = (user_id,) if after is None else (user_id, after[0], after[0], after[1])
            rows = await self._rows(
                f"SELECT ended, id, head FROM blocks WHERE user = ?{place} ORDER BY ended DESC, id LIMIT {_PAGE}",  # noqa: S608 no input
                values,
            )
            for _, _, head in rows:
                yield decode_head(head)
            if len(rows) < _PAGE:
                return
            after = (rows[-1][0], rows[-1][1])

    async def delete(self, block_ids: Sequence[str]) -> int:
        """Number of blocks that were there and are gone."""
        def delete() -> int:
            with self._database:
                gone = [self._database.execute("DELETE FROM blocks WHERE id = ?", (one,)).rowcount for one in block_ids]
            self._empty_log()
            return sum(gone)

        return await self._run(delete)

    async def clear(self, user_id: str | None = None) -> None:
        """Everything of one user; with None the file itself goes and a new one is made."""
        def clear() -> None:
            if user_id is None:
                self._database.close()
                for suffix in ("", "-wal", "-shm"):
                    self._file.with_name(self._file.name + suffix).unlink(missing_ok=True)
                self._database = self._opened()
                return
            with self._database:
                self._database.execute("DELETE FROM blocks WHERE user = ?", (user_id,))
                self._database.execute("DELETE FROM ledgers WHERE user = ?", (user_id,))
            self._empty_log()

        await self._run(clear)

    async def size_bytes(self) -> int:
        """Bytes of all blocks and ledgers."""
        rows = await self._rows(
            "SELECT (SELECT COALESCE(SUM(LENGTH(body)), 0) FROM blocks)"
            " + (SELECT COALESCE(SUM(LENGTH(CAST(text AS BLOB))), 0) FROM ledgers)"
        )
        return int(rows[0][0])

    async def load_ledger(self, user_id: str) -> str:
        """What was saved last; empty when nothing was."""
        rows = await self._rows("SELECT text FROM ledgers WHERE user = ?", (user_id,))
        return str(rows[0][0]) if rows else ""

    async def save_ledger(self, user_id: str, text: str) -> None:
        """Keep *text* in place of the last."""
        def save() -> None:
            known = "SELECT LENGTH(text) FROM ledgers WHERE user = ?"
            before = self._database.execute(known, (user_id,)).fetchall()
            with self._database:
                self._database.execute("INSERT OR REPLACE INTO ledgers VALUES (?, ?)", (user_id, text))
            if before and before[0][0] > len(text):
                self._empty_log()

        await self._run(save)

    def close(self) -> None:
        """Close the file."""
        self._database.close()

    def _put(self, block: Block, head: bytes, body: bytes) -> None:
        known = self._database.execute("SELECT 1 FROM blocks WHERE id = ?", (block.block_id,)).fetchall()
        with self._database:
            ((others,),) = self._database.execute(
                "SELECT COALESCE(SUM(LENGTH(body)), 0) FROM blocks WHERE user = ? AND id != ?",
                (block.user_id, block.block_id),
            ).fetchall()
            if others + len(body) > self._limits.store_bytes:
                raise StoreError(
                    "quota", f"Memory may take {self._limits.store_bytes} bytes; erase something to make room."
                )
            self._database.execute(
                "INSERT OR REPLACE INTO blocks VALUES (?, ?, ?, ?, ?)",
                (block.block_id, block.user_id, block.end_s, head, body),
            )
        if known:  # what was forgotten of a block must leave the file now, not when it is closed
            self._empty_log()

    def _empty_log(self) -> None:
        self._database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    async def _rows(self, statement: str, values: Sequence[Any] = ()) -> list[Any]:
        return await self._run(lambda: self._database.execute(statement, values).fetchall())

    async def _run(self, work: Callable[[], _T]) -> _T:
        """*work* in a thread, one at a time, so that a slow disk never stops the chat."""
        def guarded() -> _T:
            with self._turn:
                try:
                    return work()
                except sqlite3.Error as error:
                    raise StoreError("store-refused", f"The memory file {self._file.name} refused: {error}.") from None

        return await asyncio.to_thread(guarded)

    def _opened(self) -> sqlite3.Connection:
        self._file.parent.mkdir(parents=True, exist_ok=True)
        try:
            database = sqlite3.connect(self._file, timeout=30, check_same_thread=False)
            database.execute("PRAGMA journal_mode=WAL")
            database.execute("PRAGMA synchronous=FULL")
            database.execute("PRAGMA secure_delete=ON")
            ((version,),) = database.execute("PRAGMA user_version").fetchall()
            if version > SCHEMA_VERSION:
                raise StoreError("store-newer", f"{self._file.name} was made by a newer limpet; update this one.")
            with database:
                for statement in _SCHEMA:
                    database.execute(statement)
                database.execute(f"PRAGMA user_version={SCHEMA_VERSION}")
        except sqlite3.Error as error:
            raise StoreError("store-unreadable", f"{self._file.name} is no memory file of limpet: {error}.") from None
        return database
