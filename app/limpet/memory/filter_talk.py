"""Messages that say nothing but what a filter may be: they name no topic and change none."""

from __future__ import annotations

import re
from typing import Final

from limpet.memory.self_statements import states_only
from limpet.memory.slot_applying import DONT_CARE
from limpet.memory.slot_indifference import indifference_in
from limpet.memory.slot_lifting import lifted_in
from limpet.memory.slots import SlotReading, Slots
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


def is_filter_talk(message: str, reading: SlotReading | None, slots: Slots, turn: int) -> bool:
    """Whether *message* speaks of nothing but filters; the arguments are those of ``lifts_only``."""
    return says_filters_only(message) or states_only(message) or lifts_only(message, reading, slots, turn)


def lifts_filter(message: str, reading: SlotReading | None, slots: Slots, turn: int) -> bool:
    """Whether *message* takes a filter back that is none of the kind of thing; the arguments are those above."""
    if reading is None or not slots or not lifted_in(message):
        return False
    after = reading.read(message, slots, turn)
    return any(one.value == DONT_CARE and one.turn == turn and not reading.tells_kind(n) for n, one in after.items())


def lifts_only(message: str, reading: SlotReading | None, slots: Slots, turn: int) -> bool:
    """
    Whether *message* only says of filters that they do not matter: "any format is fine".

    Args:
        message: Of the visitor.
        reading: Reads slots; None when the owner has none.
        slots: Before it.
        turn: Its number.
    """
    if reading is None or len(message) > _READ_CHARS or indifference_in(message) is None:
        return False
    said = [slot for slot in reading.read(message, slots, turn).values() if slot.turn == turn]
    return bool(said) and all(slot.value == DONT_CARE for slot in said)
