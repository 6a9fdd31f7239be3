"""
What stands beside the sentence that answers a question for one fact: what answers too, goes on with it or limits it.

A question how to do something, what a thing is, or what there is to know of it wants more, and is left alone.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final

from limpet.answer.discourse import FACTS, SINGLE
from limpet.answer.fragments import Unit
from limpet.answer.sameness import is_negated, likeness
from limpet.answer.selection import Scored
from limpet.text.defining import thing_to_define
from limpet.text.language import language_of
from limpet.text.question_form import Asked, has_form
from limpet.text.tokens import stems

MEASURED: Final = FACTS - {"place", "person"}
"""Forms that the words of a sentence tell."""
AS_GOOD_SHARE: Final = 0.8
"""A sentence with this share of the message's words that the best one has answers it too."""
LIMITING_SHARE: Final = 0.35
"""How much of the shorter one's words an exception shares with the sentence that it limits."""
AS_RELEVANT_SHARE: Final = 0.75
"""And with this share of its relevance: words of asking ("how long does it take?") are in others by chance."""
NAMED_SHARE: Final = 0.6
"""Share of the words of an item's name that names it: "minimum size" for ``minimum_size``."""
_LEAD: Final = r"\W*(?:(?:and|but|so|ok(?:ay)?|then|also|please|well|now)\b\W*)*"
_CHOOSES: Final = re.compile(
    rf"{_LEAD}(?:(?:in|on|at|by|for|from|to|with|of) )?(?:which|what(?:'?s)?|whose)\b(?! (?:about|if|else)\b)",
    re.IGNORECASE,
)
_ACCOUNT: Final = re.compile(
    r"\bwhat(?:'?s)? (?:does|do|did) .+\b(?:do|mean|for)\W*$"
    r"|\bwhat (?:should|can|could|must|shall|do|would) (?:i|we|one)\b"
    r"|\b(?:differences?|advantages?|benefits?|drawbacks?|pros|options|happens?)\b",
    re.IGNORECASE,
)
"""Such a question wants an account, though it begins with "what"."""
_MAY: Final = re.compile(
    rf"{_LEAD}(?:(?:can|could|may) (?:i|we|you|it|one)\b|is (?:it possible|there (?:a|any) way) to\b)", re.IGNORECASE
)
"""Whether something can be done."""
_LIMITS: Final = re.compile(
    r"\b(?:unless|except|excluding|only|but|however|apart from|not (?:if|when|with|for))\b", re.IGNORECASE
)
_NAME_ENDS: Final = re.compile(r"\s[-–—]\s|:\s")
_OTHERWISE: Final = re.compile(r"(?:later|otherwise|if (?:it|they|not|you do(?: not|n['’]t)))\b", re.IGNORECASE)
"""Beginnings of what holds where the sentence before does not: "Later we keep half of the price."."""
_CLOSED: Final = re.compile(r"\bclosed\b", re.IGNORECASE)
_GOES_ON: Final = re.compile(r"(?:it|its|this|these|those|they|their|such)\b", re.IGNORECASE)


def is_focused(message: str, asked: Asked, *, shows_code: bool = False) -> bool:
    """
    Whether *message* asks for one fact: a yes or no, a number, a time, a place, a reason, or which of several. Where
    the section that answers has code (*shows_code*), "can I ...?" asks how.

    >>> asking = ("Which status code is used?", "Which one do I need?", "What is a lantern?", "What can I do?")
    >>> [is_focused(text, "other") for text in asking], is_focused("How do I wash it?", "steps")
    ([True, True, False, False], False)
    """
    text = message.replace("’", "'")
    if language_of(text) != "en":  # forms of questions are told in English alone
        return False
    if asked in SINGLE:
        return not (shows_code and _MAY.match(text))
    return (
        asked == "other"
        and _CHOOSES.match(text) is not None
        and _ACCOUNT.search(text) is None
        and not thing_to_define(text)
    )


def answers_too(entry: Scored, best: Scored) -> bool:
    """Whether *entry* has nearly as many of the message's words as *best*, and is nearly as relevant."""
    is_named = entry.named_share > 0 and entry.named_share >= AS_GOOD_SHARE * best.named_share
    return is_named and entry.relevance >= AS_RELEVANT_SHARE * best.relevance


def is_welcome(entry: Scored, best: Scored, asked: Asked, message: str) -> bool:
    """
    Whether *entry* is welcome beside *best*, which answers *message*.

    It is when it has as many of the message's words, or the form that is asked for where *best* lacks it; and when it
    stands next to *best*, is about the same, and limits it ("unless"), or tells what is possible behind a "no".
    Code is not, and a line that is no sentence hardly ever.

    Args:
        entry: What might be said.
        best: The most relevant.
        asked: The form of *message*.
        message: Of the visitor.
    """
    unit, first = entry.unit, best.unit
    is_as_good = answers_too(entry, best)
    if asked in MEASURED and not has_form(asked, first.plain):
        is_as_good = is_as_good or (has_form(asked, unit.plain) and unit.kind != "code")
    if unit.kind == "table":  # of which only the rows that are asked for are told
        return True
    if unit.fragment.fragment_id != first.fragment.fragment_id:
        return is_as_good and unit.kind != "code" and not unit.is_scrap
    distance = unit.number - first.number
    if _CLOSED.search(unit.plain) and "open" in stems(message):  # the exception names what is asked by its opposite
        return unit.kind == "sentence" and not unit.is_scrap
    if unit.kind == "code" or (unit.kind == "item" and is_picked(unit, stems(message))):
        return False
    if unit.kind == "list" and asked in ("place", "other") and is_headed_by(unit, stems(message)):
        return True
    if is_as_good:
        return not unit.is_scrap or asked in FACTS
    if asked == "reason" and distance == 1 and unit.paragraph == first.paragraph:  # what gives a reason takes its time
        return True
    is_beside = abs(distance) == 1 and unit.paragraph == first.paragraph
    if asked == "yes_no" and is_beside and is_negated(first.plain) and not is_negated(unit.plain):
        return True  # behind a "no": what is possible
    if is_negated(unit.plain) and unit.is_pointing and distance in (1, 2) and unit.paragraph == first.paragraph:
        return True  # "After that the courier cannot redirect it."
    is_near = abs(distance) == 1 and unit.kind == "sentence" and not unit.is_scrap
    return is_near and _LIMITS.search(unit.plain) is not None and likeness(first.stems, unit.stems) >= LIMITING_SHARE


def is_picked(unit: Unit, own: Collection[str]) -> bool:
    """
    Whether a unit alone tells what nobody asked for: a line that is neither a sentence nor code, or one item of a long
    list whose name, before a dash or colon, the message, by its stems *own*, does not say.
    """
    if unit.kind == "item":
        name = stems(_NAME_ENDS.split(unit.plain, maxsplit=1)[0])
        return sum(stem in own for stem in name) < NAMED_SHARE * len(name)
    return unit.is_scrap and "`" not in unit.shown


def is_headed_by(unit: Unit, own: Collection[str]) -> bool:
    """Whether the innermost heading of a unit has one of the stems *own*."""
    return bool(unit.fragment.heading_path) and not set(own).isdisjoint(stems(unit.fragment.heading_path[-1]))


def goes_on(unit: Unit) -> bool:
    """Whether a unit, or what leads it in, is said of what stands before it: "Below that ...", "These are: ..."."""
    is_otherwise = unit.kind == "sentence" and _OTHERWISE.match(unit.plain) is not None
    return unit.kind != "code" and (unit.is_pointing or is_otherwise or _GOES_ON.match(unit.lead) is not None)
