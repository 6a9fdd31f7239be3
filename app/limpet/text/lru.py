"""A cache that cannot grow without bound: least recently used leaves, capped by entries and by bytes."""

from __future__ import annotations

import unicodedata
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

from limpet.errors import ConfigError

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class LruCache(Generic[K, V]):
    """
    A mapping of at most *cap_entries* values that weigh at most *cap_bytes* together.

    Every call is O(1), apart from the evictions that a heavy value causes.

    Args:
        cap_entries: Entries kept at most.
        cap_bytes: Bytes kept at most, as counted by *size_of*. A single heavier value is never kept.
        size_of: Bytes of one value (its key's included, if that matters).

    Attributes:
        hits: Calls of ``get`` that found something.
        misses: Calls of ``get`` that did not.

    Raises:
        ConfigError: ``bad-cap`` when a cap is not above zero.

    >>> cache = LruCache[str, str](cap_entries=2, cap_bytes=100, size_of=len)
    >>> cache.put("a", "one"), cache.put("b", "two"), cache.get("a"), cache.put("c", "three")
    (True, True, 'one', True)
    >>> cache.get("b") is None, cache.size, cache.bytes, cache.hits, cache.misses
    (True, 2, 8, 1, 1)
    """

    def __init__(self, cap_entries: int, cap_bytes: int, size_of: Callable[[V], int]) -> None:
        if cap_entries <= 0 or cap_bytes <= 0:
            raise ConfigError("bad-cap", f"A cache needs caps above zero, not {cap_entries} and {cap_bytes} bytes.")
        self.cap_entries = cap_entries
        self.cap_bytes = cap_bytes
        self.hits = 0
        self.misses = 0
        self._size_of = size_of
        self._entries: OrderedDict[K, tuple[V, int]] = OrderedDict()
        self._bytes = 0

    @property
    def size(self) -> int:
        """Entries kept now."""
        return len(self._entries)

    @property
    def bytes(self) -> int:
        """Bytes kept now."""
        return self._bytes

    @property
    def hit_share(self) -> float:
        """Share of look-ups that found something, 0..1; 0 before the first."""
        return self.hits / max(1, self.hits + self.misses)

    def get(self, key: K) -> V | None:
        """The value of *key*, which becomes the most recently used; None when there is none."""
        entry = self._entries.get(key)
        if entry is None:
            self.misses += 1
            return None
        self.hits += 1
        self._entries.move_to_end(key)
        return entry[0]

    def put(self, key: K, value: V) -> bool:
        """Keep *value*; False when it alone is heavier than the cache may be (an older value of *key* is gone then)."""
        size_bytes = self._size_of(value)
        if size_bytes < 0:
            raise ValueError(f"A size cannot be negative: {size_bytes}.")
        self.discard(key)
        if size_bytes > self.cap_bytes:
            return False
        while self._entries and (len(self._entries) >= self.cap_entries or self._bytes + size_bytes > self.cap_bytes):
            _, (_, freed) = self._entries.popitem(last=False)
            self._bytes -= freed
        self._entries[key] = (value, size_bytes)
        self._bytes += size_bytes
        return True

    def discard(self, key: K) -> bool:
        """Drop *key*; whether it was there."""
        entry = self._entries.pop(key, None)
        if entry is None:
            return False
        self._bytes -= entry[1]
        return True

    def values(self) -> list[V]:
        """Every value kept now, least recently used first; none becomes more recent by it."""
        return [value for value, _ in self._entries.values()]

    def clear(self) -> None:
        """Drop everything; the counters of hits and misses stay."""
        self._entries.clear()
        self._bytes = 0

    def check(self) -> None:
        """
        Hold the invariants.

        Raises:
            AssertionError: When an invariant is broken.
        """
        assert self.size <= self.cap_entries, f"{self.size} entries, cap {self.cap_entries}"
        assert 0 <= self._bytes <= self.cap_bytes, f"{self._bytes} bytes, cap {self.cap_bytes}"
        assert self._bytes == sum(size for _, size in self._entries.values()), "bytes do not add up"

    def __len__(self) -> int:
        return len(self._entries)

    def __contains__(self, key: object) -> bool:
        return key in self._entries


def cache_key(text: str) -> str:
    """
    *text* as a key: letter case, kinds of spaces and ways to write the same letter do not matter.

    The embedder does not see any of these differences either, so equal keys have equal vectors.

    >>> cache_key("  Any  Cotton\\nKurtas? ")
    'any cotton kurtas?'
    """
    return " ".join(unicodedata.normalize("NFC", text).lower().split())
