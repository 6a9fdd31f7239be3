"""
Words that join two neighbours, chosen by their relation; none where the relation cannot be named.

At most three in an answer, none twice, and none that stood in an answer of the last five turns.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Final, Literal, TypeAlias

from limpet.answer.contradiction import contradicts
from limpet.answer.fragments import Unit
from limpet.answer.sameness import is_negated, likeness
from limpet.memory.view import MemoryView
from limpet.text.question_form import Asked, is_step

Relation: TypeAlias = Literal["additive", "contrastive", "causal", "exemplifying", "sequential", "disagreeing"]

MOST: Final = 3
"""Connectives of one answer."""
RECENT_TURNS: Final = 5
"""A connective rests for as many turns."""
CONNECTIVES: Final[Mapping[Relation, tuple[str, ...]]] = {
    "additive": ("Also,", "In addition,", "Besides,", "Moreover,", "Further,"),
    "contrastive": ("However,", "By contrast,", "On the other hand,", "Still,"),
    "causal": ("The reason:", "This is why:"),
    "exemplifying": ("For example,", "For instance,", "As an example,"),
    "sequential": ("Then,", "Next,", "After that,"),
    "disagreeing": ("Another source differs:",),
}
"""By relation, the one to be tried first in front. The last relation is always named."""
_JOINED: Final = re.compile(
    r"(?:also|too|in addition|additionally|besides|moreover|further(?:more)?|however|but|yet|still|although|though"
    r"|while|whereas|by contrast|on the other hand|instead|for example|for instance|e\.g\.|then|next|first|second"
    r"|finally|after|before|because|since|therefore|thus|so|hence|as a result|otherwise|similarly|likewise|if)\b",
    re.IGNORECASE,
)
_BECAUSE: Final = re.compile(r"\b(?:because|due to|as a result of|so that|in order to|the reason)\b", re.IGNORECASE)
_LIKE: Final = 0.3
"""Likeness from which two sentences are about one thing."""


def relation_of(before: Unit, after: Unit, asked: Asked) -> Relation | None:
    """
    How *after* relates to *before*; None when no cue tells, or when they stand together in their document.

    ``disagreeing``: another number for the same thing. ``exemplifying``: the second is of an example, the first is
    not. ``sequential``: two steps of one document, in its order. ``causal``: the question is "why", only the second
    gives a reason. ``contrastive``: two places, one thing, one of them denies. ``additive``: two places, one thing.
    """
    if before.kind not in ("sentence", "item") or after.kind != "sentence" or after.is_pointing:
        return None
    if contradicts(before, after):
        return "disagreeing"
    if before.fragment.fragment_id == after.fragment.fragment_id or _JOINED.match(after.plain):
        return None
    is_one_document = before.fragment.document_id == after.fragment.document_id
    if is_step(before.plain) and is_step(after.plain):
        follows = is_one_document and after.start > before.start and asked == "steps"
        return "sequential" if follows and {before.fragment.kind, after.fragment.kind} == {"procedure"} else None
    if after.fragment.kind == "example" and before.fragment.kind != "example" and before.stems & after.stems:
        return "exemplifying"
    if asked == "reason" and _BECAUSE.search(after.plain) and not _BECAUSE.search(before.plain):
        return "causal"
    if likeness(before.stems, after.stems) < _LIKE or len(before.stems & after.stems) < 2:
        return None
    return "contrastive" if is_negated(before.plain) != is_negated(after.plain) else "additive"


def recent_connectives(view: MemoryView | None) -> frozenset[str]:
    """Those that stood in the answers of the last five turns."""
    answers = "\n".join(turn.answer for turn in view.turns[-RECENT_TURNS:]) if view is not None else ""
    return frozenset(word for words in CONNECTIVES.values() for word in words if word in answers)


def connectives(units: Sequence[Unit], asked: Asked, resting: Collection[str]) -> list[str]:
    """The connective in front of each unit; empty where there is none."""
    found: list[str] = []
    for place, unit in enumerate(units):
        used = {*resting, *found}
        relation = relation_of(units[place - 1], unit, asked) if place else None
        if relation == "disagreeing":
            used = set(found)  # it never rests: a reader must know
        free = [word for word in CONNECTIVES[relation] if word not in used] if relation else []
        is_many = sum(1 for word in found if word) >= MOST
        fits = free and not is_many and (free[0].endswith(":") or lowered(unit) is not None)
        found.append(free[0] if fits else "")
    return found


def lowered(unit: Unit) -> str | None:
    """
    What is shown of a unit with its first letter small; None when that letter may belong to a name.

    A first word may be made small when its fragment writes it small elsewhere, or when it is a word of grammar.
    """
    shown = unit.shown
    word = re.match(r"[A-Z][a-z]*(?:['’-][a-z]+)*(?![\w.])", shown)
    if word is None:
        return shown if shown[:1].islower() or shown[:1] == "`" else None
    first = word[0]
    small = first[0].lower() + first[1:]
    is_common = small in _GRAMMAR or re.search(rf"(?<![\w-]){re.escape(small)}(?![\w-])", unit.fragment.text)
    return small + shown[len(first) :] if is_common and first != "I" else None


_GRAMMAR: Final = frozenset(
    "a an the this that these those it its he she they we you your our their there here in on at by for from to of"
    " with without under over if when while as and or but not no all any some each every both most many few one"
    " two three is are was were do does did can could may must should will would has have".split()
)
