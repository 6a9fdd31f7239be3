"""Blocks in one SQLite file: for the command line and for servers with a disk."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Final

from limpet.errors import StoreError
from limpet.limits import DEFAULT_LIMITS, Limits
from limpet.memory.block import Block
from limpet.memory.block_codec import decode_block, decode_head, encode_block, encode_head
from limpet.memory.block_head import BlockHead, head_of
from limpet.store.sqlite_file import SqliteFile

SCHEMA_VERSION: Final = 1
_SCHEMA: Final = (
    "CREATE TABLE IF NOT EXISTS blocks (id TEXT PRIMARY KEY, user TEXT NOT NULL, ended REAL NOT NULL,"
    " head BLOB NOT NULL, body BLOB NOT NULL) WITHOUT ROWID",
    "CREATE INDEX IF NOT EXISTS blocks_newest ON blocks (user, ended DESC, id)",
    "CREATE TABLE IF NOT EXISTS ledgers (user TEXT PRIMARY KEY, text TEXT NOT NULL) WITHOUT ROWID",
    "CREATE TABLE IF NOT EXISTS versions (user TEXT PRIMARY KEY, version TEXT NOT NULL) WITHOUT ROWID",
)
_CHANGED: Final = "INSERT OR REPLACE INTO versions VALUES (?, lower(hex(randomblob(8))))"
_PAGE: Final = 64
"""Blocks read at a time, so that a long history is never whole in memory."""


class SqliteBlockStore:
    """
    Blocks in a file. ``put`` returns after the data are on the disk; what is deleted is overwritten.

    See :class:`~limpet.store.sqlite_file.SqliteFile`; the log is emptied whenever something was deleted or replaced.

    Args:
        file: The database; made when absent. Several processes may share it.
        limits: ``store_bytes`` bounds the blocks of a user together.

    Raises:
        StoreError: ``store-unreadable`` when the file is no database of ours, ``store-newer`` when a newer limpet
            made it.
    """

    def __init__(self, file: Path, limits: Limits = DEFAULT_LIMITS) -> None:
        self._file = SqliteFile(file, _SCHEMA, SCHEMA_VERSION)
        self._limits = limits

    async def put(self, block: Block) -> None:
        """
        Keep *block*, in place of one with the same id.

        Raises:
            StoreError: ``quota`` when the user's blocks would take more than ``limits.store_bytes``; ``store-refused``
                when the disk did.
        """
        body = encode_block(block)
        head = head_of(block, len(body), self._limits.block_metadata_bytes)
        if await self._file.run(lambda database: self._put(database, block, encode_head(head), body)):
            await self._file.empty_log()  # what was forgotten of a block must leave the file now, not when it is closed

    async def get(self, block_id: str) -> Block | None:
        """The block, or None."""
        rows = await self._file.rows("SELECT body FROM blocks WHERE id = ?", (block_id,))
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
            rows = await self._file.rows(
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

        def delete(database: sqlite3.Connection) -> int:
            gone = 0
            for block_id in block_ids:
                for (user,) in database.execute("SELECT user FROM blocks WHERE id = ?", (block_id,)).fetchall():
                    database.execute("DELETE FROM blocks WHERE id = ?", (block_id,))
                    database.execute(_CHANGED, (user,))
                    gone += 1
            return gone

        gone = await self._file.run(delete)
        await self._file.empty_log()
        return gone

    async def clear(self, user_id: str | None = None) -> None:
        """Everything of one user; with None the file itself goes and a new one is made."""

        def clear(database: sqlite3.Connection) -> None:
            for table in ("blocks", "ledgers", "versions"):
                database.execute(f"DELETE FROM {table} WHERE user = ?", (user_id,))  # noqa: S608 no input

        if user_id is None:
            await self._file.drop()
            return
        await self._file.run(clear)
        await self._file.empty_log()

    async def size_bytes(self) -> int:
        """Bytes of all blocks and ledgers."""
        rows = await self._file.rows(
            "SELECT (SELECT COALESCE(SUM(LENGTH(body)), 0) FROM blocks)"
            " + (SELECT COALESCE(SUM(LENGTH(CAST(text AS BLOB))), 0) FROM ledgers)"
        )
        return int(rows[0][0])

    async def load_ledger(self, user_id: str) -> str:
        """What was saved last; empty when nothing was."""
        rows = await self._file.rows("SELECT text FROM ledgers WHERE user = ?", (user_id,))
        return str(rows[0][0]) if rows else ""

    async def save_ledger(self, user_id: str, text: str) -> None:
        """Keep *text* in place of the last."""

        def save(database: sqlite3.Connection) -> bool:
            known = "SELECT 1 FROM ledgers WHERE user = ? AND LENGTH(text) > ?"
            is_shorter = bool(database.execute(known, (user_id, len(text))).fetchall())
            database.execute("INSERT OR REPLACE INTO ledgers VALUES (?, ?)", (user_id, text))
            database.execute(_CHANGED, (user_id,))
            return is_shorter

        if await self._file.run(save):
            await self._file.empty_log()

    async def version(self, user_id: str) -> str:
        """Another one after every write of anybody; empty before the first."""
        rows = await self._file.rows("SELECT version FROM versions WHERE user = ?", (user_id,))
        return str(rows[0][0]) if rows else ""

    def alone(self, user_id: str) -> AbstractAsyncContextManager[None]:  # noqa: ARG002 the file is locked whole
        """One writer at a time among all processes; ``StoreError`` ``store-busy`` when the others take too long."""
        return self._file.alone()

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def _put(self, database: sqlite3.Connection, block: Block, head: bytes, body: bytes) -> bool:
        """Whether it takes the place of another."""
        ((others,),) = database.execute(
            "SELECT COALESCE(SUM(LENGTH(body)), 0) FROM blocks WHERE user = ? AND id != ?",
            (block.user_id, block.block_id),
        ).fetchall()
        if others + len(body) > self._limits.store_bytes:
            raise StoreError(
                "quota", f"Memory may take {self._limits.store_bytes} bytes; erase something to make room."
            )
        known = database.execute("SELECT 1 FROM blocks WHERE id = ?", (block.block_id,)).fetchall()
        database.execute(
            "INSERT OR REPLACE INTO blocks VALUES (?, ?, ?, ?, ?)",
            (block.block_id, block.user_id, block.end_s, head, body),
        )
        database.execute(_CHANGED, (block.user_id,))
        return bool(known)
