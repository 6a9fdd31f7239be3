from __future__ import annotations

import json
from pathlib import Path

from limpet.site.assets import Assets
from limpet.site.notice import Notice
from limpet.site.notices import write_notices
from limpet.site.npm_notices import npm_notices

PARTS = ("zlib (", "bzip2 (", "liblzma (", "Zstandard (", "libmpdec (", "SQLite (", "Expat, libffi, HACL*, musl")
"""Libraries that the modules of Pyodide's Python are made with: zlib, bz2, lzma, zstd, decimal, sqlite3, pyexpat ..."""


def test_every_work_in_a_site_is_named_with_its_licence(tmp_path: Path) -> None:
    documents = [Notice("Some documents", "1", "CC-BY-4.0", "unchanged", ("You may share them.",))]
    write_notices(tmp_path, Assets(), "lit 3\n", documents)
    text = (tmp_path / "THIRD_PARTY_NOTICES.txt").read_text("utf-8")
    names = (
        "Some documents", "Pyodide", "CPython", "Emscripten", "ONNX Runtime Web", "all-MiniLM-L6-v2", "numpy",
        "snowballstemmer", "micropip", "striprtf",
    )  # fmt: skip
    assert [name for name in names if f"\n{name}" not in text] == []
    for words in (
        "You may share them.",
        "Mozilla Public License Version 2.0",
        "PYTHON SOFTWARE FOUNDATION LICENSE",
        "lit 3",
        *PARTS,
    ):
        assert words in text


def test_only_packages_of_the_page_itself_are_named(tmp_path: Path) -> None:
    for name in ("lit", "vite", "@types/node"):
        folder = tmp_path / "node_modules" / name
        folder.mkdir(parents=True)
        (folder / "LICENSE").write_text(f"Licence of {name}.")
    packages = {
        "": {"name": "page"},
        "node_modules/lit": {"version": "3.0.0", "license": "BSD-3-Clause"},
        "node_modules/vite": {"version": "8.0.0", "license": "MIT", "dev": True},
        "node_modules/@types/node": {"version": "20.0.0", "license": "MIT"},
    }
    (tmp_path / "package-lock.json").write_text(json.dumps({"packages": packages}))
    text = npm_notices(tmp_path)
    assert "lit 3.0.0\nLicence: BSD-3-Clause" in text
    assert "Licence of lit." in text
    assert "vite" not in text
    assert "@types" not in text
