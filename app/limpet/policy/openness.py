"""How likely it is that a message leaves open what it speaks of: it points at something that nobody has named."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import Final

from limpet.memory.understanding import Understanding
from limpet.memory.view import MemoryView

_PRONOUN: Final = re.compile(r"\b(?:it|its|they|them|their|he|him|his|she|her|hers)\b", re.IGNORECASE)
_NO_NOUN: Final = r"(?:is|are|was|were|can|could|will|would|i|you|we|they|it|he|she|has|have|do|does)\b"
_DEMONSTRATIVE: Final = re.compile(rf"\b(?:this|these|those|that (?!{_NO_NOUN}))", re.IGNORECASE)
_DEFINITE: Final = re.compile(r"\bthe \w+", re.IGNORECASE)
WEIGHTS: Final[Mapping[str, float]] = {
    "pronoun": 1.5, "demonstrative": 2.0, "definite": 0.3, "has_history": -1.5, "added_share": -2.0,
}  # fmt: skip
BIAS: Final = -1.5


def openness_cues(understanding: Understanding, view: MemoryView) -> dict[str, float]:
    """What the openness rests on, by name; each 0..1."""
    message = understanding.query_text
    return {
        "pronoun": float(bool(_PRONOUN.search(message))),
        "demonstrative": float(bool(_DEMONSTRATIVE.search(message))),
        "definite": float(bool(_DEFINITE.search(message))),
        "has_history": float(bool(view.turns)),
        "added_share": min(1.0, sum(word.share for word in understanding.added_words)),
    }


def open_share(cues: Mapping[str, float]) -> float:
    """
    0..1: logistic of the weighted cues.

    >>> open_share({"demonstrative": 1.0}) > open_share({"demonstrative": 1.0, "added_share": 1.0})
    True
    """
    logit = BIAS + sum(weight * cues.get(name, 0.0) for name, weight in WEIGHTS.items())
    return 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, logit))))
