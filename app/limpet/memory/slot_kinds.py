"""Kinds of wishes that are known without a catalogue, each by its form: size, colour, material, version, place ..."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from limpet.memory.slot_words import language_table

_MATERIALS: Final = "fabric"
_COLOUR_SHADES: Final = r"(?:light|dark|pale|bright|deep|navy|sky|royal|off)[ -]"
_SIZE_WORDS: Final = r"XXS|XS|XXXL|XXL|XL|S|M|L|[2-5]XL"
_NUMBER_WORDS: Final = {
    "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8",
    "nine": "9", "ten": "10", "eleven": "11", "twelve": "12", "a couple of": "2", "a dozen": "12",
}  # fmt: skip
_COUNT: Final = rf"(?P<count>\d{{1,4}}|{'|'.join(_NUMBER_WORDS)})"
_COUNTED: Final = (
    r"people|persons|guests|adults|children|kids|tickets?|seats?|nights?|rooms?|tables?|pieces|pairs?|packs?|boxes"
    r"|bottles|copies|items|units|of (?:them|those|these)|licen[cs]es"
)
_QUANTITIES: Final = (
    re.compile(rf"\b(?:for|party of|group of|table for) {_COUNT}(?: (?:{_COUNTED}))?(?=\W*$|[,.!?]| (?:on|at|in|and"
    rf"|please|tomorrow|tonight|next)\b)", re.I),
    re.compile(rf"\b{_COUNT} (?:{_COUNTED})\b", re.I),
    re.compile(rf"\bmake (?:it|that) {_COUNT}\W*$", re.I),
)  # fmt: skip
_VERSION: Final = re.compile(
    r"\b(?:version|ver\.?|release)\s?(?P<version>\d{1,4}(?:\.\d{1,4}){0,3})(?![\w.]*\d)"
    r"|(?<![\w.])v(?P<short>\d{1,3}(?:\.\d{1,3}){1,3})\b"
    r"|\b(?:i(?:'m| am) (?:on|using|running)|we(?:'re| are) (?:on|using|running)|(?:i|we) (?:use|run|have))"
    r" (?:[A-Z][\w+#]* )?v?(?P<own>\d{1,3}(?:\.\d{1,3}){1,3})\b"
    r"|(?-i:\b(?!(?:Figure|Fig|Table|Section|Chapter|Part|Step|Example|Equation|Appendix|Article|Rule|Level|Page|Rs|EUR"
    r"|USD|INR|GBP|About|Under|Over|Between|From|To|Is|At|By|In|On|Of|For|And|Or|The|Until|Before|After|Room|Grade|Rated)"
    r"\b)[A-Z][A-Za-z+#]* (?P<called>\d{1,3}(?:\.\d{1,3}){1,3})(?![\w%]|\.\d| ?(?:%|percent|[kmgt]b|million"
    r"|billion|points|stars|cm|mm|km|kg|GHz|ms|s|hours|minutes)\b))",
    re.IGNORECASE,
)
_ELLIPTIC_VERSION: Final = re.compile(
    r"\W*(?:(?:and|or|but|what|how|about|in|for|on|with|under|since|then|ok(?:ay)?|so)\W+)*v?"
    r"(?P<version>\d{1,3}(?:\.\d{1,3}){1,3})\W*",
    re.IGNORECASE,
)
_BARE_CHARS: Final = 60
_SIZE: Final = re.compile(
    rf"\bsizes? (?:is )?(?P<named>(?:{_SIZE_WORDS})\b|\d{{1,2}}(?:\.5)?(?![\w.%]|\s?(?:px|pt|[kmgt]i?b|bytes?|%|em|rem"
    rf"|cm|mm|inch|x)\b))|\b(?:in|an?|of) (?P<letter>(?:{_SIZE_WORDS}))(?![\w'.+#-])"
    r"|\b(?:in|in an?|an?|the) (?P<word>(?:extra )?(?:small|medium|large))\b(?! \w)",
)
_BRAND: Final = re.compile(
    r"\b(?:brand (?:is |called |named )?|(?:by|from) (?=[A-Z]))(?P<brand>[A-Z][\w&'-]*(?: [A-Z][\w&'-]*)?)"
    r"|\b(?P<first>[A-Z][a-z]\w+) brand\b"
)
_OCCASION: Final = re.compile(
    r"\bfor (?:an?|the|my|our|her|his|their|\w+'s) (?:\w+ ){0,2}?(?P<event>wedding|party|birthday|anniversary"
    r"|interview|graduation"
    r"|holiday|vacation|funeral|concert|dinner|picnic|prom|reception|trip|hike|date)\b"
    r"|\bfor (?P<doing>work|the office|everyday(?: wear)?|travel(?:ling)?|hiking|trekking|running|the beach"
    r"|christmas|diwali|eid|easter"
    r"|halloween|school|winter|summer)\b(?! \w+ing\b)",
    re.IGNORECASE,
)
_NOT: Final = re.compile(
    r"\b(?:not|no|without|except|anything but|everything but|nothing (?:in|of|with)|avoid|hate|dislike|other than"
    r"|instead of|rather than|(?:allergic|sensitive) to|(?:never|can't|cannot|don't|do not) (?:wear|like|use|want|stand"
    r"|tolerate))(?: (?:any|in|made of|too|an?|the|wearing|\w+ (?:and|or)))*\s*$",
    re.IGNORECASE,
)
NAMES: Final = {
    "price": "price prices budget cost costs money",
    "size": "size sizes fit", "colour": "colour color colours colors shade",
    "material": "material materials fabric fabrics cloth", "occasion": "occasion", "brand": "brand brands make maker",
    "date": "date day dates days", "time": "time", "quantity": "quantity number amount", "version": "version release",
    "place": "place location city country area town anywhere",
}  # fmt: skip
"""The slots that are known without a catalogue, with the words that name each."""


@dataclass(frozen=True, slots=True)
class Said:
    """A value of one slot in a message; ``is_excluded`` under "not", "no", "without"."""

    slot: str
    value: str
    is_excluded: bool = False


def goods_in(message: str) -> Iterator[Said]:
    """
    What describes a thing in a wish: colour, material, size, brand, occasion, quantity.

    >>> [(one.slot, one.value) for one in goods_in("Do you have dark blue shirts in size L, no polyester?")]
    [('colour', 'dark blue'), ('material', 'polyester'), ('size', 'L')]
    """
    for slot in ("colour", "material"):
        for match in _listed(slot).finditer(message):
            is_excluded = _NOT.search(message[: match.start()]) is not None
            yield Said(slot, " ".join(match[0].lower().replace("-", " ").split()), is_excluded)
    for slot, pattern in (("size", _SIZE), ("brand", _BRAND), ("occasion", _OCCASION)):
        for match in pattern.finditer(message):
            value = next(part for part in match.groups() if part is not None)
            yield Said(slot, _plain(value), _NOT.search(message[: match.start()]) is not None)
    for pattern in _QUANTITIES:
        if counted := pattern.search(message):
            yield Said("quantity", _NUMBER_WORDS.get(counted["count"].lower(), counted["count"]))
            break


def version_in(message: str, *, is_spoken_of: bool = False) -> Said | None:
    """
    The one version that *message* speaks of; None when it speaks of none, or compares two.

    Args:
        message: Of the visitor.
        is_spoken_of: A version has been named before, so that a bare "and in 2.3?" means one.

    >>> version_in("Does it work in version 2.3?"), version_in("What changed between v1.2 and v1.3?")
    (Said(slot='version', value='2.3', is_excluded=False), None)
    >>> version_in("and in 2.3?"), version_in("and in 2.3?", is_spoken_of=True).value
    (None, '2.3')
    """
    bare = _ELLIPTIC_VERSION.fullmatch(message[:_BARE_CHARS]) if is_spoken_of else None
    if bare is not None:
        return Said("version", bare["version"])
    found = {next(part for part in match.groups() if part) for match in _VERSION.finditer(message)}
    return Said("version", found.pop()) if len(found) == 1 else None


def stands_alone(message: str, said: Sequence[Said]) -> bool:
    """Whether an elliptic *message* says hardly more than these values: "and in red?", not "the red warning light"."""
    words = re.findall(r"[^\W_]+", message.lower())
    known = {word for one in said for word in re.findall(r"[^\W_]+", one.value.lower())}
    known |= {word for word, number in _NUMBER_WORDS.items() if number in known}
    return all(word in known or word in _ELLIPSIS_WORDS for word in words)


_ELLIPSIS_WORDS: Final = frozenset(
    "and or but no not what about how in a an the one ones of made for please then instead maybe rather too also any"
    " anything something nothing without except size brand colour color version under over below above around with by"
    " from my our it them me that same better ok okay so actually sorry wait hmm make to at on be all want prefer i'd"
    " i d would like need d just only people persons guests pieces pairs tickets avoid but else".split()
)


_MORE_VALUES: Final = {
    "colour": ("gray", "violet"),
    "material": ("wood", "oak", "steel", "glass", "ceramic", "metal"),
}
_COMPOUNDS: Final = (
    r"threads?|spaces?|boxe?s?|hat|lists?|listing|modes?|themes?|lights?|leds?|screens?|paper|boards?|flags?|cards?"
    r"|team"
    r"|market|holes?|pill|tape|standard|deployments?|noise|label|balls?|tea|wine|pepper|line|zone|blood|cells?|shift"
    r"|dwarf|giant|ceiling|road|candy|industry|age|works?|plate|button|dot|icon|text|pixels?|trees?"
)
"""What a colour or material makes the name of something that is no thing to have in it: a white space, a red flag."""


def _plain(value: str) -> str:
    return value.removeprefix("the ").strip() if value[:1].islower() else value


@lru_cache(maxsize=2)
def _listed(slot: str) -> re.Pattern[str]:
    values = language_table()["general"][_MATERIALS if slot == "material" else slot]
    values = [*values, *_MORE_VALUES[slot]]
    shade = rf"(?:{_COLOUR_SHADES})*" if slot == "colour" else ""
    own = "|".join(sorted(map(re.escape, values), key=len, reverse=True))
    return re.compile(rf"(?<![\w-]){shade}(?:{own})(?![\w-])(?!\s(?:{_COMPOUNDS})\b)", re.IGNORECASE)
