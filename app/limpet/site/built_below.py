"""Whether a folder holds a built site, at any depth: a website keeps its chat in a folder of its own."""

from __future__ import annotations

import os
from collections import deque
from pathlib import Path
from typing import Final

from limpet.retrieval.reading_files import is_built_site

_MOST_FOLDERS: Final = 20_000
"""Folders that are looked at; in a larger tree there may be one."""
_NOT_BUILT: Final = frozenset({".git", "node_modules"})


def holds_built_site(folder: Path) -> bool:
    """
    Whether limpet has built a site in *folder* or below it; links are not followed.

    >>> holds_built_site(Path("no such folder"))
    False
    """
    waiting = deque([folder])
    for _ in range(_MOST_FOLDERS):
        if not waiting:
            return False
        current = waiting.popleft()
        if is_built_site(current):
            return True
        waiting.extend(_folders_in(current))
    return True


def _folders_in(folder: Path) -> list[Path]:
    """Its folders; none where they cannot be listed."""
    try:
        with os.scandir(folder) as entries:
            return [
                folder / one.name for one in entries if one.name not in _NOT_BUILT and one.is_dir(follow_symlinks=False)
            ]
    except OSError:
        return []
