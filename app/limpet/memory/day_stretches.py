"""Expressions of days put together: years that one has from another, ranges, and what lies after or before one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from typing import NamedTuple

from limpet.text.calendar_text import Days, month_days


class Part(NamedTuple):
    """One expression; ``days`` of any year lie in a leap year."""

    days: Days
    has_year: bool = False


def with_year(parts: Sequence[Part]) -> list[Part]:
    """*parts* where those without a year have that of the last: "May to August 2027", "8 and 9 May 2027"."""
    if not parts[-1].has_year:
        if any(part.has_year for part in parts):
            raise ValueError("a year for some days and none for others after them")
        return list(parts)
    year = parts[-1].days.first.year
    return [part if part.has_year else Part(in_year(part.days, year), True) for part in parts]


def in_year(days: Days, year: int) -> Days:
    """Days of any year in one *year*, in which they begin; a month has as many days as it then has."""
    is_single = days.first == days.last
    last_year = year + int(days.last < days.first)
    last = days.last.replace(year=last_year) if is_single else _clamped(days.last, last_year)
    return Days(days.first.replace(year=year), last)


def _clamped(day: date, year: int) -> date:
    return day.replace(year=year, day=min(day.day, month_days(year, day.month).last.day))


def between(first: Part, last: Part) -> Days:
    """From the first day of one to the last of another; ValueError where that ends before it begins."""
    days = replace(first.days, last=last.days.last)
    if first.days.any_year or days.first <= days.last:
        return days
    begins = _clamped(days.first, days.last.year - 1) if days.first.year == days.last.year else days.first
    if begins > days.last:
        raise ValueError("a range that ends before it begins")
    return replace(days, first=begins)


def opened(part: Part, word: str, today: date | None) -> list[Days]:
    """What lies after or before *part*; without a year after or before the one that comes next."""
    days, is_until_now = part.days, False
    if not part.has_year:
        if today is None:
            return []
        coming = [_in_year_or_none(days, today.year + years) for years in range(-1, 9)]
        left = [one for one in coming if one and (one.first > today if word == "before" else one.last >= today)]
        days, is_until_now = left[0], True
    if word in ("after", "since"):
        return [Days(days.first if word == "since" else days.last + timedelta(days=1), date.max)]
    last = days.last if word != "before" else days.first - timedelta(days=1)
    return [Days(today if is_until_now and today else date.min, last)]


def _in_year_or_none(days: Days, year: int) -> Days | None:
    try:
        return in_year(days, year)
    except ValueError:
        return None
