"""Exposure: a fragment that was shown again and again gives way to its rivals."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Mapping
from typing import Final

FREE_SHOWINGS: Final = 2
"""Showings that cost nothing."""

SPAN: Final = 25
"""At seven showings the penalty is complete: ``(7 - 2) ** 2 / 25 == 1``."""

_TEXT_BYTES: Final = sys.getsizeof("")
"""What a text takes beside its characters; with four bytes a character outside of ASCII an upper bound."""

_AGAIN: Final = re.compile(
    r"\b(?:(?:say|tell|show|explain|give|read|write|do|see|hear|have|run)\b[^.?!]{0,40}"
    r"\b(?:again|once more|one more time)"
    r"|repeat|come again|once again|once more|(?:what|how) (?:was|were|did you say)\b[^.?!]{0,40}\bagain"
    r"|remind me|pardon|same (?:one|thing|answer) again)\b",
    re.IGNORECASE,
)


def exposure_penalty(shown: int) -> float:
    """
    What a fragment that was already shown *shown* times loses of its fused score (scaled to 0..1).

    >>> [exposure_penalty(n) for n in (0, 2, 3, 4, 7, 9)]
    [0.0, 0.0, 0.04, 0.16, 1.0, 1.0]
    """
    return min(1.0, max(0, shown - FREE_SHOWINGS) ** 2 / SPAN)


def wants_repeat(message: str) -> bool:
    """
    Whether the visitor asks for the same thing again, so that nothing is to be held back.

    >>> wants_repeat("Sorry, can you say it again?"), wants_repeat("Can I return it against a voucher?")
    (True, False)
    """
    return _AGAIN.search(message) is not None


def penalties(exposures: Mapping[str, int], message: str = "") -> dict[str, float]:
    """
    Penalty, above 0 and at most 1, of every fragment that was shown too often; empty when *message* wants a repeat.

    >>> penalties({"a": 2, "b": 3}), penalties({"b": 3}, "please repeat that")
    ({'b': 0.04}, {})
    """
    if message and wants_repeat(message):
        return {}
    return {name: exposure_penalty(shown) for name, shown in exposures.items() if shown > FREE_SHOWINGS}


def shown(exposures: Mapping[str, int], fragment_ids: Iterable[str], cap: int, cap_bytes: int) -> dict[str, int]:
    """
    The counts after *fragment_ids* were shown once more, least recently shown first; those leave first at the cap.

    >>> shown({"a": 1, "b": 1}, ["a", "c"], cap=2, cap_bytes=10_000)
    {'a': 2, 'c': 1}
    """
    after = dict(exposures)
    for name in dict.fromkeys(fragment_ids):
        after[name] = after.pop(name, 0) + 1
    joined = "".join(after)
    width = 1 if joined.isascii() else 4
    size_bytes = len(joined) * width + len(after) * _TEXT_BYTES
    while len(after) > cap or size_bytes > cap_bytes:
        oldest = next(iter(after))
        size_bytes -= len(oldest) * width + _TEXT_BYTES
        del after[oldest]
    return after


def unshown(exposures: Mapping[str, int], fragment_ids: Iterable[str]) -> dict[str, int]:
    """
    The counts as if *fragment_ids* had each been shown once less; used after forgetting.

    >>> unshown({"a": 2, "b": 1}, ["a", "b"])
    {'a': 1}
    """
    after = dict(exposures)
    for name in fragment_ids:
        if after.get(name, 0) <= 1:
            after.pop(name, None)
        else:
            after[name] -= 1
    return after
