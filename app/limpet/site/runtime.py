"""
The runtime folder of a site: all that the page's two workers load, whatever the site's documents are.

::

    assets ─┬─ standard library, numpy, stemmers ─ trimmed, without documentation, byte code ─┐
            ├─ limpet's page modules ─────────────────────────── byte code ───────────────────┼─ runtime.json + files
            ├─ Pyodide + the modules they import ── memory snapshot ──────────────────────────┤
            └─ model ── rows first, then float32 ─────────────────────────────────────────────┘

Every step is kept by the digest of what went into it, so a second build only links files.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import limpet
from limpet.embed.onnx_native import MINILM
from limpet.ports import Observer
from limpet.site import wheel_content
from limpet.site.assets import Assets, ignore_events
from limpet.site.cache_folder import cache_folder
from limpet.site.compiled_wheels import RawWheel, compile_wheels
from limpet.site.file_digest import sha256_of, write_atomically
from limpet.site.graph_edit import check_equal, gather_first
from limpet.site.made_once import made_once, place_copy
from limpet.site.memory_snapshot import SNAPSHOT_FILE, MemorySnapshot, memory_snapshot
from limpet.site.model import GivenModel, kept_copies
from limpet.site.page_wheel import page_members, wheel_name
from limpet.site.precache import listed
from limpet.site.wheel_content import (
    SNOWBALL_COMPILED,
    STANDARD_LIBRARY_LEFT_OUT,
    members_of,
    numpy_for_page,
    snowball_for_page,
    stored_zip,
)

RUNTIME_FORMAT: Final = 1

_PYODIDE: Final = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
_ORT: Final = ("ort.wasm.min.mjs", "ort-wasm-simd-threaded.mjs", "ort-wasm-simd-threaded.wasm")
_STANDARD_LIBRARY: Final = "python_stdlib.zip"
_ON_DEMAND: Final = ("wheels/micropip", "wheels/striprtf")


@dataclass(frozen=True, slots=True)
class Runtime:
    """
    A finished runtime folder.

    Attributes:
        folder: Holds ``runtime.json`` and every file that it lists.
        manifest: The content of ``runtime.json``.
    """

    folder: Path
    manifest: Mapping[str, Any]


class RuntimeBuilder:
    """
    Makes the runtime folder from the assets.

    Args:
        assets: Where fetched files come from.
        cache: Folder of finished steps; by default the user's.
        observe: Told ``runtime-step`` {step} before each step and ``runtime-notice`` {detail}.
        given: Another embedding model than the manifest's.
    """

    def __init__(
        self,
        assets: Assets | None = None,
        cache: Path | None = None,
        observe: Observer = ignore_events,
        given: GivenModel | None = None,
    ) -> None:
        self._given = given
        self._assets = assets or Assets(cache=cache, observe=observe)
        self._cache = cache or cache_folder()
        self._observe = observe

    def build(self) -> Runtime:
        """
        The runtime folder, made or found.

        Raises:
            ManifestError: An asset cannot be had, Node is missing, or a step failed.
        """
        pyodide = self._pyodide_folder()
        wheels = {**self._outside_wheels(pyodide), **self._own_wheel(pyodide)}
        snapshot = memory_snapshot(self._cache, pyodide, wheels, wheel_name(), self._observe)
        packed = {name: self._packed(wheel) for name, wheel in wheels.items()}
        files = {
            **{name: pyodide / name for name in _PYODIDE},
            f"{_STANDARD_LIBRARY}.gz": self._packed(pyodide / _STANDARD_LIBRARY),
            SNAPSHOT_FILE: snapshot.file,
            **{f"{name}.gz": file for name, file in packed.items()},
            **{file.name: file for file in map(self._assets.fetch, _ON_DEMAND)},
            **{name: self._assets.fetch(f"ort/{name}") for name in _ORT},
            **self._model_files(),
        }
        return self._assemble(files, snapshot, [f"{name}.gz" for name in wheels])

    def _assemble(self, files: Mapping[str, Path], snapshot: MemorySnapshot, wheels: list[str]) -> Runtime:
        manifest = {
            "format": RUNTIME_FORMAT,
            "versions": self._versions(),
            "files": [{**listed(file.parent, file.name), "path": name} for name, file in files.items()],
            "snapshot": SNAPSHOT_FILE,
            "snapshot_bytes": snapshot.bytes,
            "snapshot_base_bytes": snapshot.base_bytes,
            "wheels": wheels,
            "on_demand": [self._assets.place(name).name for name in _ON_DEMAND],
            "model": "model.onnx",
            "tokenizer": "tokenizer.json",
            "model_name": self._given.name if self._given else MINILM,
        }
        text = json.dumps(manifest, indent=1)

        def link(folder: Path) -> None:
            _link_all(files, folder)
            write_atomically(folder / "runtime.json", text.encode())

        return Runtime(made_once(self._cache, "runtime", [text], link), manifest)

    def _versions(self) -> dict[str, str]:
        sources = {name: asset.file for name, asset in self._assets.manifest.items()}
        pyodide = next(s.version for s in self._assets.manifest["pyodide/pyodide.mjs"].sources if s.version)
        ort = next(s.version for s in self._assets.manifest["ort/ort.wasm.min.mjs"].sources if s.version)
        wheels = {name: sources[f"wheels/{name}"].split("-")[1] for name in ("numpy", "snowballstemmer", "micropip")}
        return {"limpet": limpet.__version__, "pyodide": pyodide, "onnxruntime-web": ort, **wheels}

    def _pyodide_folder(self) -> Path:
        """Pyodide with a smaller standard library."""
        stock = {name: self._assets.fetch(f"pyodide/{name}") for name in (*_PYODIDE, _STANDARD_LIBRARY)}
        digests = [self._assets.manifest[f"pyodide/{name}"].sha256 for name in stock]
        published = made_once(self._cache, "pyodide-as-published", digests, lambda folder: _link_all(stock, folder))
        library = RawWheel(
            _STANDARD_LIBRARY,
            (digests[-1], *STANDARD_LIBRARY_LEFT_OUT),
            lambda: members_of(stock[_STANDARD_LIBRARY], STANDARD_LIBRARY_LEFT_OUT),
            (),
        )
        trimmed = compile_wheels(self._cache, "standard-library", published, [library], self._observe)
        plain = stored_zip(trimmed[_STANDARD_LIBRARY])  # as it will be unpacked: the snapshot remembers places in it

        def link(folder: Path) -> None:
            _link_all({name: file for name, file in stock.items() if name != _STANDARD_LIBRARY}, folder)
            write_atomically(folder / _STANDARD_LIBRARY, plain)

        return made_once(self._cache, "pyodide", [*digests, hashlib.sha256(plain).hexdigest()], link)

    def _outside_wheels(self, pyodide: Path) -> dict[str, Path]:
        numpy, snowball = self._assets.fetch("wheels/numpy"), self._assets.fetch("wheels/snowballstemmer")
        content_rules = Path(wheel_content.__file__).read_text("utf-8")
        wheels = [
            RawWheel(
                numpy.name,
                (self._assets.manifest["wheels/numpy"].sha256, content_rules),
                lambda: numpy_for_page(numpy),
                ("*.py",),
            ),
            RawWheel(
                snowball.name,
                (self._assets.manifest["wheels/snowballstemmer"].sha256, content_rules),
                lambda: snowball_for_page(snowball),
                SNOWBALL_COMPILED,
            ),
        ]
        return compile_wheels(self._cache, "outside-wheels", pyodide, wheels, self._observe)

    def _own_wheel(self, pyodide: Path) -> dict[str, Path]:
        members = page_members()
        ingredients = tuple(f"{name} {hashlib.sha256(content).hexdigest()}" for name, content in members.items())
        wheel = RawWheel(wheel_name(), ingredients, lambda: members, ("*.py",))
        return compile_wheels(self._cache, "own-wheel", pyodide, [wheel], self._observe)

    def _packed(self, archive: Path) -> Path:
        """A zip file compressed as a whole: its many small files, each compressed alone, take a fifth more bytes."""

        def make(folder: Path) -> None:
            content = gzip.compress(stored_zip(archive), 9, mtime=0)
            write_atomically(folder / f"{archive.name}.gz", content)

        return made_once(self._cache, "packed", [archive.name, sha256_of(archive)], make) / f"{archive.name}.gz"

    def _model_files(self) -> dict[str, Path]:
        if self._given is None:
            return {"model.onnx": self._model(), "tokenizer.json": self._assets.fetch("model/tokenizer")}
        return kept_copies(self._given, self._cache)

    def _model(self) -> Path:
        source = self._assets.fetch("model/minilm-int8")

        def make(folder: Path) -> None:
            self._observe("runtime-step", {"step": "model"})
            original = source.read_bytes()
            edited = gather_first(original)
            check_equal(original, edited)
            write_atomically(folder / "model.onnx", edited)

        program = Path(__file__).with_name("graph_edit.py").read_bytes()
        return made_once(self._cache, "model", [sha256_of(source), program], make) / "model.onnx"


def _link_all(files: Mapping[str, Path], folder: Path) -> None:
    for name, file in files.items():
        place_copy(file, folder / name)
