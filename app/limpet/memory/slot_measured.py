"""Numbers that measure a body or a thing and are no size of goods: "a 38 inch chest", "a bust of 40"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from limpet.memory.slot_words import Found, Piece

_MEASURED: Final = re.compile(
    r"(?P<before>\d+(?:\.\d+)?)\s*-?\s*(?:inch(?:es)?|in\.|cms?|mm|centimet(?:er|re)s?|feet|foot|ft|kgs?|lbs?|pounds|years?"
    r"|months?)(?!\w)"
    r"|\b(?:chest|bust|waist|hips?|shoulders?|inseam|neck|height|weight)(?:\s+(?:measures?|measuring|of|is|at|about|around))*"
    r"\s*[:=]?\s*(?P<behind>\d+(?:\.\d+)?)",
    re.IGNORECASE,
)


def measured_in(message: str) -> list[tuple[int, int]]:
    """
    Where *message* has a number that measures.

    >>> text = "I have a 38 inch chest; my waist is 34. Size 40?"
    >>> [text[start:end] for start, end in measured_in(text)]
    ['38', '34']
    """
    return [match.span("before" if match["before"] else "behind") for match in _MEASURED.finditer(message)]


def unmeasured(found: Sequence[Found], pieces: Sequence[Piece], message: str) -> list[Found]:
    """*found* without values that are a bare number, where the message measures by it."""
    spans = measured_in(message)
    return [
        one
        for one in found
        if not (one.value.isdecimal() and any(start <= pieces[one.first].start < end for start, end in spans))
    ]
