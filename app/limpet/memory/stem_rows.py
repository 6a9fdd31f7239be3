"""Which rows hold a stem: postings of hashed stems in flat arrays that grow, lose rows and are packed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from limpet.memory.recall_terms import HASHES

_FRESH: Final = 8_192
"""Postings that may wait unsorted; searching them takes some ten microseconds."""
_FRESH_SHARE: Final = 8
"""Of many postings an eighth may wait, so that filling a shelf by single blocks sorts everything a few times only."""
_NARROW: Final = np.iinfo(np.uint16).max
"""The last value of two bytes; it stands for a removed row, as the last value of four bytes does in a wider array."""


class StemRows:
    """
    Rows by hashed stem. Two bytes a posting up to 65,535 rows, four above.

    >>> held = StemRows()
    >>> held.extend(0, [np.array([7, 9], dtype=np.uint16), np.array([9], dtype=np.uint16)])
    >>> held.holders(9).tolist(), held.holders(8).tolist()
    ([0, 1], [])
    """

    def __init__(self) -> None:
        self._rows: NDArray[Any] = np.zeros(0, dtype=np.uint16)
        self._starts = np.zeros(HASHES + 1, dtype=np.uint32)
        self._fresh_stems: NDArray[np.uint16] = np.zeros(0, dtype=np.uint16)
        self._fresh_rows: NDArray[Any] = np.zeros(0, dtype=np.uint16)

    @property
    def resident_bytes(self) -> int:
        """Bytes of the postings."""
        return self._rows.nbytes + self._fresh_stems.nbytes + self._fresh_rows.nbytes

    @property
    def table_bytes(self) -> int:
        """Bytes of the table of where each stem's postings begin; the same however many there are."""
        return self._starts.nbytes

    def extend(self, row: int, stems: Sequence[NDArray[np.uint16]]) -> None:
        """Add the rows *row*, *row* + 1 ..., each with its hashed stems."""
        counts = [one.size for one in stems]
        rows = np.repeat(np.arange(row, row + len(counts)), counts)
        if row + len(counts) >= _NARROW:
            self._widen()
        self._fresh_stems = np.concatenate([self._fresh_stems, *stems])
        self._fresh_rows = np.concatenate([self._fresh_rows, rows.astype(self._rows.dtype)])
        if self._fresh_stems.size > max(_FRESH, self._rows.size // _FRESH_SHARE):
            self._sort_in()

    def holders(self, hashed: int) -> NDArray[np.intp]:
        """Rows that hold a stem, in order; removed ones are not among them."""
        sorted_in = self._rows[self._starts[hashed] : self._starts[hashed + 1]]
        fresh = self._fresh_rows[self._fresh_stems == hashed]
        found = np.concatenate([sorted_in, fresh]) if fresh.size else sorted_in
        return np.asarray(found[found != self._gone], dtype=np.intp)

    def remove(self, row: int, stems: NDArray[np.uint16]) -> None:
        """Take *row* out of the postings of its *stems*."""
        for hashed in stems.tolist():
            sorted_in = self._rows[self._starts[hashed] : self._starts[hashed + 1]]
            sorted_in[sorted_in == row] = self._gone
        is_row = self._fresh_rows == row
        self._fresh_rows[is_row] = self._gone
        self._fresh_stems[is_row] = 0

    def pack(self, live: NDArray[np.intp]) -> None:
        """Number the rows *live* anew, from 0 in the order given; postings of all others go."""
        self._sort_in()
        stays = self._rows != self._gone  # the mark of what is gone is a number that no table should be as long as
        last = max(int(self._rows[stays].max(initial=0)), int(live.max(initial=0)))
        moved = np.full(last + 1, self._gone, self._rows.dtype)
        moved[live] = np.arange(live.size)
        rows = self._rows.copy()
        rows[stays] = moved[rows[stays]]
        stays = rows != self._gone
        kept = np.concatenate([[0], np.cumsum(stays)])
        self._starts = kept[self._starts].astype(np.uint32)
        self._rows = rows[stays]

    @property
    def _gone(self) -> int:
        return int(np.iinfo(self._rows.dtype).max)

    def _sort_in(self) -> None:
        """Put what waits behind the postings of the same stem."""
        order = np.argsort(self._fresh_stems, kind="stable")
        stems, rows = self._fresh_stems[order], self._fresh_rows[order]
        ends = self._starts[stems.astype(np.intp) + 1].astype(np.intp)
        self._rows = np.insert(self._rows, ends, rows)
        self._starts[1:] += np.cumsum(np.bincount(stems, minlength=HASHES)).astype(np.uint32)
        self._fresh_stems, self._fresh_rows = self._fresh_stems[:0].copy(), self._fresh_rows[:0].copy()

    def _widen(self) -> None:
        """Four bytes a posting from now on."""
        if self._rows.dtype == np.uint32:
            return
        for name in ("_rows", "_fresh_rows"):
            narrow = getattr(self, name)
            setattr(self, name, np.where(narrow == _NARROW, np.iinfo(np.uint32).max, narrow).astype(np.uint32))
