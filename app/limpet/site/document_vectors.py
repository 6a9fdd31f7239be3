"""What a build embeds of its fragments: a vector of each and, from the same run, what tells its kind best."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from limpet.embed.onnx_layers import parts_of
from limpet.embed.onnx_native import MINILM
from limpet.ports import Observer, Vectors
from limpet.site.model import open_embedder, open_layered, remembering

_TELL_EVERY: Final = 25
"""Texts between two words of progress."""


@dataclass(frozen=True, slots=True)
class DocumentVectors:
    """
    Rows of texts, in their order.

    Attributes:
        vectors: Unit length, float32, shape (texts, 384).
        layer_means: Mean state of an inner layer, float32, shape (texts, 384); None where the model is another one.
        embedder_name: Of the model that made *vectors*.
        embedded: How many texts were not known yet.
    """

    vectors: Vectors
    layer_means: Vectors | None
    embedder_name: str
    embedded: int


def embed_documents(texts: Sequence[str], model: Path | None, observer: Observer) -> DocumentVectors:
    """
    Embed *texts* of documents, remembering them for the next build.

    Args:
        texts: Of fragments.
        model: Another folder with ``model.onnx`` and ``tokenizer.json``; limpet's own model when None.
        observer: Hears ``embed`` {done, total}.

    Raises:
        ManifestError: The model is not to be had.
    """

    def tell(done: int, total: int) -> None:
        if done % _TELL_EVERY == 0 or done == total:
            observer("embed", {"done": done, "total": total})

    layered = open_layered(model, observer)
    embedder = remembering(layered or open_embedder(model, observer), tell)
    rows = embedder.embed_now(texts)
    vectors, means = parts_of(rows) if layered is not None else (rows, None)
    return DocumentVectors(vectors, means, MINILM if layered is not None else embedder.name, embedder.embedded_texts)
