"""Hits that were shown often move down."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray


def penalised(
    scores: NDArray[np.float32], fragment_ids: Sequence[str], penalties: Mapping[str, float]
) -> NDArray[np.float32]:
    """
    *scores* (0..1) less each fragment's penalty; a missing one is 0.

    >>> penalised(np.array([0.75, 0.625], dtype=np.float32), ["a", "b"], {"a": 0.5})
    array([0.25 , 0.625], dtype=float32)
    """
    if not penalties:
        return scores
    return scores - np.array([penalties.get(name, 0.0) for name in fragment_ids], dtype=np.float32)
