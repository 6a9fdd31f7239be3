"""Which days a message wants things of a calendar from: "Which events are in May?", "What is on this weekend?"."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta
from typing import Final

from limpet.memory.calendar_range import EVER_S, Range, day, months, week
from limpet.memory.slot_schema import SlotSpec
from limpet.memory.slots import Slot
from limpet.memory.time_range import ranges
from limpet.memory.time_words import TIME_WORDS
from limpet.text.calendar_text import Days, day_of
from limpet.text.tokens import stems

_WORDS: Final = TIME_WORDS["en"]
_WHATS_ON: Final = re.compile(
    r"\b(?:what(?:['’]s| is| are)?|anything|something|things?|all|happens|happening) (?:\w+ )?"
    r"(?:(?:there )?(?:on|to do|to see)|happening|going on|planned|scheduled)\b|\bwhat happens\b"
    r"|\bwhat can i (?:do|see|visit)\b", re.IGNORECASE
)  # fmt: skip
_FROM_NOW: Final = re.compile(
    r"\b(?:this|today|tonight|now|yesterday|last|ago|(?:mon|tues|wednes|thurs|fri|satur|sun)days?)\b"
)
_YEAR: Final = re.compile(r"\b\d{4}\b")
_AHEAD: Final = re.compile(
    r"\b(?:(?P<tomorrow>tomorrow)|next (?P<unit>weekend|week|month|year)|(?:on |this |next |coming )*"
    r"(?P<weekday>mon|tues|wednes|thurs|fri|satur|sun)day)\b"
)
_WEEKDAYS: Final = ("mon", "tues", "wednes", "thurs", "fri", "satur", "sun")
_FILLERS: Final = frozenset(
    stems("and what about how then maybe rather instead please ok okay so on in at from show me else")
)
_LONGEST: Final = 3
"""Words beside the time that a message may have that goes on about a list: "and which in June?"."""


def days_said(
    message: str, spec: SlotSpec, slots: Mapping[str, Slot], turn: int, kinds: frozenset[str], now_s: float | None
) -> Slot | None:
    """
    The days that *message* wants things from; None where it names none, or asks about something else.

    Args:
        message: Of the visitor.
        spec: The slot of the days, with the first and last of the catalogue and what its records are called.
        slots: After the rest of the message was read.
        turn: Its number.
        kinds: Names of the slots that tell a kind of thing.
        now_s: The time, seconds since the epoch; without it only days are known that do not depend on it.

    >>> spec = SlotSpec("date", "calendar", ("2026-05-08", "2026-12-12"), "events")
    >>> days_said("Which events are in May?", spec, {}, 1, frozenset(), None)
    Slot(value='--05-01..--05-31', shown='May', turn=1)
    >>> days_said("Is the museum open in May?", spec, {}, 1, frozenset(), None) is None
    True
    """
    text = message.lower()
    found = _spans(text, spec, now_s)
    if not found:
        return None
    taken = [place for start, end, _ in found for place in range(start, end)]
    rest = stems("".join(" " if place in taken else letter for place, letter in enumerate(text)))
    is_named = not set(stems(spec.description)).isdisjoint(stems(text))
    is_kind = any(slot.turn == turn for name, slot in slots.items() if name in kinds)
    goes_on = bool(slots) and len(set(rest) - _FILLERS) == 0 and len(text.split()) <= len(taken) + _LONGEST
    if not (is_named or is_kind or goes_on or _WHATS_ON.search(text)):
        return None
    first, last = min(one.first for *_, one in found), max(one.last for *_, one in found)
    days = Days(first, last, all(one.any_year for *_, one in found))
    start, end = min(start for start, _, _ in found), max(end for _, end, _ in found)
    return Slot(days.to_text(), message[start:end].strip(), turn)


def _spans(text: str, spec: SlotSpec, now_s: float | None) -> list[tuple[int, int, Days]]:
    """Places and days of the expressions of time."""
    now = None if now_s is None else datetime.fromtimestamp(now_s, UTC)
    ahead = [] if now is None else [(match.start(), match.end(), _ahead(match, now)) for match in _AHEAD.finditer(text)]
    if ahead:
        return ahead
    latest = day_of(spec.values[-1]) if spec.values else None
    is_from_now = _FROM_NOW.search(text) is not None
    if is_from_now and now is None:
        return []
    seen_from = now if is_from_now or latest is None else datetime(latest.year, 12, 31, 23, tzinfo=UTC)
    found = ranges(text, seen_from, _WORDS) if seen_from is not None else []
    return [
        (one.start, one.end, _days((one.span.start_s, one.span.end_s), any_year=one.span.recurs and not is_from_now))
        for one in found
    ]


def _ahead(match: re.Match[str], now: datetime) -> Days:
    unit = match["unit"]
    if match["tomorrow"]:
        return _days(day(now, 1))
    if match["weekday"]:
        return _days(day(now, (_WEEKDAYS.index(match["weekday"]) - now.weekday()) % 7))
    if unit == "weekend":
        return _days(day(now, 12 - now.weekday(), 2))
    return _days(week(now, 1) if unit == "week" else months(now, 1) if unit == "month" else _next_year(now))


def _next_year(now: datetime) -> Range:
    return months(now.replace(month=1, day=1), 12, 12)


def _days(span: Range, *, any_year: bool = False) -> Days:
    first = _date_at(span[0])
    last = date.max if span[1] >= EVER_S else _date_at(span[1]) - timedelta(days=1)
    return Days(first, max(first, last), any_year)


def _date_at(seconds: float) -> date:
    return datetime.fromtimestamp(max(0.0, min(seconds, 2.5e11)), UTC).date()
