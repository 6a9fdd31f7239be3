"""
What a word is worth in an answer: how likely a person's reply to the question has it.

Two relevance models (Lavrenko and Croft 2001) at two sizes, over the sentences that speak of the question and over
whole fragments: a word that many and the best of them share probably belongs to the answer, even when the question
lacks it. A logistic formula weighs them with whether the word was asked for and how soon the best fragment comes to it.
Its five numbers are made by ``models/reply_words/train.py``; the card beside it tells from what, and how well they do.
"""

from __future__ import annotations

import json
import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import Final

from limpet.answer.looked_at import LookedAt

AGREEING: Final = 4
"""Best fragments that are asked; more change nothing, and each is read for it."""
SCORE_SCALE: Final = 0.1
"""A fragment that scores this much less than the best counts 1/e of it."""
NAMED_SCALE: Final = 0.25
"""A unit that has this much less of the question than the best counts 1/e of it."""
NEIGHBOUR_SHARE: Final = 0.4
"""How far the units beside it speak for a unit: what answers often stands next to what names the thing."""
LEAST_OF_UNITS: Final = 0.001
"""Added to the share of units before its logarithm is taken."""
LEAST_OF_FRAGMENTS: Final = 0.01
"""The same for the share of fragments, of which there are fewer."""


@dataclass(frozen=True, slots=True)
class WordSigns:
    """
    What is known of one stem before the answer is made; in the weights, what a unit of each adds to the log-odds.

    Attributes:
        in_sentences: Logarithm of the share of the units that have it, the better ones counting more.
        in_fragments: The same of the fragments.
        asked: 1 for a stem of the question or of its antecedent.
        place: Where the best fragment first has it, 0 (its first unit) .. 1 (its last, or not at all).
    """

    in_sentences: float
    in_fragments: float
    asked: float
    place: float


@dataclass(frozen=True, slots=True)
class WordWeights:
    """The fitted formula: log-odds before any sign, and what each sign adds."""

    bias: float
    signs: WordSigns


@lru_cache(maxsize=1)
def shipped_weights() -> WordWeights:
    """The weights of ``word_weights.json``."""
    data = json.loads(resources.files("limpet.answer").joinpath("word_weights.json").read_text("utf-8"))
    return WordWeights(float(data["bias"]), WordSigns(**{name: float(value) for name, value in data["signs"].items()}))


def term_worth(looked_at: Sequence[LookedAt], question: Mapping[str, float]) -> dict[str, float]:
    """
    Worth 0..1 of every stem of the best fragments' units.

    Args:
        looked_at: Best first.
        question: Stems of the question and of its antecedent with their weights.
    """
    weights = shipped_weights()
    return {stem: likely(signs, weights) for stem, signs in word_signs(looked_at, question).items()}


def likely(signs: WordSigns, weights: WordWeights) -> float:
    """
    How likely a reply has a stem, 0..1: logistic regression.

    >>> signs = WordSigns(in_sentences=math.log(0.5), in_fragments=math.log(0.5), asked=1.0, place=0.0)
    >>> round(likely(signs, WordWeights(0.0, WordSigns(1.0, 0.0, 1.0, 0.0))), 3)
    0.576
    """
    each = weights.signs
    odds = (
        weights.bias
        + each.in_sentences * signs.in_sentences
        + each.in_fragments * signs.in_fragments
        + each.asked * signs.asked
        + each.place * signs.place
    )
    return 1.0 / (1.0 + math.exp(-odds))


def word_signs(looked_at: Sequence[LookedAt], question: Mapping[str, float]) -> dict[str, WordSigns]:
    """The signs of every stem of the units of the best fragments; arguments as of :func:`term_worth`."""
    looked_at = looked_at[:AGREEING]
    best = max((one.score for one in looked_at), default=0.0)
    fragment_weights = [math.exp((one.score - best) / SCORE_SCALE) for one in looked_at]
    named = [_named_shares(one.sentence_stems, question) for one in looked_at]
    most = max((share for shares in named for share in shares), default=0.0)
    in_sentences, in_fragments = _Shares(), _Shares()
    for one, shares, weight in zip(looked_at, named, fragment_weights, strict=True):
        for sentence, share in zip(one.sentence_stems, shares, strict=True):
            in_sentences.add(sentence, weight * math.exp((share - most) / NAMED_SCALE))
        in_fragments.add(frozenset[str]().union(*one.sentence_stems), weight)
    places = _places(looked_at[0].sentence_stems) if looked_at else {}
    return {
        stem: WordSigns(
            math.log(in_sentences(stem) + LEAST_OF_UNITS),
            math.log(in_fragments(stem) + LEAST_OF_FRAGMENTS),
            float(stem in question),
            places.get(stem, 1.0),
        )
        for stem in in_sentences.names
    }


class _Shares:
    """Weighted share of the sets seen that hold a name."""

    def __init__(self) -> None:
        self.names: dict[str, float] = {}  # as many as the units have stems
        self._total = 0.0

    def add(self, names: Collection[str], weight: float) -> None:
        """One more set."""
        self._total += weight
        for name in names:
            self.names[name] = self.names.get(name, 0.0) + weight

    def __call__(self, name: str) -> float:
        return self.names.get(name, 0.0) / self._total if self._total else 0.0


def _named_shares(sentences: Sequence[frozenset[str]], question: Mapping[str, float]) -> list[float]:
    """Share of the question's weight in each sentence, mixed with that of the sentences beside it."""
    total = sum(question.values()) or 1.0
    own = [sum(weight for stem, weight in question.items() if stem in sentence) / total for sentence in sentences]
    return [_mixed(own, place) for place in range(len(own))]


def _mixed(shares: Sequence[float], place: int) -> float:
    beside = [shares[other] for other in (place - 1, place + 1) if 0 <= other < len(shares)]
    return (1 - NEIGHBOUR_SHARE) * shares[place] + NEIGHBOUR_SHARE * (sum(beside) / len(beside) if beside else 0.0)


def _places(sentences: Sequence[frozenset[str]]) -> dict[str, float]:
    """Where each stem first stands, as a share of the way from the first sentence to the last."""
    last = max(1, len(sentences) - 1)
    places: dict[str, float] = {}
    for number, sentence in enumerate(sentences):
        for stem in sentence:
            places.setdefault(stem, number / last)
    return places
