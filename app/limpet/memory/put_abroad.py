"""The question before, asked of other countries: "and abroad?" after "Do you deliver to Mumbai?"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from limpet.memory.aside import is_aside
from limpet.memory.question import pointing_words, taken_apart
from limpet.memory.slot_plans import place_in
from limpet.memory.substitution import LOOKS_BACK_TURNS, MAX_QUESTION_WORDS, Substitution
from limpet.memory.topic import content_runs

_ABROAD: Final = re.compile(
    r"\W*(?:(?:ok(?:ay)?|so|but)\W+)?(?:and|or|what about|how about)\s+"
    r"(?:(?:to|in|from)\s+)?(?P<thing>abroad|overseas|internationally|worldwide|(?:other|foreign) countries)\W*",
    re.IGNORECASE,
)
_FEWEST_WORDS: Final = 3
_GOES_ABROAD: Final = re.compile(
    r"\b(?:deliver\w*|ship(?:s|ped|ping|ment|ments)?|send(?:s|ing)?|sent|post(?:s|ed|age|ing)?|mail(?:s|ed|ing)?"
    r"|dispatch\w*|parcels?|couriers?|express|return(?:s|ed|ing)?|order(?:s|ed|ing)?|pay(?:s|ing|ments?)?|paid|cards?"
    r"|customs|dut(?:y|ies))\b",
    re.IGNORECASE,
)
"""What is another thing abroad; how a saree is washed is the same everywhere."""


def put_abroad(message: str, messages: Sequence[str]) -> Substitution | None:
    """
    The last question of *messages* (oldest first) with other countries in the place of its own place, or at its end.

    >>> put_abroad("and abroad?", ["How long does delivery to Mumbai take?"]).question
    'How long does delivery abroad take?'
    >>> put_abroad("and abroad?", ["How much is express shipping?"]).question
    'How much is express shipping abroad?'
    >>> put_abroad("and abroad?", ["How do I wash a saree?"]) is None
    True
    """
    found = _ABROAD.fullmatch(message.strip()[:80])
    earlier = next((one for one in reversed(messages[-LOOKS_BACK_TURNS:]) if not is_aside(one)), "")
    if found is None or not _FEWEST_WORDS <= len(earlier.split()) <= MAX_QUESTION_WORDS:
        return None
    if pointing_words(taken_apart(earlier)) or not earlier.rstrip().endswith("?"):
        return None
    thing = "abroad" if found["thing"].lower().endswith("countries") else found["thing"].lower()
    place = place_in(earlier)
    if not place and not _GOES_ABROAD.search(earlier):
        return None
    said = (
        re.compile(rf"\b(?:to|in|from|within)\s+(?:the\s+)?{re.escape(place)}(?!\w)", re.IGNORECASE) if place else None
    )
    question = said.sub(thing, earlier, count=1) if said else earlier
    is_appended = question == earlier
    if is_appended:
        question = f"{earlier.rstrip(' ?.!')} {thing}?"
    carried = tuple(word for run in content_runs(question) for word in run if word.lower() != thing)
    if not carried:
        return None
    return Substitution(question, thing, carried, is_value=True, is_phrase=True, is_appended=is_appended)
