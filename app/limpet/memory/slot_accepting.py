"""A "yes" that takes over what the bot has just offered or confirmed."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from limpet.memory.slot_names import sentences_of
from limpet.memory.slot_words import Found
from limpet.memory.slots import Slot

_ACCEPTS: Final = re.compile(
    r"^\W*(?:y(?:es|eah|ep|up|a)|sure|ok(?:ay)?|fine|alright|great|perfect|sounds (?:good|great|fine)"
    r"|that(?:'s| is| would be| will| sounds)? (?:fine|good|great|ok(?:ay)?|works?|perfect|do)|please)\b",
    re.IGNORECASE,
)

_PROPOSES: Final = re.compile(
    r"\b(?:confirm\w*|(?:want|like) me to|shall i|should i|book\w*|reserv\w+|appointment|(?:is|are) (?:that|this"
    r"|these|they|everything|all) (?:right|correct|ok(?:ay)?)|verify|is that correct|try)\b",
    re.IGNORECASE,
)


def accepts(message: str) -> bool:
    """
    Whether *message* begins with a yes.

    >>> accepts("Yes, that works"), accepts("No, thanks")
    (True, False)
    """
    return _ACCEPTS.match(message) is not None


def proposes(answer: str) -> bool:
    """
    Whether an answer proposes to do something or asks for a confirmation, so that all it says is agreed to.

    >>> proposes("Shall I book a table for 2 at noon?"), proposes("There is a bus at noon with 1 transfer.")
    (True, False)
    """
    return _PROPOSES.search(answer) is not None


def last_question(answer: str) -> str:
    """The last question of an answer; empty when it asks nothing."""
    questions = [sentence for sentence in sentences_of(answer) if "?" in sentence]
    return questions[-1] if questions else ""


def single_values(found: Sequence[Found], slots: Mapping[str, Slot]) -> dict[str, str]:
    """Of the values in an offer those that stand alone for their slot and are not set yet."""
    by_slot: dict[str, set[str]] = {}
    for one in found:
        by_slot.setdefault(one.slot, set()).add(one.value)
    return {
        slot: next(iter(values))
        for slot, values in by_slot.items()
        if len(values) == 1 and (slot not in slots or slots[slot].value not in values)
    }
