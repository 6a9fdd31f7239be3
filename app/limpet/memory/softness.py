"""How much of the context counts: less, the nearer the documents already come to the bare message."""

from __future__ import annotations

from typing import Final

FULL_BELOW_COSINE: Final = 0.5
"""Nearest fragment below which the whole context counts."""
NONE_ABOVE_COSINE: Final = 0.8
"""Nearest fragment above which the message is left as it is: it has found its text."""


def context_share(nearest_cosine: float) -> float:
    """
    Factor 0..1 on everything that is added to a message, from the cosine of the message with the nearest fragment.

    A message that nearly quotes a fragment lacks nothing; adding words to it can only move it away. Falls linearly
    between the two bounds. On MTRAG, cross-validated, it takes away, with the bound on weak words, a fifth of the turns
    that context harms at no cost in gain; MTRAG-UN and CAsT lose a little of theirs.

    >>> context_share(0.4), round(context_share(0.65), 2), context_share(0.9)
    (1.0, 0.5, 0.0)
    """
    span = NONE_ABOVE_COSINE - FULL_BELOW_COSINE
    return min(1.0, max(0.0, (NONE_ABOVE_COSINE - nearest_cosine) / span))
