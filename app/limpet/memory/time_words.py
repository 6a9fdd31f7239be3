"""Words for time by language: data for ``when``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final


@dataclass(frozen=True, slots=True)
class TimeWords:
    """
    One language's words for time.

    Attributes:
        months: Name or short form -> 1..12.
        weekdays: Name -> 0 (Monday) .. 6.
        seasons: Name -> first month of its three.
        feasts: Name -> (month, day).
        units: Word -> days (28-31 for a month and 365-366 for a year are counted in the calendar).
        numbers: Word -> number.
        past_talk: Expression for a question about earlier conversations.
        first: Expression for the oldest.
        last: Expression for the latest conversation.
        asks_when: Expression for a question whose answer is a time.
        tells_time: Expression for a text that tells a time.
    """

    months: Mapping[str, int]
    weekdays: Mapping[str, int]
    seasons: Mapping[str, int]
    feasts: Mapping[str, tuple[int, int]]
    units: Mapping[str, int]
    numbers: Mapping[str, int]
    past_talk: str
    first: str
    last: str
    asks_when: str
    tells_time: str


_MONTHS: Final = ("january february march april may june july august september october november december").split()
_NUMBERS: Final = "one two three four five six seven eight nine ten eleven twelve".split()
_DAYS: Final = "monday tuesday wednesday thursday friday saturday sunday".split()

ENGLISH: Final = TimeWords(
    months={
        **{name: i for i, name in enumerate(_MONTHS, 1)},
        **{name[:3]: i for i, name in enumerate(_MONTHS, 1) if name != "may"},
        "sept": 9,
    },
    weekdays={name: i for i, name in enumerate(_DAYS)},
    seasons={"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12},
    feasts={"christmas": (12, 25), "halloween": (10, 31), "new year": (1, 1), "valentine": (2, 14)},
    units={"day": 1, "week": 7, "fortnight": 14, "month": 30, "year": 365},
    numbers={
        **{word: number for number, word in enumerate(_NUMBERS, 1)},
        "a": 1,
        "an": 1,
        "couple": 2,
        "a couple of": 2,
        "couple of": 2,
        "a few": 3,
        "few": 3,
        "several": 4,
    },
    past_talk=(
        r"\b(?:last time|first time|remember|remind me|our (?:\w+ )?(?:talk|chat|conversation|session)s?"
        r"|(?:we|i|you) (?:\w+ )?"
        r"(?:talk|said|say|told|discuss|mention|ask|bought|order|chose|used|look|learn|cover|decide)\w*"
        r"|did (?:i|we|you)|have (?:i|we)|had (?:i|we)|my (?:last|previous|earlier)|previously|earlier|before)\b"
    ),
    first=(
        r"\b(?:very )?first (?:time|thing|conversation|chat|message|question|session|talk)\b"
        r"|\bat the (?:very )?beginning\b"
    ),
    last=r"\b(?:last|previous) (?:time|conversation|chat|session|talk)\b",
    asks_when=(r"^\W*(?:when|how long|what (?:date|day|month|year|time)|which (?:date|day|month|year)|since when)\b"),
    tells_time=(
        r"\b(?:yesterday|today|tonight|tomorrow|last|ago|next|weekend|weeks?|months?|since|recently|years?"
        r"|\d+(?:st|nd|rd|th)"
        r"|monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april|june|july|august"
        r"|september|october|november|december|in may|of may|(?:19|20)\d\d)\b"
    ),
)

TIME_WORDS: Final[Mapping[str, TimeWords]] = MappingProxyType({"en": ENGLISH})
"""By ISO 639-1 code; a language without a table has no time expressions, and recall then goes by words alone."""
