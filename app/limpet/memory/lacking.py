"""What the picker sees: the words of the history that a message may lack, as rows of numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from limpet.memory.aside import is_aside
from limpet.memory.candidates import Candidate, candidates
from limpet.memory.own_words import finds_nothing, subject_of
from limpet.memory.question import Question, question_features
from limpet.memory.topic import Topics
from limpet.memory.turn import Turn
from limpet.memory.view import MemoryView
from limpet.memory.word_features import word_features
from limpet.memory.words import words_of


@dataclass(frozen=True, slots=True)
class Lacking:
    """
    Candidates and their features.

    Attributes:
        words: In order of first mention.
        word_rows: ``WORD_FEATURES`` of each, one row a word.
        question_row: ``QUESTION_FEATURES`` of the message.
    """

    words: Sequence[Candidate]
    word_rows: NDArray[np.float64]
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
    exchanges = [
        (turn.message, subject_of(turn.answer))
        for turn in view.turns
        if turn.number >= topics.since and not is_aside(turn.message) and not _led_nowhere(turn, view)
    ]
    found = candidates(question, exchanges, page)
    last_message, last_answer = exchanges[-1] if exchanges else ("", "")
    active = topics.active
    rows = word_features(found, question, last_message, active.stems if active else (), idf)
    own = frozenset(question.content_stems)
    heard = heard_in(chain.from_iterable(exchanges), own)
    shared = question_features(question, idf, view.next_number, stems_of(last_message), stems_of(last_answer), heard)
    return Lacking(found.words, rows, shared)


def _led_nowhere(turn: Turn, view: MemoryView) -> bool:
    """Whether the documents had nothing for an earlier turn, so that what was said since does not go on from it."""
    return turn is not view.last_turn and finds_nothing(turn.answer)


def stems_of(text: str) -> frozenset[str]:
    """Stems of the content words of *text*."""
    return words_of(text).stem_set


def heard_in(texts: Iterable[str], stems: frozenset[str]) -> frozenset[str]:
    """
    Those of *stems* that one of *texts* holds.

    >>> heard_in(("Any kurtas?", "Yes, of cotton."), frozenset({"cotton", "silk"}))
    frozenset({'cotton'})
    """
    return frozenset().union(*(stems & stems_of(text) for text in texts))


def heard_before(view: MemoryView, stems: frozenset[str]) -> frozenset[str]:
    """Those of *stems* that a message or answer of *view* holds."""
    return heard_in((text for turn in view.turns for text in (turn.message, turn.answer)), stems)
