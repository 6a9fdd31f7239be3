"""One SQLite file, asked in a thread, one call at a time; the database's errors as ours."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import threading
import time
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from typing import Any, Final, TypeVar

from limpet.errors import StoreError

_T = TypeVar("_T")
_WAIT_S: Final = 30.0
"""Seconds that one writer waits for another."""
_AGAIN_S: Final = 0.01


class SqliteFile:
    """
    A database with a write-ahead log; several processes may share it.

    ``synchronous=FULL``: a killed process or a power cut loses nothing confirmed. ``secure_delete`` overwrites what
    leaves. When another process has dropped the file, the new one is opened.

    Args:
        file: The database; made when absent.
        schema: Statements that make its tables.
        version: Of the schema; None when the file belongs to somebody else as well, who keeps that number.

    Raises:
        StoreError: ``store-unreadable`` when the file is no database of ours, ``store-newer`` when a newer limpet
            made it.
    """

    def __init__(self, file: Path, schema: Sequence[str], version: int | None = None) -> None:
        self._file = file
        self._schema = schema
        self._version = version
        self._turn = threading.Lock()
        self._alone = asyncio.Lock()
        self._inode = 0
        self._database = self._opened()

    async def run(self, work: Callable[[sqlite3.Connection], _T]) -> _T:
        """*work* on the database, in one transaction, in a thread, so that a slow disk never stops the chat."""

        def guarded() -> _T:
            with self._turn, self._told():
                self._follow()
                with self._database:
                    return work(self._database)

        return await asyncio.to_thread(guarded)

    async def rows(self, statement: str, values: Sequence[Any] = ()) -> list[Any]:
        """The rows of one statement."""
        return await self.run(lambda database: database.execute(statement, values).fetchall())

    async def empty_log(self) -> None:
        """Write the log into the file and empty it, so that it keeps nothing of what was deleted."""

        def empty() -> None:
            with self._turn, self._told():
                self._database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

        await asyncio.to_thread(empty)

    async def drop(self) -> None:
        """The file goes, whatever is in it, and an empty one is made."""

        def drop() -> None:
            with self._turn, self._told():
                self._database.close()
                for suffix in ("", "-wal", "-shm"):
                    self._file.with_name(self._file.name + suffix).unlink(missing_ok=True)
                self._database = self._opened()

        await asyncio.to_thread(drop)

    @contextlib.asynccontextmanager
    async def alone(self) -> AsyncIterator[None]:
        """
        One writer at a time among all processes; a process that dies lets go.

        The lock is that of a second, empty database beside the file, since it must outlast many transactions.

        Raises:
            StoreError: ``store-busy`` when another one writes for longer than half a minute.
        """
        async with self._alone:
            lock = await asyncio.to_thread(self._locked)
            try:
                yield
            finally:
                lock.close()

    def close(self) -> None:
        """Close the file."""
        self._database.close()

    def _locked(self) -> sqlite3.Connection:
        until_s = time.monotonic() + _WAIT_S
        with self._told():
            lock = sqlite3.connect(
                self._file.with_name(self._file.name + "-lock"), timeout=0, check_same_thread=False,
                isolation_level=None,
            )  # fmt: skip
        while True:
            try:
                lock.execute("BEGIN EXCLUSIVE")
                return lock
            except sqlite3.OperationalError as error:
                if "locked" not in str(error) or time.monotonic() > until_s:
                    lock.close()
                    raise StoreError("store-busy", f"{self._file.name} is being written elsewhere: {error}.") from None
            time.sleep(_AGAIN_S)

    @contextlib.contextmanager
    def _told(self) -> Any:
        try:
            yield
        except (sqlite3.Error, OSError) as error:
            raise StoreError("store-refused", f"The memory file {self._file.name} refused: {error}.") from None

    def _follow(self) -> None:
        """Open the new file when another process has dropped the one that is open."""
        try:
            inode = self._file.stat().st_ino
        except FileNotFoundError:
            inode = -1
        if inode != self._inode:
            self._database.close()
            self._database = self._opened()

    def _opened(self) -> sqlite3.Connection:
        self._file.parent.mkdir(parents=True, exist_ok=True)
        try:
            database = sqlite3.connect(self._file, timeout=30, check_same_thread=False)
            database.execute("PRAGMA journal_mode=WAL")
            database.execute("PRAGMA synchronous=FULL")
            database.execute("PRAGMA secure_delete=ON")
            ((found,),) = database.execute("PRAGMA user_version").fetchall()
            if self._version is not None and found > self._version:
                raise StoreError("store-newer", f"{self._file.name} was made by a newer limpet; update this one.")
            with database:
                for statement in self._schema:
                    database.execute(statement)
                if self._version is not None:
                    database.execute(f"PRAGMA user_version={self._version}")
            self._inode = self._file.stat().st_ino
        except (sqlite3.Error, OSError) as error:
            raise StoreError("store-unreadable", f"{self._file.name} is no memory file of limpet: {error}.") from None
        return database
