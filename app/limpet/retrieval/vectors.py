"""Vectors at a byte a number: how they lie in an index file, and the arithmetic on them without BLAS."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from limpet.ports import Vector, Vectors

_SCALE_BITS: Final = 16


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

    @property
    def dimensions(self) -> int:
        """Numbers in a row."""
        return int(self.codes.shape[1])

    def floats(self) -> Vectors:
        """The rows as float32, in one new array and without a second one on the way."""
        matrix = np.empty(self.codes.shape, dtype=np.float32)
        np.multiply(self.codes, self.scales[:, None], out=matrix)
        return matrix

    def some(self, rows: NDArray[np.intp]) -> Int8Rows:
        """A copy of some *rows*."""
        return Int8Rows(self.codes.take(rows, axis=0), self.scales.take(rows))

    def cosines(self, vector: Vector, rows: NDArray[np.intp]) -> NDArray[np.float32]:
        """Cosine of *vector* with some *rows*."""
        scores: NDArray[np.float32] = np.einsum("ij,j->i", self.codes.take(rows, axis=0).astype(np.float32), vector)
        return scores * self.scales.take(rows)


def quantise(vectors: Vectors) -> Int8Rows:
    """
    Each row scaled by its own largest number; an error of at most half a step, ``largest / 254``, a number.

    The scale is rounded up to 16 significant bits: all products are then exact in float32, and quantising
    :meth:`Int8Rows.floats` gives the same rows back, so that they need not be kept twice.

    >>> quantise(np.array([[0.6, -0.8]], dtype=np.float32)).codes
    array([[  95, -127]], dtype=int8)
    """
    largest = np.abs(vectors).max(axis=1) if vectors.size else np.zeros(len(vectors), dtype=np.float32)
    scales = _rounded_up(largest.astype(np.float64) / 127.0)
    steps = np.where(scales > 0, scales, np.float32(1.0))
    return Int8Rows(np.rint(vectors / steps[:, None]).astype(np.int8), scales)


def _rounded_up(values: NDArray[np.float64]) -> NDArray[np.float32]:
    mantissas, exponents = np.frexp(values)
    kept = np.ceil(np.round(mantissas * 2.0**_SCALE_BITS, 6)) / 2.0**_SCALE_BITS
    return np.ldexp(kept, exponents).astype(np.float32)
