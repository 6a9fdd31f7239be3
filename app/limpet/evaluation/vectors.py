"""Vectors for evaluation: the page's model on the native runtime, every text embedded once and kept on disk."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import lru_cache

from limpet.embed.disk_cached import BatchEmbedder, DiskCachedEmbedder
from limpet.embed.onnx_layers import LayeredEmbedder
from limpet.embed.onnx_native import MINILM, OnnxEmbedder
from limpet.ports import Vectors
from limpet.site.assets import Assets
from limpet.site.cache_folder import cache_folder


class _Late:
    """Loads the model when the first text is not on disk."""

    def __init__(self, model: type[OnnxEmbedder] | type[LayeredEmbedder], name: str) -> None:
        self.name = name
        self.dimensions = model.dimensions
        self._model = model
        self._inner: BatchEmbedder | None = None

    def embed_now(self, texts: Sequence[str]) -> Vectors:
        if self._inner is None:
            assets = Assets()
            self._inner = self._model(assets.fetch("model/minilm-int8"), assets.fetch("model/tokenizer"))
        return self._inner.embed_now(texts)


@lru_cache(maxsize=16)
def evaluation_embedder() -> DiskCachedEmbedder:
    """
    MiniLM with its vectors in the user's cache folder, shared by all tasks and by site builds.

    Raises:
        ManifestError: A text is not on disk yet and the model cannot be had.
    """
    return DiskCachedEmbedder(_Late(OnnxEmbedder, MINILM), cache_folder() / "vectors.sqlite", _progress)


@lru_cache(maxsize=1)
def evaluation_layers() -> DiskCachedEmbedder:
    """The same with an inner layer beside each vector, as a site's build has them; see ``parts_of``."""
    return DiskCachedEmbedder(
        _Late(LayeredEmbedder, LayeredEmbedder.name), cache_folder() / "vectors.sqlite", _progress
    )


def _progress(done: int, total: int) -> None:
    if total >= 200 and (done % 100 == 0 or done == total):
        sys.stderr.write(f"\rembedding {done}/{total}{chr(10) if done == total else ''}")
