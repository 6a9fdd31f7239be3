"""What a message says about money in a shop: a range, or a price beside that of the things just shown."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias

from limpet.memory.slot_schema import SlotSpec
from limpet.text.price_range import PriceRange, price_range_in
from limpet.text.tokens import stems

_LEADS: Final = (
    r"(?:(?:do you|have|got|you|show me|i(?:'d| would)?|want|need|like|see|is there|are there|any(?:thing)?"
    r"|some(?:thing)?|one|ones|but|and|or|a|bit|little|much|maybe|please|can|find|in|the|same)\W+)*"
)
_CHEAPER: Final = re.compile(
    rf"^\W*(?!the (?:cheaper|dearer))\b{_LEADS}(?:(?P<less>cheaper|less expensive|less costly|more affordable"
    r"|lower priced)|(?P<more>dearer|costlier|more expensive|pricier|more premium))\b",
    re.IGNORECASE,
)

_CHEAPEST: Final = re.compile(
    r"\b(?:cheapest|lowest(?:[- ]priced?)?|least expensive|most affordable|low budget)\b", re.IGNORECASE
)
_DEAREST: Final = re.compile(
    r"\b(?:costliest|dearest|highest(?:[- ]priced?)?|most (?:expensive|costly))\b", re.IGNORECASE
)
_BETWEEN_CLAUSES: Final = re.compile(r"\s*(?:[,;]|\b(?:and|or|versus|vs\.?)\b)\s*(?:(?:and|or)\b\s*)?", re.IGNORECASE)
_SEVERAL: Final = re.compile(
    r"\b(?:ones|are|them|some|few|any|several|two|three|four|five|top|all|list|things|items|options|stuff)\b"
    r"|\b(?:cheapest|lowest[- ]priced?|least expensive|most affordable|costliest|dearest|highest[- ]priced?"
    r"|most (?:expensive|costly)) (?:\d|[^\W\d_]+(?:[- ][^\W\d_]+)?[^\Ws\d_]s\b)",
    re.IGNORECASE,
)
"""Words that ask for more than one thing."""
_OF_ALL: Final = re.compile(
    r"\byour (?:very )?(?:cheap|low|least|most|costl|dear|high)|\byou (?:have|sell|stock|offer|carry|got)\b"
    r"|\b(?:in|of) (?:the|your) (?:\w+ )?(?:shop|store|catalog(?:ue)?|range|collection)\b|\boverall\b|\bof all\b",
    re.IGNORECASE,
)
_ANYTHING: Final = re.compile(r"\b(?:things?|items?|products?)\b", re.IGNORECASE)
STAND_INS: Final = frozenset(
    stems(
        "one ones thing things item items product products piece show me what is which have got give find your please"
    )
)
"""Stems of words that stand for any thing."""
Order: TypeAlias = Literal["", "cheapest", "dearest"]


@dataclass(frozen=True, slots=True)
class PriceSaid:
    """
    What is to become of the price slot.

    Attributes:
        value: As the slot keeps it; empty when it must stay as it is.
        shown: For people.
        note: A sentence for the visitor when the amount cannot be used; empty otherwise.
    """

    value: str = ""
    shown: str = ""
    note: str = ""


def price_said(message: str, spec: SlotSpec, shown_prices: Sequence[float] = ()) -> PriceSaid | None:
    """
    The price that *message* sets; None when it speaks of none.

    Args:
        message: Of the visitor.
        spec: The price slot with the currency of the catalogue.
        shown_prices: Of the things that the last answer showed.

    >>> rupees = SlotSpec("price", "price", currency="₹")
    >>> price_said("under 2,000", rupees).shown, price_said("anything cheaper?", rupees, [1499.0, 1899.0]).shown
    ('under ₹2,000', 'cheaper than ₹1,499')
    >>> price_said("under 40 euros", rupees).note
    'Prices here are in ₹, so I did not filter by €.'
    """
    bounds = price_range_in(message)
    if bounds is None:
        return _beside(message, spec, shown_prices)
    foreign = bounds.currency
    if spec.currency.strip() and foreign and foreign not in spec.currency:
        return PriceSaid(note=f"Prices here are in {spec.currency.strip()}, so I did not filter by {foreign}.")
    bounds = replace(bounds, currency=spec.currency)
    if bounds.is_contradictory:
        low, high = PriceRange(bounds.least, None, spec.currency), PriceRange(None, bounds.most, spec.currency)
        return PriceSaid(note=f"No price is both {high.shown()} and {low.shown()}, so I left the price as it was.")
    return PriceSaid(bounds.to_text(), bounds.shown())


def speaks_of_cheaper(message: str) -> bool:
    """Whether *message* asks for something cheaper or dearer than what was shown."""
    return _CHEAPER.match(message.replace("’", "'")[:200]) is not None


def order_of(message: str) -> Order:
    """
    By which end of the prices *message* wants things: "" when it does not say.

    >>> order_of("the cheapest one"), order_of("your most expensive saree"), order_of("a saree")
    ('cheapest', 'dearest', '')
    """
    if _CHEAPEST.search(message):
        return "cheapest"
    return "dearest" if _DEAREST.search(message) else ""


def orders_only(message: str) -> bool:
    """
    Whether *message* asks for nothing but the cheapest or dearest of what is spoken of.

    >>> orders_only("What's the cheapest one?"), orders_only("What is the cheapest shipping?")
    (True, False)
    """
    rest = _DEAREST.sub(" ", _CHEAPEST.sub(" ", message))
    return bool(order_of(message)) and set(stems(rest)) <= STAND_INS


def turned_round(message: str, earlier: str) -> str:
    """
    The question before with the other end of the prices, where *message* says no more than that; empty otherwise.

    >>> turned_round("and the dearest?", "Which course is the cheapest?")
    'Which course is the most expensive?'
    >>> turned_round("and the dearest?", "Do you deliver?")
    ''
    """
    if not orders_only(message) or not order_of(earlier) or orders_only(earlier):
        return ""
    wanted = "cheapest" if order_of(message) == "cheapest" else "most expensive"
    return _CHEAPEST.sub(wanted, _DEAREST.sub("cheapest", earlier, count=1), count=1)


def orders_all(message: str) -> bool:
    """
    Whether *message* asks for the cheapest or dearest of all there are, whatever was looked at before.

    >>> orders_all("What are your most expensive shoes?"), orders_all("Which of them is the cheapest?")
    (True, False)
    """
    return bool(order_of(message)) and _OF_ALL.search(message) is not None


def orders_any(message: str) -> bool:
    """
    Whether *message* wants the cheapest or dearest thing of whatever kind.

    >>> orders_any("the cheapest thing you have"), orders_any("the cheapest you have")
    (True, False)
    """
    return orders_only(message) and _ANYTHING.search(message) is not None


def orders_one(message: str) -> bool:
    """
    Whether *message* asks for the one thing that is the cheapest or dearest.

    >>> orders_one("Which saree is the cheapest?"), orders_one("the cheapest one"), orders_one("your cheapest sarees")
    (True, True, False)
    """
    return bool(order_of(message)) and _SEVERAL.search(message) is None


def order_clauses(message: str) -> list[str]:
    """
    The parts of a message that want the cheapest or dearest of something each; empty when fewer than two do.

    >>> order_clauses("the cheapest kurta and the most expensive saree")
    ['the cheapest kurta', 'the most expensive saree']
    >>> order_clauses("the cheapest kurta and your stores")
    []
    """
    clauses = [clause.strip() for clause in _BETWEEN_CLAUSES.split(message)]
    return clauses if len(clauses) > 1 and all(map(order_of, clauses)) else []


def _beside(message: str, spec: SlotSpec, shown_prices: Sequence[float]) -> PriceSaid | None:
    match = _CHEAPER.match(message.replace("’", "'")[:200])
    if match is None or not shown_prices:
        return None
    if match["less"]:
        least = min(shown_prices)
        bounds = PriceRange(None, max(0.0, _next_to(least, -1)), spec.currency)
        return PriceSaid(bounds.to_text(), f"cheaper than {spec.currency}{_money(least)}")
    most = max(shown_prices)
    bounds = PriceRange(_next_to(most, 1), None, spec.currency)
    return PriceSaid(bounds.to_text(), f"dearer than {spec.currency}{_money(most)}")


def _next_to(amount: float, direction: int) -> float:
    """The next amount: by one where there are no cents, else by a cent."""
    return amount + direction if amount.is_integer() else round(amount + direction * 0.01, 2)


def _money(amount: float) -> str:
    return f"{amount:,.0f}" if amount.is_integer() else f"{amount:,.2f}"
