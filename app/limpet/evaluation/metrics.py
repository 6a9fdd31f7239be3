"""Metrics: pure functions of what was found, best first, and what should have been."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence


def ndcg(found: Sequence[str], relevant: Collection[str], k: int) -> float:
    """
    Normalised discounted cumulative gain at *k* with binary relevance, 0..1.

    ``sum(1 / log2(rank + 1))`` over relevant ranks up to k, divided by the best possible sum.

    >>> round(ndcg(["a", "b", "c"], {"c"}, 10), 3), ndcg(["c"], {"c"}, 10)
    (0.5, 1.0)
    """
    gained = sum(1.0 / math.log2(rank + 1) for rank, item in enumerate(found[:k], 1) if item in relevant)
    best = sum(1.0 / math.log2(rank + 1) for rank in range(1, min(k, len(relevant)) + 1))
    return gained / best if best else 0.0


def recall(found: Sequence[str], relevant: Collection[str], k: int) -> float:
    """
    Share of the relevant items among the first *k*, 0..1.

    >>> recall(["a", "b", "c"], {"b", "x"}, 2)
    0.5
    """
    return len(set(found[:k]) & set(relevant)) / len(relevant) if relevant else 0.0


def reciprocal_rank(found: Sequence[str], relevant: Collection[str]) -> float:
    """
    One over the rank of the first relevant item, 0 when there is none.

    >>> reciprocal_rank(["a", "b"], {"b"})
    0.5
    """
    return next((1.0 / rank for rank, item in enumerate(found, 1) if item in relevant), 0.0)


def precision(found: Sequence[str], relevant: Collection[str], k: int) -> float:
    """
    Share of relevant items among the first *k* places, 0..1; an empty place counts as wrong.

    >>> precision(["a", "b"], {"b"}, 4)
    0.25
    """
    return len(set(found[:k]) & set(relevant)) / k


def mean(values: Iterable[float]) -> float:
    """
    Arithmetic mean, 0 of nothing.

    >>> mean([1.0, 2.0])
    1.5
    """
    gathered = list(values)
    return math.fsum(gathered) / len(gathered) if gathered else 0.0


def f1(true_positives: float, false_positives: float, false_negatives: float) -> float:
    """
    Harmonic mean of precision and recall, 0..1: ``2 tp / (2 tp + fp + fn)``.

    >>> f1(2, 1, 1)
    0.6666666666666666
    """
    whole = 2 * true_positives + false_positives + false_negatives
    return 2 * true_positives / whole if whole else 0.0


def auc(positives: Sequence[float], negatives: Sequence[float]) -> float:
    """
    Chance that a positive scores above a negative, ties half: the area under the ROC curve, 0..1.

    >>> auc([0.9, 0.4], [0.4, 0.1])
    0.875
    """
    if not positives or not negatives:
        return 0.0
    wins = sum((p > n) + 0.5 * (p == n) for p in positives for n in negatives)
    return wins / (len(positives) * len(negatives))
