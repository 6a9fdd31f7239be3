"""How likely it is that a message lacks a word of the history: one logistic formula over named features."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import Final

import numpy as np
from numpy.typing import NDArray

from limpet.memory.question import QUESTION_FEATURES
from limpet.memory.word_features import WORD_FEATURES

FEATURES: Final = (*WORD_FEATURES, *QUESTION_FEATURES)
"""All inputs of the picker, in order."""


@dataclass(frozen=True, slots=True)
class PickerWeights:
    """
    A bias and one coefficient a feature, on unscaled features.

    Attributes:
        bias: Log-odds when every feature is 0.
        by_feature: Coefficient by name; a feature that is not named counts 0.
    """

    bias: float
    by_feature: Mapping[str, float]


@lru_cache(maxsize=3)
def shipped_weights(formula: str) -> PickerWeights:
    """
    The weights of *formula* (``picker``, ``shift_talk``, ``shift_questions``) in ``context_weights.json``.

    How they were made: ``models/context/README.md``.
    """
    data = json.loads(resources.files("limpet.memory").joinpath("context_weights.json").read_text("utf-8"))[formula]
    return PickerWeights(float(data["bias"]), {str(k): float(v) for k, v in data["by_feature"].items()})


def probabilities(word_rows: NDArray[np.float64], question_row: Sequence[float], weights: PickerWeights) -> list[float]:
    """
    ``1 / (1 + exp(-(bias + w . word + v . question)))`` for each word.

    Args:
        word_rows: One row of ``WORD_FEATURES`` a candidate, shape (words, features).
        question_row: ``QUESTION_FEATURES`` of the message.
        weights: The coefficients.

    >>> probabilities(np.zeros((1, len(WORD_FEATURES))), [0.0] * len(QUESTION_FEATURES), PickerWeights(0.0, {}))
    [0.5]
    """
    by_name = weights.by_feature
    shared = weights.bias + sum(by_name.get(n, 0.0) * x for n, x in zip(QUESTION_FEATURES, question_row, strict=True))
    coefficients = np.array([by_name.get(name, 0.0) for name in WORD_FEATURES])
    log_odds = np.clip(shared + np.einsum("ij,j->i", word_rows, coefficients), -30.0, 30.0)
    shares: list[float] = (1.0 / (1.0 + np.exp(-log_odds))).tolist()
    return shares
