"""
Sentences that tell something of all places or days, and so of one that the page does not name: "We deliver to every pin
code" covers Pune, "open every day" covers Sunday.

Only a sentence that affirms it counts, which has in itself what is asked; none that denies, excepts or bounds anything.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from limpet.answer.evidence import Evidence
from limpet.answer.sameness import is_negated
from limpet.answer.selection import Scored
from limpet.memory.slot_plans import place_in, sent_to
from limpet.retrieval.document import Fragment, Hit
from limpet.text.light_words import light_stems
from limpet.text.near_words import share_of
from limpet.text.places import PART_OF_WORLD, countries, country_of, named_countries
from limpet.text.sentences import plain_sentences
from limpet.text.tokens import stems

NEAREST: Final = 3
"""Best fragments that are looked at."""
_YES_NO: Final = re.compile(
    r"\W*(?:(?:and|but|so|hi|hello|ok(?:ay)?)\W+)*(?:do|does|can|could|will|would|are|is|may)\b", re.IGNORECASE
)
_PLACE: Final = (
    r"(?:pin ?codes?|post ?codes?|zip ?codes?|cit(?:y|ies)|towns?|villages?|places?|address(?:es)?|states?|regions?"
    r"|districts?|streets?|households?|parts? of|destinations?|islands?|count(?:y|ies)|countr(?:y|ies))"
)
_WORLDWIDE: Final = re.compile(
    r"\b(?:anywhere|everywhere|world-?wide|(?:around|all over|throughout|across) the (?:world|globe)"
    r"|(?:every|all|any) countr(?:y|ies))\b(?! in\b)",
    re.IGNORECASE,
)
_EVERYWHERE: Final = re.compile(
    r"\b(?:to|in|into|at|for|across|throughout|reach(?:es)?|serves?|covers?) (?:every|all|any)"
    rf"(?: \w+){{0,2}} {_PLACE}\b"
    rf"|\b(?:every|all|any)(?: \w+)? {_PLACE} (?:in|of|within)\b|\b(?:anywhere|everywhere|nation-?wide)\b"
    r"|\b(?:throughout|across|all over) (?:the )?(?:whole |entire )?(?:country|nation)\b",
    re.IGNORECASE,
)
_EVERY_DAY: Final = re.compile(
    r"\b(?:every ?day|daily|each day|(?:seven|7) days|all week|around the clock|24/7)\b"
    r"|\bmon(?:day)?s? ?(?:to|through|until|till|[-–]) ?sun(?:day)?s?\b",
    re.IGNORECASE,
)
_ABROAD: Final = re.compile(
    r"\b(?:(?:[Oo]ther|[Ff]oreign) countries|[Aa]broad|[Oo]verseas|[Ii]nternational\w*|[Oo]utside (?:of )?[A-Z]\w+)\b"
)
_BOUND: Final = re.compile(
    r"\b(?:only|except\w*|exclud\w+|unless|outside|closed|apart from|other than|almost|nearly|most|some|many|if|when"
    r"|until)\b",
    re.IGNORECASE,
)
_SENDS: Final = frozenset(stems("deliver delivery ship shipping send sent post courier reach arrive bring dispatch"))
_OPENS: Final = frozenset(stems("open opening close closed shut"))
_SENT_TO: Final = re.compile(
    r"\b(?:(?:deliver\w*|ship\w*|send\w*|sent|post|courier\w*|parcels?|orders?)(?: \w+){0,3}? (?:to|in)"
    r"|reach(?:es)?|(?:arrives?|get|gets|come|comes) (?:to|in|at)) (?:the )?"
    r"(?P<place>(?!me\b|us\b|you\b|my\b|your\b|it\b|a\b|an\b)[^\W\d_]{3,}(?: [A-Z]\w+)?)",
    re.IGNORECASE,
)
_MY_PLACE: Final = re.compile(
    r"\b(?:to|in|at|reach(?:es)?) (?P<place>(?:my|our|an?|the|this|any) (?:[\w-]+ ){0,2}?"
    r"(?:villages?|towns?|cit(?:y|ies)|hamlets?|islands?|pin ?codes?|post ?codes?|zip ?codes?"
    r"|districts?)(?: (?:in|of|near) [A-Z]\w+)?)",
    re.IGNORECASE,
)
"""A place by what it is: "to my village", "in a tiny town in Arunachal"."""
_DAY: Final = re.compile(
    r"\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|weekends?|weekdays?|today|tomorrow|tonight)\b", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class AskedOf:
    """
    What a question asks, and of which place and day.

    Attributes:
        place: Stems of the place.
        day: Stems of the day.
        asked: Stems of the rest that say something.
        is_country: The place is a country or a part of the world, which "every town" does not cover.
        country: Where a city lies, if that is known: "every town in India" does not cover London.
    """

    place: frozenset[str]
    day: frozenset[str]
    asked: frozenset[str]
    is_country: bool
    country: str = ""


def asked_of(text: str) -> AskedOf:
    """
    The place and the day in *text*.

    >>> sorted(asked_of("Do you deliver to Pune?").place), sorted(asked_of("Are you open on Sunday?").day)
    (['pune'], ['sunday'])
    """
    sent = _SENT_TO.search(text)
    listed = place_in(text)
    kind = _MY_PLACE.search(text)
    named = f"{listed or sent_to(text)} {sent['place'] if sent else ''} {kind['place'] if kind else ''}"
    place = frozenset(stems(named))
    day = frozenset(one for match in _DAY.finditer(text) for one in stems(match[0]))
    asked = frozenset(stems(text)).difference(place, day, light_stems("en"))
    return AskedOf(place - day, day, asked, listed in countries(), country_of(listed))


def covering(hits: Sequence[Hit], of: AskedOf) -> Iterator[tuple[frozenset[str], Hit, str]]:
    """
    The stems of the place or day, the hit and its sentence that covers them, for each that is covered.

    None where a sentence of the same section, or one that denies or bounds something, names the place or day.

    >>> told = Fragment("s#1", "s", ("Hours",), 0, 49, "We are open every day. In May we are closed.")
    >>> [sentence for _, _, sentence in covering([Hit(told, 1.0)], asked_of("Are you open on Sunday?"))]
    ['We are open every day.']
    """
    for names, is_place in ((of.place, True), (of.day, False)):
        if not names or not of.asked:
            continue
        for hit in hits[:NEAREST]:
            sentences = plain_sentences(hit.fragment.text)
            said = next((one for one in sentences if _covers(one, hit, of, is_place)), None)
            if is_place and said is None and any(_EVERYWHERE.search(one) and _is_abroad(of, one) for one in sentences):
                said = next((one for one in sentences if _ABROAD.search(one)), None)
            is_nearest = _named(hit, of.asked) >= _named(hits[0], of.asked)
            if said is not None and is_nearest and not _is_named_beside(names, hit, hits):
                yield names, hit, said
                break


def _covers(sentence: str, hit: Hit, of: AskedOf, is_place: bool) -> bool:
    """Whether *sentence* affirms of all places, or days, what is asked of one."""
    if is_negated(sentence) or _BOUND.search(sentence) or sentence.rstrip().endswith("?"):
        return False
    told = frozenset(stems(sentence))
    if not is_place:
        if _EVERY_DAY.search(sentence) is None:
            return False
        is_of_hours = any(map(str.isdigit, sentence)) and not _OPENS.isdisjoint(
            stems(" ".join(hit.fragment.heading_path))
        )
        opens = not _OPENS.isdisjoint(of.asked)
        return (not _OPENS.isdisjoint(told) or is_of_hours) if opens else _has_all(of.asked, told)
    if not _WORLDWIDE.search(sentence) and (
        of.is_country or not _EVERYWHERE.search(sentence) or _is_abroad(of, sentence)
    ):
        return False
    if not _SENDS.isdisjoint(of.asked):
        return not _SENDS.isdisjoint(told)
    return _SENDS.isdisjoint(told) and _has_all(of.asked, told)


def _is_abroad(of: AskedOf, sentence: str) -> bool:
    """Whether *sentence* is of another country than the one that the place lies in."""
    told = named_countries(sentence) if of.country else frozenset()
    return bool(told) and PART_OF_WORLD not in told and of.country not in told


def _has_all(asked: frozenset[str], told: frozenset[str]) -> bool:
    return all(share_of(one, told) for one in asked)


def _named(hit: Hit, asked: frozenset[str]) -> int:
    return sum(share_of(one, hit.stems) > 0 for one in asked)


def _is_named_beside(names: frozenset[str], covers: Hit, hits: Sequence[Hit]) -> bool:
    """Whether the section of *covers* names them, or a sentence that denies or bounds something does."""
    for hit in hits:
        is_same = _section(hit.fragment) == _section(covers.fragment)
        for sentence in plain_sentences(hit.fragment.text):
            if (is_same or is_negated(sentence) or _BOUND.search(sentence)) and not names.isdisjoint(stems(sentence)):
                return True
    return False


def _section(fragment: Fragment) -> tuple[str, tuple[str, ...]]:
    return fragment.document_id, fragment.heading_path


def is_yes_or_no(text: str) -> bool:
    """
    Whether *text* asks for a yes or a no.

    >>> is_yes_or_no("Do you deliver to Pune?"), is_yes_or_no("When are you open?")
    (True, False)
    """
    return _YES_NO.match(text) is not None


def covering_first(ordered: Sequence[Scored], scored: Sequence[Scored], evidence: Evidence) -> list[Scored]:
    """*ordered*, begun with the sentence of *scored* that covers the place or day which a yes or no is asked about."""
    text = evidence.message if is_yes_or_no(evidence.message) else evidence.query
    of, own = asked_of(text), frozenset(stems(evidence.message))
    if not is_yes_or_no(text) or (of.place | of.day).isdisjoint(own):
        return list(ordered)
    for _, hit, sentence in covering(evidence.hits, of):
        for one in scored:
            is_it = one.unit.fragment.fragment_id == hit.fragment.fragment_id and one.unit.plain == sentence
            if is_it and not one.unit.is_pointing:
                return [one, *(other for other in ordered if other != one)]
    return list(ordered)
