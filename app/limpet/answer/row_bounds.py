"""Which rows of a table hold for a number that a message names: "a child of 7" is in "Child 6 to 15"."""

from __future__ import annotations

import re
from typing import Final

_MONEY: Final = r"[€$£₹]?\s?"
_BOUNDS: Final = re.compile(
    rf"(?P<low>\d+)\s*(?:to|-|\u2013|\u2014|until)\s*{_MONEY}(?P<high>\d+)"
    rf"|\b(?:under|below|less than|younger than)\s+{_MONEY}(?P<under>\d+)"
    rf"|\b(?:up to|at most|until)\s+{_MONEY}(?P<most>\d+)"
    rf"|\b(?:over|above|more than|older than)\s+{_MONEY}(?P<over>\d+)"
    rf"|\b(?:from|at least)\s+{_MONEY}(?P<least>\d+)"
    r"|(?P<plus>\d+)(?:\+|\s+(?:and|or)\s+(?:over|older|above|more|up)\b)",
    re.IGNORECASE,
)
_MEASURE: Final = re.compile(
    r"(?:\b(?:of|aged?|is|am|turns?|turned)\s+|[€$£₹]\s?)(\d+)\b(?![:.,/]\d|\s*%)"
    r"|\b(\d+)[\s-]?(?:years?|yrs?|months?|kgs?|kilos?|grams?|km|cm|euros?|dollars?|pounds?|rupees?)\b",
    re.IGNORECASE,
)


def measure_in(message: str) -> int | None:
    """
    The one age, weight or amount that a message names; None when it names none or several. Counts, times of day and
    dates are none.

    >>> [measure_in(text) for text in ("a child of 7", "my 6-year-old", "an order of €70", "at 10:00", "2 children")]
    [7, 6, 70, None, None]
    """
    found = {int(before or behind) for before, behind in _MEASURE.findall(message)}
    return found.pop() if len(found) == 1 else None


def holds_for(cell: str, measure: int) -> bool:
    """
    Whether the bounds that a cell names, if any, take a number in.

    >>> [holds_for(cell, 7) for cell in ("Child 6 to 15", "Child under 6", "Over 65", "65+", "Adult", "From 7")]
    [True, False, False, False, True, True]
    """
    found = list(_BOUNDS.finditer(cell))
    return not found or any(_is_within(bounds, measure) for bounds in found)


def unbound(cell: str) -> str:
    """
    A cell without its bounds: what it is about.

    >>> unbound("Child 6 to 15")
    'Child'
    """
    return _BOUNDS.sub("", cell).strip() or cell


def _is_within(bounds: re.Match[str], measure: int) -> bool:
    number = {name: int(text) for name, text in bounds.groupdict().items() if text}
    low = max(number.get("low", 0), number.get("least", 0), number.get("plus", 0), number.get("over", -1) + 1)
    high = min(number.get("high", measure), number.get("most", measure), number.get("under", measure + 1) - 1)
    return low <= measure <= high
