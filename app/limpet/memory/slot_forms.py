"""Values that are known by their form and not from a list: dates, times of day, and names of places and things."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

Form: TypeAlias = Literal["date", "time", "name"]

_MONTH: Final = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?)"
)
_DAY: Final = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_NTH: Final = r"\d{1,2}(?:st|nd|rd|th)?"
_DATES: Final = (
    rf"(?:the )?{_NTH} of (?:{_MONTH}|this month|next month)",
    rf"{_MONTH} {_NTH}\b",
    rf"{_NTH} {_MONTH}\b",
    rf"{_DAY} (?:next|this) week",
    rf"(?:next|this|coming) {_DAY}",
    r"(?:the )?day after tomorrow",
    r"later today|today|tomorrow|tonight",
    r"the \d{1,2}(?:st|nd|rd|th)\b",
    r"\d{1,2}[/.]\d{1,2}[/.]\d{2,4}",
    _DAY,
)
_PART: Final = r"(?:morning|afternoon|evening|night|noon)"
_CLOCK: Final = r"\d{1,2}(?:[:.]\d{2})?"
_NUMBER: Final = r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"
_TIMES: Final = (
    rf"(?:half past|quarter (?:past|to)) {_CLOCK}(?: in the {_PART}| ?[ap]\.?m\b)?",
    rf"(?:{_CLOCK}|{_NUMBER})(?: o'?clock)? (?:in the|at) {_PART}",
    rf"(?:{_CLOCK}|{_NUMBER}) ?[ap]\.?m\b",
    rf"{_PART} {_CLOCK}",
    rf"{_CLOCK} o'?clock",
    r"\d{1,2}:\d{2}",
)
_PATTERNS: Final[dict[Form, re.Pattern[str]]] = {
    "date": re.compile(rf"\b(?:{'|'.join(_DATES)})", re.IGNORECASE),
    "time": re.compile(rf"\b(?:{'|'.join(_TIMES)})", re.IGNORECASE),
}
_WORD: Final = r"(?:[A-Z]\.(?=[ A-Z])|[A-Z][\w'’&-]*(?:\.[A-Z])*|\d{1,4})"
_NAME: Final = re.compile(
    r"(?<![\w'’.])(?:[A-Z]\.(?= ?[A-Z])|[A-Z][\w'’&-]*|\d{1,4}(?= [A-Z]))"
    rf"(?:(?:,? ){_WORD}|(?: (?:of|the|and|&)){{1,2}} {_WORD})*"
)
_NO_NAMES: Final = frozenset(
    "i i'm i'd i'll i've yes no ok okay please thanks thank hi hello hey sure great good fine can could would what "
    "where when how which who is are do does did the a an my we you your it that this there let's let find search "
    "look get search look get book make reserve show tell give need want also and but so well actually monday "
    "tuesday wednesday thursday friday saturday sunday january february march april may june july august september "
    "october november december confirming confirm sorry alright perfect awesome cool right now for from to in at on "
    "by with about any some play watch nope yeah nothing something i’m i’d i’ll in what's that's it's they their "
    "they've there's he she".split()
)


_CAPITAL: Final = re.compile(r"(?!I\b)[A-Z](?![\w' ]*[.!?]? ?[a-z])|(?<=[a-z,] )(?!I\b)[A-Z]")
_CUED: Final = re.compile(
    r"\b(?:from|to|in|near|around|into|starring|directed by|named|called) (?:the city of )?"
    r"(?P<name>[a-z][\w'’]*(?: [a-z][\w'’]*){0,2}?(?:, [a-z]{2})?)"
    r"(?=,? (?:to|from|on|at|for|in|and|with|please|next|this|by|the|that|which|around|leaving"
    r"|today|tomorrow|tonight|next)\b|[.,?!]|\s*$)"
)
_VERBS: Final = frozenset("go buy rent listen stay visit travel eat stop be have do see meet fly leave take my".split())
_INNER: Final = re.compile(r",? (?:and |the )?(?=(?:I|I['’]\w+|Is|Can|Do|What|Please|Search|Find)\b)")
"""Where a name ends although the capitals go on."""


@dataclass(frozen=True, slots=True)
class Span:
    """A value in a text: code points ``start`` to ``end``."""

    form: Form
    text: str
    start: int
    end: int


def spans_of(text: str, form: Form) -> list[Span]:
    """
    The values of one form in *text*, in order.

    >>> [span.text for span in spans_of("A table for 2 on March 5th at half past 7 in the evening", "time")]
    ['half past 7 in the evening']
    >>> [span.text for span in spans_of("Is there a bus from San Jose to LA?", "name")]
    ['San Jose', 'LA']
    """
    if form == "name":
        return list(_names(text))
    return [_span(form, match) for match in _PATTERNS[form].finditer(text)]


def _span(form: Form, match: re.Match[str]) -> Span:
    """ "the 7th of March" is kept as "7th of March", "the 7th" as it is."""
    text = re.sub(r"(?i)^the (?=.* of )", "", match[0].strip())
    return Span(form, text, match.end() - len(text), match.end())


def _names(text: str) -> Iterator[Span]:
    """Capitalised spans without the words that only begin a sentence; in a text without capitals, what is cued."""
    taken = [match.span() for pattern in _PATTERNS.values() for match in pattern.finditer(text)]
    if not _CAPITAL.search(text):
        for match in _CUED.finditer(text):
            start, end = match.span("name")
            is_free = not any(start < b and a < end for a, b in taken)
            if is_free and not set(match["name"].split()) & _NO_NAMES and match["name"].split()[0] not in _VERBS:
                yield Span("name", match["name"], start, end)
        return
    for match in _NAME.finditer(text):
        start, end = match.span()
        words = match[0].split(" ")
        while words and words[0].strip(".,'’").lower() in _NO_NAMES:
            start += len(words.pop(0)) + 1
        name = _INNER.split(" ".join(words), maxsplit=1)[0].rstrip(".,'’-&")
        end = start + len(name)
        if name and name[0] != " " and not any(start < b and a < end for a, b in taken):
            yield Span("name", name, start, end)
