"""The words of the conversation so far that a message may lack, and where each was said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from limpet.memory.question import Question
from limpet.memory.words import COLUMNS, TextWords, words_of

MAX_CANDIDATES: Final = 120
"""Words that are scored; with more, the ones not heard for the longest time are left out."""


class Candidate(NamedTuple):
    """
    A word of the history.

    Attributes:
        word: Lower-cased.
        form: As first written.
        stem: Its stem.
        in_title: It stands in the page's title.
        in_section: It stands in the page's section.
    """

    word: str
    form: str
    stem: str
    in_title: bool = False
    in_section: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Candidates:
    """
    Words of the history and every place where they were said: one row a word and text, oldest text first.

    Attributes:
        words: In order of first mention.
        turns: Turns in memory.
        row: Place in ``words`` of the word that was said, int.
        distance: How many turns ago; 1 is the latest, int.
        is_user: Whether it was said in a message, bool; else in an answer.
        numbers: How it stands in that text: ``words.COLUMNS``.
        shapes: One row a word of ``words``: the columns from ``length`` on.
    """

    words: Sequence[Candidate]
    turns: int
    row: NDArray[np.int64]
    distance: NDArray[np.int64]
    is_user: NDArray[np.bool_]
    numbers: NDArray[np.float64]
    shapes: NDArray[np.float64]


def candidates(question: Question, exchanges: Sequence[tuple[str, str]], page: Sequence[str] = ()) -> Candidates:
    """
    Words of *page* and *exchanges* that are not in *question*, in order of first mention.

    Args:
        question: The message.
        exchanges: (message, answer) of the turns in memory, oldest first.
        page: Title and section, if the visitor is on a page.
    """
    pages = [words_of(text) for text in page[:2]]
    texts = [*pages, *map(words_of, chain.from_iterable(exchanges))]
    said_words = list(chain.from_iterable(text.words for text in texts))
    known = dict.fromkeys(said_words)
    places = dict(zip(known, range(len(known)), strict=True))
    row = np.array(list(map(places.__getitem__, said_words)), np.int64)
    sizes = [len(text.words) for text in texts]
    turns = len(exchanges)
    # Distance 0 is the page; is_user holds for messages.
    ages = [0] * len(pages) + [turns - place // 2 for place in range(2 * turns)]
    sides = [False] * len(pages) + [place % 2 == 0 for place in range(2 * turns)]
    distance, is_user = np.repeat(np.array(ages, np.int64), sizes), np.repeat(np.array(sides, np.bool_), sizes)
    first = np.zeros(len(places), np.int64)
    first[row[::-1]] = np.arange(len(row))[::-1]
    skipped = set(question.words)
    wanted = np.array([place for word, place in places.items() if word not in skipped], np.int64)
    kept = _freshest(wanted, row, distance, len(places))
    renamed = np.full(len(places), -1, np.int64)
    renamed[kept] = np.arange(len(kept))
    row = renamed[row]
    said = (row >= 0) & (distance > 0)
    numbers: NDArray[np.float64] = (
        np.concatenate([text.numbers for text in texts], dtype=np.float64) if texts else _NO_NUMBERS
    )
    return Candidates(
        words=_named(texts, said_words, first[kept], pages),
        turns=turns,
        row=row[said],
        distance=distance[said],
        is_user=is_user[said],
        numbers=numbers[said],
        shapes=numbers[first[kept], _SHAPE:],
    )


_SHAPE: Final = COLUMNS.index("length")
_NO_NUMBERS: Final = np.zeros((0, len(COLUMNS)))


def _freshest(wanted: NDArray[np.int64], row: NDArray[np.int64], distance: NDArray[np.int64], count: int) -> Any:
    """The places of the words that are scored, in order of first mention."""
    if len(wanted) <= MAX_CANDIDATES:
        return wanted
    nearest = np.full(count, len(distance) + 1, np.int64)
    np.minimum.at(nearest, row, distance)
    uses = np.where(nearest == 0, 0, np.bincount(row, minlength=count))
    order = np.lexsort((-uses[wanted], nearest[wanted]))[:MAX_CANDIDATES]
    return wanted[np.sort(order)]


def _named(
    texts: Sequence[TextWords], words: Sequence[str], first: NDArray[np.int64], pages: Sequence[TextWords]
) -> list[Candidate]:
    """The candidates whose first mentions among all *words* of *texts* are given."""
    forms = list(chain.from_iterable(text.forms for text in texts))
    stems = list(chain.from_iterable(text.stems for text in texts))
    if not pages:
        return [Candidate(words[place], forms[place], stems[place]) for place in first.tolist()]
    title, section = (frozenset(pages[i].words) if i < len(pages) else frozenset() for i in range(2))
    return [
        Candidate(words[place], forms[place], stems[place], words[place] in title, words[place] in section)
        for place in first.tolist()
    ]
