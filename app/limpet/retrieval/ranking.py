"""The candidates of one query with their scores, and a bounded memory of the latest queries."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from limpet.limits import Limits
from limpet.retrieval.document import Fragment, Hit, Mode, Query
from limpet.text.lru import LruCache


@dataclass(frozen=True, slots=True)
class Ranking:
    """
    Candidates of one query, before penalties; one element a candidate, by row.

    Attributes:
        rows: Fragment numbers, ascending.
        scores: What they are ranked by.
        bm25: Lexical scores.
        cosines: Cosines; 0 when retrieval was lexical.
        wholes: Scores of the fragments as wholes, before sentences count.
    """

    rows: NDArray[np.intp]
    scores: NDArray[np.float32]
    bm25: NDArray[np.float32]
    cosines: NDArray[np.float32]
    wholes: NDArray[np.float32]

    @property
    def size_bytes(self) -> int:
        """Memory that the arrays take."""
        return sum(one.nbytes for one in (self.rows, self.scores, self.bm25, self.cosines, self.wholes))

    def hit(self, place: int, fragment: Fragment, score: float) -> Hit:
        """The candidate at *place*, which is *fragment*, with its *score* after penalties."""
        bm25, cosine, whole = self.bm25[place], self.cosines[place], self.wholes[place]
        return Hit(fragment, score, float(bm25), float(cosine), whole_score=float(whole))


RankingKey: TypeAlias = tuple[str, tuple[tuple[str, float], ...], bytes, int, str, bytes, bool]


class RankingCache(LruCache[RankingKey, Ranking]):
    """Rankings of the latest queries: ``retrievals`` entries and ``cache_bytes`` bytes at most."""

    def __init__(self, limits: Limits) -> None:
        super().__init__(limits.retrievals, limits.cache_bytes, lambda ranking: ranking.size_bytes)


def ranking_key(query: Query, wanted: int, mode: Mode, allowed: NDArray[np.bool_] | None) -> RankingKey:
    """
    What makes two retrievals the same; how the words are spaced does not matter.

    >>> ranking_key(Query("a  b"), 1, "bm25", None) == ranking_key(Query("a b "), 1, "bm25", None)
    True
    """
    vector = b"" if query.vector is None else _digest(query.vector)
    mask = b"" if allowed is None else _digest(allowed)
    text, terms = " ".join(query.text.split()), tuple(sorted(query.extra_terms.items()))
    return text, terms, vector, wanted, mode, mask, query.as_wholes


def _digest(array: NDArray[np.generic]) -> bytes:
    return hashlib.sha256(array.tobytes()).digest()
