"""Dense retrieval: the rows nearest to a query vector, exactly for small indexes, by sign bits for large ones."""

from __future__ import annotations

from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from limpet.errors import DimensionError
from limpet.ports import Vector, Vectors
from limpet.retrieval.sign_bits import sign_distance, sign_query, sign_words
from limpet.retrieval.top_k import best_positive, top_k
from limpet.retrieval.vectors import Int8Rows, quantise

EXACT_ROWS: Final = 20_000
"""Up to here every row is compared, at 1.5 KB a row; above, 0.43 KB a row and a coarse scan first."""

RESCORED_ROWS: Final = 800
"""Rows that the coarse scan puts forward; how many of the nearest they hold is told at ``sign_bits.LARGE_WEIGHT``."""

Mask = NDArray[np.bool_] | None


class DenseRows(Protocol):
    """Vectors in the form that suits their number."""

    @property
    def rows(self) -> Int8Rows:
        """At a byte a number, as in an index file."""
        ...

    @property
    def size_bytes(self) -> int:
        """Memory that the vectors take."""
        ...

    def nearest(self, vector: Vector, k: int, allowed: Mask = None) -> NDArray[np.intp]:
        """
        At most *k* rows among *allowed* whose cosine with *vector* is highest and above 0, best first.

        Raises:
            DimensionError: *vector* has another length than the rows.
        """
        ...

    def floats(self, rows: NDArray[np.intp]) -> Vectors:
        """Some rows as float32."""
        ...


def dense_rows(rows: Int8Rows, exact_rows: int = EXACT_ROWS) -> DenseRows:
    """*rows* in the form that suits their number."""
    return ExactRows(rows) if len(rows.codes) <= exact_rows else SignedRows(rows)


class ExactRows:
    """Every row as float32; the int8 form is worked out again when it is asked for."""

    def __init__(self, rows: Int8Rows) -> None:
        self._matrix = rows.floats()

    @property
    def rows(self) -> Int8Rows:
        """The same at a byte a number."""
        return quantise(self._matrix)

    @property
    def size_bytes(self) -> int:
        """Memory that the vectors take."""
        return self._matrix.nbytes

    def nearest(self, vector: Vector, k: int, allowed: Mask = None) -> NDArray[np.intp]:
        """By the cosines of all rows."""
        scores = np.einsum("ij,j->i", self._matrix, _checked(vector, self._matrix.shape[1]))
        if allowed is not None:
            scores[~allowed] = 0
        return _best_above_0(scores, k)

    def floats(self, rows: NDArray[np.intp]) -> Vectors:
        """Some rows."""
        return self._matrix[rows]


class SignedRows:
    """Every row as int8 and as sign bits."""

    def __init__(self, rows: Int8Rows) -> None:
        self._rows = Int8Rows(np.ascontiguousarray(rows.codes), np.ascontiguousarray(rows.scales))
        self._words = sign_words(rows.codes)
        self._empty = np.flatnonzero(rows.scales == 0)

    @property
    def rows(self) -> Int8Rows:
        """The rows themselves."""
        return self._rows

    @property
    def size_bytes(self) -> int:
        """Memory that the vectors take."""
        return self._rows.codes.nbytes + self._rows.scales.nbytes + self._words.nbytes

    def nearest(self, vector: Vector, k: int, allowed: Mask = None) -> NDArray[np.intp]:
        """By the cosines of the rows whose signs differ least."""
        checked = _checked(vector, self._rows.dimensions)
        query = sign_query(checked)
        closeness = np.uint16(query.farthest) - sign_distance(self._words, query)
        closeness[self._empty] = 0  # no vector would else look half as far as an opposite one
        if allowed is not None:
            closeness[~allowed] = 0
        near = best_positive(closeness, max(RESCORED_ROWS, k))
        return near[_best_above_0(self._rows.cosines(checked, near), k)]

    def floats(self, rows: NDArray[np.intp]) -> Vectors:
        """Some rows as float32."""
        return self._rows.some(rows).floats()


def _best_above_0(scores: NDArray[np.float32], k: int) -> NDArray[np.intp]:
    best = top_k(scores, k)
    return best[scores[best] > 0]


def _checked(vector: Vector, dimensions: int) -> Vector:
    if vector.shape != (dimensions,):
        raise DimensionError(dimensions, vector.size)
    return np.ascontiguousarray(vector, dtype=np.float32)
