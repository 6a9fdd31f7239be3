"""For whom a thing of a catalogue is: one for men alone is no answer to a question for women."""

from __future__ import annotations

import re
from typing import Final

_GROUPS: Final = (
    re.compile(r"\b(?:wom[ae]n|lad(?:y|ies)|females?)\b", re.IGNORECASE),
    re.compile(r"\b(?:m[ae]n|gents|gentlem[ae]n|males?)\b", re.IGNORECASE),
    re.compile(r"\b(?:kids?|child(?:ren)?|boys?|girls?|bab(?:y|ies)|toddlers?)\b", re.IGNORECASE),
)


def is_for(wanted: str, record: str) -> bool:
    """
    Whether a record is for those that are asked for; one that names nobody is for all.

    Args:
        wanted: The message; what it lacks may stand in lines below, and counts when the message names nobody.
        record: Its name in the first line, and its facets.

    >>> is_for("For women?", "Men's kurta"), is_for("For women?", "Linen kurta"), is_for("Kurtas?", "Men's kurta")
    (False, True, True)
    """
    asked = next((groups for line in wanted.split("\n") if (groups := _named(line))), frozenset[int]())
    named = _named(record)
    return not asked or not named or not asked.isdisjoint(named)


def _named(text: str) -> frozenset[int]:
    return frozenset(place for place, group in enumerate(_GROUPS) if group.search(text))
