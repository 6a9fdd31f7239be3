"""What the build packs for a quick start comes out whole in the page."""

from __future__ import annotations

import gzip
import hashlib
import io
import struct
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

HEAD_BYTES = 128
MEMORY_BYTES = 200_000
BASE_BYTES = 4096


@pytest.fixture(scope="module")
def unpacked(
    runtime: Path,
    manifest: dict[str, Any],
    run_node: Callable[..., Any],
    bundled: Callable[[str], str],
    tmp_path_factory: pytest.TempPathFactory,
) -> dict[str, Any]:
    folder = tmp_path_factory.mktemp("packed")
    zips = [runtime / name for name in (*manifest["wheels"], manifest["on_demand"][0])]
    (folder / "page.html").write_text("<!doctype html><p>not found</p>")
    memory, base = _memories()
    missing = memory.copy()
    missing[:BASE_BYTES] ^= base
    (folder / "snapshot").write_bytes(gzip.compress(_head() + missing.tobytes()))
    (folder / "base").write_bytes(base.tobytes() + bytes(1000))
    told = run_node(
        "unpack_files.mjs",
        {
            "zip_module": bundled("core-worker/stored-zip.ts"),
            "zips": [*map(str, zips), str(folder / "page.html")],
            "snapshot_module": bundled("core-worker/snapshot.ts"),
            "snapshot": str(folder / "snapshot"),
            "base": str(folder / "base"),
            "bytes": HEAD_BYTES + MEMORY_BYTES,
            "base_bytes": BASE_BYTES,
        },
    )
    return {**told, "zips": zips}


def _memories() -> tuple[np.ndarray, np.ndarray]:
    dice = np.random.default_rng(3)
    return dice.integers(0, 256, MEMORY_BYTES, np.uint8), dice.integers(0, 256, BASE_BYTES, np.uint8)


def _head() -> bytes:
    return struct.pack("<II", 1, HEAD_BYTES).ljust(HEAD_BYTES, b"\0")


def test_wheels_that_are_packed_whole_are_unpacked_without_python(unpacked: dict[str, Any]) -> None:
    for file, members in zip(unpacked["zips"][:-1], unpacked["members"], strict=False):
        with zipfile.ZipFile(io.BytesIO(gzip.decompress(file.read_bytes()))) as archive:
            assert members == {name: hashlib.sha256(archive.read(name)).hexdigest() for name in archive.namelist()}


def test_other_files_are_left_to_python(unpacked: dict[str, Any]) -> None:
    assert unpacked["members"][-2:] == [None, None]


def test_a_snapshot_gets_its_first_memory_back(unpacked: dict[str, Any]) -> None:
    assert unpacked["snapshots"][0] == hashlib.sha256(_head() + _memories()[0].tobytes()).hexdigest()


def test_a_snapshot_of_another_size_is_refused(unpacked: dict[str, Any]) -> None:
    assert unpacked["snapshots"][1:] == ["file-damaged", "file-damaged"]
