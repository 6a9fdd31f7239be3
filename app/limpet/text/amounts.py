"""
Numbers as people write them: "4.80", "4,80", "1,299", "1.299,50", "1'299.00", "1,29,999".

All that reads a number from a text reads it here. ``NUMBER`` matches well-formed ones and no part of another: nothing
in "1.2.3" or "10,20,30". Three digits after a single point or comma are thousands to some and decimals to others:
``readings_of`` tells both, ``amount_of`` takes the thousands, since few prices have three decimals, and ``measure_of``
takes them only after a comma, since "1.250 kg" is one and a quarter to most and a lot of flour to the others.
"""

from __future__ import annotations

import re
from typing import Final

_MARKS: Final = (".", ",", "'", "’", "\u00a0", "\u202f")
"""Signs between thousands."""
_GROUPED: Final = "|".join(
    rf"[1-9]\d{{0,2}}(?:[{mark}]\d{{3}}){{1,4}}(?:[{'.,'.replace(mark, '')}]\d{{1,15}})?" for mark in _MARKS
)
_LAKHS: Final = r"[1-9]\d?(?:,\d\d){1,5},\d{3}(?:\.\d{1,15})?"
_PLAIN: Final = r"\d{1,15}(?:[.,]\d{1,15})?"
_ANY_MARK: Final = "".join(_MARKS)
NUMBER: Final = rf"(?<!\d)(?<!\d[{_ANY_MARK}])(?:{_GROUPED}|{_LAKHS}|{_PLAIN})(?![{_ANY_MARK}]?\d)"
"""Pattern of a whole number with its separators, without groups; what is longer than any amount is none."""
_NUMBER: Final = re.compile(NUMBER)
_WITH_GROUPS: Final = re.compile(rf"(?:{_GROUPED}|{_LAKHS})")
_TWO_READINGS: Final = re.compile(r"[1-9]\d{0,2}[.,]\d{3}")
_DECIMALS: Final = re.compile(r"[.,](\d+)$")
_NO_DIGITS: Final = re.compile(r"\D")


def readings_of(number: str) -> tuple[float, ...]:
    """
    All amounts that *number* may tell, that with thousands first; none for what ``NUMBER`` does not match.

    >>> readings_of("1.299,50"), readings_of("4,80"), readings_of("1.250"), readings_of("1.2.3")
    ((1299.5,), (4.8,), (1250.0, 1.25), ())
    """
    if _NUMBER.fullmatch(number) is None:
        return ()
    if _TWO_READINGS.fullmatch(number):
        return float(_NO_DIGITS.sub("", number)), float(number.replace(",", "."))
    if not _WITH_GROUPS.fullmatch(number):
        return (float(number.replace(",", ".")),)
    decimals = _DECIMALS.search(number) if len(set(_NO_DIGITS.findall(number))) > 1 else None
    whole = _NO_DIGITS.sub("", number[: decimals.start()] if decimals else number)
    return (float(f"{whole}.{decimals[1]}" if decimals else whole),)


def amount_of(number: str) -> float | None:
    """
    The amount of money that *number* tells; None for what ``NUMBER`` does not match.

    >>> amount_of("4,80"), amount_of("1.299"), amount_of("1.299,50"), amount_of("1,29,999"), amount_of("0.125")
    (4.8, 1299.0, 1299.5, 129999.0, 0.125)
    """
    return next(iter(readings_of(number)), None)


def measure_of(number: str) -> float | None:
    """
    How much of a unit *number* tells; None where it may be a thousand times as much, and for what is no number.

    >>> measure_of("1,250"), measure_of("1,5"), measure_of("1.250"), measure_of("12.345.678")
    (1250.0, 1.5, None, 12345678.0)
    """
    readings = readings_of(number)
    is_open = len(readings) > 1 and "." in number
    return readings[0] if readings and not is_open else None


def first_amount_in(text: str) -> float | None:
    """
    The amount that the first number of *text* tells.

    >>> first_amount_in("from €4,80 or 2 for €9"), first_amount_in("1.2.3"), first_amount_in("soft")
    (4.8, None, None)
    """
    found = _NUMBER.search(text)
    return amount_of(found[0]) if found else None
