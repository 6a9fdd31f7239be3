"""How much a fragment is about a word that it holds: the saturating part of BM25."""

from __future__ import annotations

from typing import Final, TypeVar

import numpy as np
from numpy.typing import NDArray

K1: Final = 1.5
"""Saturation: how soon more of the same word stops helping; 0 = at once. Usual range 0.9-2."""

B: Final = 0.75
"""Length normalisation: 0 = none, 1 = in full. The usual value."""

Number = TypeVar("Number", float, NDArray[np.float64])


def bm25_weight(frequency: Number, length: Number, mean_length: float, k1: float = K1, b: float = B) -> Number:
    """
    Share of a term's IDF that a fragment earns, from 0 to *k1* + 1 (Robertson and Zaragoza 2009).

    ``f * (k1 + 1) / (f + k1 * (1 - b + b * length / mean_length))``

    Args:
        frequency: f, how often the fragment holds the term (fields may be weighted).
        length: Terms of the fragment, weighted likewise.
        mean_length: Mean of *length* over all fragments, above zero.
        k1: Saturation.
        b: Length normalisation.

    >>> bm25_weight(1.0, 100.0, 100.0)
    1.0
    """
    return frequency * (k1 + 1.0) / (frequency + k1 * (1.0 - b + b * length / mean_length))
