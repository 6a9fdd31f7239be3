"""
Whether what a message in English points at stands in it: "I cut the blouse fabric of my saree. Can I send it back?"
leaves nothing open.
"""

from __future__ import annotations

import re
from typing import Final

_POINTS: Final = re.compile(r"\b(?:it|its|they|them|their|this|that|these|those)\b", re.IGNORECASE)
_CLAUSE_ENDS: Final = re.compile(
    r"[.?!;,]\s+|\s(?=(?:and|but|if|when|because|so|or|to|that|which|who|how|what|where|while|after|before|until)\s)",
    re.IGNORECASE,
)
_THING: Final = re.compile(
    r"\b(?:an?|the|my|our|your|some|any|one|two|three) (?!(?:few|lot|bit|way|reason|question|thing|price|cost|size"
    r"|colou?r|other|same|first|second|third|best|most|moment|time|day|help|answer|info\w*|link|hint|tip)\b)[^\W\d_]{3,}",
    re.IGNORECASE,
)
"""A thing, rather than what is asked of one or a word of the talk."""
_THANKS: Final = re.compile(r"\b(?:thanks|thank you|thx|cheers)\b[^.?!]*[.?!]?", re.IGNORECASE)


def names_what_it_points_at(message: str) -> bool:
    """
    Whether the last word of *message* that points at something has a clause in front of it that names a thing.

    >>> names_what_it_points_at("Can I try the suit on and then return it?")
    True
    >>> names_what_it_points_at("Can I return it?"), names_what_it_points_at("Thanks for the hint. How do I wash it?")
    (False, False)
    """
    message = _THANKS.sub(" ", message)
    points = [match.start() for match in _POINTS.finditer(message)]
    if not points:
        return False
    ends = [match.end() for match in _CLAUSE_ENDS.finditer(message, 0, points[-1])]
    return bool(ends) and _THING.search(message[: ends[-1]]) is not None
