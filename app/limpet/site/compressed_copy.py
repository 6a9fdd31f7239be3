"""Compressed forms of a site's files, made once for each content and shared by all sites."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Final

from limpet.site.file_digest import write_atomically

CODINGS: Final = ("br", "gzip")
_PACKED: Final = frozenset({".whl", ".zip", ".gz", ".br", ".png", ".jpg", ".jpeg", ".webp", ".woff2", ".woff", ".pdf"})
_WORTH_SHARE: Final = 0.97
_SMALL_BYTES: Final = 512
_BROTLI_QUALITY: Final = 9
"""Close to the best size in a twentieth of its time."""


def is_worth_trying(file: Path) -> bool:
    """Whether *file* may shrink: neither tiny nor packed already."""
    return file.suffix.lower() not in _PACKED and file.stat().st_size >= _SMALL_BYTES


def compressed_copy(file: Path, sha256: str, coding: str, cache: Path) -> Path | None:
    """
    *file* in a content *coding* (``br`` or ``gzip``); None when that is not worth it or not possible here.

    Args:
        file: The file as it is.
        sha256: Its digest; the copy is kept under it.
        coding: As HTTP names it.
        cache: The user's cache folder.
    """
    place = cache / "compressed" / f"{sha256}.{coding}"
    if not place.is_file():
        content = _compress(file.read_bytes(), coding)
        if content is None:
            return None
        write_atomically(place, content if len(content) < _WORTH_SHARE * file.stat().st_size else b"")
    return place if place.stat().st_size else None  # empty: tried, and not worth it


def _compress(content: bytes, coding: str) -> bytes | None:
    if coding == "gzip":
        return gzip.compress(content, 6, mtime=0)
    try:
        import brotli
    except ImportError:
        return None
    packed: bytes = brotli.compress(content, quality=_BROTLI_QUALITY, lgwin=22)
    return packed
