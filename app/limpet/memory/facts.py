"""What a message states about its speaker, by subject and slot, so that the newest value can win."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

_VALUE: Final = (
    r"(?P<value>[^.,;!?\n]{1,60}?)"
    r"(?=\s*(?:[.,;!?\n]|$|\b(?:and|but|because|so|now|these days|since|instead of)\b))"
)
_NOW: Final = r"(?:now |currently |recently |just |have |'ve |mostly )*"
_SINGLE: Final[tuple[tuple[str, re.Pattern[str]], ...]] = tuple(
    (slot, re.compile(pattern, re.IGNORECASE))
    for slot, pattern in (
        ("name", rf"\b(?:my name is|call me) {_VALUE}"),
        ("home", rf"\bI(?:'m| am)? {_NOW}(?:live in|living in|moved to|based in) {_VALUE}"),
        ("work", rf"\bI(?:'m| am)? {_NOW}(?:work (?:at|for|as)|working (?:at|for|as)) {_VALUE}"),
        ("use", rf"\bI(?:'m| am)? {_NOW}(?:use|using|switched to|moved over to|changed to) {_VALUE}"),
        ("size", rf"\bI(?:'m| am)? {_NOW}(?:wear|take|am) (?:a )?size {_VALUE}"),
        ("diet", rf"\bI(?:'m| am) {_NOW}(?:a )?(?P<value>vegetarian|vegan|pescatarian|omnivore)\b"),
    )
)
_MINE: Final = re.compile(
    rf"\bmy (?P<slot>(?:favou?rite )?[a-z]+(?: [a-z]+)?) (?:is|are) (?:now )?{_VALUE}", re.IGNORECASE
)
_NOT_VALUES: Final = re.compile(
    r"^(?:(?:not|so|very|really|too|going|getting|to|in|on|at)\b|the best\b|a bit\b)", re.IGNORECASE
)
_ASKS_BEFORE: Final = re.compile(
    r"\b(?:before|previous(?:ly)?|formerly|used to|earlier|old(?:er)?|originally|at first|back then|in the past)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Fact:
    """
    One statement of a message.

    Attributes:
        subject: Whom it is about: the speaker, empty for the visitor.
        slot: What it tells of them; a slot holds one value at a time.
        value: As said.
    """

    subject: str
    slot: str
    value: str

    @property
    def key(self) -> tuple[str, str]:
        """What makes two facts rivals."""
        return (self.subject.casefold(), self.slot.casefold())


@lru_cache(maxsize=512)
def facts_in(message: str, speaker: str = "") -> tuple[Fact, ...]:
    """
    Facts that *message* states about its speaker; questions state none.

    >>> facts_in("I switched to Firefox, it is faster.")
    (Fact(subject='', slot='use', value='Firefox'),)
    >>> facts_in("Do I use Firefox?")
    ()
    """
    return tuple(dict.fromkeys(_found(message[:2_000], speaker)))


def _found(message: str, speaker: str) -> Iterator[Fact]:
    for sentence in re.split(r"(?<=[.!?\n])\s+", message):
        if sentence.rstrip().endswith("?"):
            continue
        for slot, pattern in _SINGLE:
            for match in pattern.finditer(sentence):
                yield from _fact(speaker, slot, match["value"])
        for match in _MINE.finditer(sentence):
            yield from _fact(speaker, match["slot"].lower(), match["value"])


def _fact(speaker: str, slot: str, value: str) -> Iterator[Fact]:
    value = value.strip(" '\"")
    if value and not _NOT_VALUES.match(value):
        yield Fact(speaker, slot, value)


def asks_for_before(text: str) -> bool:
    """
    Whether a question wants the older value of a fact.

    >>> asks_for_before("What did I use before?"), asks_for_before("What do I use?")
    (True, False)
    """
    return _ASKS_BEFORE.search(text) is not None


def superseded(dated: Sequence[tuple[float, Sequence[Fact]]]) -> list[frozenset[tuple[str, str]]]:
    """
    For each of *dated* (time in seconds, facts): the keys of its facts for which a newer one has another value.

    >>> old, new = Fact("", "use", "Chrome"), Fact("", "use", "Firefox")
    >>> superseded([(1.0, [old]), (2.0, [new])])
    [frozenset({('', 'use')}), frozenset()]
    """
    newest: dict[tuple[str, str], tuple[float, str]] = {}
    for at_s, facts in dated:
        for fact in facts:
            if fact.key not in newest or newest[fact.key][0] <= at_s:
                newest[fact.key] = (at_s, fact.value.casefold())
    return [
        frozenset(
            fact.key for fact in facts if newest[fact.key][0] > at_s and newest[fact.key][1] != fact.value.casefold()
        )
        for at_s, facts in dated
    ]
