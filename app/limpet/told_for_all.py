"""
Places and days that a page does not name because it tells something of all of them: "We deliver to every pin code"
covers Pune, "open every day" covers Sunday.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from limpet.memory.slot_plans import place_in, sent_to
from limpet.retrieval.document import Hit
from limpet.text.near_words import share_of
from limpet.text.tokens import stems

NEAREST: Final = 3
"""Best fragments that are looked at."""
OTHERS_SHARE: Final = 0.7
"""What the scores of the others count beside a fragment that covers all."""
_YES_NO: Final = re.compile(
    r"\W*(?:(?:and|but|so|hi|hello|ok(?:ay)?)\W+)*(?:do|does|can|could|will|would|are|is|may)\b", re.IGNORECASE
)
_PLACES: Final = (
    r"(?:pin ?codes?|post ?codes?|zip ?codes?|cit(?:y|ies)|towns?|villages?|places?|address(?:es)?|states?|regions?"
    r"|districts?|countr(?:y|ies)|counties|parts?|destinations?|areas?|islands?)"
)
_EVERYWHERE: Final = re.compile(
    rf"\b(?:every|all|any|other)(?: \w+){{0,2}} {_PLACES}\b|\b(?:anywhere|everywhere|world-?wide|nation-?wide"
    r"|throughout|across|all over|around the (?:world|globe|country))\b",
    re.IGNORECASE,
)
_SENT_TO: Final = re.compile(
    r"\b(?:(?:deliver\w*|ship\w*|send\w*|sent|post|courier\w*|parcels?|orders?)(?: \w+){0,3}? (?:to|in)"
    r"|reach(?:es)?|(?:arrives?|get|gets|come|comes) (?:to|in|at)) (?:the )?"
    r"(?P<place>(?!me\b|us\b|you\b|my\b|your\b|it\b|a\b|an\b)[^\W\d_]{3,}(?: [A-Z]\w+)?)",
    re.IGNORECASE,
)
_EVERY_DAY: Final = re.compile(
    r"\b(?:every ?day|daily|all week|each day|(?:seven|7) days|around the clock|24/7)\b"
    r"|\b(?:mon|tues|wednes|thurs|fri|satur|sun)\w* (?:to|through|until|till)\b|\b(?:mon|tue|wed|thu|fri|sat|sun) ?[-–]"
    r"|\b(?:closed|except|only|weekends?|weekdays?)\b",
    re.IGNORECASE,
)
_DAY: Final = re.compile(
    r"\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|weekends?|weekdays?|today|tomorrow|tonight)\b", re.IGNORECASE
)


def told_for_all(text: str, hits: Sequence[Hit], idf: Callable[[str], float]) -> frozenset[str]:
    """
    Stems of the place or day in *text* that the documents do not name and a near sentence about what is asked covers.

    Args:
        text: What is asked.
        hits: Best first.
        idf: Rarity of a stem in the documents.

    >>> from limpet.retrieval.document import Fragment
    >>> told = [Hit(Fragment("s#1", "s", ("Shipping",), 0, 40, "We deliver to every pin code in India."), 1.0)]
    >>> sorted(told_for_all("Do you deliver to Pune?", told, lambda stem: 1.0 if stem == "deliv" else 3.0))
    ['pune']
    """
    sent = _SENT_TO.search(text)
    place = stems(f"{place_in(text) or sent_to(text)} {sent['place'] if sent else ''}")
    day = [one for match in _DAY.finditer(text) for one in stems(match[0])]
    unknown = [frozenset(one for one in said if idf(one) >= idf("")) for said in (place, day)]
    asked = frozenset(stems(text)).difference(place, day)
    found: set[str] = set()
    for stems_said, pattern in zip(unknown, (_EVERYWHERE, _EVERY_DAY), strict=True):
        if stems_said and any(_tells(hit, pattern, asked) for hit in hits[:NEAREST]):
            found |= stems_said
    return frozenset(found)


def _tells(hit: Hit, pattern: re.Pattern[str], asked: frozenset[str]) -> bool:
    """Whether *hit* covers all, and has something of what is *asked*."""
    told = frozenset(stems(f"{' '.join(hit.fragment.heading_path)} {hit.fragment.text}"))
    return pattern.search(hit.fragment.text) is not None and any(share_of(one, told) for one in asked)


def first_for_all(text: str, hits: Sequence[Hit], idf: Callable[[str], float]) -> list[Hit]:
    """*hits*, the first of them that tells something of all places or days far before the others, at a yes or no."""
    if not _YES_NO.match(text) or not told_for_all(text, hits, idf):
        return list(hits)
    asked = frozenset(stems(text))
    first = next(hit for hit in hits[:NEAREST] if _tells(hit, _EVERYWHERE, asked) or _tells(hit, _EVERY_DAY, asked))
    others = [replace(hit, score=hit.score * OTHERS_SHARE) for hit in hits if hit is not first]
    return [replace(first, score=max(hit.score for hit in hits)), *others]
