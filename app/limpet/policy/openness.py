"""
How likely it is that a message leaves open what it speaks of: it points at something that nobody has named.

A logistic over the wording, the history and what was understood. ``models/openness/train.py`` makes the table of
weights; its card tells from what.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Mapping, Sequence
from typing import Final

from limpet.memory.lacking import stems_of
from limpet.memory.question import taken_apart
from limpet.memory.summary_vector import cosine
from limpet.memory.understanding import Understanding
from limpet.memory.view import MemoryView
from limpet.ports import Vector
from limpet.retrieval.document import Hit
from limpet.text.tokens import stems

_I: Final = re.IGNORECASE
_ADJECTIVES: Final = (
    r"(?:possible|true|ok|okay|safe|worth|necessary|better|best|allowed|legal|important|normal|common|hard|easy"
    r"|difficult|likely|known|said|especially|really|also|still|even|\w+ly)"
)
_EXPLETIVE: Final = re.compile(
    rf"\b(?:is|was|be|isn't|wasn't) it {_ADJECTIVES}\b"
    rf"|\bit (?:is|was|'s|would be|may be|seems|appears) {_ADJECTIVES}\b"
    r"|\bit (?:seems|appears|turns out)\b|\b(?:it takes?|(?:does|did|will|would|can|may) it (?:take|cost|make sense))"
    r" (?:\w+ ){0,3}(?:to|for|until|before|from)\b",
    _I,
)
"""An "it" that stands for nothing: "is it possible", "how long does it take to"."""
_PRONOUN: Final = re.compile(r"\b(?:it|its|they|them|their|theirs|he|him|his|she|her|hers)\b", _I)
_NO_NOUN: Final = (
    r"(?:is|are|was|were|can|could|will|would|should|i|you|we|they|it|he|she|has|have|had|do|does|did|the|a|an|my|your"
    r"|there|means?|in|on|at|for|to|and|or|but)\b"
)
_DEMONSTRATIVE: Final = re.compile(rf"\b(?:this|that|these|those) (?!{_NO_NOUN})\w+", _I)
_ALONE: Final = re.compile(rf"\b(?:this|these|those)(?: {_NO_NOUN}|\W*$)|\b(?:about|is|does|of|with|like) that\W*$", _I)
_NAME: Final = re.compile(r"(?<=[^\s.!?] )[A-Z]\w*")
_FEW_WORDS: Final = 3

WITH_VECTORS: Final[Mapping[str, float]] = {
    "pronoun": 3.681, "demonstrative": 2.395, "alone": 3.368, "said_before": -1.912, "name": -0.562,
    "few_words": 0.880, "heard_share": -0.957, "points_at_nothing": 1.005, "nearest": -2.190, "shift_share": -0.334,
    "points_elsewhere": 2.252, "points_near": -1.686, "": -3.388,
}  # fmt: skip
"""Weight of each cue, on its own scale, and of 1; fitted."""
WITHOUT_VECTORS: Final[Mapping[str, float]] = {
    "pronoun": 4.217, "demonstrative": 3.021, "alone": 3.970, "said_before": -1.492, "name": -0.451,
    "few_words": 0.717, "heard_share": -2.751, "points_at_nothing": 0.334, "": -3.445,
}  # fmt: skip
"""The same while there is no embedder."""


def openness_cues(understanding: Understanding, view: MemoryView, vector: Vector | None) -> dict[str, float]:
    """
    What the openness rests on, by name; each -1..1.

    Args:
        understanding: The message.
        view: What was said before.
        vector: Of the message; None without an embedder.
    """
    message = _EXPLETIVE.sub(" ", understanding.query_text)
    question = taken_apart(understanding.query_text)
    found = [pattern.search(message) for pattern in (_PRONOUN, _DEMONSTRATIVE, _ALONE)]
    places = [match.start() for match in found if match is not None]
    before = taken_apart(message[: min(places, default=0)]).content
    heard = frozenset[str]().union(*(stems_of(turn.message) | stems_of(turn.answer) for turn in view.turns))
    own = frozenset(question.content_stems)
    rows = [row for turn in view.turns if (row := view.turn_vectors.get(turn.number)) is not None]
    nearest = max((cosine(vector, row) for row in rows), default=0.0) if vector is not None else 0.0
    points = float(bool(places))
    return {
        "pronoun": float(found[0] is not None),
        "demonstrative": float(found[1] is not None),
        "alone": float(found[2] is not None),
        "said_before": min(1.0, len(before) / 4),
        "name": float(bool(_NAME.search(message))),
        "few_words": float(len(question.content) <= _FEW_WORDS),
        "heard_share": len(own & heard) / len(own) if own else 0.0,
        "points_at_nothing": points * (1.0 - float(bool(view.turns))),
        "nearest": nearest,
        "shift_share": understanding.shift_share,
        "points_elsewhere": points * understanding.shift_share,
        "points_near": points * nearest,
    }


def open_share(cues: Mapping[str, float], *, has_vectors: bool = True) -> float:
    """
    0..1: logistic of the weighted cues.

    >>> open_share({"demonstrative": 1.0}) > open_share({})
    True
    """
    weights = WITH_VECTORS if has_vectors else WITHOUT_VECTORS
    logit = weights[""] + sum(weight * cues.get(name, 0.0) for name, weight in weights.items())
    return 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, logit))))


def is_settled(understanding: Understanding, hits: Sequence[Hit], just_shown: Collection[str] = ()) -> bool:
    """
    Whether a word that the history gave the message stands in the heading of the best fragment, or that fragment was
    in the last answer (*just_shown*, ids) and holds all these words.

    What was pointed at is then most likely found: on MTRAG-UN such messages are never the open ones.
    """
    added = {stem for word in understanding.added_words for stem in stems(word.word)}
    if not hits or not added:
        return False
    goes_on = hits[0].fragment.fragment_id in just_shown and added <= hits[0].stems
    return goes_on or not added.isdisjoint(stems(hits[0].fragment.heading))
