"""Days as records of a catalogue write them, and stretches of days as a filter keeps them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

MONTHS: Final = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
)  # fmt: skip
_ISO: Final = re.compile(r"\s*(\d{4})-(\d{2})-(\d{2})(?:[T ]\d{2}:\d{2}.*)?\s*")
_DAY_FIRST: Final = re.compile(
    r"\s*(?:\w+,? )?(\d{1,2})(?:st|nd|rd|th)?\.? ([a-z]{3,9})\.?,? (\d{4})\s*", re.IGNORECASE
)
_MONTH_FIRST: Final = re.compile(r"\s*(?:\w+,? )?([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})\s*", re.IGNORECASE)
_DOTTED: Final = re.compile(r"\s*(\d{1,2})\.(\d{1,2})\.(\d{4})\s*")
_STRETCH: Final = re.compile(r"(--|\d{4}-)(\d{2})-(\d{2})\.\.(--|\d{4}-)(\d{2})-(\d{2})")
_TH: Final = r"(?:st|nd|rd|th)?"
_TO: Final = r"\s*(?:\b(?:to|until)\b|[-–—])\s*"
_DAYS_FIRST: Final = re.compile(
    rf"\s*(?P<from_day>\d{{1,2}}){_TH}\.?(?: (?P<from>[a-z]{{3,9}})\.?)?{_TO}"
    rf"(?P<day>\d{{1,2}}){_TH}\.? (?P<month>[a-z]{{3,9}})\.?,? (?P<year>\d{{4}})\s*", re.IGNORECASE
)  # fmt: skip
_MONTHS_FIRST: Final = re.compile(
    rf"\s*(?P<from>[a-z]{{3,9}})\.? (?P<from_day>\d{{1,2}}){_TH}{_TO}"
    rf"(?:(?P<month>[a-z]{{3,9}})\.? )?(?P<day>\d{{1,2}}){_TH},? (?P<year>\d{{4}})\s*", re.IGNORECASE
)  # fmt: skip
_RANGE: Final = re.compile(r"\s+(?:to|until|[-–—])\s+|\s*[–—]\s*")
ANY_YEAR: Final = "--"
"""Stands for the year of a stretch that may be in any."""
LEAP_YEAR: Final = 2000
"""The year in which stretches of any year are kept: it has a 29 February."""
_HAS_YEAR: Final = re.compile(r"\d{4}")
_LONGEST_CHARS: Final = 80
"""Of a value that is a day or a stretch of days."""
_BETWEEN: Final = ","
_MOST_STRETCHES: Final = 16


@dataclass(frozen=True, slots=True)
class Days:
    """
    A stretch of days, both ends in it.

    Attributes:
        first: The first.
        last: The last.
        any_year: Only month and day count; a stretch may then go over the end of the year.
    """

    first: date
    last: date
    any_year: bool = False

    def touches(self, other: Days) -> bool:
        """
        Whether a day of *other*, a stretch with a year, is in it.

        >>> winter = Days(date(2000, 12, 20), date(2000, 1, 6), any_year=True)
        >>> winter.touches(Days(date(2030, 1, 1), date(2030, 1, 1)))
        True
        """
        if not self.any_year:
            return self.first <= other.last and other.first <= self.last
        if (other.last - other.first).days >= 365:
            return True
        return self._holds(other.first) or self._holds(other.last) or other.holds_day(self.first.month, self.first.day)

    def holds_day(self, month: int, day: int) -> bool:
        """Whether a day of any year is in this stretch, which has a year."""
        days = (_day(year, month, day) for year in (self.first.year, self.last.year))
        return any(one is not None and self.first <= one <= self.last for one in days)

    def _holds(self, day: date) -> bool:
        first, last, one = ((each.month, each.day) for each in (self.first, self.last, day))
        return first <= one <= last if first <= last else one >= first or one <= last

    def to_text(self) -> str:
        """
        As a filter keeps it.

        >>> Days(date(2026, 5, 1), date(2026, 5, 31), any_year=True).to_text()
        '--05-01..--05-31'
        """
        return "..".join(
            f"{ANY_YEAR if self.any_year else f'{each.year:04d}-'}{each.month:02d}-{each.day:02d}"
            for each in (self.first, self.last)
        )


def month_days(year: int, month: int, *, any_year: bool = False) -> Days:
    """
    All days of a month.

    Raises:
        ValueError: There is no such month, or it is the last that a calendar has.

    >>> month_days(2027, 2).last
    datetime.date(2027, 2, 28)
    """
    following = date(year + month // 12, month % 12 + 1, 1)
    return Days(date(year, month, 1), following - timedelta(days=1), any_year)


def stretches_text(stretches: Sequence[Days]) -> str:
    """Several stretches as a filter keeps them."""
    return _BETWEEN.join(one.to_text() for one in stretches)


def days_from(text: str) -> tuple[Days, ...]:
    """
    The stretches that ``stretches_text`` wrote; none for another text.

    >>> days_from("2026-05-08..2026-05-09"), days_from("cotton")
    ((Days(first=datetime.date(2026, 5, 8), last=datetime.date(2026, 5, 9), any_year=False),), ())
    """
    read = [_stretch(part) for part in text.split(_BETWEEN, _MOST_STRETCHES)]
    known = tuple(one for one in read if one is not None)
    return known if len(known) == len(read) else ()


def _stretch(text: str) -> Days | None:
    match = _STRETCH.fullmatch(text)
    if match is None:
        return None
    years = [LEAP_YEAR if part == ANY_YEAR else int(part[:-1]) for part in (match[1], match[4])]
    first, last = _day(years[0], int(match[2]), int(match[3])), _day(years[1], int(match[5]), int(match[6]))
    return Days(first, last, match[1] == ANY_YEAR) if first and last else None


def days_of(text: str) -> Days | None:
    """
    The day, or the days from one to another, that a record's value is; None when it is neither.

    >>> days_of("8 May 2026 to 9 May 2026").last, days_of("to be announced")
    (datetime.date(2026, 5, 9), None)
    >>> days_of("8-9 May 2026") == days_of("May 8 – 9, 2026") == days_of("8 May to 9 May 2026")
    True
    """
    if len(text) > _LONGEST_CHARS or _HAS_YEAR.search(text) is None:
        return None
    if (day := day_of(text)) is not None:
        return Days(day, day)
    if match := _DAYS_FIRST.fullmatch(text) or _MONTHS_FIRST.fullmatch(text):
        return _within_a_year(match)
    ends = [day_of(part) for part in _RANGE.split(text)]
    if len(ends) != 2 or ends[0] is None or ends[1] is None or ends[1] < ends[0]:
        return None
    return Days(ends[0], ends[1])


def _within_a_year(match: re.Match[str]) -> Days | None:
    """Days of which only the last tells its year; the first may be in the year before."""
    months = [_month(match[name] or match[other]) for name, other in (("from", "month"), ("month", "from"))]
    last = _day(int(match["year"]), months[1], int(match["day"]))
    first = last and _day(last.year - (months[0] > months[1]), months[0], int(match["from_day"]))
    return Days(first, last) if first and last and first <= last else None


def day_of(text: str) -> date | None:
    """
    The day that *text* is; None when it is none. Days and months as two numbers before a year count with dots alone.

    >>> [str(day_of(text)) for text in ("2026-05-08", "8 May 2026", "Fri, May 8th, 2026", "08.05.2026", "5/8/2026")]
    ['2026-05-08', '2026-05-08', '2026-05-08', '2026-05-08', 'None']
    """
    if match := _ISO.fullmatch(text):
        return _day(int(match[1]), int(match[2]), int(match[3]))
    if match := _DOTTED.fullmatch(text):
        return _day(int(match[3]), int(match[2]), int(match[1]))
    if match := _DAY_FIRST.fullmatch(text):
        return _day(int(match[3]), _month(match[2]), int(match[1]))
    if match := _MONTH_FIRST.fullmatch(text):
        return _day(int(match[3]), _month(match[1]), int(match[2]))
    return None


def _month(name: str) -> int:
    found = [number for number, month in enumerate(MONTHS, start=1) if month.startswith(name.lower()[:9])]
    return found[0] if found else 0


def _day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None
