"""
What a word is worth in an answer: the question's own words, and those that the best fragments agree on.

The second part is a relevance model (Lavrenko and Croft 2001): a word of many and of the best fragments probably
belongs to the answer, even when the question lacks it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from limpet.retrieval.document import Hit
from limpet.text.light_words import query_weight
from limpet.text.tokens import stems

QUESTION_SHARE: Final = 2.0
"""What all words of the question are worth together, when the best word of the fragments is worth 1."""
SCORE_SCALE: Final = 0.1
"""A fragment that scores this much less than the best counts 1/e of it."""
OPENING_WORDS: Final = 40
OPENING_FACTOR: Final = 2.0
"""What the words that the best fragment begins with are worth more: there it says what it is about."""
RAREST: Final = 6.0
"""Rarer words than this are worth no more: among them are misspellings and codes."""


def term_worth(
    hits: Sequence[Hit],
    question: Mapping[str, float],
    idf: Callable[[str], float],
    stems_of: Callable[[Hit], frozenset[str]],
) -> dict[str, float]:
    """
    Worth of every stem of *hits* and of the question, above 0.

    Args:
        hits: Best first, not empty.
        question: Stems of the question with their weights.
        idf: Rarity of a stem.
        stems_of: Stems of a hit.
    """
    best = max(hit.score for hit in hits)
    agreed: dict[str, float] = {}
    for hit in hits:
        weight = math.exp((hit.score - best) / SCORE_SCALE)
        for stem in stems_of(hit):
            agreed[stem] = agreed.get(stem, 0.0) + weight
    worth = {stem: share * min(idf(stem), RAREST) * query_weight(stem) for stem, share in agreed.items()}
    for stem in stems(" ".join(hits[0].fragment.text.split()[:OPENING_WORDS])):
        worth[stem] *= OPENING_FACTOR
    most = max(worth.values(), default=0.0) or 1.0
    total = sum(question.values()) or 1.0
    worth = {stem: value / most for stem, value in worth.items()}
    for stem, weight in question.items():
        worth[stem] = worth.get(stem, 0.0) + QUESTION_SHARE * weight / total
    return worth
