"""How many things of a list a message asks to see: "show me ten bikes", "show all"."""

from __future__ import annotations

import re
from typing import Final

MOST_WANTED: Final = 12
"""Things of a list in one answer, however many are asked for."""
_NUMBERS: Final = "one two three four five six seven eight nine ten eleven twelve".split()
_LEAD: Final = r"\b(?:show|list|give|display|see|view|tell)(?: me| us)?(?: the)?(?: first| next| top)?"
_NO_UNIT: Final = (
    r"(?![\w.,-]*\d|[- ]*(?:%|rs\b|inr\b|rupees?\b|euros?\b|dollars?\b|pounds?\b|inch|[cm]m\b|kg\b|years?\b))"
)
_COUNTED: Final = re.compile(rf"{_LEAD} (?P<number>\d{{1,2}}|{'|'.join(_NUMBERS)})\b{_NO_UNIT}", re.IGNORECASE)
_ALL: Final = re.compile(
    rf"{_LEAD} (?:all|everything|every)\b"
    r"|^\W*(?:(?:and|ok(?:ay)?|so|please)\b\W*)*(?:all(?: of (?:them|those))?|everything)\W*(?:please\W*)?$",
    re.IGNORECASE,
)


def number_wanted(message: str) -> int:
    """
    The number of things that *message* asks to see, ``MOST_WANTED`` at most and also where it asks for all; 0 where it
    says no number.

    >>> number_wanted("Show me ten bikes"), number_wanted("show 3 bikes"), number_wanted("show all")
    (10, 3, 12)
    >>> number_wanted("Show me 100 bikes"), number_wanted("bikes with 22 gears"), number_wanted("show me more")
    (0, 0, 0)
    """
    if counted := _COUNTED.search(message):
        said = counted["number"].lower()
        return min(MOST_WANTED, int(said) if said.isdigit() else _NUMBERS.index(said) + 1)
    return MOST_WANTED if _ALL.search(message) else 0
