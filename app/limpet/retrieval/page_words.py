"""Which words of the documents belong to their pages and which to the records of a catalogue."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from limpet.retrieval.bm25 import Postings


class PageWords:
    """
    Tells of a stem whether pages or records rather say it.

    Args:
        postings: Of all fragments.
        is_record: Of each fragment whether it is of a record.
    """

    def __init__(self, postings: Postings, is_record: Sequence[bool]) -> None:
        self._postings = postings
        self._is_record = np.array(is_record, dtype=np.bool_)
        self._records = int(self._is_record.sum())
        self._pages = len(self._is_record) - self._records

    @property
    def has_pages(self) -> bool:
        """Whether there is anything but records."""
        return self._pages > 0

    def lean(self, stem: str) -> float:
        """
        -1..1: 1 for a stem of pages alone, -1 for one of records alone, 0 for one of both alike or of neither.

        The shares of pages and of records with it are compared; what a single fragment says counts half.

        >>> from limpet.retrieval.bm25 import build_postings
        >>> postings = build_postings([["sare"], ["return"], ["return", "sare"]], [[], [], []], 1.0)
        >>> words = PageWords(postings, [True, False, False])
        >>> round(words.lean("return"), 2), round(words.lean("sare"), 2), words.lean("moon")
        (0.67, -0.22, 0.0)
        """
        rows = self._postings.rows_of(stem)
        if not len(rows) or not self._records or not self._pages:
            return 0.0
        of_records = float(self._is_record[rows].sum())
        in_records, in_pages = of_records / self._records, (len(rows) - of_records) / self._pages
        return (in_pages - in_records) / (in_pages + in_records) * len(rows) / (len(rows) + 1)
