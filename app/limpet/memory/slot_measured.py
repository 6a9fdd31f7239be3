"""Numbers that measure a body or a thing and are no size of goods: "a 38 inch chest", "a bust of 40"."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Final

from limpet.memory.slot_words import Found, Piece, key_of
from limpet.text.tokens import stems

_MEASURED: Final = re.compile(
    r"(?P<before>\d+(?:\.\d+)?)\s*-?\s*(?:inch(?:es)?|in\.|cms?|mm|centimet(?:er|re)s?|feet|foot|ft|kgs?|lbs?|pounds|years?"
    r"|months?)(?!\w)"
    r"|\b(?:chest|bust|waist|hips?|shoulders?|inseam|neck|height|weight)(?:\s+(?:measures?|measuring|of|is|at|about|around))*"
    r"\s*[:=]?\s*(?P<behind>\d+(?:\.\d+)?)",
    re.IGNORECASE,
)

_SIZE: Final = frozenset(map(key_of, "size sizes in eu uk us number".split()))


def measured_in(message: str) -> list[tuple[int, int]]:
    """
    Where *message* has a number that measures.

    >>> text = "I have a 38 inch chest; my waist is 34. Size 40?"
    >>> [text[start:end] for start, end in measured_in(text)]
    ['38', '34']
    """
    return [match.span("before" if match["before"] else "behind") for match in _MEASURED.finditer(message)]


def unit_stems(message: str) -> frozenset[str]:
    """
    Stems of the units behind numbers in *message*: a table of measures need not repeat them.

    >>> sorted(unit_stems("a 38 inch chest"))
    ['inch']
    """
    found = [match for match in _MEASURED.finditer(message) if match["before"]]
    return frozenset(one for match in found for one in stems(match[0].replace(match["before"], " ")))


def unmeasured(
    found: Sequence[Found], pieces: Sequence[Piece], message: str, kinds: Collection[str] | None = ()
) -> list[Found]:
    """
    *found* without values that are a bare number, where the message measures by it, or counts goods of one of the slots
    *kinds* ("40 cotton kurtas"); all of *found* where these are None, for then there are no goods.
    """
    if kinds is None:
        return list(found)
    spans = measured_in(message)
    starting = {one.first: one for one in reversed(found)}
    return [
        one
        for one in found
        if not one.value.isdecimal()
        or not (_counts(one, starting, pieces, kinds) or any(a <= pieces[one.first].start < b for a, b in spans))
    ]


def _counts(number: Found, starting: Mapping[int, Found], pieces: Sequence[Piece], kinds: Collection[str]) -> bool:
    """Whether nothing but values stand between *number* and a kind of goods, and it is called no size."""
    if not kinds or (number.first and pieces[number.first - 1].key in _SIZE):
        return False
    at = number.last
    while (behind := starting.get(at)) is not None:
        if behind.slot in kinds:
            return True
        at = behind.last
    return False
