"""
Lexical and dense scores as one, on absolute scales, with a weight that depends on the query.

Ranks or scores scaled by the best of a list (equal-weight rank fusion, min-max) lose to the better of the two scores
where one of them knows nothing. Here both scores keep their meaning: the cosine as it is, and the coverage, the share
of the query's information that a fragment holds. What the coverage counts grows with what the words tell and falls
with how near the nearest fragment is.
"""

from __future__ import annotations

import math
from typing import Final

import numpy as np
from numpy.typing import NDArray

from limpet.text.bm25_weight import K1

STRENGTH: Final = 8.0
"""What the words count at most against a cosine of 1. Chosen on seven public sets; flat from 6 to 11."""

HALF_INFORMATION: Final = 4.0
"""Rare words in a query at which its words count half of the most; flat from 2 to 8."""


def coverage(bm25: NDArray[np.float32], query_idf: float) -> NDArray[np.float32]:
    """
    Share of a query's information that each fragment holds, 0..1.

    ``bm25 / ((k1 + 1) * query_idf)``: the sum of IDFs, each saturated, is the most that BM25 can give.

    Args:
        bm25: Lexical scores.
        query_idf: Sum of the query's weighted IDFs, 0 or more.

    >>> coverage(np.array([5.0, 0.0], dtype=np.float32), 4.0)
    array([0.5, 0. ], dtype=float32)
    """
    return bm25 / np.float32((K1 + 1.0) * query_idf) if query_idf > 0 else np.zeros_like(bm25)


def lexical_weight(query_idf: float, rarest_idf: float, best_cosine: float, best_coverage: float) -> float:
    """
    What a coverage of 1 counts against a cosine of 1, 0 or more.

    ``STRENGTH * i / (i + HALF_INFORMATION) * (1 - best_cosine) * sqrt(best_coverage)``, with i the query's
    information in rarest words: one common word is weak evidence, many words that all stand in one fragment are
    strong, and a fragment that says nearly the same as the query needs no words in common.

    Args:
        query_idf: Sum of the query's weighted IDFs.
        rarest_idf: IDF of a word in a single fragment, above 0.
        best_cosine: Cosine of the nearest fragment, cut to 0..1.
        best_coverage: Highest coverage, 0..1.

    >>> lexical_weight(0.0, 5.0, 0.5, 0.0)
    0.0
    """
    information = query_idf / rarest_idf
    distance = 1.0 - min(max(best_cosine, 0.0), 1.0)
    return STRENGTH * information / (information + HALF_INFORMATION) * distance * math.sqrt(best_coverage)


def fuse(covered: NDArray[np.float32], cosine: NDArray[np.float32], weight: float) -> NDArray[np.float32]:
    """
    The mean of both, the coverage counting *weight* times as much: at most 1, comparable within one query.

    >>> fuse(np.array([1.0, 0.0], dtype=np.float32), np.array([0.5, 0.5], dtype=np.float32), 1.0)
    array([0.75, 0.25], dtype=float32)
    """
    share = np.float32(weight / (1.0 + weight))
    return (np.float32(1.0) - share) * cosine + share * covered
