"""Vectors as one bit a number: a coarse, very fast distance that puts forward candidates for exact scores."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from limpet.ports import Vector


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
    rows, dimensions = codes.shape
    words = -(-dimensions // 64)
    packed = np.zeros((rows, words * 8), dtype=np.uint8)
    packed[:, : -(-dimensions // 8)] = np.packbits(codes > 0, axis=1)
    return np.ascontiguousarray(packed.view("<u8").T)


def hamming(words: NDArray[np.uint64], query: NDArray[np.uint64]) -> NDArray[np.uint16]:
    """
    How many signs differ between *query* and every row.

    Args:
        words: Of :func:`sign_words`.
        query: The query's words, shape (words,).

    >>> rows = sign_words(np.array([[1, 1], [1, -1]], dtype=np.int8))
    >>> hamming(rows, rows[:, 0])
    array([0, 1], dtype=uint16)
    """
    distances = np.zeros(words.shape[1], dtype=np.uint16)  # 384 does not fit into 8 bits
    for column, word in zip(words, query, strict=True):
        distances += np.bitwise_count(column ^ word)
    return distances


def query_words(vector: Vector) -> NDArray[np.uint64]:
    """The sign words of one vector, shape (words,)."""
    return sign_words((vector > 0).astype(np.int8)[None, :])[:, 0]
