"""
Days as people write them in a question, read strictly: "in May", "8 to 20 May", "after 15 September", "this weekend".

What is not read is left in the text, so that whoever asks can see that there was more.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta
from itertools import pairwise
from typing import Final, NamedTuple

from limpet.memory.day_stretches import Part, between, in_year, opened, with_year
from limpet.memory.time_words import TIME_WORDS
from limpet.text.calendar_text import LEAP_YEAR, Days, month_days

_WORDS: Final = TIME_WORDS["en"]
_SEASONS: Final = {name: month for name, month in _WORDS.seasons.items() if name != "fall"}  # "fall" is a verb too
_MONTH: Final = "|".join(sorted(_WORDS.months, key=len, reverse=True))
_NUM: Final = r"\d{1,2}(?:st|nd|rd|th)?(?![\d:/]|[.,]\d)"
_YEAR: Final = r"(?:19|20)\d\d\b(?![:/.-]\d)"
_WEEKDAY: Final = "|".join(_WORDS.weekdays)
_WITHIN: Final = {
    "early": (1, 10), "beginning": (1, 10), "start": (1, 10), "mid": (11, 20), "middle": (11, 20), "late": (21, 31),
    "end": (21, 31), "first week": (1, 7), "last week": (25, 31),
}  # fmt: skip
"""Parts of a month, with their first and last days."""
_ONE: Final = re.compile(
    r"(?<![\w./:-])(?:"
    r"(?P<iso>\d{4}-\d{2}-\d{2})(?![\d-])"
    r"|(?P<dotted>\d{1,2}\.\d{1,2}\.\d{4})(?!\d)"
    r"|(?<=on )(?P<short>\d{1,2}\.\d{1,2}\.)(?!\d)"
    rf"|(?P<bare>{_NUM})(?=(?:\s*(?:to|until|till|[-–—,]|and|or)\s*(?:the )?{_NUM})+ (?:of )?(?:{_MONTH})\b)"
    rf"|(?:(?:{_WEEKDAY}),? )?(?:the )?(?P<day>{_NUM}) (?:of )?(?P<of>{_MONTH})\b(?:,? (?P<of_year>{_YEAR}))?"
    rf"|(?:(?:{_WEEKDAY}),? )?(?P<before>{_MONTH})\.? (?:the )?(?P<its_day>{_NUM})(?:,? (?P<its_year>{_YEAR}))?"
    rf"|(?P<within>{'|'.join(_WITHIN)})[ -](?:of |in )?(?:the month of )?(?P<its_month>{_MONTH})\b"
    rf"(?: (?:of )?(?P<within_year>{_YEAR}))?"
    rf"|(?P<month>{_MONTH})\b(?: (?:of )?(?P<month_year>{_YEAR}))?"
    rf"|(?P<season>{'|'.join(_SEASONS)})\b(?! (?:of )?\d)"
    r"|(?P<ahead>today|tonight|tomorrow|(?:this|the|next) weekend|(?:this|next) (?:week|month|year))\b"
    rf"|(?:this (?:coming )?|coming )?(?P<weekday>{_WEEKDAY})\b"
    rf"|(?P<year>{_YEAR})"
    rf"|(?P<later>{_NUM})(?:,? (?P<later_year>{_YEAR}))?"
    r")"
)
_HYPHENED: Final = re.compile(rf"(?<=\d)-(?=\d{{1,2}}(?:st|nd|rd|th)? (?:of )?(?:{_MONTH})\b)")
_TO: Final = re.compile(r"\s*(?:to|until|till|through|[-–—])\s*(?:the )?")
_AND: Final = re.compile(r"\s*(?:,|,? ?\b(?:and|or)\b)\s*(?:(?:in|on|during|the)\s+)*")
_OPENS: Final = re.compile(
    r"\b(?P<word>between|from|after|before|since|until|till|(?:in|on|during|for|at)(?: the)?)\s+(?:the )?$"
)
_ONWARDS: Final = re.compile(r"\s+(?:on|onwards?)\b")
_MODAL: Final = ("may", "march")
"""Names of months that are verbs as well: they need a word before them, or a number."""
_ADVERBS: Final = ("early", "mid", "late")
"""Stand right before a month; the other parts of one have "of" or "in" between."""
_VERB_GOES_ON: Final = re.compile(r"\s+(?:i|we|you|he|she|they|it|one|my|our|be|have|not|also)\b", re.IGNORECASE)
_COUNTS: Final = re.compile(
    r"(?:\s*[ap]\.?m\b|\s*o.?clock|\s+(?:people|persons?|adults?|child(?:ren)?|kids?|guests?|of us|tickets?|seats?"
    r"|places?|tables?|chairs?|rooms?|nights?|days?|weeks?|hours?|minutes?)\b)"
)
"""What a number before it counts."""
_DAY_ENDS: Final = re.compile(rf"\s*(?:[?.!,;)]|$|(?:to|until|till|through|[-–—]|and|or)\s*(?:the )?{_NUM})")
"""What stands behind a day that only a comma joins: "May 8, 4 people" and "May 2, 8 please" have no second day."""
_MOST: Final = 8
"""Expressions of one message; one with more asks for no list."""


class Said(NamedTuple):
    """Where a message tells days, with the words that lead to it and without, and which days these are."""

    start: int
    bare_start: int
    end: int
    stretches: tuple[Days, ...]


def days_in(message: str, now: datetime | None) -> Said | None:
    """
    The days that *message* names; None where there are none, or not all of them are read without doubt.

    Args:
        message: Of the visitor.
        now: Local time of the visitor; without it only days are read that do not depend on it.

    >>> days_in("Which events are in May or October?", None).stretches[0].to_text()
    '--05-01..--05-31'
    >>> days_in("events on 31 June", None) is None, days_in("events after May", None) is None
    (True, True)
    """
    text = _HYPHENED.sub("–", message.lower())
    found = _of_one_month([one for one in _ONE.finditer(text) if not _is_no_date(message, one)], text)
    if not found or len(found) > _MOST or len(text) != len(message):
        return None
    start, end = found[0].start(), found[-1].end()
    opening, onwards = _OPENS.search(text[:start]), _ONWARDS.match(text, end)
    word = opening["word"] if opening else ""
    joins = [_join(text[one.end() : other.start()]) for one, other in pairwise(found)]
    if word == "between" and joins == ["and"]:
        word, joins = "", ["to"]
    try:
        stretches = _stretches(found, joins, "since" if word in ("from", "") and onwards else word, now)
    except (ValueError, OverflowError):  # a day that no calendar has
        return None
    whole_end = onwards.end() if onwards and word in ("from", "") else end
    return Said(opening.start() if opening else start, start, whole_end, tuple(stretches)) if stretches else None


def _of_one_month(found: Sequence[re.Match[str]], text: str) -> list[re.Match[str]]:
    """*found* without the numbers that are no days of the month before them: "May 8 and 9"."""
    kept: list[re.Match[str]] = []
    for one in found:
        if not one["later"] or (kept and _goes_on(kept[-1], one, text)):
            kept.append(one)
    return kept


def _goes_on(before: re.Match[str], one: re.Match[str], text: str) -> bool:
    """Whether the number *one* is a later day of the month of *before*, and counts nothing."""
    day, between_them = before["its_day"] or before["later"], text[before.end() : one.start()]
    if not day or not _join(between_them) or _number(one["later"]) <= _number(day) or _COUNTS.match(text, one.end()):
        return False
    return between_them.strip() != "," or bool(one["later_year"]) or _DAY_ENDS.match(text, one.end()) is not None


def _join(between: str) -> str:
    return "to" if _TO.fullmatch(between) else "and" if _AND.fullmatch(between) else ""


def _is_no_date(message: str, one: re.Match[str]) -> bool:
    """Whether the name of a month is a person's, a hall's or a verb ("April Jones", "may I"), or a season a trait."""
    before, after = message[: one.start()], message[one.end() :]
    if one["season"]:  # "winter jackets", "a dress for the summer"
        return re.search(r"\b(?:in|during|between|from|to|and|or)(?: the)? $", before, re.IGNORECASE) is None
    if one["within"] and one["its_month"] in _MODAL and one["within_year"] is None:
        return _is_verb_behind(one, message)
    if one["month"] is None or one["month_year"] is not None:
        return False
    if re.match(r" [A-Z]", after) or re.search(r"\bthe $", before, re.IGNORECASE):
        return True
    lead = rf"(?:\b(?:{_WORDS.lead}|for|between|about|and|or|to|not|except)|[,–-])\s*$"
    is_led = re.search(lead, before, re.IGNORECASE) is not None
    is_capital = message[one.start()].isupper() and before.strip() != ""
    return one["month"] in _MODAL and not (is_led or is_capital)


def _is_verb_behind(one: re.Match[str], message: str) -> bool:
    """Whether "may" or "march" is a verb after what could be a part of the month: "In the end may I ...?"."""
    start = one.start("its_month")
    if re.search(r"\b(?:of|in) $", message[one.start() : start], re.IGNORECASE):
        return False
    is_part = one["within"] in _ADVERBS or message[start].isupper()
    return not is_part or _VERB_GOES_ON.match(message, one.end()) is not None


def _stretches(found: Sequence[re.Match[str]], joins: Sequence[str], word: str, now: datetime | None) -> list[Days]:
    if "" in joins:
        return []
    parts = [_part(one, found[:place], found[place + 1 :], now) for place, one in enumerate(found)]
    if any(part is None for part in parts):
        return []
    known = with_year([part for part in parts if part is not None])
    if word in ("after", "before", "since", "until", "till"):
        return [] if joins else opened(known[0], word, None if now is None else now.date())
    if word == "between" or (word == "from" and "to" not in joins):
        return []
    stretches, place = [], 0
    while place < len(known):
        is_range = place < len(joins) and joins[place] == "to"
        stretches.append(between(known[place], known[place + 1]) if is_range else known[place].days)
        place += 2 if is_range else 1
        if is_range and place <= len(joins) and joins[place - 1] == "to":  # "May to June to July"
            return []
    return stretches


def _part(
    one: re.Match[str], sooner: Sequence[re.Match[str]], later: Sequence[re.Match[str]], now: datetime | None
) -> Part | None:
    if one["iso"]:
        return _known_day(date.fromisoformat(one["iso"]))
    if dotted := one["dotted"] or one["short"]:
        day, month, *year = (int(number) for number in dotted.split(".") if number)
        return _day_of(day, month, str(year[0]) if year else None)
    if one["bare"]:
        full = next((other for other in later if other["day"]), None)
        return None if full is None else _day_of(_number(one["bare"]), _WORDS.months[full["of"]], full["of_year"])
    if one["day"]:
        return _day_of(_number(one["day"]), _WORDS.months[one["of"]], one["of_year"])
    if one["before"]:
        return _day_of(_number(one["its_day"]), _WORDS.months[one["before"]], one["its_year"])
    if one["later"]:
        name = next(other["before"] for other in reversed(sooner) if other["before"])
        return _day_of(_number(one["later"]), _WORDS.months[name], one["later_year"])
    if one["within"]:
        return _within(one)
    if one["month"]:
        part = Part(month_days(LEAP_YEAR, _WORDS.months[one["month"]], any_year=True))
        return Part(in_year(part.days, int(one["month_year"])), True) if one["month_year"] else part
    if one["season"]:
        first = _SEASONS[one["season"]]
        last = month_days(LEAP_YEAR, (first + 1) % 12 + 1).last
        return Part(Days(date(LEAP_YEAR, first, 1), last, any_year=True))
    if one["year"]:
        return Part(Days(date(int(one["year"]), 1, 1), date(int(one["year"]), 12, 31)), True)
    return None if now is None else _seen_from(one, now.date())


def _within(one: re.Match[str]) -> Part:
    """A part of a month: "early May", "at the end of May 2027"."""
    year = int(one["within_year"]) if one["within_year"] else LEAP_YEAR
    whole = month_days(year, _WORDS.months[one["its_month"]], any_year=not one["within_year"])
    first, last = _WITHIN[one["within"]]
    if one["within"] == "last week":
        first = whole.last.day - 6
    days = replace(whole, first=whole.first.replace(day=first), last=whole.first.replace(day=min(last, whole.last.day)))
    return Part(days, bool(one["within_year"]))


def _number(text: str) -> int:
    return int(re.sub(r"\D", "", text))


def _known_day(day: date) -> Part:
    return Part(Days(day, day), True)


def _day_of(day: int, month: int, year: str | None) -> Part:
    if year is not None:
        return _known_day(date(int(year), month, day))
    one = date(LEAP_YEAR, month, day)
    return Part(Days(one, one, any_year=True))


def _seen_from(one: re.Match[str], today: date) -> Part:
    """What depends on the day that it is."""
    if one["weekday"]:
        return _known_day(today + timedelta(days=(_WORDS.weekdays[one["weekday"]] - today.weekday()) % 7))
    words = one["ahead"]
    monday = today - timedelta(days=today.weekday())
    ahead = int(words.startswith("next"))
    if words.endswith("weekend"):
        return Part(Days(monday + timedelta(days=7 * ahead + 5), monday + timedelta(days=7 * ahead + 6)), True)
    if words.endswith("week"):
        return Part(Days(monday + timedelta(days=7 * ahead), monday + timedelta(days=7 * ahead + 6)), True)
    if words.endswith("month"):
        month = today.month - 1 + ahead
        return Part(month_days(today.year + month // 12, month % 12 + 1), True)
    if words.endswith("year"):
        return Part(Days(date(today.year + ahead, 1, 1), date(today.year + ahead, 12, 31)), True)
    return _known_day(today + timedelta(days=int(words == "tomorrow")))
