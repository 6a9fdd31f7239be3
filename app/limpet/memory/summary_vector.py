"""The summary vector: what the conversation is about, in one vector for ever."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import numpy as np

from limpet.errors import ConfigError, DimensionError
from limpet.ports import Vector

KEPT_SHARE: Final = 0.75
"""Share of the old summary that stays; the last three messages make up 58 % of the sum, the last eight 90 %."""


def blend(summary: Vector | None, vector: Vector) -> Vector:
    """
    The summary after one more message: a copy of the first, then ``0.75 * old + 0.25 * new``. Read-only, float32.

    Raises:
        DimensionError: The two have different sizes.

    >>> first = blend(None, np.array([1, 0], dtype=np.float32))
    >>> blend(first, np.array([0, 1], dtype=np.float32)).tolist()
    [0.75, 0.25]
    """
    if summary is None:
        blended = np.array(vector, dtype=np.float32)
    elif summary.shape != vector.shape:
        raise DimensionError(summary.size, vector.size)
    else:
        blended = (KEPT_SHARE * summary + (1 - KEPT_SHARE) * vector).astype(np.float32)
    blended.flags.writeable = False
    return blended


def blend_all(vectors: Iterable[Vector]) -> Vector | None:
    """The summary of these messages, oldest first; None when there are none. Used after forgetting."""
    summary: Vector | None = None
    for vector in vectors:
        summary = blend(summary, np.asarray(vector, dtype=np.float32))
    return summary


def unit(vector: Vector | None) -> Vector | None:
    """
    *vector* at length 1, for cosines; None for none or for a zero vector.

    >>> unit(np.array([3, 4], dtype=np.float32)).round(2).tolist()
    [0.6000000238418579, 0.800000011920929]
    """
    if vector is None:
        return None
    length = float(np.sqrt(np.einsum("i,i->", vector, vector)))
    return None if length == 0 else (vector / np.float32(length)).astype(np.float32)


def checked(vector: Any, dimensions: int | None) -> Vector:
    """
    *vector* as one finite float32 row of *dimensions* numbers (any when None).

    Raises:
        DimensionError: Not one row, or another size.
        ConfigError: ``bad-turn``: a number that is not finite.
    """
    row = np.asarray(vector, dtype=np.float32)
    if row.ndim != 1 or row.size == 0 or (dimensions is not None and row.size != dimensions):
        raise DimensionError(dimensions or 384, row.size)
    if not np.isfinite(row).all():
        raise ConfigError("bad-turn", "The vector of the message holds a number that is not finite.")
    return row


def cosine(first: Any, second: Any) -> float:
    """
    Cosine of two vectors, -1..1; 0 when one of them is all zeros.

    >>> cosine(np.float32([1, 0]), np.float32([3, 0]))
    1.0
    """
    a, b = np.asarray(first, dtype=np.float64), np.asarray(second, dtype=np.float64)
    length = float(np.sqrt(np.einsum("i,i->", a, a) * np.einsum("i,i->", b, b)))
    return float(np.einsum("i,i->", a, b)) / length if length > 0 else 0.0
