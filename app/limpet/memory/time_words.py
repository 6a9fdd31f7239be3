"""Words for time by language: data for ``when``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from limpet.text.calendar_text import MONTHS


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
        lead: Expression for what stands before a month, season or year that alone could be another word.
        since: Expression for what stands before a stretch with which a longer one begins.
        after: The same, where it begins once the stretch is over.
        before: Expression for what stands before a stretch at which a longer one has ended.
        until: The same, where the stretch itself belongs to it.
        onwards: Expression for what stands after a stretch with which a longer one begins.
        backwards: Expression for what stands after a stretch with which a longer one ends.
        from_: Expression for what begins a range.
        between: Expression for what begins a range whose ends are joined by ``both``.
        both: See there.
        to: Expression for what joins the ends of any other range.
        but: Expression for what joins an end with ``after`` or ``since`` and one with ``before`` or ``until``.
        also: Expression for what joins several stretches.
        about: Expression for words before the end of a range that do not change it.
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
    lead: str
    since: str
    after: str
    before: str
    until: str
    onwards: str
    backwards: str
    from_: str
    between: str
    both: str
    to: str
    but: str
    also: str
    about: str
    past_talk: str
    first: str
    last: str
    asks_when: str
    tells_time: str


_NUMBERS: Final = "one two three four five six seven eight nine ten eleven twelve".split()
_DAYS: Final = "monday tuesday wednesday thursday friday saturday sunday".split()

ENGLISH: Final = TimeWords(
    months={
        **{name: i for i, name in enumerate(MONTHS, 1)},
        **{name[:3]: i for i, name in enumerate(MONTHS, 1) if name != "may"},
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
    lead=(
        "in|during|since|before|after|until|till|through|throughout|over|by|from|early|late|mid|last|this|of|past"
        "|up to|prior to|starting|as of"
    ),
    since=r"(?:ever )?since|starting(?: from| in| on)?",
    after=r"after|later than|following",
    before=r"before|prior to|earlier than",
    until=r"until|till|up (?:to|until|till)|through",
    onwards=r"onwards?|and (?:after|later|since)|or later",
    backwards=r"and (?:before|earlier)|or earlier",
    from_="from|in|during|over|throughout|for",
    between=r"(?:in )?between",
    both="and",
    to=r"to|until|till|through|thru|up (?:to|until|till)",
    but=r"(?:,? ?(?:and|but) )?",
    also=r",? (?:and|or) (?:in |on |during )?|, ",
    about=(
        "the|a|on|in|of|early|late|mid|about|around|roughly|last|this|past|previous"
        "|(?:the )?(?:end|start|beginning|middle) of"
    ),
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
