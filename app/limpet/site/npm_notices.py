"""Licences of the npm packages that end up in the page's files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

from limpet.site.notice import Notice, as_text

_PATTERNS: Final = ("LICEN[CS]E*", "licen[cs]e*", "COPYING*", "NOTICE*")
_NOT_BUNDLED: Final = frozenset({"pyodide", "onnxruntime-web"})
"""Shipped as files of the runtime; the notices of those tell about them."""


def npm_notices(root: Path) -> str:
    """
    One notice for each package that ``package-lock.json`` under *root* installs for the page itself.

    Packages for development only are not among them; nor are type declarations, of which nothing is shipped.
    """
    packages = json.loads((root / "package-lock.json").read_text("utf-8"))["packages"]
    notices = []
    for place, facts in sorted(packages.items()):
        name = place.rpartition("node_modules/")[2]
        is_shipped = place and not facts.get("dev") and not name.startswith("@types/") and name not in _NOT_BUNDLED
        if is_shipped and (root / place).is_dir():
            notices.append(_notice(name, facts, root / place))
    return as_text(notices)


def _notice(name: str, facts: dict[str, str], folder: Path) -> Notice:
    files = sorted({file for pattern in _PATTERNS for file in folder.glob(pattern) if file.is_file()})
    texts = tuple(file.read_text("utf-8", errors="replace") for file in files)
    return Notice(name, facts.get("version", ""), facts.get("license", "see below"), "npm package", texts)
