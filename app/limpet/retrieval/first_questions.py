"""Questions to begin with: one to the catalogue, if there is one, and those that headings promise an answer to."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from limpet.retrieval.catalogue_question import catalogue_question
from limpet.retrieval.document import Document, Fragment
from limpet.retrieval.heading_question import ASKS, question_of
from limpet.retrieval.names_written import names_written

_WORD: Final = re.compile(r"[^\W\d_]+")
_ASIDE: Final = re.compile(r"(?i)\b(?:contributing|release notes|changelog|change log|licen[cs]e|code of conduct)\b")
"""Documents for those who make the thing, or about its past."""


@dataclass(frozen=True, slots=True)
class FirstQuestion:
    """
    A question that a visitor may begin with.

    Attributes:
        text: The question.
        heading: Headings down to the one that it was made from, as citations have them; empty: any record will do.
        score: How good a first question it is, 1 to 3.
        depth: Headings above its own; deep ones are often clear only below those.
    """

    text: str
    heading: str
    score: int
    depth: int = 0


def first_questions(fragments: Sequence[Fragment], documents: Iterable[Document], count: int) -> list[FirstQuestion]:
    """
    At most *count* questions, the best first; among equals every document's first before any document's second, then
    those of less deep headings and of longer documents.

    >>> path = ("Care", "Washing silk")
    >>> [one.text for one in first_questions([Fragment("care#1", "care", path, 0, 4, "Wash it cold.")], [], 3)]
    ['How do I wash silk?']
    """
    asked = catalogue_question(documents)
    distinct = {asked: FirstQuestion(asked, "", ASKS)} if asked else {}
    for one in _of_headings(fragments):
        distinct.setdefault(one.text, one)
    return list(distinct.values())[:count]


def _of_headings(fragments: Sequence[Fragment]) -> list[FirstQuestion]:
    counts = Counter(word for fragment in fragments for word in _WORD.findall(fragment.text))
    names = names_written(fragment.text for fragment in fragments)
    sizes = Counter(fragment.document_id for fragment in fragments)
    by_document: dict[str, dict[str, FirstQuestion]] = {}
    for fragment in fragments:
        if not fragment.heading_path or _ASIDE.search(fragment.heading_path[0]):
            continue
        if fragment.kind == "reference" and len(fragment.heading_path) == 1:
            continue
        text, score = question_of(fragment.heading_path[-1].strip(), counts, names)
        if text:
            found = by_document.setdefault(fragment.document_id, {})
            found.setdefault(text, FirstQuestion(text, fragment.heading, score, len(fragment.heading_path) - 1))
    placed = [
        ((-one.score, turn, max(one.depth, 1), -sizes[name]), one)
        for name, found in by_document.items()
        for turn, one in enumerate(sorted(found.values(), key=lambda one: (-one.score, one.depth)))
    ]
    return [one for _, one in sorted(placed, key=lambda placing: placing[0])]
