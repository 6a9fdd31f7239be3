"""
What the cold-start part of the bench is served from: a site of ours, stock Pyodide, the rivals' model folder.

    python make_site.py FOLDER     (after make_data.py)
"""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

from limpet.retrieval.builder import IndexBuilder
from limpet.retrieval.index import Index
from limpet.site.assemble import assemble
from limpet.site.assets import Assets
from limpet.site.cache_folder import cache_folder
from limpet.site.compressed_copy import CODINGS, compressed_copy, is_worth_trying
from limpet.site.file_digest import sha256_of

SITE_FRAGMENTS = 1_000
"""Fragments of the site whose start is timed; about what a project's documentation has."""

_STOCK = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
_BERT = {
    "model_type": "bert", "architectures": ["BertModel"], "hidden_size": 384, "num_hidden_layers": 6,
    "num_attention_heads": 12, "intermediate_size": 1536, "max_position_embeddings": 512, "vocab_size": 30522,
}  # fmt: skip


def main(folder: Path) -> None:
    """Writes ``site/``, ``stock/``, ``rivals/models/minilm/`` and ``sizes.json`` (bytes by path and coding)."""
    index_file = folder / "site-index.limpet"
    _small(Index.load(folder / "index.limpet")).save(index_file)
    site = folder / "site"
    assemble(site, index_file, title="Bench")
    _stock(folder / "stock")
    _rivals(folder / "rivals" / "models" / "minilm", site / "runtime")
    (folder / "sizes.json").write_text(json.dumps(_sizes(site)))


def _small(index: Index) -> Index:
    builder = IndexBuilder()
    wanted = index.fragments[:SITE_FRAGMENTS]
    for document_id in dict.fromkeys(fragment.document_id for fragment in wanted):
        of_document = [fragment for fragment in wanted if fragment.document_id == document_id]
        builder.add(index.document(document_id), of_document)
    assert index.vectors is not None
    return builder.build(index.vectors.floats()[: len(wanted)], index.embedder_name)


def _stock(folder: Path) -> None:
    """The four files of the npm package, the two wheels, and the lock file's entries for them."""
    folder.mkdir(parents=True, exist_ok=True)
    assets = Assets()
    packages = {}
    for name in ("numpy", "micropip"):
        wheel = assets.fetch(f"wheels/{name}")
        shutil.copyfile(wheel, folder / wheel.name)
        packages[name] = {
            "name": name, "version": wheel.name.split("-")[1], "file_name": wheel.name, "install_dir": "site",
            "sha256": sha256_of(wheel), "package_type": "package", "imports": [name], "depends": [],
            "unvendored_tests": False,
        }  # fmt: skip
    for name in _STOCK:
        shutil.copyfile(assets.fetch(f"pyodide/{name}"), folder / name)
    version = assets.manifest["pyodide/pyodide.mjs"].sources[0].version
    info = {"abi_version": "2026_0", "arch": "wasm32", "platform": "emscripten_5_0_3", "python": "3.14.0"}
    lock = {"info": {**info, "version": version}, "packages": packages}
    (folder / "pyodide-lock.json").write_text(json.dumps(lock))


def _rivals(folder: Path, runtime: Path) -> None:
    (folder / "onnx").mkdir(parents=True, exist_ok=True)
    shutil.copyfile(runtime / "model.onnx", folder / "onnx" / "model.onnx")
    shutil.copyfile(runtime / "tokenizer.json", folder / "tokenizer.json")
    (folder / "config.json").write_text(json.dumps(_BERT))
    tokenizer = {"tokenizer_class": "BertTokenizer", "model_max_length": 256, "do_lower_case": True}
    (folder / "tokenizer_config.json").write_text(json.dumps(tokenizer))


def _sizes(site: Path) -> dict[str, dict[str, int]]:
    """What `limpet serve` sends for every file of the site, by content coding."""
    sizes = {}
    for file in sorted(path for path in site.rglob("*") if path.is_file()):
        plain = file.stat().st_size
        sizes[f"/site/{file.relative_to(site).as_posix()}"] = {"plain": plain} | {
            coding: _sent(file, coding, plain) for coding in CODINGS
        }
    return sizes


def _sent(file: Path, coding: str, plain: int) -> int:
    copy = compressed_copy(file, sha256_of(file), coding, cache_folder()) if is_worth_trying(file) else None
    return plain if copy is None else copy.stat().st_size


if __name__ == "__main__":
    main(Path(sys.argv[1]))
