"""How much of what a question needs has been found: when the walk may stop."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

import numpy as np
from numpy.typing import NDArray

DEFAULT_STOP: Final = 0.70
SHARPNESS: Final = 2.0
"""Power that turns a block's lead over the threshold into its share of the evidence (from the printed curve)."""


def met_share(needs: Mapping[str, float], found: Collection[str]) -> float:
    """
    Share of the *needs* (need -> weight) that *found* meets; 1 without needs.

    Needs are the question's stems weighted by IDF, and the time that it asks for.

    >>> met_share({"router": 3.0, "spring": 1.0}, {"router"})
    0.75
    """
    total = sum(needs.values())
    return sum(weight for need, weight in needs.items() if need in found) / total if total > 0 else 1.0


def evidence_shares(scores: NDArray[np.float64], threshold: float) -> NDArray[np.float64]:
    """
    Share of the evidence that each candidate is expected to hold, from metadata scores alone; sums to 1.

    ``(score - floor) ** 2`` over their sum, where the floor lies a little below the threshold of candidates.

    Args:
        scores: Metadata scores of the candidates.
        threshold: Share of the best score at which a block becomes a candidate.

    >>> evidence_shares(np.array([1.0, 0.6]), 0.6).round(2).tolist()
    [0.93, 0.07]
    """
    if scores.size == 0:
        return scores
    floor = 0.75 * threshold * float(scores.max())
    lead = np.maximum(scores - floor, 1e-9) ** SHARPNESS
    return np.asarray(lead / lead.sum(), dtype=np.float64)


def coverage(met: float, opened_share: float) -> float:
    """
    Estimated share of what a question needs that the walk has found, 0..1: ``(met * opened_share) ** 3``.

    Words alone overestimate it (one block can hold every word and a third of the evidence), so it is guarded by the
    evidence that blocks still closed are expected to hold. The cube is the calibration: stopping at 0.70 keeps 98 %
    of the recall of an exhaustive search (from the printed curve), stopping at the bare product would lose 4 %.

    Args:
        met: Share of the needs met by the best turns so far.
        opened_share: Sum of ``evidence_shares`` of the opened candidates.

    >>> coverage(1.0, 1.0), coverage(1.0, 0.5)
    (1.0, 0.125)
    """
    return float((met * opened_share) ** 3)
