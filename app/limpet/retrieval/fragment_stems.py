"""Content stems of whole fragments, read off the postings: to stem their words anew costs ten times as much."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Final

import numpy as np

from limpet.limits import Limits
from limpet.retrieval.bm25 import Postings
from limpet.text.lru import LruCache


class FragmentStems:
    """
    The stems of fragments with their headings, by row; those of the latest fragments are remembered.

    Args:
        postings: The lexical part of an index; another index has another memory.
        limits: ``fragment_stems`` entries and ``cache_bytes`` bytes at most.

    >>> from limpet.retrieval.bm25 import build_postings
    >>> found = FragmentStems(build_postings([["wash", "silk"], ["ship"]], [["care"], []], 2.0), Limits())([1, 0])
    >>> [sorted(stems) for stems in found]
    [['ship'], ['care', 'silk', 'wash']]
    """

    def __init__(self, postings: Postings, limits: Limits) -> None:
        self.cache: Final[LruCache[int, frozenset[str]]] = LruCache(
            limits.fragment_stems, limits.cache_bytes, sys.getsizeof
        )
        self._postings = postings
        self._terms: tuple[str, ...] = ()  # by number, made when first asked for

    def __call__(self, rows: Sequence[int]) -> list[frozenset[str]]:
        """The stems of each of *rows*."""
        known = {row: self.cache.get(row) for row in dict.fromkeys(rows)}
        missing = [row for row, stems in known.items() if stems is None]
        made = self._read(missing) if missing else {}
        for row, stems in made.items():
            self.cache.put(row, stems)
        return [known[row] or made.get(row, frozenset()) for row in rows]

    def _read(self, rows: Sequence[int]) -> dict[int, frozenset[str]]:
        """One pass over all postings: a million take about two milliseconds."""
        postings = self._postings
        self._terms = self._terms or tuple(postings.terms)
        is_wanted = np.zeros(postings.fragments, dtype=np.bool_)
        is_wanted[np.array(rows, dtype=np.intp)] = True
        places = np.flatnonzero(is_wanted[postings.rows])
        numbers = np.searchsorted(postings.starts, places, side="right") - 1
        found: dict[int, list[str]] = {row: [] for row in rows}
        for row, number in zip(postings.rows[places].tolist(), numbers.tolist(), strict=True):
            found[row].append(self._terms[number])
        return {row: frozenset(stems) for row, stems in found.items()}
