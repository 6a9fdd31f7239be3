"""Single expressions of time: "last week", "in March", "6 months ago" as stretches of the calendar."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import TypeAlias

from limpet.memory.calendar_range import DAY_S, TimeSpan, day, months, week, year
from limpet.memory.time_words import TIME_WORDS, TimeWords

_Make: TypeAlias = Callable[[re.Match[str], datetime, TimeWords], TimeSpan | None]


@dataclass(frozen=True, slots=True)
class Stretch:
    """
    An expression and what it names.

    Attributes:
        start: Its place in the text, without the word that leads to it.
        end: The place after it.
        span: What it names.
        rule: The rule by which it was read.
        text: The expression.
    """

    start: int
    end: int
    span: TimeSpan
    rule: Rule
    text: str


@dataclass(frozen=True, slots=True)
class Rule:
    """
    One kind of expression.

    Attributes:
        running: As it stands in a text, with the words that must lead to it; the group ``core`` is itself.
        alone: Itself, where something else says that a time is meant.
        make: What it names, seen from a moment; None when it names nothing.
        edge: The same where it is an end of a longer stretch.
        is_named: It has a name of the calendar, and which one of that name is meant depends on the moment.
    """

    running: re.Pattern[str]
    alone: re.Pattern[str]
    make: _Make
    edge: _Make
    is_named: bool = False

    def read(self, match: re.Match[str], now: datetime, words: TimeWords, *, is_edge: bool = False) -> TimeSpan | None:
        """What *match* names; None when no calendar can show it."""
        try:
            return (self.edge if is_edge else self.make)(match, now, words)
        except (ValueError, OverflowError):
            return None


def stretches(text: str, now: datetime, words: TimeWords, taken: Sequence[tuple[int, int]] = ()) -> Iterator[Stretch]:
    """Each expression in *text*, outside of *taken*; what a longer one has used is not read again."""
    used = list(taken)
    for rule in rules(words):
        for match in rule.running.finditer(text):
            if any(match.start() < end and start < match.end() for start, end in used):
                continue
            span = rule.read(match, now, words)
            if span is not None:
                used.append(match.span())
                yield Stretch(match.start("core"), match.end(), span, rule, match["core"])


def stretch_at(text: str, place: int, now: datetime, words: TimeWords) -> Stretch | None:
    """The expression that begins at *place*, as an end of a longer stretch."""
    for rule in rules(words):
        match = rule.alone.match(text, place)
        span = rule.read(match, now, words, is_edge=True) if match else None
        if match and span is not None:
            return Stretch(place, match.end(), span, rule, match[0])
    return None


def seen_from(stretch: Stretch, moment: datetime, words: TimeWords) -> TimeSpan | None:
    """What the expression of *stretch*, as an end of a longer one, names when it is said at *moment*."""
    match = stretch.rule.alone.match(stretch.text)
    return stretch.rule.read(match, moment, words, is_edge=True) if match else None


def rules(words: TimeWords) -> tuple[Rule, ...]:
    """The rules of a language, those for longer expressions first."""
    return _rules_of(id(words))


def may_begin(words: TimeWords) -> re.Pattern[str]:
    """Where an expression can begin at all: a quick look before the rules are tried."""
    return _may_begin(id(words))


@lru_cache(maxsize=4)
def _may_begin(language_words: int) -> re.Pattern[str]:
    words = next(table for table in TIME_WORDS.values() if id(table) == language_words)
    tables = (words.months, words.weekdays, words.seasons, words.feasts, words.units, words.numbers)
    names = any_of([name for table in tables for name in table])
    return re.compile(rf"\b(?:\d|(?:{names}|last|past|previous|this|yesterday|today|tonight|now)\b)")


def any_of(names: Iterable[str]) -> str:
    """An expression for any of *names*, the longest first."""
    return "|".join(sorted(map(re.escape, names), key=len, reverse=True))


@lru_cache(maxsize=4)
def _rules_of(language_words: int) -> tuple[Rule, ...]:
    words = next(table for table in TIME_WORDS.values() if id(table) == language_words)
    month, unit, number = any_of(words.months), any_of(words.units), any_of(words.numbers)
    season, feast = any_of(words.seasons), any_of(words.feasts)
    in_year, lead = r"(?:,? (?:of )?(?P<year>(?:19|20)\d\d)\b)", rf"(?:{words.lead})(?: the)?(?: last)? "
    dated = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
    return (
        _rule("", r"(?P<iso>\d{4}-\d{2}-\d{2})\b", _iso),
        _rule("", rf"{dated}(?: of)? (?P<month>{month})\b\.?(?:,? (?P<year>\d{{4}}))?", _named, is_named=True),
        _rule("", rf"(?P<month>{month})\b\.? {dated}\b(?!\d)(?:,? (?P<year>\d{{4}}))?", _named, is_named=True),
        _rule("", rf"(?P<month>{month})\b\.?(?:,? (?:of )?(?P<year>\d{{4}}))", _named),
        _rule(lead, rf"(?P<month>{month})\b", _named, is_named=True),
        _rule("", rf"(?P<feast>{feast})\b{in_year}?", _feast, _feast_day, is_named=True),
        _rule("", rf"(?P<n>\d+|{number}) (?P<unit>{unit})s? (?:ago|back|earlier)\b", _ago),
        _rule("", rf"(?:last|past|previous) (?P<n>\d+|{number}) (?P<unit>{unit})s?\b", _past),
        _rule("", r"day before yesterday\b", lambda _, now, __: TimeSpan(*day(now, -2), "day")),
        _rule("", r"(?:yesterday|last night)\b", lambda _, now, __: TimeSpan(*day(now, -1), "day")),
        _rule("", r"(?:today|tonight|this (?:morning|afternoon|evening))\b", _today),
        _rule("", r"(?P<which>last|this|past) weekend\b", _weekend),
        _rule("", rf"(?P<unit>{unit}) before last\b", _before_last),
        _rule("", rf"(?P<which>last|this|previous|past) (?P<unit>{unit})\b", _period),
        _rule("", rf"(?P<season>{season}){in_year}", _season),
        _rule(rf"(?!of ){lead}", rf"(?P<season>{season})\b", _season, is_named=True),  # not "the colours of autumn"
        _rule(rf"(?:on|{words.lead}) ", rf"(?P<weekday>{any_of(words.weekdays)})\b", _weekday, is_named=True),
        _rule(lead, r"(?P<year>(?:19|20)\d{2})\b", _whole_year),
        _rule("(?!)", r"(?:now|just now)\b", _today),
    )  # fmt: skip


def _rule(lead: str, core: str, make: _Make, edge: _Make | None = None, *, is_named: bool = False) -> Rule:
    return Rule(re.compile(rf"\b{lead}(?P<core>{core})"), re.compile(rf"\b{core}"), make, edge or make, is_named)


def _iso(match: re.Match[str], now: datetime, _: TimeWords) -> TimeSpan | None:
    start = datetime.fromisoformat(match["iso"]).replace(tzinfo=now.tzinfo)
    return TimeSpan(*day(start), "day")


def _named(match: re.Match[str], now: datetime, words: TimeWords) -> TimeSpan | None:
    """A month, or a day of it; without a year the most recent one that is not in the future."""
    groups = match.groupdict()
    month, number = words.months[groups["month"]], int(groups.get("day") or 1)
    given = groups.get("year")
    in_year = int(given) if given else now.year - ((month, number) > (now.month, now.day))
    start = datetime(in_year, month, number, tzinfo=now.tzinfo)
    if groups.get("day"):
        return TimeSpan(*day(start), "day", recurs=given is None)
    return TimeSpan(*months(start, 0), "month", recurs=given is None)


def _feast(match: re.Match[str], now: datetime, words: TimeWords) -> TimeSpan:
    """A feast and the days around it."""
    start_s, _ = _day_of_feast(match, now, words)
    return TimeSpan(*day(datetime.fromtimestamp(start_s, now.tzinfo), -7, 15), "week", recurs=match["year"] is None)


def _feast_day(match: re.Match[str], now: datetime, words: TimeWords) -> TimeSpan:
    return TimeSpan(*_day_of_feast(match, now, words), "day", recurs=match["year"] is None)


def _day_of_feast(match: re.Match[str], now: datetime, words: TimeWords) -> tuple[float, float]:
    month, number = words.feasts[match["feast"]]
    in_year = int(match["year"]) if match["year"] else now.year - ((month, number) > (now.month, now.day))
    return day(datetime(in_year, month, number, tzinfo=now.tzinfo))


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


def _today(_: re.Match[str], now: datetime, __: TimeWords) -> TimeSpan:
    return TimeSpan(*day(now), "day")


def _weekend(match: re.Match[str], now: datetime, _: TimeWords) -> TimeSpan:
    weeks = 0 if match["which"] == "this" or now.weekday() == 6 else -1
    return TimeSpan(week(now, weeks)[0] + 5 * DAY_S, week(now, weeks)[1], "day")


def _before_last(match: re.Match[str], now: datetime, words: TimeWords) -> TimeSpan:
    return _whole(match["unit"], now, words, -2)


def _period(match: re.Match[str], now: datetime, words: TimeWords) -> TimeSpan:
    return _whole(match["unit"], now, words, 0 if match["which"] == "this" else -1)


def _whole(unit: str, now: datetime, words: TimeWords, back: int) -> TimeSpan:
    """The whole unit that many after the present one."""
    if unit == "day":
        return TimeSpan(*day(now, back), "day")
    if unit in ("week", "fortnight"):
        start, end = week(now, back)
        return TimeSpan(start - (words.units[unit] - 7) * DAY_S, end, "week")
    return TimeSpan(*months(now, back), "month") if unit == "month" else TimeSpan(*year(now, back), "year")


def _season(match: re.Match[str], now: datetime, words: TimeWords) -> TimeSpan:
    first, given = words.seasons[match["season"]], match.groupdict().get("year")
    started = int(given) if given else now.year - (first > now.month)
    start = datetime(started, first, 1, tzinfo=now.tzinfo)
    return TimeSpan(*months(start, 0, 3), "season", recurs=given is None)


def _weekday(match: re.Match[str], now: datetime, words: TimeWords) -> TimeSpan:
    back = (now.weekday() - words.weekdays[match["weekday"]]) % 7 or 7
    return TimeSpan(*day(now, -back), "day")


def _whole_year(match: re.Match[str], now: datetime, _: TimeWords) -> TimeSpan:
    return TimeSpan(*year(datetime(int(match["year"]), 1, 1, tzinfo=now.tzinfo)), "year")


def _count(match: re.Match[str], words: TimeWords) -> int:
    number = match["n"]
    return min(int(number), 10_000) if number.isdigit() else words.numbers[number]
