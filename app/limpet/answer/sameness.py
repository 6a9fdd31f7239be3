"""Two units that say the same, so that one is enough; how alike two fragments are, looked up once."""

from __future__ import annotations

import re
from collections.abc import Callable
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


def remembered(alike: Callable[[str, str], float]) -> Callable[[str, str], float]:
    """
    *alike*, symmetric, that looks up each pair once: for one answer.

    >>> remembered(lambda first, second: float(first < second))("b", "a")
    1.0
    """
    known: dict[tuple[str, str], float] = {}

    def look_up(first: str, second: str) -> float:
        pair = (min(first, second), max(first, second))
        if pair not in known:
            known[pair] = alike(*pair)
        return known[pair]

    return look_up
