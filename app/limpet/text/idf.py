"""How much a word tells: inverse document frequency."""

from __future__ import annotations

import math


def idf(fragments_with_term: int, fragments: int) -> float:
    """
    Weight of a term that *fragments_with_term* of *fragments* hold, never negative.

    ``ln(1 + (N - n + 0.5) / (n + 0.5))``, the form of Lucene; a term in every fragment is worth almost nothing, an
    unknown term the most.

    Args:
        fragments_with_term: n, 0 or more.
        fragments: N, at least n.

    >>> round(idf(1, 100), 3), round(idf(100, 100), 3)
    (4.21, 0.005)
    """
    return math.log(1.0 + (fragments - fragments_with_term + 0.5) / (fragments_with_term + 0.5))
