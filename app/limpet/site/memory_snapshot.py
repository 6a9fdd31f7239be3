"""The memory of a started Python as a file, so that a page's Python need not start from nothing."""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from limpet.ports import Observer
from limpet.site.file_digest import sha256_of
from limpet.site.made_once import made_once, place_copy
from limpet.site.node_program import MAKING, run_in_pyodide, run_node

SNAPSHOT_FILE: Final = "snapshot.bin.gz"

_MODULES_FILE: Final = "modules.json"
_FACTS_FILE: Final = "facts.json"


@dataclass(frozen=True, slots=True)
class MemorySnapshot:
    """
    A compressed memory snapshot, without what the memory of Pyodide's wasm holds before anything has run.

    Attributes:
        file: The file.
        bytes: Its size when unpacked.
        base_bytes: How much of that first memory is to be put back under it.
    """

    file: Path
    bytes: int
    base_bytes: int


def memory_snapshot(
    cache: Path, pyodide: Path, wheels: Mapping[str, Path], whole: str, observe: Observer
) -> MemorySnapshot:
    """
    The snapshot of a Python that has imported what *wheels* need of the standard library, made or found.

    Args:
        cache: The user's cache folder.
        pyodide: Folder of the Pyodide that the page starts.
        wheels: Compiled wheels by file name.
        whole: Name of the one of which every module counts; of the others those that it imports.
        observe: Told ``runtime-step`` {step} when there is something to do, ``runtime-notice`` {detail} of a module
            that cannot be imported.

    Raises:
        ManifestError: Node is missing (``no-node``) or the snapshot cannot be made or loaded (``making-failed``).
    """
    ready = _ready_at_start(cache, pyodide, wheels, whole, observe)

    def make(folder: Path) -> None:
        observe("runtime-step", {"step": "memory-snapshot"})
        raw, wanted = folder / "snapshot.bin", folder / "ready.json"
        wanted.write_text(ready, "utf-8")
        facts = run_node(pyodide, "make_snapshot.mjs", {"ready": str(wanted), "target": str(raw)})
        (folder / _FACTS_FILE).write_text(json.dumps(facts), "utf-8")
        (folder / SNAPSHOT_FILE).write_bytes(gzip.compress(raw.read_bytes(), 9, mtime=0))
        raw.unlink()
        wanted.unlink()

    scripts = [(MAKING / name).read_bytes() for name in ("make_snapshot.mjs", "first_memory.mjs")]
    folder = made_once(cache, "snapshot", [pyodide.name, *scripts, ready], make)
    return MemorySnapshot(folder / SNAPSHOT_FILE, **json.loads((folder / _FACTS_FILE).read_text("utf-8")))


def _ready_at_start(cache: Path, pyodide: Path, wheels: Mapping[str, Path], whole: str, observe: Observer) -> str:
    """What the snapshot should hold of what *whole* and what it needs use; told by Pyodide itself, as JSON."""

    def make(folder: Path) -> None:
        observe("runtime-step", {"step": "modules-at-start"})
        for name, wheel in wheels.items():
            place_copy(wheel, folder / name)
        arguments = {"path": [f"/making/{name}" for name in wheels], "whole": [f"/making/{whole}"]}
        told = run_in_pyodide(pyodide, "list_modules.py", {"/making": folder}, arguments)
        (folder / _MODULES_FILE).write_text(json.dumps(told), "utf-8")

    digests = [sha256_of(wheel) for wheel in wheels.values()]
    script = (MAKING / "list_modules.py").read_bytes()
    folder = made_once(cache, "modules-at-start", [pyodide.name, script, *digests], make)
    told = json.loads((folder / _MODULES_FILE).read_text("utf-8"))
    for module, reason in told["failed"].items():
        observe("runtime-notice", {"detail": f"{module} cannot be imported in the page: {reason}"})
    return json.dumps({name: told[name] for name in ("standard", "sources", "patterns")}, sort_keys=True)
