"""How likely it is that a message leaves the topic: one logistic formula over vectors, words and manner."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from limpet.memory.lacking import heard_before, heard_in
from limpet.memory.picker import shipped_weights
from limpet.memory.question import POINTING, Question
from limpet.memory.rarity import general_idf
from limpet.memory.view import MemoryView
from limpet.memory.words import word_set
from limpet.ports import Vector

SHIFT_FEATURES: Final = (
    "cos_mean2", "cos_last", "cos_before", "cos_summary", "cos_max", "cos_prev", "cos_drop", "has_vectors",
    "len", "len_prev", "qmark", "qmark_prev", "qmark_before", "asks_you", "asks_you_too", "ov_last", "ov_before",
    "ov_all", "ncont", "new_words", "maxidf", "acknowledges", "acknowledges_prev", "connects", "pronoun", "i", "you",
    "wh", "greets", "exclaims", "turn",
)  # fmt: skip
"""Names of the numbers that ``shift_features`` gives, in order."""

SHIFT_FROM_SHARE: Final[Mapping[str, float]] = {"shift_talk": 0.27, "shift_questions": 0.5}
"""A message at least this likely to leave the topic does: by formula, for two people talking and for questions that
are answered. Talk drifts, so its bound is where precision and recall meet; a question seldom leaves its topic."""
Cosines: TypeAlias = tuple[float, ...]
"""Eight numbers of ``cosines_with``."""
_NO_COSINES: Final[Cosines] = (0.0,) * 8
_NEAREST: Final = SHIFT_FEATURES.index("cos_max")
_HAS_VECTORS: Final = SHIFT_FEATURES.index("has_vectors")
COMPLETE_WORDS: Final = 4
"""A shorter message is a fragment of a sentence."""
OPENS_ELLIPSIS: Final = re.compile(
    r"^\W*(?:and|but|or|so|also|what about|how about|what else|then|i mean|in|with|for)\b", re.I
)
_ASKS_YOU: Final = re.compile(r"\b(?:do|are|have|did|can|would|were) you\b|\bwhat (?:do|are|is) (?:you|your)\b", re.I)
_YOU_TOO: Final = re.compile(r"\b(?:and|what about|how about) (?:you|yours|yourself)\b", re.I)
_ACKNOWLEDGES: Final = re.compile(
    r"^\W*(?:yes|yeah|yep|no|nope|oh|ah|wow|cool|nice|great|ok|okay|awesome|sure|thanks|thank|lol|haha|hmm|true|really|that)\b",
    re.I,
)
_CONNECTS: Final = re.compile(r"^\W*(?:and|but|or|so|also|because|then|well)\b", re.I)
_GREETS: Final = re.compile(r"^\W*(?:hi|hello|hey|good (?:morning|evening|afternoon))\b", re.I)
_I: Final = word_set("i my me mine myself")
_YOU: Final = word_set("you your yours")
_WH: Final = word_set("what who where when why how which")
_POINTING: Final = frozenset().union(*POINTING.values())


def cosines_with(view: MemoryView, vector: Vector | None) -> Cosines:
    """
    The first eight of ``SHIFT_FEATURES``: how near a message is to the turns before it; all 0 without vectors.

    Args:
        view: What was said before.
        vector: Of the message.
    """
    kept: list[Any] = [view.turn_vectors[turn.number] for turn in view.turns if turn.number in view.turn_vectors]
    if vector is None or not kept or view.turns[-1].number not in view.turn_vectors:
        return _NO_COSINES
    summary = view.unit_summary
    pair = kept[-1] + kept[-2] if len(kept) > 1 else kept[-1]
    rows = np.array([*kept, pair, kept[-1] if summary is None else summary], dtype=np.float64)
    *with_each, with_pair, with_summary = _cosines(rows, vector)
    previous = _cosines(rows[-4:-3], rows[-3])[0] if len(kept) > 1 else with_each[-1]
    last, before = with_each[-1], with_each[-2] if len(kept) > 1 else with_each[-1]
    return (with_pair, last, before, with_summary, max(with_each), previous, previous - last, 1.0)


def _cosines(rows: NDArray[np.float64], vector: Vector | NDArray[np.float64]) -> list[float]:
    """Cosine of each row with *vector*; 0 where one is all zeros."""
    own = np.asarray(vector, dtype=np.float64)
    lengths = np.sqrt(np.einsum("ij,ij->i", rows, rows) * np.einsum("i,i->", own, own))
    cosines: list[float] = (np.einsum("ij,j->i", rows, own) / np.where(lengths > 0, lengths, 1.0)).tolist()
    return cosines


def shift_features(question: Question, view: MemoryView, cosines: Cosines, idf: Callable[[str], float]) -> list[float]:
    """
    The numbers named in ``SHIFT_FEATURES``.

    Args:
        question: The message taken apart.
        view: What was said before; with at least one turn.
        cosines: Of the message, from ``cosines_with``.
        idf: Rarity of a stem.
    """
    last = view.turns[-1].message
    before = view.turns[-2].message if len(view.turns) > 1 else ""
    return [
        *cosines,
        *_manner(question, last, before),
        *_overlaps(question, view, idf),
        *_openings(question, last),
        min(view.next_number, 12) / 12.0,
    ]


def shift_of(question: Question, view: MemoryView, cosines: Cosines) -> tuple[float, bool]:
    """How likely a message is to leave the topic, and whether that is enough; 0 without vectors or turns."""
    if not view.turns or not view.turn_vectors or nearest_turn(cosines) is None:
        return 0.0, False
    formula = "shift_questions" if view.turns[-1].answer else "shift_talk"
    weights = shipped_weights(formula)
    share = shift_share(shift_features(question, view, cosines, general_idf), weights.by_feature, weights.bias)
    return share, share >= SHIFT_FROM_SHARE[formula]


def shift_share(features: list[float], weights: Mapping[str, float], bias: float) -> float:
    """
    ``1 / (1 + exp(-(bias + w . features)))``.

    >>> shift_share([0.0] * len(SHIFT_FEATURES), {}, 0.0)
    0.5
    """
    odds = bias + sum(weights.get(name, 0.0) * x for name, x in zip(SHIFT_FEATURES, features, strict=True))
    return 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, odds))))


def _manner(question: Question, last: str, before: str) -> list[float]:
    return [
        min(len(question.words), 20) / 20.0,
        min(len(last.split()), 20) / 20.0,
        float("?" in question.text),
        float("?" in last),
        float("?" in before),
        float(bool(_ASKS_YOU.search(question.text))),
        float(bool(_YOU_TOO.search(question.text))),
    ]


def _overlaps(question: Question, view: MemoryView, idf: Callable[[str], float]) -> list[float]:
    own = frozenset(question.content_stems)
    before, last = [(), *((turn.message, turn.answer) for turn in view.turns[-2:])][-2:]
    everything = heard_before(view, own)
    count = max(len(own), 1)
    return [
        len(heard_in(last, own)) / count,
        len(heard_in(before, own)) / count,
        len(everything) / count,
        min(len(own), 8) / 8.0,
        min(len(own) - len(everything), 8) / 8.0,
        max((idf(stem) for stem in own), default=0.0) / 10.0,
    ]


def _openings(question: Question, last: str) -> list[float]:
    words = frozenset(question.words)
    return [
        float(bool(_ACKNOWLEDGES.match(question.text))),
        float(bool(_ACKNOWLEDGES.match(last))),
        float(bool(_CONNECTS.match(question.text))),
        float(not words.isdisjoint(_POINTING)),
        float(not words.isdisjoint(_I)),
        float(not words.isdisjoint(_YOU)),
        float(not words.isdisjoint(_WH)),
        float(bool(_GREETS.match(question.text))),
        float("!" in question.text),
    ]


def nearest_turn(cosines: Cosines) -> float | None:
    """Of ``cosines_with`` the one with the nearest turn; None where there were no vectors."""
    return cosines[_NEAREST] if cosines[_HAS_VECTORS] else None
