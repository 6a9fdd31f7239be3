"""Two units that say the same, so that one is enough."""

from __future__ import annotations

import re
from typing import Final

from limpet.answer.fragments import Unit

SAME_SHARE: Final = 0.85
"""Share of the shorter one's stems that the other has too, from which it adds nothing."""
_NEGATION: Final = re.compile(r"\b(?:not|no|never|none|cannot|without|nor)\b|n['’]t\b", re.IGNORECASE)
_NUMBER: Final = re.compile(r"\d+(?:[.,]\d+)*")


def likeness(first: frozenset[str], second: frozenset[str]) -> float:
    """
    Share of the smaller set of stems that the other has too, 0..1.

    >>> likeness(frozenset({"silk", "wash"}), frozenset({"silk"}))
    1.0
    """
    smaller = min(len(first), len(second))
    return len(first & second) / smaller if smaller else 0.0


def is_negated(text: str) -> bool:
    """
    Whether a sentence denies something.

    >>> is_negated("We do not ship abroad."), is_negated("Shipping is free.")
    (True, False)
    """
    return _NEGATION.search(text) is not None


def says_the_same(first: Unit, second: Unit) -> bool:
    """Whether one unit's words, numbers and denials are all in the other already."""
    if likeness(first.stems, second.stems) <= SAME_SHARE or is_negated(first.plain) != is_negated(second.plain):
        return False
    ours, theirs = (set(_NUMBER.findall(one.plain)) for one in (first, second))
    return ours <= theirs or theirs <= ours
