"""The embedding model of this machine: fetched once, verified, opened."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from limpet.embed.disk_cached import DiskCachedEmbedder
from limpet.embed.onnx_native import OnnxEmbedder
from limpet.ports import Observer
from limpet.site.assets import Assets, ignore_events
from limpet.site.cache_folder import cache_folder


def open_embedder(folder: Path | None = None, observe: Observer = ignore_events) -> OnnxEmbedder:
    """
    MiniLM ready to embed.

    Args:
        folder: Another folder with ``model.onnx`` and ``tokenizer.json``; the manifest's files when None.
        observe: Told of the fetching.

    Raises:
        ManifestError: A file is missing or cannot be had.
    """
    if folder is not None:
        return OnnxEmbedder(folder / "model.onnx", folder / "tokenizer.json")
    assets = Assets(observe=observe)
    return OnnxEmbedder(assets.fetch("model/minilm-int8"), assets.fetch("model/tokenizer"))


def remembering(embedder: OnnxEmbedder, progress: Callable[[int, int], None] | None = None) -> DiskCachedEmbedder:
    """*embedder* with the user's cache of vectors before it: for the texts of documents, never for messages."""
    return DiskCachedEmbedder(embedder, cache_folder() / "vectors.sqlite", progress)
