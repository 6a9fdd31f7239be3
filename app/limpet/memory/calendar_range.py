"""Stretches of the calendar as seconds, in a time zone."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta, tzinfo
from typing import Final, Literal, TypeAlias

Range: TypeAlias = tuple[float, float]
"""From (inclusive) and to (exclusive), seconds since the epoch."""

Precision: TypeAlias = Literal["day", "week", "month", "season", "year", "open"]

DAY_S: Final = 86_400.0
EVER_S: Final = 4e11
"""Beyond any date that a calendar can show."""


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


def at(seconds: float, zone: tzinfo | None) -> datetime:
    """The local date and time of *seconds*; the machine's own zone when *zone* is None."""
    return datetime.fromtimestamp(min(max(seconds, 0.0), 2.5e11), tz=zone).astimezone(zone)


def day(moment: datetime, days: int = 0, length_days: int = 1) -> Range:
    """The whole local day *days* after that of *moment*, and the following to *length_days*."""
    start = datetime(moment.year, moment.month, moment.day, tzinfo=moment.tzinfo) + timedelta(days=days)
    return start.timestamp(), (start + timedelta(days=length_days)).timestamp()


def week(moment: datetime, weeks: int = 0) -> Range:
    """Monday to Sunday, *weeks* after the week of *moment*."""
    return day(moment, 7 * weeks - moment.weekday(), 7)


def months(moment: datetime, first: int, count: int = 1) -> Range:
    """
    *count* whole months from the one *first* months after that of *moment*.

    >>> from datetime import timezone
    >>> start, end = months(datetime(2026, 1, 15, tzinfo=timezone.utc), -1)
    >>> (end - start) / DAY_S
    31.0
    """

    def first_of(number: int) -> float:
        index = moment.year * 12 + moment.month - 1 + number
        return datetime(max(1, index // 12), index % 12 + 1, 1, tzinfo=moment.tzinfo).timestamp()

    return first_of(first), first_of(first + count)


def year(moment: datetime, years: int = 0) -> Range:
    """The whole year *years* after that of *moment*."""
    return months(moment.replace(month=1, day=1), 12 * years, 12)
