"""
What a fragment does for a reader: one of eight kinds, from cues of its text and, when there is one, its vector.

Two multinomial logistic formulas over named cues (:mod:`limpet.retrieval.kind_cues`) and over the fragment's vector;
their log-probabilities are added, the cues' with the weight ``cue_weight``. The numbers are made by
``models/kinds/train.py``; the card beside it tells from what, and how well they do.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib import resources
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from limpet.retrieval.document import KINDS, Document, Fragment, Kind
from limpet.retrieval.kind_cues import cues_of
from limpet.retrieval.reading_blocks import Block
from limpet.retrieval.vectors import Int8Rows

_AT_ONCE: Final = 2048
"""Rows that are expanded to floats together: 3 MB."""


@dataclass(frozen=True, slots=True)
class KindWeights:
    """
    The fitted numbers; each row of weights has one entry a kind, in the order of ``KINDS``.

    Attributes:
        cues: Weights by name of the cue; a cue that is not named counts 0.
        cue_bias: Log-odds before any cue.
        cue_weight: What a log-probability by cues counts, when one by the vector counts 1.
        vector: One row a kind, as long as the vector.
        vector_bias: Log-odds before the vector.
    """

    cues: Mapping[str, tuple[float, ...]]
    cue_bias: tuple[float, ...]
    cue_weight: float
    vector: NDArray[np.float32]
    vector_bias: NDArray[np.float32]


@lru_cache(maxsize=1)
def shipped_weights() -> KindWeights:
    """The weights of ``kind_weights.json``."""
    data = json.loads(resources.files("limpet.retrieval").joinpath("kind_weights.json").read_text("utf-8"))
    return weights_from(data)


def weights_from(data: Mapping[str, Any]) -> KindWeights:
    """Weights from their JSON; the vector's rows are int8 in base64 with one scale a kind."""
    codes = np.frombuffer(base64.b64decode(data["vector_codes"]), dtype=np.int8).reshape(len(KINDS), -1)
    vector = codes * np.array(data["vector_scales"], dtype=np.float32)[:, None]
    cues = {str(name): tuple(map(float, row)) for name, row in data["cues"].items()}
    bias = np.array(data["vector_bias"], dtype=np.float32)
    return KindWeights(cues, tuple(data["cue_bias"]), float(data["cue_weight"]), vector.astype(np.float32), bias)


def kind_of(scores: Sequence[float]) -> Kind:
    """
    The kind with the best score, one a kind in the order of ``KINDS``.

    >>> kind_of([-3, -1, -2, -9, -9, -9, -9, -9])
    'intuition'
    """
    return KINDS[int(np.argmax(np.asarray(scores)))]


def cue_scores(document: Document, headings: Sequence[str], blocks: Sequence[Block]) -> tuple[float, ...]:
    """
    Weighted log-probability of each kind by cues; nothing for a record of a catalogue, which is always ``reference``.

    >>> from limpet.retrieval.reading_markdown import markdown_blocks
    >>> steps = markdown_blocks("1. Fetch it.\\n2. Run it.\\n3. Wait.")
    >>> kind_of(cue_scores(Document("a", "A", ""), ["Install"], steps))
    'procedure'
    """
    if document.format == "record":
        return ()
    return scores_of_cues(cues_of(headings, blocks), shipped_weights())


def scores_of_cues(cues: Mapping[str, float], weights: KindWeights) -> tuple[float, ...]:
    """Weighted log-probability of each kind by *cues*."""
    logits = np.array(weights.cue_bias)
    for name, value in cues.items():
        row = weights.cues.get(name)
        if row is not None:
            logits += value * np.array(row)
    return tuple(float(score) for score in weights.cue_weight * _log_softmax(logits[None, :])[0])


def scores_of_vectors(vectors: NDArray[np.float32], weights: KindWeights) -> NDArray[np.float32]:
    """Log-probability of each kind by the vector; one row a vector."""
    scores: NDArray[np.float32] = _log_softmax(
        np.einsum("nd,kd->nk", vectors, weights.vector) + weights.vector_bias
    ).astype(np.float32)
    return scores


def refined(fragments: Sequence[Fragment], rows: Int8Rows) -> Sequence[Fragment]:
    """
    The fragments with the kind that their vectors help to tell.

    Those without cue scores (records, fragments from a file) and those whose vector is all zeros stay as they are, and
    so do all when the vectors are another model's with another length.
    """
    weights = shipped_weights()
    if rows.codes.shape[1:] != weights.vector.shape[1:] or not any(fragment.cue_scores for fragment in fragments):
        return fragments
    told = list(fragments)
    for start in range(0, len(told), _AT_ONCE):
        part = slice(start, start + _AT_ONCE)
        vectors = rows.codes[part] * rows.scales[part].reshape(-1, 1)
        scores = scores_of_vectors(vectors.astype(np.float32), weights)
        for at, (vector, by_vector) in enumerate(zip(vectors, scores, strict=True), start):
            by_cues = told[at].cue_scores
            if by_cues and vector.any():
                told[at] = replace(told[at], kind=kind_of(np.array(by_cues) + by_vector), cue_scores=())
    return told


def _log_softmax(logits: NDArray[Any]) -> NDArray[Any]:
    shifted = logits - logits.max(axis=1, keepdims=True)
    result: NDArray[Any] = shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))
    return result
