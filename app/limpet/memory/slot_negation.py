"""Values that are not wanted ("not red", "no polyester"), and things on the table that a message only describes."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from limpet.memory.slot_words import Found, Piece

NEGATION: Final = frozenset(
    "not no without except avoid dislike hate detest allergic never nor isn't don't doesn't can't cannot"
    " nothing".split()
)
_AFTER: Final = frozenset("allergy allergies allergic intolerance intolerant".split())
"""Words behind a value that make it unwanted: "a nut allergy", "lactose intolerant"."""
_POINTERS: Final = frozenset("the that those this these".split())
_STAND_INS: Final = frozenset("one ones pair pairs".split())
"""Words that stand for a thing of the kind spoken of."""
_BREAKS: Final = (",", ".", ";", "?", "!", "but")
_ALL_BUT: Final = (["anything", "but"], ["everything", "but"], ["all", "but"], ["any", "but"])
_NEAR_PIECES: Final = 4


def is_negated(pieces: Sequence[Piece], found: Found) -> bool:
    """Whether a value stands under "not", "without", "instead of" and the like."""
    before = [piece.text.lower() for piece in pieces[max(0, found.first - _NEAR_PIECES) : found.first]]
    if before[-2:] in _ALL_BUT or any(piece.text.lower() in _AFTER for piece in pieces[found.last : found.last + 1]):
        return True
    meant = max((place for place, word in enumerate(before) if word in ("mean", "meant") and "i" in before), default=-1)
    before = before[meant + 1 :]  # "no I meant the linen one"
    for sign in _BREAKS:
        if sign in before:
            before = before[len(before) - before[::-1].index(sign) :]
    return (
        bool(NEGATION & set(before))
        or before[-2:] in (["instead", "of"], ["rather", "than"])
        or before[-1:] == ["than"]
    )


def named_only(pieces: Sequence[Piece], found: Sequence[Found], kind_slots: Collection[str]) -> list[Found]:
    """
    *found* without what only describes a thing on the table: in "like the red shirt, but in L" red is no filter,
    shirt and L are. Without slots that tell the kind of thing all are kept.
    """
    if not kind_slots:
        return list(found)
    described: set[int] = set()
    heads = [one.first for one in found if one.slot in kind_slots]
    heads += [place for place, piece in enumerate(pieces) if piece.text.lower() in _STAND_INS]
    named = {place for one in found for place in range(one.first, one.last)}
    for head in heads:
        described |= _phrase_before(pieces, named, head)
    return [one for one in found if one.first not in described or one.slot in kind_slots]


def _phrase_before(pieces: Sequence[Piece], named: Collection[int], head: int) -> set[int]:
    """Places of the describing words between a pointing word and the thing it points at; none when nothing points."""
    unknown = 0
    for place in range(head - 1, max(-1, head - 9), -1):
        word = pieces[place].text.lower()
        if word in _POINTERS:
            return set(range(place + 1, head))
        if place not in named and word not in {",", "and", "&"}:
            unknown += 1
            if unknown > 1 or not word[0].isalpha():
                return set()
    return set()
