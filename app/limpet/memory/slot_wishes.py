"""Where a message wishes for something, so that "red" or "under 50" in it is a wish and not part of a subject."""

from __future__ import annotations

import re
from typing import Final

from limpet.text.price_range import price_range_in

_LEAD: Final = (
    r"^\W*(?:(?:hi|hello|hey|ok(?:ay)?|so|and|but|or|well|also|no|nope|actually|wait|hmm|thanks|sorry|please|then|yes"
    r"|rather|maybe|oh)\b[\s,.!-]*)*"
)
_ASKS_FOR: Final = (
    r"(?:do you (?:have|sell|stock|carry|offer|know)|have you got|got any|(?:is|are) there (?:any|some|an?\b)|any\b"
    r"|(?:can|could|would) you (?:please )?(?:show|find|recommend|suggest|get|book|reserve)\b|show me|find me|recommend"
    r"|suggest|get me|give me (?:an?|some|another)\b|(?:can|could|may) (?:i|we) (?:get|have|see|book|reserve|order)\b"
    r"|book|reserve|anything|something|what about|how about|which (?!version)\w+ (?:are|is) (?:there|available))"
)
_I_WISH: Final = (
    r"\b(?:i(?:'m| am)?|we(?:'re| are)?) (?:also |still |just |really |now )?(?:looking for|searching for|after an?\b"
    r"|want(?!ed)\b(?! to (?:know|understand|learn|ask|use|see how))|need(?! to\b| help)\b|prefer\b|would (?:like"
    r"|prefer"
    r"|rather|love)\b(?! to (?:know|understand|learn))|shopping for|planning)|\bi'd (?:like|prefer|rather|love)\b"
    r"(?! to (?:know|understand|learn))|\b(?:looking|searching) for\b|\bmy (?:budget|size|price limit)\b"
)
_EXPLAINS: Final = re.compile(
    _LEAD + r"(?:why|when|who|how (?!about|much (?:is|are|would|for)|many)|what (?!about|do you have|sizes|colou?rs"
    r"|kinds?)\w+ |does (?!it come|this come|that come)|did|was|were|explain|(?:tell|show) me (?:about|why|how))",
    re.IGNORECASE,
)
_WISHES: Final = re.compile(rf"{_LEAD}{_ASKS_FOR}|{_I_WISH}", re.IGNORECASE)
_CHANGES: Final = re.compile(
    r"\b(?:make (?:it|that|them|this)|change (?:it|that|them|the \w+) to|rather (?:in |an? |the )?|i(?:'d"
    r"| would) (?:rather"
    r"|prefer)|(?:it|that|this|they|one|ones|them) (?:also )?(?:come|comes|available) in|(?:have|get|got|see) (?:it"
    r"|that"
    r"|this|them|those|one|these) in)\b",
    re.IGNORECASE,
)
_CODE: Final = re.compile(r"[`{}()\[\];=<>_\\]|\w\.\w+\(|[a-z][A-Z]")
_KNOWLEDGE: Final = re.compile(
    r"\b(?:documentation|docs|information|info|examples?|guides?|tutorials?|articles?|lessons?|links?|ideas?"
    r"|instructions?|explanations?|overviews?|snippets?|code|api|functions?|methods?|class(?:es)?|settings?|ways?"
    r"|help|advice"
    r"|permissions?|access|errors?|quest(?:ion|ions))\b",
    re.IGNORECASE,
)
"""What is looked for to know something, not to have it."""
MAX_ELLIPSIS_WORDS: Final = 7
"""A longer message is a sentence of its own."""
_NOUN_PHRASE: Final = re.compile(r"\W*(?:an?|some|any|the|new)\b", re.IGNORECASE)
_MAX_PRICED_WORDS: Final = 14
"""As long as a thing with its price may be: "a cotton dress between 20 and 30 euros"."""
_VERB: Final = re.compile(
    r"\b(?:is|are|was|were|am|be|does|do|did|has|have|had|can|could|will|would|should|may|might|mean|means|work|works"
    r"|happens?|runs?|cost|costs)\b",
    re.IGNORECASE,
)


def wishes(message: str) -> bool:
    """
    Whether *message* asks for a thing to have, and not for an explanation.

    >>> wishes("Do you have a red scarf?"), wishes("Why is the sky blue?"), wishes("I need something for a wedding")
    (True, False, True)
    """
    text = _plain(message)
    if _CODE.search(text):
        return False
    is_asked = _WISHES.search(text) is not None and _EXPLAINS.match(text) is None
    return is_asked and _KNOWLEDGE.search(text) is None


def changes(message: str) -> bool:
    """
    Whether *message* wants what is spoken of otherwise.

    >>> changes("make it blue"), changes("does it come in green?"), changes("make a request")
    (True, True, False)
    """
    text = _plain(message)
    return _CHANGES.search(text) is not None and _CODE.search(text) is None


def is_elliptic(message: str) -> bool:
    """
    Whether *message* is no sentence: it only adds to a wish that was said before.

    >>> is_elliptic("and in red?"), is_elliptic("not polyester please"), is_elliptic("Is the red light normal?")
    (True, True, False)
    """
    text = _plain(message)
    is_short = len(text.split()) <= MAX_ELLIPSIS_WORDS
    return is_short and _VERB.search(text) is None and _EXPLAINS.match(text) is None and _CODE.search(text) is None


def names_price(message: str) -> bool:
    """
    Whether *message* is no sentence but a thing with the price that it may have.

    >>> names_price("a cotton dress between 20 and 30 euros"), names_price("a dress that costs 20 euros")
    (True, False)
    """
    text = _plain(message)
    if _NOUN_PHRASE.match(text) is None or len(text.split()) > _MAX_PRICED_WORDS:
        return False
    is_bare = _VERB.search(text) is None and _CODE.search(text) is None and "?" not in text
    return is_bare and price_range_in(text, needs_sign=True) is not None


def _plain(message: str) -> str:
    return message[:400].replace("’", "'")
