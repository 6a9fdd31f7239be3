"""Questions to begin with, made from headings that promise an answer."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from limpet.retrieval.document import Fragment

_QUESTION: Final = re.compile(r"(?i)^(?:what|how|why|when|where|who|which|can|do|does|is|are|should)\b.*\?$")
_TASK: Final = re.compile(r"(?i)^(?:[a-z]+ing)\b(?! \w+(?<!s)s\b)")
_DULL: Final = frozenset(
    "introduction overview index contents changelog license contributing home readme about".split()
)
_LONGEST_WORDS: Final = 8
_NO_DO: Final = r"(?!(?:are|were|have|had|can|cannot|could|will|would|should|may|must|do|did)\b)"
_ASKED: Final = (
    (re.compile(r"(?i)^how to (.+)$"), "How do I {0}?"),
    (re.compile(rf"(?i)^(what|where|when|how|why) we {_NO_DO}(.+)$"), "{0} do you {1}?"),
    (re.compile(rf"(?i)^(what|where|when|how|why) you {_NO_DO}((?:(?!\byours?\b).)+)$"), "{0} do I {1}?"),
    (re.compile(r"(?i)^((?:what|who|which)(?: \w+)? (?:is|are|can|cannot|happens|counts|must|should)\b.*)$"), "{0}?"),
    (re.compile(r"(?i)^when (?!we\b|you\b)(.+)$"), "What happens when {0}?"),
    (re.compile(r"(?i)^if (.+)$"), "What if {0}?"),
    (re.compile(r"(?i)^our (.+)$"), "What about your {0}?"),
)
"""Headings that are a question but for its order of words."""
_ONE_THING: Final = re.compile(r"(?:[a-z]+ )+[a-z]*(?<!s)(?<!ing)")
_MASS: Final = re.compile(r"(?:wear|ware|care|work|data|age|ance|ence|ity|ness|[ts]ion|ment)$")
"""Endings of what is mostly not counted."""
_JOINS: Final = frozenset("a an the and or of on in at to for from with by as my your its their all no".split())


def first_questions(fragments: Sequence[Fragment], count: int) -> list[str]:
    """
    At most *count* questions, spread over the documents; a heading that is a question stays as it is.

    >>> path = ("Care", "Washing silk")
    >>> first_questions([Fragment("care#1", "care", path, 0, 4, "Wash it cold and dry it flat.")], 3)
    ['How does washing silk work?']
    >>> [_question(heading) for heading in ("How to pay", "Where we deliver", "Return period", "Shipping charges")]
    ['How do I pay?', 'Where do you deliver?', 'What about the return period?', 'What about shipping charges?']
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
    for form, question in _ASKED:
        if match := form.match(heading):
            return question.format(*match.groups())
    is_name = words[0].isupper() or any(c.isupper() for c in words[0][1:])
    plain = heading if is_name else heading[0].lower() + heading[1:]
    if _TASK.match(heading):
        return f"How does {plain} work?"
    return f"What about {_with_article(plain)}?"


def _with_article(thing: str) -> str:
    """
    "the" before one thing of several words; not before several things, names, and what is joined of parts.

    >>> [_with_article(thing) for thing in ("size chart", "gift cards", "cash on delivery", "linen", "wheel building")]
    ['the size chart', 'gift cards', 'cash on delivery', 'linen', 'wheel building']
    """
    is_one = _ONE_THING.fullmatch(thing) is not None and _JOINS.isdisjoint(thing.split())
    return f"the {thing}" if is_one and _MASS.search(thing) is None else thing
