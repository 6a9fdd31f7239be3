"""What the picker sees: the words of the history that a message may lack, as rows of numbers."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from limpet.memory.candidates import Candidate, candidates
from limpet.memory.question import Question, question_features
from limpet.memory.topic import Topics
from limpet.memory.view import MemoryView
from limpet.memory.word_features import word_features
from limpet.memory.words import word_uses
from limpet.text.courtesy import smalltalk_kind
from limpet.text.tokens import stem

_MARK: Final = re.compile(r"\s?\[\d{1,2}\]")
"""A citation's mark in an answer of ours: no word of the conversation."""


@dataclass(frozen=True, slots=True)
class Lacking:
    """
    Candidates and their features.

    Attributes:
        words: In order of first mention.
        word_rows: ``WORD_FEATURES`` of each.
        question_row: ``QUESTION_FEATURES`` of the message.
    """

    words: Sequence[Candidate]
    word_rows: Sequence[Sequence[float]]
    question_row: Sequence[float]


def lacking(
    question: Question, view: MemoryView, topics: Topics, page: Sequence[str], idf: Callable[[str], float]
) -> Lacking:
    """
    Everything that the picker needs to know about *question* in the light of *view*.

    Args:
        question: The message taken apart.
        view: What was said before.
        topics: Of the view.
        page: Title and section that the visitor looks at.
        idf: Rarity of a stem.
    """
    said = [turn for turn in view.turns if smalltalk_kind(turn.message) is None]
    exchanges = [(turn.message, _MARK.sub("", turn.answer)) for turn in said]
    words = candidates(question, exchanges, page)
    last_message, last_answer = exchanges[-1] if exchanges else ("", "")
    active = topics.active
    rows = word_features(words, question, len(exchanges), last_message, active.stems if active else (), idf)
    heard: set[str] = set()
    for message, answer in exchanges:
        heard |= stems_of(message) | stems_of(answer)
    shared = question_features(question, idf, view.next_number, stems_of(last_message), stems_of(last_answer), heard)
    return Lacking(words, rows, shared)


@lru_cache(maxsize=64)
def stems_of(text: str) -> frozenset[str]:
    """Stems of the content words of *text*."""
    return frozenset(stem(word) for word in word_uses(text))
