"""What is known about a word of the history, as numbers for the picker."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Final

from limpet.memory.candidates import Candidate
from limpet.memory.question import POINTING, Question
from limpet.memory.words import spoken_words

WORD_FEATURES: Final = (
    "idf", "len", "num", "intitle0", "intitle1", "suf_ing", "suf_ed", "suf_ly", "suf_s", "stem_in_q", "intopic",
    "infirstu", "inlastu", "inlasta", "inlasta1s", "nu", "na", "inboth", "posa", "posu", "subj",
    "capfrac", "capany", "inphrase", "aftr_the", "rec_any", "rec_u", "rec_first", "ent_decay",
    "nall", "freqrank", "prevq_has_pron",
)  # fmt: skip
"""Names of the numbers that ``word_features`` gives for each candidate, in order."""

_PRONOUNS: Final = POINTING["he"] | POINTING["she"] | POINTING["it"] | POINTING["they"] | POINTING["dem"]
_SUBJECT_SHARE: Final = 0.15
"""A word in this first part of an answer is likely what it is about."""
_HALF_LIFE_TURNS: Final = 5.0
"""As for entity weights."""


def word_features(
    words: Sequence[Candidate],
    question: Question,
    turns: int,
    last_message: str,
    topic_stems: Collection[str],
    idf: Callable[[str], float],
) -> list[list[float]]:
    """
    The numbers named in ``WORD_FEATURES`` for each of *words*; about 0..1 each.

    Args:
        words: The candidates.
        question: The message.
        turns: Turns in memory.
        last_message: The previous message.
        topic_stems: Stems of the active topic.
        idf: Rarity of a stem.
    """
    counts = [one.count for one in words]
    top = max(counts, default=1)
    ranks = {place: rank for rank, place in enumerate(sorted(range(len(words)), key=lambda i: -counts[i]))}
    had_pronoun = float(any(word in _PRONOUNS for word in spoken_words(last_message)))
    return [
        [
            idf(one.stem) / 10.0,
            *_form(one, question),
            float(one.stem in topic_stems),
            *_places(one, turns),
            *_capitals(one),
            *_times(one, turns),
            counts[place] / top,
            1.0 / (1 + ranks[place]),
            had_pronoun,
        ]
        for place, one in enumerate(words)
    ]


def _form(one: Candidate, question: Question) -> tuple[float, ...]:
    word = one.word
    return (
        min(len(word), 12) / 12.0,
        float(word.isdigit()),
        float(one.in_title),
        float(one.in_section),
        float(word.endswith("ing")),
        float(word.endswith("ed")),
        float(word.endswith("ly")),
        float(word.endswith("s")),
        float(one.stem in question.all_stems),
    )


def _places(one: Candidate, turns: int) -> tuple[float, ...]:
    user, answers = one.user_uses, one.answer_uses
    last_user = user[-1][1] if user and user[-1][0] == 1 else None
    last_answer = answers[-1][1] if answers and answers[-1][0] == 1 else None
    return (
        float(bool(user) and user[0][0] == turns),
        float(last_user is not None),
        float(last_answer is not None),
        float(last_answer is not None and last_answer.in_first_sentence),
        min(sum(use.count for _, use in user), 4) / 4.0,
        min(sum(use.count for _, use in answers), 4) / 4.0,
        float(bool(user) and bool(answers)),
        last_answer.position_share if last_answer else 1.0,
        last_user.position_share if last_user else 1.0,
        float(last_answer is not None and last_answer.position_share < _SUBJECT_SHARE),
    )


def _capitals(one: Candidate) -> tuple[float, ...]:
    uses = [use for _, use in (*one.user_uses, *one.answer_uses)]
    capitals = sum(use.capitals for use in uses)
    said = sum(use.count for use in uses)
    if one.in_title or one.in_section:
        capitals, said = capitals + int(one.form[0].isupper()), said + 1
    return (
        capitals / said if said else 0.0,
        float(capitals > 0),
        min(sum(use.phrase_pairs for use in uses), 2) / 2.0,
        float(any(use.after_the for use in uses)),
    )


def _times(one: Candidate, turns: int) -> tuple[float, ...]:
    distances = [distance for distance, _ in (*one.user_uses, *one.answer_uses)]
    decayed = sum(
        use.count * 0.5 ** (distance / _HALF_LIFE_TURNS) for distance, use in (*one.user_uses, *one.answer_uses)
    )
    first = turns - max(distances) + 1 if distances else 1
    return (
        1.0 / min(distances) if distances else 0.0,
        1.0 / min(distance for distance, _ in one.user_uses) if one.user_uses else 0.0,
        min(first, 10) / 10.0,
        min(decayed, 3.0) / 3.0,
    )
