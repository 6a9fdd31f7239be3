"""Lexical and dense scores as one."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def fuse(bm25: NDArray[np.float32], cosine: NDArray[np.float32], dense_share: float = 0.5) -> NDArray[np.float32]:
    """
    A weighted sum of both scores of some candidates, each scaled by the best, within 0..1.

    Args:
        bm25: Lexical scores, 0 or more.
        cosine: Cosines, -1..1.
        dense_share: What the cosine counts, 0..1.

    >>> fuse(np.array([4.0, 0.0], dtype=np.float32), np.array([0.5, 0.5], dtype=np.float32))
    array([1. , 0.5], dtype=float32)
    """
    share = np.float32(dense_share)
    return (1 - share) * _by_best(bm25) + share * _by_best(np.maximum(cosine, 0))


def _by_best(scores: NDArray[np.float32]) -> NDArray[np.float32]:
    best = scores.max() if scores.size else np.float32(0)
    return scores / best if best > 0 else scores
