"""Days as records of a catalogue write them, and stretches of days as a filter keeps them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from typing import Final

_MONTHS: Final = (
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
ANY_YEAR: Final = "--"
"""Stands for the year of a stretch that may be in any."""


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

    def holds(self, day: date) -> bool:
        """
        Whether *day* is in it.

        >>> Days(date(2025, 12, 20), date(2026, 1, 6), any_year=True).holds(date(2030, 1, 1))
        True
        """
        if not self.any_year:
            return self.first <= day <= self.last
        if (self.last - self.first).days >= 365:
            return True
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


def days_from(text: str) -> Days | None:
    """
    The stretch that ``Days.to_text`` wrote; None for another text.

    >>> days_from("2026-05-08..2026-05-09"), days_from("cotton")
    (Days(first=datetime.date(2026, 5, 8), last=datetime.date(2026, 5, 9), any_year=False), None)
    """
    match = _STRETCH.fullmatch(text)
    if match is None:
        return None
    years = [2000 if part == ANY_YEAR else int(part[:-1]) for part in (match[1], match[4])]  # a year with a 29 February
    first, last = _day(years[0], int(match[2]), int(match[3])), _day(years[1], int(match[5]), int(match[6]))
    return Days(first, last, match[1] == ANY_YEAR) if first and last else None


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
    found = [number for number, month in enumerate(_MONTHS, start=1) if month.startswith(name.lower()[:9])]
    return found[0] if found else 0


def _day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None
