"""A question for what something costs: a section on charges answers it, and one without an amount does not."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final

from limpet.text.near_words import share_of
from limpet.text.tokens import stems

PRICE_STEMS: Final = frozenset(stems("cost charge fee price rate tariff pricing"))
"""Words of headings under which prices are told."""
PAYING_STEMS: Final = PRICE_STEMS | frozenset(stems("pay pays paid"))
"""Words by which a price is asked for: a page on ways to pay has them, and tells none."""
_WHAT: Final = r"(?:what|how much) (?:do|does|will|would|is|are)"
_ASKS: Final = re.compile(
    rf"\bhow much (?:is|are|for)\b|\bpays? (?:anything |extra )?for\b|\b{_WHAT} .{{1,60}}\bcosts?\b"
    r"|\b(?:price|cost|fee|charge)s? (?:of|for)\b"
    r"|\b(?:what|how much) (?:is|are) (?:the |your )?(?:\w+ ){0,3}(?:prices?|costs?|fees?|charges?|rates?)\b",
    re.IGNORECASE,
)
_MONEY: Final = re.compile(
    r"[₹$€£¥]\s?\d|\d\s?[₹$€£¥]|\b(?:rs|inr|eur|usd|gbp|kr|chf|pln)\.?\s?\d|\d[\d.,]*\s?(?:rupees|euros?|dollars?|pounds?"
    r"|francs?|crowns?|kr|eur|usd|gbp|inr|rs)\b|\b(?:free|gratis|no (?:charge|cost|fee)|without (?:any )?charge"
    r"|included)\b",
    re.IGNORECASE,
)


def asks_price(message: str) -> bool:
    """
    Whether *message* asks what something costs.

    >>> asks_price("How much is delivery?"), asks_price("What does it cost?"), asks_price("How much time is left?")
    (True, True, False)
    """
    return _ASKS.search(message.replace("’", "'")) is not None


def new_in(has: frozenset[str], asked: Collection[str], told: frozenset[str]) -> bool:
    """
    Whether a fragment without a price has what is *asked* and those with one do not: that there is none for the USA.

    Args:
        has: Its stems.
        asked: Stems of the question.
        told: Stems of the fragments with a price.

    >>> new_in(frozenset({"countri"}), ["usa"], frozenset({"deliv"}))
    True
    """
    return any(share_of(stem, has) and not share_of(stem, told) for stem in asked if stem not in PAYING_STEMS)


def tells_price(text: str) -> bool:
    """
    Whether an amount of money stands in *text*, or that something is free.

    >>> tells_price("Below that it costs ₹79."), tells_price("It takes 2 to 3 days.")
    (True, False)
    """
    return _MONEY.search(text) is not None
