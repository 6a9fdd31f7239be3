"""What the wording of a message says about how much it leans on what came before."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Final

from limpet.memory.expletive import without_expletives
from limpet.memory.words import FUNCTION_WORDS, spoken_words, word_set
from limpet.text.tokens import stem

POINTING: Final[Mapping[str, frozenset[str]]] = {
    "he": word_set("he him his himself"),
    "she": word_set("she her hers herself"),
    "it": word_set("it its itself"),
    "they": word_set("they them their theirs themselves"),
    "dem": word_set("this that these those such"),
    "loc": word_set("there here then"),
    "ana": word_set(
        "one ones another other others else more same both either each rest former latter first second again too also"
    ),
}
"""Word groups that point back, by what they point at."""

_PRONOUNS: Final = frozenset().union(*(POINTING[name] for name in ("he", "she", "it", "they", "dem")))
_POSSESSIVES: Final = word_set("his her its their")
_EMPTY_WORDS: Final = word_set(
    "tell me please know just like get got want need one more give also much many make made does used use find long"
    " often thing things kind did really think mean yes ok okay thanks thank sorry speaking"
)
_OPENS: Final = re.compile(
    r"^\W*(?:and|but|or|so|also|what about|how about|what else|which|why|then|ok|okay|yes|no|i mean)\b", re.IGNORECASE
)
_CORRECTING: Final = re.compile(r"\bi mean(?:t)?\b|^\W*no\b", re.IGNORECASE)
_DEFINITE: Final = re.compile(r"\bthe \w", re.IGNORECASE)
_CAPITAL: Final = re.compile(r"(?<=[^\s.!?] )[^\W\d_a-z]\w*")

QUESTION_FEATURES: Final = (
    "loglen", "ncont", "contshort", "maxidf", "he", "she", "it", "they", "dem", "loc", "ana", "anypron", "start",
    "turn", "hasprev", "ovlast_u", "ovlast_a", "ovhist", "capmid", "definite", "imean", "qmark", "possn", "whshort",
)  # fmt: skip
"""Names of the numbers that ``question_features`` gives, in order."""


@dataclass(frozen=True, slots=True)
class Question:
    """
    A message taken apart once.

    Attributes:
        text: As written.
        words: All its words, lower-cased.
        content: Its content words, in order.
        content_stems: Their stems.
        all_stems: Stems of all its words.
    """

    text: str
    words: tuple[str, ...]
    content: tuple[str, ...]
    content_stems: tuple[str, ...]
    all_stems: frozenset[str]


def taken_apart(message: str) -> Question:
    """
    The words of *message*.

    >>> taken_apart("What about size L?").content
    ('size',)
    """
    words = tuple(spoken_words(message))
    content = tuple(w for w in words if len(w) > 1 and w not in FUNCTION_WORDS and w not in _EMPTY_WORDS)
    return Question(message, words, content, tuple(map(stem, content)), frozenset(map(stem, words)))


def pointing_words(question: Question) -> frozenset[str]:
    """
    The words that point back to something said before.

    >>> sorted(pointing_words(taken_apart("Is it washable?"))), sorted(pointing_words(taken_apart("What time is it?")))
    (['it'], [])
    """
    found = frozenset(word for word in question.words if any(word in group for group in POINTING.values()))
    return found & frozenset(spoken_words(without_expletives(question.text))) if found else found


def question_features(
    question: Question,
    idf: Callable[[str], float],
    turn: int,
    last_message: Collection[str],
    last_answer: Collection[str],
    history: Collection[str],
) -> list[float]:
    """
    The numbers named in ``QUESTION_FEATURES``; every one about 0..1 or a small count.

    Args:
        question: The message taken apart.
        idf: Rarity of a stem.
        turn: Number of this turn, from 1.
        last_message: Stems of the previous message.
        last_answer: Stems of the previous answer.
        history: Stems of everything before.
    """
    words = set(question.words)
    groups = [float(not words.isdisjoint(group)) for group in POINTING.values()]
    content = question.content_stems
    return [
        math.log1p(len(question.words)),
        float(len(content)),
        float(len(content) <= 2),
        max((idf(one) for one in content), default=0.0) / 10.0,
        *groups,
        float(not words.isdisjoint(_PRONOUNS)),
        float(bool(_OPENS.match(question.text))),
        min(turn, 12) / 12.0,
        float(turn > 1),
        _share(content, last_message),
        _share(content, last_answer),
        _share(content, history),
        min(len(_CAPITAL.findall(question.text)), 3) / 3.0,
        float(bool(_DEFINITE.search(question.text))),
        float(bool(_CORRECTING.search(question.text))),
        float("?" in question.text),
        float(not words.isdisjoint(_POSSESSIVES)),
        float(len(question.words) <= 4),
    ]


def _share(stems: Collection[str], among: Collection[str]) -> float:
    return sum(one in among for one in stems) / len(stems) if stems else 0.0
