"""A message and what was said before it, without a filter that the visitor took back: as if it had never been said."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from typing import Final

from limpet.memory.slots import Slot, Slots
from limpet.text.tokens import stems

_WORD: Final = re.compile(r"\S+")
_LONGEST_WORDS: Final = 6
_MOST_WORDS: Final = 60
"""Of a longer message nothing is cut out: trying every stretch of it would take too long."""


def unsaid(message: str, says: Callable[[str], bool]) -> str:
    """
    *message* without the shortest run of words that *says* something; as it is when no single run does.

    Args:
        message: What the visitor wrote.
        says: Whether a text still says it.

    >>> unsaid("Any kurtas under 2,000 in cotton?", lambda text: "2,000" in text)
    'Any kurtas under in cotton?'
    """
    spans = [match.span() for match in _WORD.finditer(message)]
    if len(spans) > _MOST_WORDS:
        return message
    for length in range(1, min(_LONGEST_WORDS, len(spans)) + 1):
        for first in range(len(spans) - length + 1):
            start, end = spans[first][0], spans[first + length - 1][1]
            left = f"{message[:start].rstrip()} {message[end:].lstrip()}".strip()
            if not says(left):
                return left
    return message


def unsaid_stems(slots: Slots, taken_back: Collection[str]) -> frozenset[str]:
    """
    Stems of what the slots *taken_back* say and no other slot does.

    >>> from limpet.memory.slots import Slot
    >>> slots = Slots({"fabric": Slot("cotton", "cotton", 1), "category": Slot("kurta", "kurta", 1)})
    >>> sorted(unsaid_stems(slots, ["fabric"]))
    ['cotton']
    """
    gone = {one for name in taken_back if name in slots for one in _said_by(slots[name])}
    kept = {one for name, slot in slots.items() if name not in taken_back for one in _said_by(slot)}
    return frozenset(gone - kept)


def _said_by(slot: Slot) -> list[str]:
    return stems(str(slot.value))
