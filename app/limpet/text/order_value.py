"""What a purchase is worth, as a condition of a question: "What does delivery cost for an order of 500 rupees?"."""

from __future__ import annotations

import re
from typing import Final

from limpet.text.amounts import NUMBER

_SIGN: Final = r"(?:[₹$€£¥]|rs\.?|inr|eur|usd|gbp)"
_UNIT: Final = r"(?:[₹$€£¥]|(?:rupees?|euros?|dollars?|pounds?|francs?|rs|inr|eur|usd|gbp)\b)"
_AMOUNT: Final = rf"(?:{_SIGN}\s?)?{NUMBER}(?:\s?{_UNIT})?"
_MONEY: Final = rf"(?:{_SIGN}\s?{NUMBER}|{NUMBER}[\s-]?{_UNIT})"
_PURCHASE: Final = r"(?:orders?|purchases?|baskets?|carts?|parcels?|goods|items|things|products)"
_MY: Final = r"(?:(?:an?|my|our|the|one) )?"
_WORTH: Final = r"(?:(?:that (?:is|are) )?(?:of|for|worth|costing|at|totalling) )?(?:about |around )?"
"""Not "over", "above", "under" and "below": with these the amount is a threshold, and pages have that very one."""
_CONDITION: Final = re.compile(
    rf",?\s+(?:for|on|with|of|if) (?:i (?:order|buy|spend|purchase) )?{_MY}(?:{_PURCHASE} {_WORTH}{_AMOUNT}"
    rf"|{_MONEY} {_PURCHASE}|{_MONEY} (?:worth )?of {_PURCHASE})(?=\s*[?.!,]|\s*$)",
    re.IGNORECASE,
)
_FEWEST_WORDS: Final = 3


def without_order_value(text: str) -> str:
    """
    *text* without what an order in it is worth: no page has that very amount, and the condition's words would look for
    pages on orders.

    >>> without_order_value("What does delivery cost for an order of 500 rupees?")
    'What does delivery cost?'
    >>> without_order_value("How much is delivery on a £40 order?"), without_order_value("Have you shoes for £40?")
    ('How much is delivery?', 'Have you shoes for £40?')
    >>> without_order_value("What do I get on orders over £50?")
    'What do I get on orders over £50?'
    """
    plain = _CONDITION.sub("", text, count=1)
    return plain if plain != text and len(plain.split()) >= _FEWEST_WORDS else text
