"""Amounts of money as people set them: "under ₹2,000", "2k", "between 20 and 30 euros"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from limpet.text.amounts import NUMBER, amount_of

_SIGNS: Final = {
    "rs": "₹",
    "inr": "₹",
    "rupees": "₹",
    "rupee": "₹",
    "usd": "$",
    "dollars": "$",
    "dollar": "$",
    "bucks": "$",
}
_SIGNS_EUROPE: Final = {"eur": "€", "euros": "€", "euro": "€", "gbp": "£", "pounds": "£", "pound": "£", "yen": "¥"}
_WORDS: Final = "|".join([*_SIGNS, *_SIGNS_EUROPE])
_SIGN: Final = rf"[₹$€£¥₩]|(?:{_WORDS})\b\.?"
_AMOUNT: Final = (
    rf"(?P<sign>{_SIGN})?\s*(?P<digits>{NUMBER})\s*(?P<thousand>(?:k|lakhs?|lacs?)\b)?"
    rf"\s*(?P<after>{_SIGN})?"
)
_MOST: Final = (
    r"under|below|less than|lower than|cheaper than|no more than|not more than|not over|up to|upto|at most|within"
    r"|max(?:imum)?(?: is| of|:)?|(?:price|my|spending) limit(?: is| of|:)?"
    r"|(?:my )?budget(?: is| of|:)?(?: about| around)?|<=?"
)
_LEAST: Final = r"over|above|more than|at least|starting at|min(?:imum)?|upwards of|costlier than|>=?"
_ABOUT: Final = r"around|about|roughly|approximately|close to|near"
_ONE: Final = re.compile(
    rf"(?:(?:\b|(?=[<>]))(?P<most>{_MOST})|(?:\b|(?=[<>]))(?P<least>{_LEAST})|\b(?P<about>{_ABOUT}))\s*(?:of\s+)?{_AMOUNT}",
    re.IGNORECASE,
)
_TWO: Final = re.compile(
    rf"\b(?:between|from)?\s*{_AMOUNT}\s*(?:and|to|-|–)\s*{_AMOUNT.replace('?P<', '?P<second_')}", re.IGNORECASE
)
_AFTER: Final = re.compile(
    rf"(?<![\w.])(?=\S){_AMOUNT}\s*(?:/-\s*)?(?:(?P<most>(?:max(?:imum)?|tops|at (?:the )?most"
    r"|or (?:less|under|below|cheaper))\b)|(?P<least>(?:or (?:more|over|above)|min(?:imum)?|and (?:up|above))\b))"
    rf"(?!\s*(?:{_SIGN})?\s*\d)",
    re.IGNORECASE,
)
"""The bound after the amount: "1500 max", "2,000 or less"."""
_BARE: Final = re.compile(
    rf"[\s\"'(]*(?:(?:ok(?:ay)?|so|and|or|maybe|say|please|then|no|well|up to|for"
    rf"|(?!(?:{_WORDS})\b)[^\W\d]+s(?: (?:for|at|in))?)\s+)?"
    rf"(?P<amount>{_AMOUNT})\s*(?:/-)?(?:\s*(?:please|then|only))?\W*",
    re.IGNORECASE,
)
"""Hardly more than an amount, which then is the budget."""
_BARE_CHARS: Final = 40
_UNIT_WORDS: Final = {
    "a": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
    "ten": 10, "eleven": 11, "twelve": 12, "fifteen": 15, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50,
}  # fmt: skip
_SPELLED: Final = re.compile(
    rf"\b(?P<unit>{'|'.join(sorted(_UNIT_WORDS, key=len, reverse=True))}) (?P<times>hundred|thousand|lakh)\b",
    re.IGNORECASE,
)
_TIMES: Final = {"hundred": 100, "thousand": 1_000, "lakh": 100_000, "k": 1_000, "lac": 100_000}
_TEXT: Final = re.compile(r"(?:(?P<least>[\d.]+)\.\.)?(?P<op><=|>=)?(?P<most>[\d.]+)(?: (?P<sign>\S+))?")
_UNITS: Final = (
    r"am|pm|a\.m|p\.m|o'?clock|sec(?:ond)?s?|min(?:ute)?s?|hours?|hrs?|days?|weeks?|months?|years?|yrs?|nights?|times"
    r"|people|persons?|guests?|adults?|kids|children|friends|seats?|percent|degrees?|km|cm|mm|met(?:er|re)s?|miles?|inch(?:es)?"
    r"|feet|ft|kg|grams?|g|lbs?|lit(?:er|re)s?|ml|[kmgt]b|ms|characters?|chars?|words?|pages?|items?|pieces?|nd|rd|th|st"
    r"|(?:on |in the )(?:mon|tues|wednes|thurs|fri|satur|sun|morning|afternoon|evening)\w*"
)
_TIME_AFTER: Final = re.compile(rf"\s*(?:%|(?:{_UNITS})\b)", re.IGNORECASE)
"""What follows a number that is no amount of money."""
ABOUT_SHARE: Final = 0.2
""" "Around 1,000" allows a fifth on both sides."""


@dataclass(frozen=True, slots=True)
class PriceRange:
    """
    What an amount may be; None where there is no bound.

    Attributes:
        least: Lowest amount.
        most: Highest amount.
        currency: Sign as said; empty when none was said.

    >>> price = price_range_in("Any cotton kurtas under ₹2,000?")
    >>> price.to_text(), price.shown(), price.allows(2000), price.allows(2001)
    ('<=2000', 'under ₹2,000', True, False)
    """

    least: float | None = None
    most: float | None = None
    currency: str = ""

    def allows(self, amount: float) -> bool:
        """Whether *amount* lies within; the bounds themselves do."""
        return (self.least is None or amount >= self.least) and (self.most is None or amount <= self.most)

    @property
    def is_contradictory(self) -> bool:
        """Whether no amount lies within."""
        return self.least is not None and self.most is not None and self.least > self.most

    def to_text(self) -> str:
        """As a slot's value: ``<=2000``, ``>=500`` or ``500..2000``."""
        if self.least is not None and self.most is not None:
            return f"{_plain(self.least)}..{_plain(self.most)}"
        return f"<={_plain(self.most)}" if self.most is not None else f">={_plain(self.least or 0.0)}"

    def shown(self) -> str:
        """For people."""
        most, least = self._money(self.most), self._money(self.least)
        if self.least is not None and self.most is not None:
            return f"{least} to {most}"
        return f"under {most}" if self.most is not None else f"over {least}"

    def _money(self, amount: float | None) -> str:
        if amount is None:
            return ""
        digits = f"{amount:,.0f}" if float(amount).is_integer() else f"{amount:,.2f}"
        return f"{self.currency}{digits}"


def price_range_from(text: str) -> PriceRange | None:
    """
    The range of a slot's value; None for another text.

    >>> price_range_from("500..2000"), price_range_from("cotton")
    (PriceRange(least=500.0, most=2000.0, currency=''), None)
    """
    match = _TEXT.fullmatch(text.strip())
    if match is None:
        return None
    amount = float(match["most"])
    if match["least"]:
        return PriceRange(float(match["least"]), amount)
    return PriceRange(amount, None) if match["op"] == ">=" else PriceRange(None, amount)


def price_range_in(message: str, *, needs_sign: bool = False) -> PriceRange | None:
    """
    The range that *message* sets; the last word counts, two bounds of different kinds are joined.

    Args:
        message: Of the visitor.
        needs_sign: Only amounts with a currency or the word budget or price nearby count.

    >>> price_range_in("between 20 and 30 euros").shown(), price_range_in("over 500 and under 2k").to_text()
    ('€20 to €30', '500..2000')
    >>> price_range_in("what about 3000 to 4000?").to_text(), price_range_in("about 3000").to_text()
    ('3000..4000', '2400..3600')
    """
    message = _SPELLED.sub(
        lambda match: str(_UNIT_WORDS[match["unit"].lower()] * _TIMES[match["times"].lower()]), message
    )
    is_money = bool(re.search(rf"(?i){_SIGN}|\b(?:budget|price|cost|cheap|spend|pay)", message))
    if needs_sign and not is_money:
        return None
    found = PriceRange()
    for match in _TWO.finditer(message):
        starts_range = re.match(r"(?i)\s*(?:between|from)\b", match[0]) is not None
        starts_range = starts_range or re.search(rf"(?i)\b(?:{_ABOUT})\s*$", message[: match.start()]) is not None
        if (starts_range or is_money) and not _TIME_AFTER.match(message, match.end()):
            sign = _sign(match["sign"], match["after"], match["second_sign"], match["second_after"])
            first = _number(match["digits"], match["thousand"])
            found = PriceRange(first, _number(match["second_digits"], match["second_thousand"]), sign)
    if found.most is None:
        found = _single_bounds(message)
    if found.least is None and found.most is None:
        found = _bare_amount(message)
    return found if found.least is not None or found.most is not None else None


def amount_spans(message: str) -> list[tuple[int, int]]:
    """
    Where in *message* amounts stand that a range is read from: code points.

    >>> [("under 40 in size 38")[start:end] for start, end in amount_spans("under 40 in size 38")]
    ['under 40 ']
    """
    if price_range_in(message) is None:
        return []
    found = [*_TWO.finditer(message), *_ONE.finditer(message), *_AFTER.finditer(message)]
    bare = _bare(message)
    spans = [bare.span("amount")] if bare is not None else []
    return spans + [match.span() for match in found if not _TIME_AFTER.match(message, match.end())]


def _single_bounds(message: str) -> PriceRange:
    least = most = None
    currency = ""
    for match in (*_ONE.finditer(message), *_AFTER.finditer(message)):
        if _TIME_AFTER.match(message, match.end()):
            continue
        amount = _number(match["digits"], match["thousand"])
        currency = _sign(match["sign"], match["after"]) or currency
        if match["most"]:
            most = amount
        elif match["least"]:
            least = amount
        else:
            least, most = round(amount * (1 - ABOUT_SHARE), 2), round(amount * (1 + ABOUT_SHARE), 2)
    return PriceRange(least, most, currency)


def _bare_amount(message: str) -> PriceRange:
    """The budget of a message that is hardly more than an amount with a sign of money or "k"."""
    match = _bare(message)
    if match is None or not (match["sign"] or match["after"] or match["thousand"]):
        return PriceRange()
    return PriceRange(None, _number(match["digits"], match["thousand"]), _sign(match["sign"], match["after"]))


def _bare(message: str) -> re.Match[str] | None:
    return _BARE.fullmatch(message) if len(message) <= _BARE_CHARS else None


def _number(digits: str, times: str | None) -> float:
    return (amount_of(digits) or 0.0) * (_TIMES[times.lower().rstrip("s")] if times else 1.0)


def _sign(*said: str | None) -> str:
    for word in said:
        if word:
            plain = word.strip(".").lower()
            return {**_SIGNS, **_SIGNS_EUROPE}.get(plain, word)
    return ""


def _plain(amount: float) -> str:
    return str(int(amount)) if float(amount).is_integer() else str(amount)
