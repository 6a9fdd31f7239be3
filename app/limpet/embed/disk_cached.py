"""
Vectors on disk, keyed by embedder and text, so that an unchanged text is embedded once for ever.

Shared by site builds (an unchanged document costs nothing) and by every evaluation task. The file holds whatever rows
an embedder of that name gives: vectors, or vectors with an inner layer beside them.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, Protocol

import numpy as np

from limpet.ports import Vectors

_COMMIT_EVERY: Final = 64
"""Rows a transaction: an interrupted run loses at most this many embeddings."""


class BatchEmbedder(Protocol):
    """What gives one row a text at once: a vector, or more; rows of different names are never mixed."""

    @property
    def name(self) -> str:
        """Of the model and of what a row holds."""
        ...

    @property
    def dimensions(self) -> int:
        """Numbers in a row."""
        ...

    def embed_now(self, texts: Sequence[str]) -> Vectors:
        """One row a text, float32."""
        ...


class DiskCachedEmbedder:
    """
    Wraps an embedder with a SQLite file of vectors.

    Args:
        inner: What embeds the texts that the file lacks.
        file: The SQLite file; made when absent. Several processes may share it.
        progress: Called with (done, total) after every embedded text.
    """

    is_ready: Final = True

    def __init__(self, inner: BatchEmbedder, file: Path, progress: Callable[[int, int], None] | None = None) -> None:
        file.parent.mkdir(parents=True, exist_ok=True)
        self.name = inner.name
        self.dimensions = inner.dimensions
        self.embedded_texts = 0
        self._inner = inner
        self._progress = progress
        self._database = sqlite3.connect(file, timeout=120)
        self._database.execute("PRAGMA journal_mode=WAL")
        self._database.execute("CREATE TABLE IF NOT EXISTS vectors (digest BLOB PRIMARY KEY, row BLOB) WITHOUT ROWID")

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """Vectors of *texts*, one row each, float32, unit length."""
        return self.embed_now(texts)

    def embed_now(self, texts: Sequence[str]) -> Vectors:
        """The same without an event loop."""
        rows = np.zeros((len(texts), self.dimensions), dtype=np.float32)
        missing = []
        for i, text in enumerate(texts):
            stored = self._read(text)
            if stored is None:
                missing.append(i)
            else:
                rows[i] = stored
        fresh: list[int] = []
        for done, i in enumerate(missing, 1):
            rows[i] = self._inner.embed_now([texts[i]])[0]
            fresh.append(i)
            if len(fresh) == _COMMIT_EVERY or done == len(missing):
                self._keep(texts, rows, fresh)  # at once, so that no other process waits while we embed
                fresh = []
            if self._progress is not None:
                self._progress(done, len(missing))
        self.embedded_texts += len(missing)
        return rows

    def _keep(self, texts: Sequence[str], rows: Vectors, which: Sequence[int]) -> None:
        for i in which:
            self._write(texts[i], rows[i])
        self._database.commit()

    def _key(self, text: str) -> bytes:
        return hashlib.sha256(f"{self.name}\0{text}".encode("utf-8", "surrogatepass")).digest()

    def _read(self, text: str) -> Vectors | None:
        found = self._database.execute("SELECT row FROM vectors WHERE digest = ?", (self._key(text),)).fetchone()
        return None if found is None else np.frombuffer(found[0], dtype=np.float32)

    def _write(self, text: str, row: Vectors) -> None:
        self._database.execute("INSERT OR REPLACE INTO vectors VALUES (?, ?)", (self._key(text), row.tobytes()))
