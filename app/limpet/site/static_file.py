"""Which file of a folder an address means, and how it is announced; nothing here opens a socket."""

from __future__ import annotations

from pathlib import Path
from typing import Final
from urllib.parse import unquote, urlsplit

_TEXT: Final = {
    ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript", ".css": "text/css", ".txt": "text/plain",
    ".md": "text/markdown",
}  # fmt: skip
_BINARY: Final = {
    ".json": "application/json", ".webmanifest": "application/manifest+json", ".wasm": "application/wasm",
    ".zip": "application/zip", ".gz": "application/gzip", ".svg": "image/svg+xml", ".png": "image/png",
    ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".webp": "image/webp", ".ico": "image/x-icon",
    ".woff2": "font/woff2", ".woff": "font/woff", ".ttf": "font/ttf",
}  # fmt: skip
OTHER_MIME: Final = "application/octet-stream"

ISOLATION: Final = {
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
    "Cross-Origin-Resource-Policy": "same-origin",
}
"""With these a browser lets the page measure its own memory."""


def mime_of(name: str) -> str:
    """
    The media type by the ending of *name*.

    >>> mime_of("pyodide.asm.wasm"), mime_of("index.limpet")
    ('application/wasm', 'application/octet-stream')
    """
    ending = Path(name).suffix.lower()
    return f"{_TEXT[ending]}; charset=utf-8" if ending in _TEXT else _BINARY.get(ending, OTHER_MIME)


def file_of(root: Path, address: str) -> Path | None:
    """
    The file below *root* that the request target *address* means; None when there is none.

    A folder means its ``index.html``. What leads out of *root*, by dots or by a link, does not exist.
    """
    path = unquote(urlsplit(address).path, errors="replace")
    if "\x00" in path or "\\" in path:
        return None
    try:
        found = (root / path.lstrip("/")).resolve()
        if found.is_dir():
            found /= "index.html"
        return found if found.is_file() and found.is_relative_to(root.resolve()) else None
    except OSError:  # a name that is too long for the file system, or a loop of links
        return None


def folder_without_slash(root: Path, address: str) -> str | None:
    """Where a request for a folder without its last slash belongs, so that relative links work; else None."""
    path = urlsplit(address).path
    if path.endswith("/") or path.startswith("//"):
        return None
    file = file_of(root, path)
    is_folder = file is not None and file.name == "index.html" and unquote(path).rpartition("/")[2] != "index.html"
    return f"{path}/" if is_folder else None


def caching_of(name: str) -> str:
    """
    How long a browser may keep a file without asking: for ever when its name carries its digest.

    >>> caching_of("assets/page-B2xK81.js"), caching_of("runtime/model.onnx")
    ('public, max-age=31536000, immutable', 'no-cache')
    """
    is_hashed = "assets" in Path(name).parts[:-1] and "-" in Path(name).stem
    return "public, max-age=31536000, immutable" if is_hashed else "no-cache"


def accepted_coding(header: str, available: tuple[str, ...]) -> str | None:
    """
    The first of the *available* codings that an ``Accept-Encoding`` *header* allows.

    >>> accepted_coding("gzip, br;q=0", ("br", "gzip"))
    'gzip'
    """
    allowed = {}
    for part in header.lower().split(","):
        coding, _, weight = part.partition(";q=")
        allowed[coding.strip()] = weight.strip() not in ("0", "0.0", "0.00", "0.000")
    return next((coding for coding in available if allowed.get(coding, allowed.get("*", False))), None)
