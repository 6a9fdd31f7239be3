"""Words by which a message wants the end of a measure other than the price: the heaviest, the longest, the newest."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from limpet.memory.slot_prices import STAND_INS
from limpet.text.tokens import stems


class Measure(NamedTuple):
    """Names of the fields that hold it, the end that is wanted, and the word for it."""

    fields: frozenset[str]
    is_most: bool
    word: str


_WORDS: Final = (
    (r"heaviest", "weight", True), (r"lightest", "weight", False),
    (r"longest", "length duration pages", True), (r"shortest", "length duration pages", False),
    (r"tallest", "height", True), (r"widest", "width", True),
    (r"newest|most recent", "year published released", True), (r"oldest", "year published released", False),
    (r"(?:best|highest)[- ]rated", "rating stars score", True),
    (r"(?:worst|lowest)[- ]rated", "rating stars score", False),
)  # fmt: skip
_MEASURES: Final = tuple(
    (re.compile(rf"\b(?:{word})\b", re.IGNORECASE), frozenset(stems(fields)), is_most)
    for word, fields, is_most in _WORDS
)


def measure_of(message: str) -> Measure | None:
    """
    The measure that *message* wants an end of; None for none.

    >>> measure_of("Which is the lightest?").is_most, measure_of("the cheapest one")
    (False, None)
    """
    found = [(match, fields, is_most) for word, fields, is_most in _MEASURES if (match := word.search(message))]
    return Measure(found[0][1], found[0][2], found[0][0][0].lower()) if len(found) == 1 else None


def words_beside_measure(message: str) -> frozenset[str]:
    """Stems of *message* beside the measure and words that stand for any thing."""
    rest = message
    for word, _, _ in _MEASURES:
        rest = word.sub(" ", rest)
    return frozenset(stems(rest)) - STAND_INS


def measures_only(message: str) -> bool:
    """
    Whether *message* asks for nothing but the end of a measure of what is spoken of.

    >>> measures_only("And which is the longest?"), measures_only("What is the longest delivery time?")
    (True, False)
    """
    return measure_of(message) is not None and not words_beside_measure(message)
