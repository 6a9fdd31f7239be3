"""Sentences that say the same of the same thing but give another number: both are shown, with their sources."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from limpet.answer.fragments import Unit

SAME_SUBJECT_SHARE: Final = 0.85
"""Of the smaller sentence's words, without numbers, that the other must have: a rival's name must not differ."""
LEAST_SHARED: Final = 3
_AMOUNT: Final = re.compile(r"([₹$€£]|rs\.?\s|inr\s)?\s?(\d[\d,]*(?:\.\d+)?)\s?(%|°\s?[cf]|[^\W\d_]+)?", re.IGNORECASE)
_NUMERIC: Final = re.compile(r"\d")


def amounts(text: str) -> Mapping[str, frozenset[str]]:
    """
    Numbers of *text* by their unit (a sign of money, ``%``, or the word that follows).

    >>> dict(amounts("It costs ₹99 and takes 3 days."))
    {'₹': frozenset({'99'}), 'day': frozenset({'3'})}
    """
    found: dict[str, set[str]] = {}
    for sign, number, unit in _AMOUNT.findall(text):
        name = (sign or unit).strip().lower().rstrip("s.") or "number"
        found.setdefault(name, set()).add(number.replace(",", "").rstrip("."))
    return {name: frozenset(numbers) for name, numbers in found.items()}


def contradicts(first: Unit, second: Unit) -> bool:
    """
    Whether two sentences of different places give different numbers, in one unit, for one subject.

    Only sentences: rows and records differ in their numbers by nature.
    """
    is_one_place = first.fragment.fragment_id == second.fragment.fragment_id
    if first.kind != "sentence" or second.kind != "sentence" or is_one_place:
        return False
    ours, theirs = (frozenset(stem for stem in one.stems if not _NUMERIC.search(stem)) for one in (first, second))
    shared = len(ours & theirs)
    smaller = min(len(ours), len(theirs))
    if shared < LEAST_SHARED or shared < SAME_SUBJECT_SHARE * smaller:
        return False
    said, other = amounts(first.plain), amounts(second.plain)
    return any(not said[unit] & other[unit] for unit in said.keys() & other.keys())
