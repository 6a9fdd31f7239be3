"""Two vectors as one query: the bare message with its words of the history, or with the summary vector."""

from __future__ import annotations

from typing import Final

import numpy as np

from limpet.ports import Vector

EXPANDED_SHARE: Final = 0.5
"""Weight of the expanded text's vector beside the raw message's: anything from .35 to .65 does the same on the measured
follow-up sets, while the expanded text alone loses."""


def mixed(raw: Vector, expanded: Vector | None, share: float = EXPANDED_SHARE) -> Vector:
    """
    Unit mean of two vectors, the second counting *share*; ranks as the mean of the two cosines does.

    >>> mixed(np.float32([1, 0]), np.float32([0, 1])).round(3).tolist()
    [0.7070000171661377, 0.7070000171661377]
    """
    if expanded is None:
        return raw
    mean: Vector = (1 - share) * raw + share * expanded
    length = np.float32(np.sqrt(np.einsum("i,i->", mean, mean)))
    return mean / length if length > 0 else raw
