"""Sessions in a SQLite file: for a command line and a server of one machine."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Final

from limpet.ports import WHATEVER, Clock
from limpet.store.seen import check_seen
from limpet.store.sqlite_file import SqliteFile

_SCHEMA: Final = (
    "CREATE TABLE IF NOT EXISTS sessions (id TEXT PRIMARY KEY, text TEXT NOT NULL, expires_s REAL NOT NULL)",
)


class SqliteSessionStore:
    """
    Snapshots in a table of their own; the file may also hold the blocks of persistent memory.

    Args:
        file: The database; made when absent. Several processes may share it.
        clock: Where the time comes from.

    Raises:
        StoreError: ``store-unreadable`` when the file is no database.
    """

    def __init__(self, file: Path, clock: Clock) -> None:
        self._clock = clock
        self._file = SqliteFile(file, _SCHEMA)

    async def load(self, session_id: str) -> str | None:
        """The snapshot; None when there is none or its time is over."""
        now_s = self._clock.now_s()

        def load(database: sqlite3.Connection) -> tuple[str | None, int]:
            gone = database.execute("DELETE FROM sessions WHERE expires_s <= ?", (now_s,)).rowcount
            return _text(database, session_id), gone

        text, gone = await self._file.run(load)
        if gone:
            await self._file.empty_log()
        return text

    async def save(self, session_id: str, snapshot: str, ttl_s: float, seen: str | None = WHATEVER) -> None:
        """
        Keep *snapshot* for *ttl_s* seconds from now.

        Raises:
            StoreError: ``changed-elsewhere`` when what is stored is not *seen*.
        """
        row = (session_id, snapshot, self._clock.now_s() + ttl_s)

        def save(database: sqlite3.Connection) -> bool:
            database.execute("DELETE FROM sessions WHERE expires_s <= ?", (row[2] - ttl_s,))
            before = _text(database, session_id)
            check_seen(seen, before)
            database.execute("INSERT OR REPLACE INTO sessions VALUES (?, ?, ?)", row)
            return before is not None and len(before) > len(snapshot)

        if await self._file.run(save):  # something has left it
            await self._file.empty_log()

    async def delete(self, session_id: str) -> None:
        """Drop a session; one that is not there is as well."""
        await self._file.rows("DELETE FROM sessions WHERE id = ?", (session_id,))
        await self._file.empty_log()

    def close(self) -> None:
        """Close the file."""
        self._file.close()


def _text(database: sqlite3.Connection, session_id: str) -> str | None:
    row = database.execute("SELECT text FROM sessions WHERE id = ?", (session_id,)).fetchone()
    return None if row is None else str(row[0])
