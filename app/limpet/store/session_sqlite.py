"""Sessions in a SQLite file: for a command line and a server of one machine."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from limpet.errors import StoreError
from limpet.ports import Clock

_T = TypeVar("_T")


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
        self._name = file.name
        self._turn = threading.Lock()
        file.parent.mkdir(parents=True, exist_ok=True)
        try:
            self._database = sqlite3.connect(file, timeout=30, check_same_thread=False)
            self._database.execute("PRAGMA journal_mode=WAL")
            self._database.execute("PRAGMA secure_delete=ON")
            with self._database:
                self._database.execute(
                    "CREATE TABLE IF NOT EXISTS sessions"
                    " (id TEXT PRIMARY KEY, text TEXT NOT NULL, expires_s REAL NOT NULL)"
                )
        except sqlite3.Error as error:
            raise StoreError("store-unreadable", f"{file.name} is no memory file of limpet: {error}.") from None

    async def load(self, session_id: str) -> str | None:
        """The snapshot; None when there is none or its time is over."""
        now_s = self._clock.now_s()

        def load() -> str | None:
            with self._database:
                gone = self._database.execute("DELETE FROM sessions WHERE expires_s <= ?", (now_s,)).rowcount
            if gone:
                self._database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
            row = self._database.execute("SELECT text FROM sessions WHERE id = ?", (session_id,)).fetchone()
            return None if row is None else str(row[0])

        return await self._run(load)

    async def save(self, session_id: str, snapshot: str, ttl_s: float) -> None:
        """Keep *snapshot* for *ttl_s* seconds from now."""
        row = (session_id, snapshot, self._clock.now_s() + ttl_s)

        def save() -> None:
            with self._database:
                self._database.execute("INSERT OR REPLACE INTO sessions VALUES (?, ?, ?)", row)

        await self._run(save)

    async def delete(self, session_id: str) -> None:
        """Drop a session; one that is not there is as well."""

        def delete() -> None:
            with self._database:
                self._database.execute("DELETE FROM sessions WHERE id = ?", (session_id,))
            self._database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

        await self._run(delete)

    def close(self) -> None:
        """Close the file."""
        self._database.close()

    async def _run(self, work: Callable[[], _T]) -> _T:
        def guarded() -> _T:
            with self._turn:
                try:
                    return work()
                except sqlite3.Error as error:
                    raise StoreError("store-refused", f"The memory file {self._name} refused: {error}.") from None

        return await asyncio.to_thread(guarded)
