"""What was found for a message, as numbers of fixed places: the parts of the confidence, and the first hits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from limpet.policy.confidence import WITH_VECTORS
from limpet.retrieval.document import Hit

_LATER: Final = frozenset({"lacks_asked"})
"""Parts that came after the network's schema; it knows them by the confidence alone."""
CUES: Final = tuple(name for name in WITH_VECTORS if name and name not in _LATER)
"""Order of the parts."""
HITS: Final = 10
"""Best hits that have places of their own."""
_BM25_BY_RARITY: Final = ("words_best", "words_mean", "words_margin")
_MOST: Final = 10.0
"""BM25 by the rarity of what was asked is rarely more."""


def cue_numbers(cues: Mapping[str, float]) -> tuple[float, ...]:
    """
    The parts of the confidence in the order of ``CUES``, each cut to 0..1.

    >>> len(cue_numbers({"cosine_best": 0.5})) == len(CUES)
    True
    """
    return tuple(_share(cues.get(name, 0.0) / (_MOST if name in _BM25_BY_RARITY else 1.0)) for name in CUES)


def hit_numbers(hits: Sequence[Hit]) -> tuple[float, ...]:
    """
    Fused score, cosine and BM25 by that of the first hit, for each of the first ``HITS``, cut to 0..1; zeros
    where there are fewer.

    >>> hit_numbers([])[:3], len(hit_numbers([]))
    ((0.0, 0.0, 0.0), 30)
    """
    most = 1.0 + (hits[0].bm25 if hits else 0.0)
    rows = [(hit.score, hit.cosine, hit.bm25 / most) for hit in hits[:HITS]]
    rows += [(0.0, 0.0, 0.0)] * (HITS - len(rows))
    return tuple(_share(value) for row in zip(*rows, strict=True) for value in row)


def _share(value: float) -> float:
    return min(1.0, max(0.0, value))
