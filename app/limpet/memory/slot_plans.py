"""Where and when: places, dates and times in a message that makes a plan ("Do you deliver to Canada?")."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from limpet.memory.slot_forms import Form, spans_of
from limpet.memory.slot_kinds import Said
from limpet.text.places import place_names

_PLANS: Final = re.compile(
    r"\b(?:deliver(?:y|ed|ies)?|ship(?:ping|ped)?|send|stores?|shops?|branch(?:es)?|outlets?|hotels?|restaurants?"
    r"|flights?"
    r"|trains?|bus(?:es)?|travel(?:l?ing)?|near me|pick ?up|book(?:ing)?|reserv(?:e|ation)|appointments?|tables?"
    r"|tickets?"
    r"|visit|come (?:by|over|in)|open(?:ing)?|closed|available|arrive|check ?in|stay(?:ing)?|rent|need it|schedule"
    r"|i live"
    r"|i(?:'m| am)(?: based| located| living)? in|we(?:'re| are)(?: based| located)? in|moving to|delivered)\b",
    re.IGNORECASE,
)
_PAST: Final = re.compile(
    r"\b(?:was|were|did|released?|published|changed|since|introduced|deprecated|removed|happened|born|died|founded|war"
    r"|began|cron|every|each)\b",
    re.IGNORECASE,
)
_BEFORE_PLACE: Final = (
    r"\b(?:in|to|near|around|from|at|of|for|within|and|or|about|across|make (?:it|that)|rather)\s+(?:the\s+)?"
)
_SENT_TO: Final = re.compile(
    r"\b(?i:deliver\w*|ship\w*|send\w*|post|courier) (?i:(?:\w+ ){0,2}to )(?:the )?"
    r"(?P<place>[A-Z][a-z]+(?: [A-Z][a-z]+)?)(?=\s*(?:[?.!,]|$)|\s+(?i:take|cost|by|within|and|or)\b)"
)
_TIMED: Final[tuple[Form, ...]] = ("date", "time")


def plans(message: str) -> bool:
    """
    Whether *message* makes a plan of where or when.

    >>> plans("Are you open on Sunday?"), plans("What was released on March 5th?")
    (True, False)
    """
    return _PLANS.search(message) is not None and _PAST.search(message) is None


def plans_in(message: str) -> Iterator[Said]:
    """
    Places of the list, dates and times.

    >>> [(one.slot, one.value) for one in plans_in("Do you deliver to Canada on Friday?")]
    [('place', 'Canada'), ('date', 'Friday')]
    """
    if place := place_in(message):
        yield Said("place", place)
    for form in _TIMED:
        spans = spans_of(message, form)
        if len(spans) == 1:
            yield Said(form, spans[0].text)


def place_in(message: str) -> str:
    """
    The place of the list that *message* is about; empty for none.

    >>> place_in("Do you deliver to Canada?"), place_in("Canada geese")
    ('Canada', '')
    """
    match = _places().search(message)
    return match["place"] if match else ""


def sent_to(message: str) -> str:
    """
    The place that something is to be sent to, be it of no list; empty for none.

    >>> sent_to("Do you deliver to Pune?"), sent_to("Do you deliver to the door?")
    ('Pune', '')
    """
    match = _SENT_TO.search(message)
    return match["place"] if match else ""


@lru_cache(maxsize=1)
def _places() -> re.Pattern[str]:
    names = sorted(place_names(), key=len, reverse=True)
    return re.compile(rf"{_BEFORE_PLACE}(?P<place>{'|'.join(map(re.escape, names))})(?![\w-])")
