"""The two things that a message wants compared, in its own words."""

from __future__ import annotations

import re
from typing import Final

_I: Final = re.IGNORECASE
_X: Final = r"(?P<first>[^?!.;]{1,80}?)"
_Y: Final = r"(?P<second>[^?!.;]{1,80}?)"
_STOP: Final = r"(?=\s*(?:[?!;]|\.(?:\s|$)|$|,? (?:for|when|if|in terms of|regarding|and wh\w+|here|please)\b))"
_FORMS: Final = (
    re.compile(rf"\b(?:differences?|distinctions?) (?:is |are )?(?:there )?between {_X} and {_Y}{_STOP}", _I),
    re.compile(rf"\bcompar(?:e|ing|ison (?:of|between)) {_X} (?:and|with|to|against|versus|vs\.?) {_Y}{_STOP}", _I),
    re.compile(rf"\bhow (?:do|does|is|are) {_X} (?:differ|different) from {_Y}{_STOP}", _I),
    re.compile(rf"\bhow (?:do|are|is) {_X} and {_Y} (?:differ\b|different\b|compare\b)", _I),
    re.compile(rf"\b(?:should|shall|can|do|would) (?:i|we|one) (?:rather )?(?:use|choose|take|buy|pick|prefer|get"
               rf"|go for|wear|order|have) {_X},? or (?:rather )?{_Y}{_STOP}", _I),
    re.compile(rf"\b(?:what|which)(?: one)? (?:is|are|of them is) [\w -]{{2,30}}?[,:] {_X},? or {_Y}{_STOP}", _I),
    re.compile(rf"\b(?:is|are) {_X} [\w-]*(?:er|more|less|better|worse)\b[\w ]{{0,20}} than {_Y}{_STOP}", _I),
    re.compile(rf"^\W*(?:what about |and )?{_X} (?:vs\.?|versus) {_Y}{_STOP}", _I),
    re.compile(r"^\W*(?P<first>[\w' -]{2,40}?) or (?P<second>[\w' -]{2,40}?)\W*$", _I),
)  # fmt: skip
_LEAD: Final = re.compile(r"^\W*(?:(?:the|an?|your|my|between|using|use|both|either|to|prefer)\s+)*", _I)
_NAME_WORDS: Final = 7
_ALL: Final = re.compile(
    r"^\W*(?:please )?(?:can you )?compare (?:them|these|those|both|the (?:first )?(?:two|three|four)|all)\b"
    r"|\b(?:differences?|comparison) between (?:them|these|those|the two|both)\b"
    r"|\bhow do (?:they|these|those) (?:differ|compare)\b",
    _I,
)
_PLACES: Final = {
    "first": 0, "1st": 0, "second": 1, "2nd": 1, "third": 2, "3rd": 2, "fourth": 3, "4th": 3, "last": -1, "latter": -1,
}  # fmt: skip
_PLACE: Final = "|".join(_PLACES)
_TWO_PLACES: Final = re.compile(
    r"^\W*(?:please |can you |could you |how do(?:es)? )*(?:compare |(?:what(?:'s| is) )?(?:the )?difference between )?"
    rf"(?:the )?(?P<one>{_PLACE})(?: one)?,? (?:and|with|to|or|vs\.?|versus) (?:the )?(?P<other>{_PLACE})(?: one)?"
    r"(?: compare| differ)?\W*$",
    _I,
)
MOST_COMPARED: Final = 4
_COUNTS: Final = {"two": 2, "both": 2, "three": 3}
_OF_THEM: Final = r"(?: of (?:them|these|those)(?: all)?| of all| one| ones)*"
_CHEAP: Final = r"(?:cheap(?:er|est)|least expensive|dear(?:er|est)|costl(?:ier|iest)|most expensive)"
_ORDERS: Final = re.compile(
    rf"^\W*(?:and |so |ok |then )*(?:which|what)(?:'s|s)?{_OF_THEM}(?: is| are|'s)?(?: the)? {_CHEAP}{_OF_THEM}\W*$", _I
)
_IT: Final = r"(?:it|this|that|they|these|those|them|both|each|all|the (?:first|second|third|last))(?: one| ones)?"
_PRICE: Final = re.compile(
    r"^\W*(?:(?:and|so|ok(?:ay)?|but|then)\W+)*"
    rf"(?:how much(?: (?:is|are|does|do|would|for) ?(?:{_IT})?(?: (?:cost|be))?)?"
    rf"|what(?:'s|s| is| are| about)?(?: the| its| their)? (?:prices?|costs?)(?: (?:of|for) {_IT})?"
    rf"|what (?:does|do|would|will) {_IT} cost|(?:the|its|their|and) (?:prices?|costs?)|prices?|costs?)\W*$", _I
)  # fmt: skip
_VERB_LED: Final = re.compile(
    r"^(?:do|does|did|is|are|was|were|can|could|may|will|would|should|shall|have|has|what|which|who|when|where|why|how|i|we"
    r"|you|if|tell|show|give|find|any)\b", _I
)  # fmt: skip


def compared_things(message: str) -> tuple[str, str] | None:
    """
    The two sides of a comparison; None when *message* asks for none, or names no two things.

    >>> compared_things("What is the difference between silk and linen?"), compared_things("Do you have S or M?")
    (('silk', 'linen'), None)
    """
    text = " ".join(message.replace("’", "'").split())
    for pattern in _FORMS:
        found = pattern.search(text)
        if found is None:
            continue
        sides = tuple(_LEAD.sub("", found[name]).strip(" ,'\"“”`") for name in ("first", "second"))
        if all(0 < len(side.split()) <= _NAME_WORDS and not _VERB_LED.match(side) for side in sides):
            return sides[0], sides[1]
    return None


def compares_shown(message: str) -> int:
    """
    How many of the things that the last answer listed *message* wants compared, the first ones; 0 for none.

    >>> compares_shown("compare the first two"), compares_shown("compare them"), compares_shown("hello")
    (2, 4, 0)
    """
    found = _ALL.search(message)
    if found is None:
        return 0
    return next((count for word, count in _COUNTS.items() if word in found[0].lower()), MOST_COMPARED)


def places_compared(message: str) -> tuple[int, ...]:
    """
    Which two of the things that the last answer listed *message* wants compared; -1 is the last; none for all else.

    >>> places_compared("Compare the first and the third one"), places_compared("the first or the last?")
    ((0, 2), (0, -1))
    >>> places_compared("compare the first two")
    ()
    """
    found = _TWO_PLACES.match(message)
    places = (_PLACES[found["one"].lower()], _PLACES[found["other"].lower()]) if found is not None else ()
    return places if len(set(places)) > 1 else ()


def orders_shown(message: str) -> bool:
    """
    Whether *message* asks which of the things that the last answer listed is the cheapest or dearest.

    >>> orders_shown("Which one is cheaper?"), orders_shown("Which kurta is the cheapest?")
    (True, False)
    """
    return _ORDERS.search(message) is not None


def asks_price(message: str) -> bool:
    """
    Whether *message* asks for nothing but the price of what is spoken of.

    >>> asks_price("how much is it"), asks_price("And the price?"), asks_price("How much is shipping?")
    (True, True, False)
    """
    return _PRICE.match(message) is not None


def place_priced(message: str) -> int | None:
    """
    Which of the things that the last answer listed *message* asks the price of; None where it asks for all.

    >>> place_priced("How much is the second one?"), place_priced("How much are they?")
    (1, None)
    """
    found = re.findall(rf"\b({_PLACE})\b", message, re.IGNORECASE)
    return _PLACES[found[0].lower()] if len(found) == 1 else None


def names_shown(message: str) -> bool:
    """
    Whether *message* speaks of "them" or compares what is there, instead of asking for the cheapest of all.

    >>> names_shown("Which of these is the cheapest?"), names_shown("Which is the cheapest?")
    (True, False)
    """
    return re.search(r"\b(?:them|these|those|cheaper|dearer|costlier)\b", message, _I) is not None
