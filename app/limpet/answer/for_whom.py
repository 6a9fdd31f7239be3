"""For whom a thing of a catalogue is: one for men alone is no answer to a question for women."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from limpet.retrieval.document import Document, Query
from limpet.retrieval.records import TEXT_FIELDS, facet_name, facet_values
from limpet.text.tokens import stems

_FOR: Final = r"\bfor (?:(?:my|our|his|her|their|your|an?|the) )?(?:\w+ )?"
_GROUPS: Final = (
    re.compile(
        r"\b(?:wom[ae]n|lad(?:y|ies)|females?)\b"
        rf"|{_FOR}(?:(?:grand)?mother|mum|mom|mummy|wife|sister|aunt(?:ie)?|gran(?:ny|dma)?|girlfriend|bride)s?\b",
        re.IGNORECASE,
    ),
    re.compile(
        r"\b(?:m[ae]n|gents|gentlem[ae]n|males?)\b"
        rf"|{_FOR}(?:(?:grand)?father|dad(?:dy)?|husband|brother|uncle|grand(?:pa|dad)|boyfriend|groom)s?\b",
        re.IGNORECASE,
    ),
    re.compile(
        r"\b(?:kids?|child(?:ren)?|boys?|girls?|bab(?:y|ies)|toddlers?)\b"
        r"|\b(?:[1-9]|1[0-3])[ -]?(?:years?|yrs?|months?)[ -]?olds?(?: (?:kid|child|boy|girl|son|daughter))?\b"
        rf"|{_FOR}(?:grand)?(?:sons?|daughters?|nephews?|nieces?)\b",
        re.IGNORECASE,
    ),
)
_FAMILY: Final = re.compile(
    r"\b(?:(?:grand)?(?:mother|father|ma|pa)|mum(?:my)?|mom|dad(?:dy)?|wife|husband|sister|brother|aunt(?:ie)?|uncle"
    r"|girlfriend|boyfriend|(?:grand)?(?:son|daughter)|nephew|niece|cousin|friend|colleague|boss)s?\b",
    re.IGNORECASE,
)
_ANYTHING: Final = re.compile(
    r"\W*(?:(?:i|we)(?:'d|’d| would)? (?:want|need|like)|(?:i'm |i’m |i am |we are )?looking for|(?:can you |please )?"
    r"(?:show me|find me|recommend|suggest)|do you have|have you got)?\W*"
    r"(?:(?:for|a|an|some|any|nice|my|our|s)\W+)*(?:something|anything|gifts?|presents?|cloth(?:es|ing)|wear|things"
    r"|outfits?|collection|section)\W*(?:(?:for|my|our|a|an|the|s)\W*)*",
    re.IGNORECASE,
)
_AND_FOR: Final = re.compile(
    r"\W*(?:(?:and|or|ok(?:ay)?|only|just|ones|those|the|what about|how about|for|my|our|please)\b\W*)*", re.IGNORECASE
)
_WORDS: Final = ("women", "men", "kids")
_WORD_SHARE: Final = 0.5
"""What such a word counts in the search, where one of the message's own counts 1."""


def is_for(wanted: str, record: str) -> bool:
    """
    Whether a record is for those that are asked for; one that names nobody is for all.

    Args:
        wanted: The message; what it lacks may stand in lines below, and counts when the message names nobody.
        record: Its name in the first line, and its facets.

    >>> is_for("For women?", "Men's kurta"), is_for("For women?", "Linen kurta"), is_for("Kurtas?", "Men's kurta")
    (False, True, True)
    >>> is_for("something for my father", "Kids' jacket"), is_for("my brother's jacket", "Kids' jacket")
    (False, True)
    """
    asked = next((groups for line in wanted.split("\n") if (groups := _named(line))), frozenset[int]())
    named = _named(record)
    return not asked or not named or not asked.isdisjoint(named)


def asks_for_whom(message: str, *, is_looking: bool = False) -> bool:
    """
    Whether *message* says of what it wants no more than for whom it is; "and for women?" does where goods are looked at
    (*is_looking*).

    >>> asks_for_whom("something for my father"), asks_for_whom("men's clothing"), asks_for_whom("a saree for my wife")
    (True, True, False)
    >>> asks_for_whom("and for women?"), asks_for_whom("and for women?", is_looking=True)
    (False, True)
    >>> asks_for_whom("Is it for men?"), asks_for_whom("Tell me about women")
    (False, False)
    """
    groups = [match for group in _GROUPS for match in group.finditer(message)]
    rest = message
    for match in groups:
        rest = rest.replace(match[0], " ")
    fits = (_ANYTHING, _AND_FOR) if is_looking else (_ANYTHING,)
    return bool(groups) and any(one.fullmatch(rest) for one in fits)


def is_meant_for(wanted: str, document: Document) -> bool:
    """
    Whether the name or a facet of a record names those that are asked for; what its prose says of people does not.

    >>> pyjama = Document("p", "Pyjama", "", "record", {"name": "Men's pyjama", "description": "Sewn by women."})
    >>> is_meant_for("for my father", pyjama), is_meant_for("for my mother", pyjama)
    (True, False)
    """
    facets = {facet_name(field): value for field, value in document.fields.items()}
    told = [one for name, value in facets.items() if name not in TEXT_FIELDS for one in facet_values(value)]
    return not _named(wanted).isdisjoint(_named("\n".join((document.title, *told))))


def with_whom(query: Query) -> Query:
    """
    *query* for goods with the word by which a catalogue calls those that they are for.

    >>> [with_whom(Query(text, None)).extra_terms for text in ("something for my husband", "hats")]
    [{'men': 0.5}, {}]
    """
    words = [word for place, word in enumerate(_WORDS) if place in _named(query.text)]
    return replace(query, extra_terms={**dict.fromkeys(words, _WORD_SHARE), **query.extra_terms}) if words else query


def whom_stems(text: str) -> frozenset[str]:
    """
    Stems of the words for those of the visitor's family in *text*, of whom no page tells.

    >>> sorted(whom_stems("My husband has a 43 inch chest"))
    ['husband']
    """
    return frozenset(one for match in _FAMILY.finditer(text) for one in stems(match[0]))


def _named(text: str) -> frozenset[int]:
    return frozenset(place for place, group in enumerate(_GROUPS) if group.search(text))
