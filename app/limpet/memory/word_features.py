"""What is known about a word of the history, as numbers for the picker."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from limpet.memory.candidates import Candidate, Candidates
from limpet.memory.question import POINTING, Question
from limpet.memory.words import COLUMNS, spoken_words

WORD_FEATURES: Final = (
    "idf", "len", "num", "intitle0", "intitle1", "suf_ing", "suf_ed", "suf_ly", "suf_s", "stem_in_q", "intopic",
    "infirstu", "inlastu", "inlasta", "inlasta1s", "nu", "na", "inboth", "posa", "posu", "subj",
    "capfrac", "capany", "inphrase", "aftr_the", "rec_any", "rec_u", "rec_first", "ent_decay",
    "nall", "freqrank", "prevq_has_pron",
)  # fmt: skip
"""Names of the numbers that ``word_features`` gives for each candidate, in order."""

_PRONOUNS: Final = POINTING["he"] | POINTING["she"] | POINTING["it"] | POINTING["they"] | POINTING["dem"]
_PAGE_FIELDS: Final = slice(Candidate._fields.index("in_title"), None)
_SUBJECT_SHARE: Final = 0.15
"""A word in this first part of an answer is likely what it is about."""
_HALF_LIFE_TURNS: Final = 5.0
"""As for entity weights."""


Row: TypeAlias = NDArray[np.float64]
"""One number for each candidate, or for each place where one was said."""


def word_features(
    found: Candidates,
    question: Question,
    last_message: str,
    topic_stems: Collection[str],
    idf: Callable[[str], float],
) -> NDArray[np.float64]:
    """
    The numbers named in ``WORD_FEATURES``, one row for each of the words of *found*; about 0..1 each.

    Args:
        found: The candidates with their places.
        question: The message.
        last_message: The previous message.
        topic_stems: Stems of the active topic.
        idf: Rarity of a stem.
    """
    words, asked = found.words, question.all_stems
    column = dict(zip(COLUMNS, found.numbers.T, strict=True))
    shape = dict(zip(COLUMNS[-found.shapes.shape[1] :], found.shapes.T, strict=True))
    count = _summed(found, column["count"])
    user = _summed(found, column["count"] * found.is_user)
    in_title, in_section = np.array([one[_PAGE_FIELDS] for one in words], dtype=np.float64).reshape(-1, 2).T
    total = count + in_title + in_section
    had_pronoun = float(any(word in _PRONOUNS for word in spoken_words(last_message)))
    columns = [
        np.array([idf(one.stem) for one in words], dtype=np.float64) / 10.0,
        shape["length"], shape["is_number"], in_title, in_section,
        shape["ends_ing"], shape["ends_ed"], shape["ends_ly"], shape["ends_s"],
        np.array([one.stem in asked for one in words], dtype=np.float64),
        np.array([one.stem in topic_stems for one in words], dtype=np.float64),
        *_places(found, column, user, count - user),
        *_capitals(found, column, count, in_title + in_section > 0),
        *_times(found, column["count"]),
        total / total.max(initial=1.0),
        1.0 / (1 + _ranks(total)),
        np.full(len(words), had_pronoun),
    ]  # fmt: skip
    return np.stack(columns, axis=1)


def _summed(found: Candidates, numbers: Row) -> Row:
    return np.bincount(found.row, weights=numbers, minlength=len(found.words)).astype(np.float64)


def _places(found: Candidates, column: Mapping[str, Row], user: Row, answers: Row) -> list[Row]:
    is_first = found.is_user & (found.distance == found.turns)
    is_last = found.distance == 1
    in_message, in_answer = is_last & found.is_user, is_last & ~found.is_user
    user_place, answer_place = (np.ones(len(found.words)) for _ in range(2))
    user_place[found.row[in_message]] = column["position_share"][in_message]
    answer_place[found.row[in_answer]] = column["position_share"][in_answer]
    is_in_answer = _summed(found, in_answer)
    return [
        _summed(found, is_first),
        _summed(found, in_message),
        is_in_answer,
        _summed(found, in_answer * column["in_first_sentence"]),
        np.minimum(user, 4) / 4.0,
        np.minimum(answers, 4) / 4.0,
        ((user > 0) & (answers > 0)).astype(np.float64),
        answer_place,
        user_place,
        is_in_answer * (answer_place < _SUBJECT_SHARE),
    ]


def _capitals(found: Candidates, column: Mapping[str, Row], count: Row, in_page: NDArray[np.bool_]) -> list[Row]:
    capitals = _summed(found, column["capitals"])
    for place in np.flatnonzero(in_page).tolist():
        capitals[place] += found.words[place].form[0].isupper()
    said = count + in_page
    return [
        capitals / np.maximum(said, 1.0),
        (capitals > 0).astype(np.float64),
        np.minimum(_summed(found, column["phrase_pairs"]), 2) / 2.0,
        (_summed(found, column["after_the"]) > 0).astype(np.float64),
    ]


def _times(found: Candidates, count: Row) -> list[Row]:
    never = found.turns + 1.0  # beyond the oldest turn
    nearest, nearest_user = np.full(len(found.words), never), np.full(len(found.words), never)
    farthest = np.zeros(len(found.words))
    np.minimum.at(nearest, found.row, found.distance)
    np.minimum.at(nearest_user, found.row[found.is_user], found.distance[found.is_user])
    np.maximum.at(farthest, found.row, found.distance)
    first = np.where(farthest > 0, found.turns - farthest + 1, 1.0)
    decayed = _summed(found, count * 0.5 ** (found.distance / _HALF_LIFE_TURNS))
    return [
        np.where(nearest < never, 1.0 / nearest, 0.0),
        np.where(nearest_user < never, 1.0 / nearest_user, 0.0),
        np.minimum(first, 10) / 10.0,
        np.minimum(decayed, 3.0) / 3.0,
    ]


def _ranks(counts: Row) -> Row:
    """Place of each word when the most frequent comes first; of equals, the one that was said first."""
    ranks = np.empty(len(counts))
    ranks[np.argsort(-counts, kind="stable")] = np.arange(len(counts))
    return ranks
