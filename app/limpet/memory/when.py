"""Time in a question: "last week", "in March", "6 months ago" as stretches of the calendar."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, tzinfo
from functools import lru_cache
from typing import Final, Literal, TypeAlias

from limpet.memory.calendar_range import DAY_S, EVER_S, at, day, months, week, year
from limpet.memory.time_words import TIME_WORDS, TimeWords

Precision: TypeAlias = Literal["day", "week", "month", "season", "year", "open"]
Walk: TypeAlias = Literal["newest", "oldest"]


@dataclass(frozen=True, slots=True)
class TimeSpan:
    """
    One stretch that a question names.

    Attributes:
        start_s: From, inclusive.
        end_s: To, exclusive.
        precision: How finely it was named.
        recurs: Named without a year ("in March"): any year's will do, the most recent first.
    """

    start_s: float
    end_s: float
    precision: Precision
    recurs: bool = False


@dataclass(frozen=True, slots=True)
class TimeCue:
    """
    What a question says about time.

    Attributes:
        spans: Stretches that it names.
        walk: Where the walk over the blocks starts.
        is_about_talks: The question is about earlier conversations, so that a stretch bounds the walk.
        asks_when: Its answer is a time.
        is_last: The latest conversation is meant.
        bare: The text without the stretches that it names.
    """

    spans: tuple[TimeSpan, ...] = ()
    walk: Walk = "newest"
    is_about_talks: bool = False
    asks_when: bool = False
    is_last: bool = False
    bare: str = ""


_OPEN: Final = re.compile(r"\b(before|until|after|since)\s+(?:the\s+|last\s+|this\s+|on\s+|in\s+)*$")


def time_cue(text: str, now_s: float, zone: tzinfo | None = None, language: str = "en") -> TimeCue:
    """
    What *text* says about time, seen from *now_s*.

    >>> from datetime import timezone
    >>> cue = time_cue("What did we discuss yesterday?", 10 * DAY_S, timezone.utc)
    >>> cue.spans[0].start_s / DAY_S, cue.is_about_talks
    (9.0, True)
    """
    words = TIME_WORDS.get(language)
    if words is None:
        return TimeCue()
    lowered = text.lower()
    now = at(now_s, zone)
    found = list(_spans(lowered, now, words))
    spans = tuple(_opened(lowered, start, span) for start, _, span in found)
    bare = "".join(letter for i, letter in enumerate(lowered) if not any(a <= i < b for a, b, _ in found))
    return TimeCue(
        spans=tuple(dict.fromkeys(spans)),
        walk="oldest" if re.search(words.first, lowered) else "newest",
        is_about_talks=re.search(words.past_talk, lowered) is not None,
        asks_when=re.search(words.asks_when, lowered) is not None,
        is_last=re.search(words.last, lowered) is not None,
        bare=bare,
    )


@lru_cache(maxsize=512)
def tells_time(text: str, language: str = "en") -> bool:
    """
    Whether a turn tells a time.

    >>> tells_time("I went there last weekend."), tells_time("I went there.")
    (True, False)
    """
    words = TIME_WORDS.get(language)
    return words is not None and re.search(words.tells_time, text.lower()) is not None


def _opened(text: str, place: int, span: TimeSpan) -> TimeSpan:
    """*span*, or all before or after it when such a word stands in front."""
    word = _OPEN.search(text[max(0, place - 24) : place])
    if word is None:
        return span
    if word[1] in ("before", "until"):
        return TimeSpan(0.0, span.start_s, "open")
    return TimeSpan(span.start_s if word[1] == "since" else span.end_s, EVER_S, "open")


def _spans(text: str, now: datetime, words: TimeWords) -> Iterator[tuple[int, int, TimeSpan]]:
    """Each stretch with its place in *text*, from and to; what a longer expression has used is not read again."""
    taken: list[tuple[int, int]] = []
    for pattern, make in _rules(words):
        for match in pattern.finditer(text):
            if any(match.start() < end and start < match.end() for start, end in taken):
                continue
            try:
                span = make(match, now, words)
            except (ValueError, OverflowError):  # beyond what a calendar can show
                span = None
            if span is not None:
                taken.append(match.span())
                yield *match.span(), span


_Rule: TypeAlias = tuple[re.Pattern[str], Callable[[re.Match[str], datetime, TimeWords], TimeSpan | None]]


@lru_cache(maxsize=4)
def _rules_of(language_words: int) -> tuple[_Rule, ...]:
    words = next(table for table in TIME_WORDS.values() if id(table) == language_words)

    def any_of(names: object) -> str:
        return "|".join(sorted(map(re.escape, names), key=len, reverse=True))  # type: ignore[call-overload]

    month, unit, number = any_of(words.months), any_of(words.units), any_of(words.numbers)
    season = any_of(words.seasons)
    patterns: tuple[tuple[str, Callable[[re.Match[str], datetime, TimeWords], TimeSpan | None]], ...] = (
        (r"\b(?P<iso>\d{4}-\d{2}-\d{2})\b", _iso),
        (rf"\b(?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?: of)? (?P<month>{month})\b\.?(?:,? (?P<year>\d{{4}}))?", _named),
        (rf"\b(?P<month>{month})\b\.? (?P<day>\d{{1,2}})(?:st|nd|rd|th)?\b(?!\d)(?:,? (?P<year>\d{{4}}))?", _named),
        (rf"\b(?P<month>{month})\b\.?(?:,? (?:of )?(?P<year>\d{{4}}))", _named),
        (rf"\b(?:in|during|since|before|after|until|early|late|mid|last|this|of) (?P<month>{month})\b", _named),
        (rf"\b(?P<feast>{any_of(words.feasts)})\b", _feast),
        (rf"\b(?P<n>\d+|{number}) (?P<unit>{unit})s? (?:ago|back|earlier)\b", _ago),
        (rf"\b(?:last|past|previous) (?P<n>\d+|{number}) (?P<unit>{unit})s?\b", _past),
        (r"\bday before yesterday\b", lambda _, now, __: TimeSpan(*day(now, -2), "day")),
        (r"\b(?:yesterday|last night)\b", lambda _, now, __: TimeSpan(*day(now, -1), "day")),
        (r"\b(?:today|tonight|this (?:morning|afternoon|evening))\b", lambda _, now, __: TimeSpan(*day(now), "day")),
        (r"\b(?P<which>last|this|past) weekend\b", _weekend),
        (rf"\b(?P<which>last|this|previous|past) (?P<unit>{unit})\b", _period),
        (rf"\b(?:in|during|since|from|last|this|before|after)(?: the)?(?: last)? (?P<season>{season})\b", _season),
        (rf"\b(?:on|last|since|this|before|after) (?P<weekday>{any_of(words.weekdays)})\b", _weekday),
        (r"\b(?:in|of|during|since|before|after|from) (?P<year>(?:19|20)\d{2})\b", _whole_year),
    )  # fmt: skip
    return tuple((re.compile(pattern), make) for pattern, make in patterns)


def _rules(words: TimeWords) -> tuple[_Rule, ...]:
    return _rules_of(id(words))


def _iso(match: re.Match[str], now: datetime, _: TimeWords) -> TimeSpan | None:
    try:
        start = datetime.fromisoformat(match["iso"]).replace(tzinfo=now.tzinfo)
    except ValueError:
        return None
    return TimeSpan(*day(start), "day")


def _named(match: re.Match[str], now: datetime, words: TimeWords) -> TimeSpan | None:
    """A month, or a day of it; without a year the most recent one that is not in the future."""
    groups = match.groupdict()
    month = words.months[groups["month"]]
    given = groups.get("year")
    number = int(given) if given else now.year - (month > now.month)
    try:
        start = datetime(number, month, int(groups.get("day") or 1), tzinfo=now.tzinfo)
    except ValueError:
        return None
    if groups.get("day"):
        return TimeSpan(*day(start), "day", recurs=given is None)
    return TimeSpan(*months(start, 0), "month", recurs=given is None)


def _feast(match: re.Match[str], now: datetime, words: TimeWords) -> TimeSpan:
    month, number = words.feasts[match["feast"]]
    start = datetime(now.year - ((month, number) > (now.month, now.day)), month, number, tzinfo=now.tzinfo)
    return TimeSpan(*day(start, -7, 15), "week", recurs=True)


def _ago(match: re.Match[str], now: datetime, words: TimeWords) -> TimeSpan:
    """So long ago, give or take a part of the unit."""
    count, unit = _count(match, words), match["unit"]
    if unit == "day":
        return TimeSpan(*day(now, -count), "day")
    if unit in ("week", "fortnight"):
        days = words.units[unit] * count
        return TimeSpan(*day(now, -days - 3, 7), "week")
    if unit == "month":
        return TimeSpan(*months(now, -count), "month")
    return TimeSpan(*months(now, -12 * count - 3, 7), "season")


def _past(match: re.Match[str], now: datetime, words: TimeWords) -> TimeSpan:
    days = words.units[match["unit"]] * _count(match, words)
    return TimeSpan(day(now, -days)[0], day(now)[1], "week" if days < 28 else "month" if days < 90 else "season")


def _weekend(match: re.Match[str], now: datetime, _: TimeWords) -> TimeSpan:
    weeks = 0 if match["which"] == "this" or now.weekday() == 6 else -1
    return TimeSpan(week(now, weeks)[0] + 5 * DAY_S, week(now, weeks)[1], "day")


def _period(match: re.Match[str], now: datetime, words: TimeWords) -> TimeSpan | None:
    back = 0 if match["which"] == "this" else -1
    unit = match["unit"]
    if unit == "day":
        return TimeSpan(*day(now, back), "day")
    if unit in ("week", "fortnight"):
        start, end = week(now, back)
        return TimeSpan(start - (words.units[unit] - 7) * DAY_S, end, "week")
    return TimeSpan(*months(now, back), "month") if unit == "month" else TimeSpan(*year(now, back), "year")


def _season(match: re.Match[str], now: datetime, words: TimeWords) -> TimeSpan:
    first = words.seasons[match["season"]]
    started = now.year - (first > now.month)
    return TimeSpan(*months(datetime(started, first, 1, tzinfo=now.tzinfo), 0, 3), "season", recurs=True)


def _weekday(match: re.Match[str], now: datetime, words: TimeWords) -> TimeSpan:
    back = (now.weekday() - words.weekdays[match["weekday"]]) % 7 or 7
    return TimeSpan(*day(now, -back), "day")


def _whole_year(match: re.Match[str], now: datetime, _: TimeWords) -> TimeSpan:
    return TimeSpan(*year(datetime(int(match["year"]), 1, 1, tzinfo=now.tzinfo)), "year")


def _count(match: re.Match[str], words: TimeWords) -> int:
    number = match["n"]
    return min(int(number), 10_000) if number.isdigit() else words.numbers[number]
