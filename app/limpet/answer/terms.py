"""What adds to the amount that answers, or bounds it: "10 more days", "If it is more than 60 days late, ..."."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Final

from limpet.answer.price_asked import PAYING_STEMS
from limpet.answer.selection import Scored
from limpet.text.question_form import Asked
from limpet.text.tokens import stems

AMOUNTS: Final[frozenset[Asked]] = frozenset({"amount", "duration"})
"""Questions that an amount answers."""
_MORE: Final = re.compile(r"\d\s(?:more|extra|additional|further)\s(\w+)", re.IGNORECASE)
_BOUND: Final = re.compile(
    r"(?:if|unless|when|once)\b[^.]*?\b(?:more than|less than|longer than|later than|over|after|within|up to|at least)"
    r"\s\D{0,6}\d",
    re.IGNORECASE,
)


def with_terms(
    ordered: Sequence[Scored], scored: Sequence[Scored], asked: Asked, own: Collection[str], shown: str
) -> list[Scored]:
    """
    *ordered*, and at its end one sentence from the section of the first that adds to its amount or bounds it.

    Args:
        ordered: What is said.
        scored: All that might be.
        asked: The form of the question; without an amount asked for nothing is added.
        own: Stems of the message.
        shown: Text of the last answers, which is not said again.
    """
    if asked not in AMOUNTS or not ordered:
        return list(ordered)
    first = ordered[0].unit
    telling = frozenset(own) - PAYING_STEMS
    for one in scored:
        unit = one.unit
        if unit.fragment.fragment_id != first.fragment.fragment_id or unit.kind != "sentence":
            continue
        if one in ordered or (shown and unit.shown in shown):
            continue
        more = _MORE.search(unit.plain)
        is_more = more is not None and not frozenset(stems(more[1])).isdisjoint(first.stems)
        is_bound = unit.paragraph == first.paragraph and _BOUND.match(unit.plain) is not None
        if is_more or (is_bound and not telling.isdisjoint(unit.stems)):
            return [*ordered, one]
    return list(ordered)
