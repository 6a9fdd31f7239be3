"""Sentences for another case than the one that was asked about: "On Linux, ..." beside "On Windows, ..."."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Final

from limpet.answer.selection import Scored
from limpet.text.tokens import stems

_CASE: Final = re.compile(
    r"(?!(?:in|on|for|at|with) (?:addition|general|short|fact|particular|contrast|brief|sum|practice|turn|other words"
    r"|principle|theory|return|summary|simplicity|convenience|reference|essence"
    r"|conclusion|example|instance|now|first|last|least|best|once|top|that|this|these|those|all|any|both|each"
    r"|most|many|some|the (?:other|one|contrary|whole|end|meantime|same|first|second))\b)"
    r"(on|for|in|with|under|at|from) ([^\W\d_][^,.:;]{0,40}), ",
    re.IGNORECASE,
)
"""A sentence that begins with the one case that it is for; phrases that join sentences name none."""


def case_of(text: str) -> tuple[str, frozenset[str]]:
    """
    The preposition and the stems of the case that *text* begins with; empty for none.

    >>> case_of("On Windows, unpack the file."), case_of("Unpack the file.")
    (('on', frozenset({'window'})), ('', frozenset()))
    >>> case_of("In addition, set a limit.")
    ('', frozenset())
    """
    found = _CASE.match(text)
    return (found[1].lower(), frozenset(stems(found[2]))) if found is not None else ("", frozenset())


def without_other_cases(ordered: Sequence[Scored], own: Collection[str]) -> list[Scored]:
    """
    *ordered* without what is for another case, where a sentence of the same section is for the one that the message
    names by its stems *own*.
    """
    cases = [case_of(one.unit.plain) for one in ordered]
    asked = {
        (one.unit.fragment.fragment_id, preposition)
        for one, (preposition, named) in zip(ordered, cases, strict=True)
        if named and named.issubset(own)
    }
    kept: list[Scored] = []
    for one, (preposition, named) in zip(ordered, cases, strict=True):
        is_other = named.isdisjoint(own) and bool(named) and (one.unit.fragment.fragment_id, preposition) in asked
        if not is_other:
            kept.append(one)
    return kept
