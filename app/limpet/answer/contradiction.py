"""Sentences that say the same of the same thing but give another number: both are shown, with their sources."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from limpet.answer.fragments import Unit
from limpet.answer.two_things import are_two_of_a_kind
from limpet.text.amounts import NUMBER, amount_of
from limpet.text.question_form import is_step
from limpet.text.tokens import stems

SAME_SUBJECT_SHARE: Final = 0.85
"""Of the smaller sentence's words, without numbers, that the other must have: a rival's name must not differ."""
LEAST_SHARED: Final = 3
_AMOUNT: Final = re.compile(rf"([₹$€£]|rs\.?\s|inr\s)?\s?({NUMBER})\s?(%|°\s?[cf]|[^\W\d_]+)?", re.IGNORECASE)
_MEASURES: Final = frozenset(
    "day week month year hour minute second h min s ms km m cm mm kg g mg l ml mb gb kb percent euro dollar rupee rs"
    " inr inch foot mile people persons children".split()
)
_VERBS: Final = frozenset("this does costs takes needs gives makes opens closes runs lies stands has was goes".split())
_NUMERIC: Final = re.compile(r"\d")


def amounts(text: str) -> Mapping[str, frozenset[float]]:
    """
    Numbers of *text* by their unit: a sign of money, ``%``, a measure, or the plural that follows.

    A number without a unit may be a name ("gate 3"), and is left out.

    >>> dict(amounts("It costs ₹99 and takes 3 days."))
    {'₹': frozenset({99.0}), 'day': frozenset({3.0})}
    """
    found: dict[str, set[float]] = {}
    for sign, number, unit in _AMOUNT.findall(text):
        name = (sign or unit).strip().lower()
        if not sign and not _is_unit(name):
            continue
        name = name.rstrip("s.")
        if (amount := amount_of(number)) is not None:
            found.setdefault(name, set()).add(amount)
    return {name: frozenset(numbers) for name, numbers in found.items()}


def _is_unit(name: str) -> bool:
    is_plural = name.endswith("s") and len(name) > 3 and name not in _VERBS
    return name[:1] in ("%", "°") or name in _MEASURES or is_plural


def contradicts(first: Unit, second: Unit) -> bool:
    """
    Whether two sentences of different places give different numbers, in one unit, for one subject.

    Only sentences: rows and records differ in their numbers by nature. What stands under the names of two things of a
    kind (green tea, black tea) is of two subjects, and so are steps of two documents that name no common thing.
    """
    is_one_place = first.fragment.fragment_id == second.fragment.fragment_id
    if first.kind != "sentence" or second.kind != "sentence" or is_one_place:
        return False
    if _are_of_two_things(first, second):
        return False
    ours, theirs = (frozenset(stem for stem in one.stems if not _NUMERIC.search(stem)) for one in (first, second))
    shared = len(ours & theirs)
    smaller = min(len(ours), len(theirs))
    if shared < LEAST_SHARED or shared < SAME_SUBJECT_SHARE * smaller:
        return False
    said, other = amounts(first.plain), amounts(second.plain)
    return any(not said[unit] & other[unit] for unit in said.keys() & other.keys())


def _are_of_two_things(first: Unit, second: Unit) -> bool:
    ours, theirs = (first.fragment.heading_path, second.fragment.heading_path)
    if is_step(first.plain) or is_step(second.plain):  # what is done to what, the headings say
        names, others = (frozenset(stems(" ".join(path[:1]))) for path in (ours, theirs))
        return not (names <= others or others <= names)
    return are_two_of_a_kind(ours, theirs)
