"""Any embedder with a bounded memory of the latest texts: the same message twice costs one embedding."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from typing import Final

import numpy as np

from limpet.limits import Limits
from limpet.ports import Embedder, Vector, Vectors
from limpet.text.lru import LruCache, cache_key
from limpet.text.scripts import folds_case

_PLAIN: Final = re.compile(r"[\t\n\r -~]*")
"""Text of which it is certain what a tokenizer makes of its case and spaces."""


class CachedEmbedder:
    """
    Wraps *inner* with an LRU of vectors, keyed by a digest of the text, which is short however long the text. Letter
    case and kinds of spaces do not matter to a model that does not see them.

    Args:
        inner: What embeds the texts that are not remembered.
        limits: ``query_vectors`` entries and ``cache_bytes`` bytes are kept.

    All vectors lie in one array that is made once, at its full size: a WebAssembly heap never shrinks, and so memory is
    flat from the first message on.
    """

    def __init__(self, inner: Embedder, limits: Limits) -> None:
        self.inner = inner
        self._slots = limits.query_vectors + 1  # one is always free
        self._rows: Vectors = np.zeros((0, 0), dtype=np.float32)
        self.cache: LruCache[bytes, int] = LruCache(
            limits.query_vectors, limits.cache_bytes, lambda _slot: 4 * self._rows.shape[1]
        )

    @property
    def name(self) -> str:
        """The inner embedder's name."""
        return self.inner.name

    @property
    def dimensions(self) -> int:
        """Numbers in a vector."""
        return self.inner.dimensions

    @property
    def is_ready(self) -> bool:
        """Whether vectors can be had now."""
        return self.inner.is_ready

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """One unit-length row a text, from memory where it is known."""
        known = {
            text: self._rows[slot].copy() for text in texts if (slot := self.cache.get(self._key(text))) is not None
        }
        missing = [text for text in dict.fromkeys(texts) if text not in known]
        if missing:
            rows = await self.inner.embed(missing)
            for text, row in zip(missing, rows, strict=True):
                known[text] = row
                self._keep(text, row)
        return np.stack([known[text] for text in texts])

    def _keep(self, text: str, row: Vector) -> None:
        if self._rows.shape[1] != row.size:
            self.cache.clear()
            self._rows = np.zeros((self._slots, row.size), dtype=np.float32)
        used = set(self.cache.values())
        slot = next(slot for slot in range(self._slots) if slot not in used)
        self._rows[slot] = row
        self.cache.put(self._key(text), slot)

    def _key(self, text: str) -> bytes:
        seen = cache_key(text) if folds_case(self.inner.name) and _PLAIN.fullmatch(text) else text
        return hashlib.sha256(seen.encode("utf-8", "surrogatepass")).digest()[:16]
