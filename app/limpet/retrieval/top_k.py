"""The k best of many scores without sorting them all."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


def top_k(scores: NDArray[Any], k: int) -> NDArray[np.intp]:
    """
    Positions of the *k* highest scores, best first; equal scores in order of position, also at the cut.

    O(n) to partition plus O(k log k) to order, against O(n log n) of a full sort.

    Args:
        scores: One row of finite numbers.
        k: How many at most; fewer come back when there are fewer.

    >>> top_k(np.array([0.1, 0.9, 0.5, 0.9]), 3)
    array([1, 3, 2])
    """
    count = len(scores)
    if k <= 0 or count == 0:
        return np.empty(0, dtype=np.intp)
    if k >= count:
        return np.argsort(-scores, kind="stable")
    cut = scores[np.argpartition(scores, count - k)[count - k]]
    above = np.flatnonzero(scores > cut)
    chosen = np.concatenate((above, np.flatnonzero(scores == cut)[: k - len(above)]))
    return chosen[np.lexsort((chosen, -scores[chosen]))]


def best_positive(scores: NDArray[Any], k: int) -> NDArray[np.intp]:
    """
    Positions of the *k* highest of *scores* above 0, in order of position; of equal ones at the cut the first.

    Args:
        scores: None below 0; most are 0, and those cost next to nothing.
        k: How many at most, above 0.

    >>> best_positive(np.array([0.0, 0.5, 0.9, 0.5]), 2)
    array([1, 2])
    """
    count = len(scores)
    cut = np.partition(scores, count - k)[count - k] if count > k else 0
    if cut <= 0:
        return np.flatnonzero(scores > 0)
    chosen: NDArray[np.intp] = np.flatnonzero(scores >= cut)
    if len(chosen) > k:
        at_cut = np.flatnonzero(scores[chosen] == cut)
        chosen = np.delete(chosen, at_cut[len(at_cut) - (len(chosen) - k) :])
    return chosen
