"""
What a fragment does for a reader: one of eight kinds, from cues of its text and from what MiniLM makes of it.

One multinomial logistic formula over named cues (:mod:`limpet.retrieval.kind_cues`) and, beside them, either over the
mean state of MiniLM's fourth layer, which a build has, or over the fragment's vector, which is all that a page has of a
file that is dropped there; fitted together. The part of the layer and that of the vector are 0 for their means, so the
cues' part stands alone until one of them comes. The numbers are made by ``models/kinds/train.py``; the card beside it
tells from what, and how well they do.
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
_CUE_SCALES: Final = ("cue_scales", "word_scales")


@dataclass(frozen=True, slots=True)
class KindWeights:
    """
    The fitted numbers; each row of cues and each column of vectors has one entry a kind, in the order of ``KINDS``.

    Attributes:
        row_of_cue: Where the weights of a cue stand, by its name; a cue that is not named counts 0.
        cues: One row a cue.
        bias: Log-odds before any cue.
        vector: One row a kind, as long as the vector.
        vector_bias: Log-odds before the vector: less what the mean vector says.
        layer: One row a kind, as long as a state of the fourth layer.
        layer_bias: Log-odds before the layer: less what its mean says.
        embedder: Name of the model that the vectors and the layer are of.
    """

    row_of_cue: Mapping[str, int]
    cues: NDArray[np.float32]
    bias: NDArray[np.float32]
    vector: NDArray[np.float32]
    vector_bias: NDArray[np.float32]
    layer: NDArray[np.float32]
    layer_bias: NDArray[np.float32]
    embedder: str


@lru_cache(maxsize=1)
def shipped_weights() -> KindWeights:
    """The weights of ``kind_weights.json``."""
    data = json.loads(resources.files("limpet.retrieval").joinpath("kind_weights.json").read_text("utf-8"))
    return weights_from(data)


def weights_from(data: Mapping[str, Any]) -> KindWeights:
    """Weights from their JSON: tables as int8 in base64 with one scale a kind, another for cues that are words."""
    names = [*data["cues"], *(f"word: {word}" for word in data["words"])]
    tables = [_table(data, "cue").reshape(-1, len(KINDS)), _table(data, "word").reshape(-1, len(KINDS))]
    cues = np.concatenate([table * _floats(data, scales) for table, scales in zip(tables, _CUE_SCALES, strict=True)])
    vector, layer = (
        _table(data, part).reshape(len(KINDS), -1) * _floats(data, f"{part}_scales")[:, None]
        for part in ("vector", "layer")
    )
    rows = {name: row for row, name in enumerate(names)}
    biases = _floats(data, "vector_bias"), _floats(data, "layer_bias")
    return KindWeights(rows, cues, _floats(data, "bias"), vector, biases[0], layer, biases[1], data["embedder"])


def _table(data: Mapping[str, Any], name: str) -> NDArray[np.int8]:
    return np.frombuffer(base64.b64decode(data[f"{name}_codes"]), dtype=np.int8)


def _floats(data: Mapping[str, Any], name: str) -> NDArray[np.float32]:
    return np.array(data[name], dtype=np.float32)


def kind_of(scores: Sequence[float]) -> Kind:
    """
    The kind with the best score, one a kind in the order of ``KINDS``.

    >>> kind_of([-3, -1, -2, -9, -9, -9, -9, -9])
    'intuition'
    """
    return KINDS[int(np.argmax(np.asarray(scores)))]


def cue_scores(document: Document, headings: Sequence[str], blocks: Sequence[Block]) -> tuple[float, ...]:
    """
    Log-odds of each kind by cues; nothing for a record of a catalogue, which is always ``reference``.

    >>> from limpet.retrieval.reading_markdown import markdown_blocks
    >>> steps = markdown_blocks("1. Fetch it.\\n2. Run it.\\n3. Wait.")
    >>> kind_of(cue_scores(Document("a", "A", ""), ["Guide", "Install"], steps))
    'procedure'
    """
    if document.format == "record":
        return ()
    return scores_of_cues(cues_of(headings, blocks), shipped_weights())


def scores_of_cues(cues: Mapping[str, float], weights: KindWeights) -> tuple[float, ...]:
    """Log-odds of each kind by *cues*, up to the same number for all."""
    met = [(weights.row_of_cue[name], value) for name, value in cues.items() if name in weights.row_of_cue]
    rows, values = [row for row, _ in met], np.array([value for _, value in met], dtype=np.float64)
    told = np.einsum("c,ck->k", values, weights.cues[rows].astype(np.float64)) + weights.bias
    return tuple(float(score) for score in told)


def scores_of_vectors(vectors: NDArray[np.float32], weights: KindWeights) -> NDArray[np.float32]:
    """What the vector adds to the log-odds of each kind; one row a vector."""
    return _scores(vectors, weights.vector, weights.vector_bias)


def scores_of_layers(means: NDArray[np.float32], weights: KindWeights) -> NDArray[np.float32]:
    """What the inner layer adds to the log-odds of each kind, where it is had instead of the vector; one row a mean."""
    return _scores(means, weights.layer, weights.layer_bias)


def _scores(rows: NDArray[np.float32], table: NDArray[np.float32], bias: NDArray[np.float32]) -> NDArray[np.float32]:
    scores: NDArray[np.float32] = np.einsum("nd,kd->nk", rows, table) + bias
    return scores


def refined(fragments: Sequence[Fragment], rows: Int8Rows, embedder_name: str) -> Sequence[Fragment]:
    """
    The fragments with the kind that their vectors help to tell.

    Those without cue scores (records, fragments from a file, those that a layer has told) and those whose vector is all
    zeros stay as they are, and so do all when the vectors are another model's than *embedder_name* that the weights are
    for.
    """
    weights = shipped_weights()
    if embedder_name != weights.embedder or not any(fragment.cue_scores for fragment in fragments):
        return fragments
    told: list[Fragment] = []
    for start in range(0, len(fragments), _AT_ONCE):
        part = slice(start, start + _AT_ONCE)
        vectors = (rows.codes[part] * rows.scales[part].reshape(-1, 1)).astype(np.float32)
        told.extend(_with_scores(fragments[part], vectors, scores_of_vectors(vectors, weights)))
    return told


def refined_by_layer(fragments: Sequence[Fragment], means: NDArray[np.float32]) -> Sequence[Fragment]:
    """
    The fragments with the kind that their layer's means help to tell, better than their vectors could.

    As for :func:`refined`: those without cue scores and rows of zeros stay as they are, and all stay when the means are
    of another length than the weights.

    Raises:
        ValueError: The number of rows is not the number of fragments.
    """
    weights = shipped_weights()
    if means.shape[1:] != weights.layer.shape[1:]:
        return fragments
    return _with_scores(fragments, means, scores_of_layers(means, weights))


def _with_scores(
    fragments: Sequence[Fragment], rows: NDArray[np.float32], scores: NDArray[np.float32]
) -> list[Fragment]:
    """Each fragment with the kind of its cues and of *scores* together; what these cannot change stays."""
    return [
        replace(fragment, kind=kind_of(np.array(fragment.cue_scores) + more), cue_scores=())
        if fragment.cue_scores and row.any()
        else fragment
        for fragment, row, more in zip(fragments, rows, scores, strict=True)
    ]
