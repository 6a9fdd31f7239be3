from __future__ import annotations

import json
from pathlib import Path

import pytest

from limpet.errors import ManifestError
from limpet.site.manifest import load_manifest


def entry(**changes: object) -> dict[str, object]:
    return {
        "name": "x", "file": "x.bin", "bytes": 1, "sha256": "0" * 64, "licence": "MIT",
        "sources": [{"kind": "address", "address": "https://example.org/x"}], **changes,
    }  # fmt: skip


def written(tmp_path: Path, content: object) -> Path:
    file = tmp_path / "manifest.json"
    file.write_text(json.dumps(content), "utf-8")
    return file


def test_our_own_manifest_names_a_licence_and_a_source_of_every_file() -> None:
    for asset in load_manifest().values():
        assert asset.licence
        assert asset.size_bytes > 0
        assert asset.sources


def test_packages_are_pinned_to_a_version() -> None:
    for asset in load_manifest().values():
        for source in asset.sources:
            assert source.version or source.kind == "address", asset.name


@pytest.mark.parametrize(
    "content",
    [
        [],
        {"version": 2, "assets": []},
        {"version": 1, "assets": [entry(sha256="short")]},
        {"version": 1, "assets": [entry(file="../x.bin")]},
        {"version": 1, "assets": [entry(sources=[{"kind": "carrier-pigeon"}])]},
        {"version": 1, "assets": [{"name": "x"}]},
    ],
)
def test_what_is_no_manifest_is_refused(tmp_path: Path, content: object) -> None:
    with pytest.raises(ManifestError) as caught:
        load_manifest(written(tmp_path, content))
    assert caught.value.code == "bad-manifest"


def test_a_missing_manifest_is_named(tmp_path: Path) -> None:
    with pytest.raises(ManifestError, match=r"bad-manifest.*none\.json"):
        load_manifest(tmp_path / "none.json")
