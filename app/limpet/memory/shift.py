"""How likely it is that a message leaves the topic: one logistic formula over vectors, words and manner."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from limpet.memory.lacking import stems_of
from limpet.memory.question import POINTING, Question
from limpet.memory.summary_vector import cosine
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
APART_BELOW_COSINE: Final = 0.15
"""Two texts without a common subject are seldom nearer."""
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


def shift_features(
    question: Question, view: MemoryView, vector: Vector | None, idf: Callable[[str], float]
) -> list[float]:
    """
    The numbers named in ``SHIFT_FEATURES``; cosines are 0 while there are no vectors.

    Args:
        question: The message taken apart.
        view: What was said before; with at least one turn.
        vector: Of the message.
        idf: Rarity of a stem.
    """
    last = view.turns[-1].message
    before = view.turns[-2].message if len(view.turns) > 1 else ""
    return [
        *_cosines(view, vector),
        *_manner(question, last, before),
        *_overlaps(question, view, idf),
        *_openings(question, last),
        min(view.next_number, 12) / 12.0,
    ]


def shift_share(features: list[float], weights: Mapping[str, float], bias: float) -> float:
    """
    ``1 / (1 + exp(-(bias + w . features)))``.

    >>> shift_share([0.0] * len(SHIFT_FEATURES), {}, 0.0)
    0.5
    """
    odds = bias + sum(weights.get(name, 0.0) * x for name, x in zip(SHIFT_FEATURES, features, strict=True))
    return 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, odds))))


def _cosines(view: MemoryView, vector: Vector | None) -> list[float]:
    numbers = [turn.number for turn in view.turns]
    if vector is None or numbers[-1] not in view.turn_vectors:
        return [0.0] * 8
    rows: list[Any] = [view.turn_vectors[number] for number in numbers if number in view.turn_vectors]
    with_each = [cosine(vector, row) for row in rows]
    pair = rows[-1] + rows[-2] if len(rows) > 1 else rows[-1]
    previous = cosine(rows[-1], rows[-2]) if len(rows) > 1 else with_each[-1]
    summary = view.unit_summary
    return [
        cosine(vector, pair), with_each[-1], with_each[-2] if len(rows) > 1 else with_each[-1],
        cosine(vector, summary) if summary is not None else with_each[-1],
        max(with_each), previous, previous - with_each[-1], 1.0,
    ]  # fmt: skip


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
    heard = [stems_of(turn.message) | stems_of(turn.answer) for turn in view.turns]
    everything = frozenset().union(*heard)
    count = max(len(own), 1)
    return [
        len(own & heard[-1]) / count,
        len(own & heard[-2]) / count if len(heard) > 1 else 0.0,
        len(own & everything) / count,
        min(len(own), 8) / 8.0,
        min(len(own - everything), 8) / 8.0,
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


def stands_apart(question: Question, view: MemoryView, vector: Vector | None) -> bool:
    """
    Whether a complete message has nothing to do with anything said before: no word in common, none that points back,
    and, where there are vectors, no turn that is near.

    >>> from limpet.memory.question import taken_apart
    >>> from limpet.memory.session import SessionMemory
    >>> from limpet.memory.turn import Turn
    >>> view = SessionMemory.of_turns([Turn("Any cotton kurtas?", "Yes, three.")]).view()
    >>> [stands_apart(taken_apart(text), view, None) for text in ("Why is the sky blue?", "Which sizes?")]
    [True, False]
    """
    if not view.turns or len(question.content_stems) < 2 or not _POINTING.isdisjoint(question.words):
        return False
    if OPENS_ELLIPSIS.match(question.text) or len(question.words) < COMPLETE_WORDS:
        return False
    own = frozenset(question.content_stems)
    if any(own & (stems_of(turn.message) | stems_of(turn.answer)) for turn in view.turns):
        return False
    cosines = _cosines(view, vector)
    return cosines[_NEAREST] < APART_BELOW_COSINE if cosines[_HAS_VECTORS] else True
