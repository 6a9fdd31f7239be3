"""Intervals of a mean over turns when the turns of one conversation hang together: whole conversations are redrawn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

DRAWS: Final = 4000
SEED: Final = 7


def interval(values: Sequence[Sequence[float]], share: float = 0.95) -> tuple[float, float]:
    """
    Lower and upper end of the interval of the mean of all *values*, given by conversation.

    Percentile bootstrap by cluster (Efron and Tibshirani 1993): as many conversations as there are, drawn with
    replacement, ``DRAWS`` times. The same values give the same interval.

    >>> interval([[1.0, 1.0], [1.0]])
    (1.0, 1.0)
    """
    sums = np.array([sum(one) for one in values], dtype=np.float64)
    counts = np.array([len(one) for one in values], dtype=np.float64)
    if not len(sums) or not counts.any():
        return 0.0, 0.0
    drawn = np.random.default_rng(SEED).integers(0, len(sums), (DRAWS, len(sums)))
    means = sums[drawn].sum(axis=1) / np.maximum(1.0, counts[drawn].sum(axis=1))
    low, high = np.quantile(means, [(1 - share) / 2, (1 + share) / 2])
    return float(low), float(high)


def ratio_interval(
    above: Sequence[Sequence[float]], below: Sequence[Sequence[float]], share: float = 0.95
) -> tuple[float, float]:
    """
    The same of the ratio of two means over the same turns, given by conversation.

    >>> ratio_interval([[2.0, 4.0], [6.0]], [[1.0, 2.0], [3.0]])
    (2.0, 2.0)
    """
    sums = np.array([(sum(one), sum(other)) for one, other in zip(above, below, strict=True)], dtype=np.float64)
    if not len(sums) or not sums[:, 1].any():
        return 0.0, 0.0
    drawn = np.random.default_rng(SEED).integers(0, len(sums), (DRAWS, len(sums)))
    both = sums[drawn].sum(axis=1)
    low, high = np.quantile(both[:, 0] / np.maximum(1e-9, both[:, 1]), [(1 - share) / 2, (1 + share) / 2])
    return float(low), float(high)


def differences(first: Sequence[Sequence[float]], second: Sequence[Sequence[float]]) -> list[list[float]]:
    """
    First less second, turn by turn.

    >>> differences([[1.0, 2.0]], [[0.5, 2.0]])
    [[0.5, 0.0]]
    """
    return [[a - b for a, b in zip(one, other, strict=True)] for one, other in zip(first, second, strict=True)]
