"""Whether words are ever found together: no fragment that holds the one holds any of the others."""

from __future__ import annotations

from collections.abc import Collection
from functools import reduce

import numpy as np

from limpet.retrieval.bm25 import Postings


def never_meet(postings: Postings, own: Collection[str], others: Collection[str]) -> bool:
    """
    Whether all known stems of *own* stand in some fragment together, and none of these has a stem of *others*.

    Stems that no fragment holds do not count; without a known one of *own* the answer is no.

    >>> from limpet.retrieval.bm25 import build_postings
    >>> postings = build_postings([["lamp", "price"], ["kettl", "price"]], [[], []], 1.0)
    >>> never_meet(postings, ["lamp"], ["kettl"]), never_meet(postings, ["price"], ["kettl"])
    (True, False)
    """
    held = [rows for stem in set(own) if len(rows := postings.rows_of(stem))]
    if not held:
        return False
    together = reduce(np.intersect1d, held)
    near = [postings.rows_of(stem) for stem in set(others)]
    return len(together) > 0 and not any(np.isin(together, rows).any() for rows in near)


def unknown_stems(postings: Postings, stems: Collection[str]) -> frozenset[str]:
    """
    Those of *stems* that no fragment holds.

    >>> from limpet.retrieval.bm25 import build_postings
    >>> sorted(unknown_stems(build_postings([["lamp"]], [[]], 1.0), ["lamp", "volcano"]))
    ['volcano']
    """
    return frozenset(stem for stem in stems if not len(postings.rows_of(stem)))
