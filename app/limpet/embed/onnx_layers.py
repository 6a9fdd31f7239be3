"""
MiniLM's vectors together with what one of its inner layers holds, from one run: for the build of a site.

What a text does for its reader (:mod:`limpet.retrieval.kinds`) is told better by the fourth of the six layers than by
the last, which was trained to tell what the text is about.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np

from limpet.embed.onnx_native import MINILM, OnnxEmbedder
from limpet.ports import Vectors

LAYER: Final = "layer_norm_8"
"""Tensor of ``all-MiniLM-L6-v2-int8``: the states after the fourth layer (0 is the embeddings', two norms a layer)."""


class LayeredEmbedder:
    """
    Rows of 768 numbers: the unit-length vector that :class:`OnnxEmbedder` gives, then the mean state of :data:`LAYER`.

    It has a name of its own, so that a cache of rows never mixes them with vectors.

    Args:
        model_file: limpet's own model; another one need not have that tensor.
        tokenizer_file: Its ``tokenizer.json``.

    Raises:
        ManifestError: As for :class:`OnnxEmbedder`.
    """

    name: Final = f"{MINILM}+{LAYER}"
    dimensions: Final = 2 * OnnxEmbedder.dimensions

    def __init__(self, model_file: Path, tokenizer_file: Path) -> None:
        self._model = OnnxEmbedder(model_file, tokenizer_file, inner_layer=LAYER)

    def embed_now(self, texts: Sequence[str]) -> Vectors:
        """Rows of *texts*, float32, shape (texts, 768)."""
        rows = np.zeros((len(texts), self.dimensions), dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            row[: OnnxEmbedder.dimensions], row[OnnxEmbedder.dimensions :] = self._model.vector_and_layer(text)
        return rows


def parts_of(rows: Vectors) -> tuple[Vectors, Vectors]:
    """
    The vectors and the layer's means in rows of a :class:`LayeredEmbedder`.

    >>> [part.shape for part in parts_of(np.zeros((3, 768), dtype=np.float32))]
    [(3, 384), (3, 384)]
    """
    vectors, means = np.split(rows, 2, axis=1)
    return vectors, means
