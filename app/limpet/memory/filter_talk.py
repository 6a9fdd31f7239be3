"""Messages that say nothing but what a filter may be: they name no topic and change none."""

from __future__ import annotations

import re
from typing import Final

from limpet.memory.slot_lifting import lifted_in
from limpet.text.tokens import stems

_READ_CHARS: Final = 120
_BUDGET: Final = re.compile(
    r"\b(?:my |our |the |a )?(?:max(?:imum)? |total )?(?:budget|max(?:imum)?|(?:price|spending) limit)\b"
    r"(?: (?:is|was|of|would be|will be|should be))?:?(?: (?:about|around|only|just|now|at most|up to|under))*"
    r"\s*(?:[₹$€£¥₩]|(?:rs|inr|usd|eur|gbp)\b\.?)?\s*\d[\d,.]*\s*(?:k\b|lakhs?\b|[₹$€£¥₩]|\w+s\b)?",
    re.IGNORECASE,
)
_MATTERS_NOT: Final = re.compile(
    r"\b(?:the )?(?:price|size|colou?r|fabric|material|brand|occasion|place|location|date|time)\b"
    r" (?:do(?:es)?n'?t|do(?:es)? not|won'?t) (?:really )?matter\b",
    re.IGNORECASE,
)
_FILLERS: Final = frozenset(stems("ok okay well so actually please then now sorry thanks yes no and but also"))


def says_filters_only(message: str) -> bool:
    """
    Whether *message* only states a budget, lifts a filter, or says that one does not matter.

    >>> says_filters_only("ok, my budget is 2k"), says_filters_only("Remove the price filter")
    (True, True)
    >>> says_filters_only("How do I make a budget?"), says_filters_only("my budget is 2k, any sarees?")
    (False, False)
    """
    if len(message) > _READ_CHARS:
        return False
    text = message.replace("’", "'")
    if lifted_in(text):
        return True
    rest = _MATTERS_NOT.sub(" ", _BUDGET.sub(" ", text))
    return rest != text and set(stems(rest)) <= _FILLERS
