"""Vectors as one bit a number: a coarse, very fast distance that puts forward candidates for exact scores."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from limpet.ports import Vector

LARGE_WEIGHT: Final = 3
"""
What a differing sign counts where the query's number is large (above the root of its mean square), when it counts 1
elsewhere: two levels whose ratio is near that of the best four-level quantiser of a normal distribution, 0.453 and 1.51
(Max 1960). Measured with 200 queries on 10,000 real rows: the first 800 hold .9995 of the true ten and .986 of the true
hundred, .997 and .948 when all signs count the same.
"""


@dataclass(frozen=True, slots=True)
class SignQuery:
    """
    A query to compare with sign words.

    Attributes:
        signs: Its sign words, shape (words,).
        large: Bits of its large numbers, the same shape.
        farthest: The distance to the opposite vector.
    """

    signs: NDArray[np.uint64]
    large: NDArray[np.uint64]
    farthest: int


def sign_words(codes: NDArray[np.int8]) -> NDArray[np.uint64]:
    """
    The signs of rows as 64-bit words, one array a word so that a scan reads memory in order.

    Args:
        codes: Rows of numbers, shape (rows, dimensions); dimensions are filled up to a multiple of 64 with zeros.

    Returns:
        Shape (words, rows), each word contiguous over all rows.

    >>> sign_words(np.array([[1, -1, 1]], dtype=np.int8)).shape
    (1, 1)
    """
    return _words(codes > 0)


def sign_query(vector: Vector) -> SignQuery:
    """
    What of a vector a coarse scan compares.

    >>> sign_query(np.array([0.9, -0.1, 0.1], dtype=np.float32)).farthest
    5
    """
    large = np.abs(vector) > math.sqrt(float(np.square(vector, dtype=np.float64).mean()))
    farthest = len(vector) + (LARGE_WEIGHT - 1) * int(np.count_nonzero(large))
    return SignQuery(_words((vector > 0)[None, :])[:, 0], _words(large[None, :])[:, 0], farthest)


def sign_distance(words: NDArray[np.uint64], query: SignQuery) -> NDArray[np.uint16]:
    """
    How many signs differ between *query* and every row, those of its large numbers times ``LARGE_WEIGHT``.

    Args:
        words: Of :func:`sign_words`.
        query: Of :func:`sign_query`.

    >>> rows = sign_words(np.array([[1, 1], [-1, 1], [1, -1]], dtype=np.int8))
    >>> sign_distance(rows, sign_query(np.array([0.9, 0.1], dtype=np.float32)))
    array([0, 3, 1], dtype=uint16)
    """
    distances = np.zeros(words.shape[1], dtype=np.uint16)
    for column, signs, large in zip(words, query.signs, query.large, strict=True):
        differing = column ^ signs
        counted = np.bitwise_count(differing & large)
        counted *= np.uint8(LARGE_WEIGHT - 1)
        counted += np.bitwise_count(differing)  # 3 * 64 fits into 8 bits, 384 does not
        distances += counted
    return distances


def _words(bits: NDArray[np.bool_]) -> NDArray[np.uint64]:
    rows, dimensions = bits.shape
    packed = np.zeros((rows, -(-dimensions // 64) * 8), dtype=np.uint8)
    packed[:, : -(-dimensions // 8)] = np.packbits(bits, axis=1)
    return np.ascontiguousarray(packed.view("<u8").T)
