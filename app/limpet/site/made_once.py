"""Things that are made from others, kept by the digest of what they were made from."""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

from limpet.site.cache_folder import locked, scratch_folder
from limpet.site.file_digest import disk_error

KEPT: Final = 6
"""Results of one step that are kept; the one used longest ago leaves."""


def made_once(cache: Path, step: str, ingredients: Iterable[str | bytes], make: Callable[[Path], None]) -> Path:
    """
    The folder that *make* fills from *ingredients*; made the first time only.

    Args:
        cache: The user's cache folder.
        step: Name of the step, for people and for the folder.
        ingredients: Everything that the result depends on; texts and bytes.
        make: Fills the empty folder that it is given. When it raises, nothing is kept.

    Raises:
        ManifestError: The disk is full or cannot be written (``no-space``, ``not-writable``).
    """
    folder = cache / "made" / f"{step}-{_digest(ingredients)}"
    try:
        with locked(cache / "made", step):
            if not folder.is_dir():
                with scratch_folder(cache / "made") as scratch:
                    result = scratch / "result"
                    result.mkdir()
                    make(result)
                    result.rename(folder)
            os.utime(folder)
            _prune(cache / "made", step)
    except OSError as error:
        raise disk_error(error, folder) from error
    return folder


def place_copy(source: Path, target: Path) -> None:
    """*source* as *target*: a second name of the same file where the file system can, else a copy."""
    target.parent.mkdir(parents=True, exist_ok=True)
    target.unlink(missing_ok=True)
    try:
        os.link(source, target)
    except OSError:
        shutil.copyfile(source, target)


def _digest(ingredients: Iterable[str | bytes]) -> str:
    digest = hashlib.sha256()
    for ingredient in ingredients:
        content = ingredient.encode() if isinstance(ingredient, str) else ingredient
        digest.update(len(content).to_bytes(8, "little") + content)
    return digest.hexdigest()[:16]


def _prune(parent: Path, step: str) -> None:
    results = sorted(parent.glob(f"{step}-*/"), key=lambda folder: folder.stat().st_mtime, reverse=True)
    for folder in results[KEPT:]:
        shutil.rmtree(folder, ignore_errors=True)
