"""Questions to begin with, made from headings that promise an answer."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from limpet.retrieval.document import Fragment

_QUESTION: Final = re.compile(r"(?i)^(?:what|how|why|when|where|who|which|can|do|does|is|are|should)\b.*\?$")
_TASK: Final = re.compile(r"(?i)^(?:[a-z]+ing)\b")
_DULL: Final = frozenset(
    "introduction overview index contents changelog license contributing home readme about".split()
)
_LONGEST_WORDS: Final = 8


def first_questions(fragments: Sequence[Fragment], count: int) -> list[str]:
    """
    At most *count* questions, spread over the documents; a heading that is a question stays as it is.

    >>> path = ("Care", "Washing silk")
    >>> first_questions([Fragment("care#1", "care", path, 0, 4, "Wash it cold and dry it flat.")], 3)
    ['How does washing silk work?']
    """
    by_document: dict[str, list[str]] = {}
    for fragment in fragments:
        heading = fragment.heading_path[-1].strip() if fragment.heading_path else ""
        question = _question(heading) if fragment.kind != "reference" or len(fragment.heading_path) > 1 else ""
        if question and question not in by_document.setdefault(fragment.document_id, []):
            by_document[fragment.document_id].append(question)
    rounds = max(map(len, by_document.values()), default=0)
    ordered = [questions[turn] for turn in range(rounds) for questions in by_document.values() if turn < len(questions)]
    distinct = list(dict.fromkeys(ordered))
    step = max(1, len(by_document) // count) if count else 1
    return (distinct[::step] if len(distinct) >= step * count else distinct)[:count]


def _question(heading: str) -> str:
    words = heading.split()
    if not 1 <= len(words) <= _LONGEST_WORDS or words[0].lower() in _DULL or not heading[0].isalpha():
        return ""
    if _QUESTION.match(heading):
        return heading
    plain = (
        heading if words[0].isupper() or any(c.isupper() for c in words[0][1:]) else heading[0].lower() + heading[1:]
    )
    return f"How does {plain} work?" if _TASK.match(heading) else f"What about {plain}?"
