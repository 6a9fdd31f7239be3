"""The embedding model of this machine: fetched once, verified, opened; or another one that the owner has."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from limpet.embed.disk_cached import BatchEmbedder, DiskCachedEmbedder
from limpet.embed.onnx_layers import LayeredEmbedder
from limpet.embed.onnx_native import MINILM, OnnxEmbedder
from limpet.errors import ManifestError
from limpet.ports import Observer
from limpet.site.assets import Assets, ignore_events
from limpet.site.cache_folder import cache_folder
from limpet.site.file_digest import sha256_of, write_atomically
from limpet.site.made_once import made_once

_DIGEST_CHARS: Final = 8


@dataclass(frozen=True, slots=True)
class GivenModel:
    """Another model than the one that limpet brings along: its files, and a name that changes with them."""

    model_file: Path
    tokenizer_file: Path
    name: str


def given_model(folder: Path, assets: Assets) -> GivenModel | None:
    """
    The model in *folder*; None when it is the one of the manifest.

    Raises:
        ManifestError: ``model-missing``.
    """
    files = folder / "model.onnx", folder / "tokenizer.json"
    for file in files:
        if not file.is_file():
            raise ManifestError("model-missing", f"The file {file} is not there; a model's folder has both.")
    digests = [sha256_of(file) for file in files]
    if digests == [assets.manifest[name].sha256 for name in ("model/minilm-int8", "model/tokenizer")]:
        return None
    digest = hashlib.sha256("".join(digests).encode()).hexdigest()[:_DIGEST_CHARS]
    return GivenModel(*files, f"{folder.resolve().name}-{digest}")


def kept_copies(given: GivenModel, cache: Path) -> dict[str, Path]:
    """Copies of the files of *given* by the names that a site has them under: the owner may change his."""
    contents = {"model.onnx": given.model_file.read_bytes(), "tokenizer.json": given.tokenizer_file.read_bytes()}

    def make(folder: Path) -> None:
        for name, content in contents.items():
            write_atomically(folder / name, content)

    folder = made_once(cache, "given-model", contents.values(), make)
    return {name: folder / name for name in contents}


def model_of_site(site: Path) -> OnnxEmbedder | None:
    """The model that the built *site* brings to its visitors; None where that is limpet's own, or no site."""
    try:
        told = json.loads((site / "runtime" / "runtime.json").read_text("utf-8"))
        name, files = told["model_name"], [site / "runtime" / told[part] for part in ("model", "tokenizer")]
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return None if name == MINILM else OnnxEmbedder(files[0], files[1], name=name)


def open_embedder(folder: Path | None = None, observe: Observer = ignore_events) -> OnnxEmbedder:
    """
    MiniLM ready to embed.

    Args:
        folder: Another folder with ``model.onnx`` and ``tokenizer.json``; the manifest's files when None.
        observe: Told of the fetching.

    Raises:
        ManifestError: A file is missing, cannot be had, or is no model of the right shape.
    """
    assets = Assets(observe=observe)
    given = given_model(folder, assets) if folder is not None else None
    if given is not None:
        return OnnxEmbedder(given.model_file, given.tokenizer_file, name=given.name)
    return OnnxEmbedder(assets.fetch("model/minilm-int8"), assets.fetch("model/tokenizer"))


def open_layered(folder: Path | None = None, observe: Observer = ignore_events) -> LayeredEmbedder | None:
    """
    MiniLM ready to give an inner layer as well; None for another model in *folder*, whose layers are not known.

    Raises:
        ManifestError: A file is missing or cannot be had.
    """
    assets = Assets(observe=observe)
    if folder is not None and given_model(folder, assets) is not None:
        return None
    return LayeredEmbedder(assets.fetch("model/minilm-int8"), assets.fetch("model/tokenizer"))


def remembering(embedder: BatchEmbedder, progress: Callable[[int, int], None] | None = None) -> DiskCachedEmbedder:
    """*embedder* with the user's cache of vectors before it: for the texts of documents, never for messages."""
    return DiskCachedEmbedder(embedder, cache_folder() / "vectors.sqlite", progress)
