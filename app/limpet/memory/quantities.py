"""Numbers with their units, as they stand in a text: what must never be cut in two."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

_NUMBER: Final = r"[+\-−]?\d+(?:[.,:/’'\u00a0\u202f]\d+){0,7}"
"""A number has eight groups of digits at most; a longer run ("1,0,0,1 ...") is a list, and took minutes to read."""
_CURRENCY: Final = r"(?:[$€£¥₹₽₩₺₴฿]|Rs\.?|USD|EUR|GBP|INR|CHF|JPY|CAD|AUD)"
_MAGNITUDE: Final = r"(?:hundred|thousand|million|billion|trillion|lakhs?|crores?|mn|bn|k|K)"
_UNIT_WORDS: Final = (
    "%|‰|°[CF]?|percent(?:age points)?|per cent|degrees?(?: (?:celsius|fahrenheit))?"
    "|(?:milli|micro|nano|centi|kilo|mega|giga|tera)?(?:met(?:er|re)s?|grams?|lit(?:er|re)s?|watts?|bytes?|bits?|hertz|volts?"
    "|seconds?|joules?|calories?)"
    "|[mcdkµn]?m[²³23]?|[mkµ]?g|[mc]?l|[kmgtp]i?b(?:ps|/s|it)?|[kmg]?hz|[mkg]?w(?:h)?|m?v|m?ah|kcal|fps|dpi|rpm|mph|km/h|m/s"
    "|inch(?:es)?|f(?:oo|ee)t|ft|yards?|miles?|acres?|hectares?|ounces?|oz|pounds?|lbs?|tons?|tonnes?|gallons?|cups?"
    "|ms|sec(?:ond)?s?|s|min(?:ute)?s?|h(?:ou)?rs?|h|days?|nights?|weeks?|months?|quarters?|years?|yrs?|decades?|centuries"
    "|dollars?|euros?|rupees?|pounds|cents?|pence|yen|times|x|people|items?|pieces?|pages?|pixels?|px|points?|pts?|words?"
    "|characters?|tokens?|turns?|rows?|columns?|cores?|threads?|servers?|instances?|users?|employees|votes?|members?|stars?"
)
_UNIT: Final = rf"(?:{_UNIT_WORDS})(?![^\W_])"
_WITH_UNIT: Final = (
    rf"{_CURRENCY}\s?{_NUMBER}(?:\s?{_MAGNITUDE}\b)?"
    rf"|{_NUMBER}(?:\s?{_MAGNITUDE}\b)?\s?(?:{_CURRENCY}(?![^\W_])|(?:-|\s)?{_UNIT})"
    rf"|{_NUMBER}\s?{_MAGNITUDE}\b"
)
_QUANTITY: Final = re.compile(rf"(?<![\w.])(?!\d{{3}}0s\b)(?:{_WITH_UNIT})", re.IGNORECASE)
_ANY_NUMBER: Final = re.compile(rf"(?<![\w.])(?:{_NUMBER})(?![\w])")
_DIGITS: Final = re.compile(r"\d+")
_MARK_BEFORE: Final = re.compile(rf"(?<![^\W_])(?:{_CURRENCY}\s?|[+\-−])[+\-−]?$", re.IGNORECASE)
_LOOK_BACK_CHARS: Final = 6
"""A currency and a space before a number are no longer."""


def quantity_spans(text: str) -> list[tuple[int, int]]:
    """
    Spans of the numbers of *text* that have a unit or currency, unit included, in order.

    >>> text = "It takes 3-5 days, weighs 1.5 kg and costs ₹2,499 (was $30 million in 2019)."
    >>> [text[start:end] for start, end in quantity_spans(text)]
    ['5 days', '1.5 kg', '₹2,499', '$30 million']
    """
    spans: list[tuple[int, int]] = []
    end = 0
    for run in _DIGITS.finditer(text):
        if run.start() < end:
            continue
        before = _MARK_BEFORE.search(text, max(0, run.start() - _LOOK_BACK_CHARS), run.start())
        found = _QUANTITY.match(text, before.start()) if before else None
        found = found or _QUANTITY.match(text, run.start())
        if found:
            spans.append(found.span())
            end = found.end()
    return spans


def quantities(text: str) -> list[str]:
    """
    The same as folded texts, without spaces, distinct: "1.5 kg" and "1.5kg" are equal.

    >>> quantities("1.5 kg or 1.5KG")
    ['1.5kg']
    """
    return list(dict.fromkeys(_key(text[start:end]) for start, end in quantity_spans(text)))


@dataclass(frozen=True, slots=True)
class Number:
    """A number in a text: its place, what equal ones share, and whether it has a unit."""

    start: int
    end: int
    key: str
    has_unit: bool


def numbers(text: str) -> list[Number]:
    """
    All numbers of *text*, those with a unit first, unit included; a number inside of those is not found again.

    >>> [(number.key, number.has_unit) for number in numbers("In 2019 it cost 30 euros.")]
    [('30euros', True), ('2019', False)]
    """
    spans = quantity_spans(text)
    with_unit = [Number(start, end, _key(text[start:end]), True) for start, end in spans]
    bare = [
        Number(match.start(), match.end(), match[0], False)
        for run in _DIGITS.finditer(text)
        if (match := _ANY_NUMBER.match(text, run.start()))
        and not any(start <= match.start() < end for start, end in spans)
    ]
    return with_unit + bare


def _key(quantity: str) -> str:
    return "".join(quantity.lower().split())
