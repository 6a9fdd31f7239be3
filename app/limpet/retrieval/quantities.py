"""Amounts and days that a catalogue tells as texts, made comparable: "1,250 g" is more than "980 g"."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import pairwise
from typing import Final, NamedTuple

from limpet.retrieval.document import FieldValue
from limpet.text.amounts import NUMBER, measure_of
from limpet.text.calendar_text import days_of


class Quantity(NamedTuple):
    """What is measured, and how much of it in that unit; only those of one kind can be compared."""

    kind: str
    amount: float


_UNITS: Final[Mapping[str, Mapping[str, float]]] = {
    "g": {
        "mg": 0.001, "g": 1, "gram": 1, "grams": 1, "kg": 1000, "kilo": 1000, "kilos": 1000, "kilogram": 1000,
        "kilograms": 1000, "oz": 28.349523125, "ounce": 28.349523125, "ounces": 28.349523125, "lb": 453.59237,
        "lbs": 453.59237, "pound": 453.59237, "pounds": 453.59237,
    },
    "cm": {
        "mm": 0.1, "cm": 1, "m": 100, "metre": 100, "metres": 100, "meter": 100, "meters": 100, "km": 100_000,
        "in": 2.54, "inch": 2.54, "inches": 2.54, "ft": 30.48, "foot": 30.48, "feet": 30.48,
    },
    "min": {
        "s": 1 / 60, "sec": 1 / 60, "second": 1 / 60, "seconds": 1 / 60, "min": 1, "mins": 1, "minute": 1,
        "minutes": 1, "h": 60, "hr": 60, "hrs": 60, "hour": 60, "hours": 60, "day": 1440, "days": 1440,
        "week": 10_080, "weeks": 10_080,
    },
    "month": {"month": 1, "months": 1, "year": 12, "years": 12},
    "page": {"page": 1, "pages": 1, "p": 1, "pp": 1},
    "star": {"star": 1, "stars": 1},
    "night": {"night": 1, "nights": 1},
}  # fmt: skip
"""Units by what they measure. Months are of no known number of days; a pound and an ounce are international ones."""
_OF: Final = {unit: (kind, float(each)) for kind, units in _UNITS.items() for unit, each in units.items()}
_PART: Final = re.compile(rf"\s*(?:and\s+|,\s*)?({NUMBER})\s*([a-z]*)\.?(?![\w.,]*\d)\s*", re.IGNORECASE)
_DIGIT: Final = re.compile(r"\d")
_LONGEST_CHARS: Final = 60


def quantity_of(value: FieldValue, field: str = "") -> Quantity | None:
    """
    The amount or the first day that *value* is; None where it is neither, or in a unit that is not known.

    Args:
        value: Of a field of a record.
        field: Its name; bare numbers are of one kind in one field alone, since its name tells their unit.

    >>> quantity_of("1,250 g"), quantity_of("1 h 30 min"), quantity_of("8 furlongs")
    (Quantity(kind='g', amount=1250.0), Quantity(kind='min', amount=90.0), None)
    >>> quantity_of("3 May 2026") > quantity_of("2026-03-01"), quantity_of(330, "weight_g")
    (True, Quantity(kind='weight_g', amount=330.0))
    """
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return Quantity(field, float(value))
    if not isinstance(value, str) or len(value) > _LONGEST_CHARS:
        return None
    if (days := days_of(value.strip())) is not None:
        return Quantity("day of a calendar", float(days.first.toordinal()))
    return _summed(value, field)


def has_digits(value: FieldValue) -> bool:
    """
    Whether *value* may be an amount, be it one that cannot be read.

    >>> has_digits("to be announced"), has_digits("about 3 kg"), has_digits(["1 kg", "2 kg"])
    (False, True, True)
    """
    return value is not None and _DIGIT.search(str(value)) is not None


def _summed(text: str, field: str) -> Quantity | None:
    """*text* as one amount, or as several of one kind in ever smaller units: hours and minutes."""
    found: list[tuple[str, float, float]] = []
    end = 0
    while end < len(text):
        part = _PART.match(text, end)
        number = measure_of(part[1]) if part else None
        if part is None or number is None:
            return None
        kind, each = _OF.get(part[2].lower(), ("", 0.0)) if part[2] else (field, 1.0)
        if each == 0.0:
            return None
        found.append((kind, each, number))
        end = part.end()
    if not found or len({kind for kind, _, _ in found}) > 1:
        return None
    if any(after >= before for (_, before, _), (_, after, _) in pairwise(found)):
        return None
    return Quantity(found[0][0], sum(each * number for _, each, number in found))
