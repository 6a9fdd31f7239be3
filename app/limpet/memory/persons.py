"""Follow-ups that ask the same for other people: "and for children?" takes the place of nothing in the question."""

from __future__ import annotations

import re
from typing import Final

_FOR_PERSONS: Final = re.compile(
    r"\W*(?:(?:ok(?:ay)?|so|but|thanks)\W+)?(?:and|or|what about|how about)\s+for\s+(?:(?:my|the|our|a|an)\s+)?"
    r"(?:child(?:ren)?|kids?|bab(?:y|ies)|toddlers?|teenagers?|adults?|students?|pupils?|seniors?|pensioners?"
    r"|wom[ae]n|men|ladies|members?|non-?members?|famil(?:y|ies)|groups?|residents?|visitors?|tourists?|guests?"
    r"|charit(?:y|ies)|compan(?:y|ies)|business(?:es)?|teachers?|beginners?)\W*",
    re.IGNORECASE,
)


def for_persons(message: str) -> bool:
    """
    Whether *message* only asks for whom the question before holds as well.

    >>> for_persons("And for children?"), for_persons("And for books?")
    (True, False)
    """
    return _FOR_PERSONS.fullmatch(message.strip()[:80]) is not None
