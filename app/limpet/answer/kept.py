"""What answers the present message, so that it is said though its reader has just read it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from limpet.answer.discourse import FACTS
from limpet.answer.price_asked import asks_price, tells_price
from limpet.answer.selection import Scored
from limpet.text.near_words import share_of
from limpet.text.question_form import Asked, has_form

_DENIES: Final = re.compile(r"\b(?:not|no|never|none|cannot|nor|only|must)\b|n['’]t\b", re.IGNORECASE)
"""A denial or a condition; "€6 without" is neither."""


def tells_form(text: str, asked: Asked, message: str) -> bool:
    """
    Whether *text* has the form of what *message* asks for; where it asks what something costs, a price and no other
    number.

    >>> asking = "What do they cost?"
    >>> [tells_form(text, "amount", asking) for text in ("They start at 10:00.", "They cost €25.")]
    [False, True]
    >>> tells_form("They start at 10:00.", "other", "Tell me more")
    False
    """
    if asks_price(message):
        return tells_price(text)
    return asked in FACTS - {"place", "person"} and has_form(asked, text)


def first_with_form(chosen: Sequence[Scored], asked: Asked, message: str) -> Scored:
    """
    What leads the answer: the first of *chosen*, or where that has no price and one is asked for, the first that has.

    Args:
        chosen: What would be said, the best first; one at least.
        asked: The form of *message*.
        message: Of the visitor.
    """
    if not asks_price(message) or tells_price(chosen[0].unit.plain):
        return chosen[0]
    return next((one for one in chosen if tells_form(one.unit.plain, asked, message)), chosen[0])


def kept_though_read(
    chosen: Sequence[Scored], best: Scored, asked: Asked, message: str, new: frozenset[str]
) -> list[Scored]:
    """
    Which of *chosen* answer *message*, so that having been read is no reason to leave them out.

    Those are what has the form that is asked for, what has most of the words by which the message goes on ("and on
    Windows?"), what is nearest to it in meaning, and a negative right beside the best.

    Args:
        chosen: What would be said.
        best: Of them.
        asked: The form of *message*.
        message: Of the visitor.
        new: Stems of it that the messages before lack.
    """
    named = [sum(share_of(stem, one.unit.stems) for stem in new) for one in chosen]
    most = max(named, default=0.0)
    is_known = any(one.nearness < 0 for one in chosen)
    kept: list[Scored] = []
    for one, count in zip(chosen, named, strict=True):
        names = count > 0 and count >= most
        nearest = is_known and one.nearness >= 0
        if asked == "steps" and is_known:  # what names the thing beside the steps is no step: its meaning tells
            names = nearest
        if names or nearest or tells_form(one.unit.plain, asked, message) or _denies_beside(one, best):
            kept.append(one)
    return kept


def _denies_beside(entry: Scored, best: Scored) -> bool:
    unit, first = entry.unit, best.unit
    is_same = unit.fragment.fragment_id == first.fragment.fragment_id and unit.paragraph == first.paragraph
    return is_same and abs(unit.number - first.number) == 1 and _DENIES.search(unit.plain) is not None
