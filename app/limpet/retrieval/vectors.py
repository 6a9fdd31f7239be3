"""Dense scores: the cosine of a query vector with every row, without BLAS."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from limpet.errors import DimensionError
from limpet.ports import Vector, Vectors


@dataclass(frozen=True, slots=True)
class Int8Rows:
    """
    Vectors at a byte a number: row i is ``codes[i] * scales[i]``.

    Attributes:
        codes: int8, shape (rows, dimensions), within -127..127.
        scales: float32, shape (rows,); 0 for a row that has no vector yet.
    """

    codes: NDArray[np.int8]
    scales: NDArray[np.float32]

    def floats(self) -> Vectors:
        """The rows as float32."""
        return self.codes.astype(np.float32) * self.scales[:, None]


def quantise(vectors: Vectors) -> Int8Rows:
    """
    Each row scaled by its own largest number; an error of at most half a step, ``largest / 254``, a number.

    >>> quantise(np.array([[0.6, -0.8]], dtype=np.float32)).codes
    array([[  95, -127]], dtype=int8)
    """
    largest = np.abs(vectors).max(axis=1) if vectors.size else np.zeros(len(vectors), dtype=np.float32)
    scales = (largest / np.float32(127.0)).astype(np.float32)
    steps = np.where(scales > 0, scales, np.float32(1.0))
    return Int8Rows(np.rint(vectors / steps[:, None]).astype(np.int8), scales)


class ExactRows:
    """Every row as float32, 1.5 KB each: for up to some 20,000 rows."""

    def __init__(self, rows: Int8Rows) -> None:
        self._matrix = rows.floats()

    def cosines(self, vector: Vector) -> NDArray[np.float32]:
        """
        Cosine of *vector* with every row; 0 for rows without a vector.

        Raises:
            DimensionError: *vector* has another length than the rows.
        """
        if vector.shape != (self._matrix.shape[1],):
            raise DimensionError(self._matrix.shape[1], vector.size)
        scores: NDArray[np.float32] = np.einsum("ij,j->i", self._matrix, vector.astype(np.float32, copy=False))
        return scores
