"""The page itself: what Vite makes of ``web/``, made once for each state of its sources."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from limpet.errors import ManifestError
from limpet.site.cache_folder import cache_folder
from limpet.site.made_once import made_once
from limpet.site.npm_notices import npm_notices

PACKAGED: Final = Path(__file__).with_name("page")
"""A page that came with the installed package; it needs no Node packages."""

NOTICES_FILE: Final = "npm-notices.txt"
ELEMENT_FILE: Final = "limpet-chat.js"
"""What other pages load to hold the chat: a name that stays, for the page's script whose name changes."""

_PAGE_SCRIPT: Final = re.compile(r'<script type="module"[^>]* src="(\./assets/[^"]+\.js)"')
_SETTINGS: Final = ("vite.config.ts", "tsconfig.json", "package.json", "package-lock.json")
_TIMEOUT_S: Final = 300.0
_TAIL_CHARS: Final = 600


def checkout() -> Path | None:
    """The root of the source checkout that this module runs from; None when limpet is an installed package."""
    root = Path(__file__).parents[3]
    return root if (root / "web" / "index.html").is_file() and (root / "vite.config.ts").is_file() else None


def page_bundle(cache: Path | None = None) -> Path:
    """
    A folder with ``index.html``, ``sw.js``, ``limpet-chat.js``, ``assets/`` and the notices of their npm packages.

    Raises:
        ManifestError: No page came with this installation (``no-page``), the Node packages are not installed
            (``no-node-modules``), or Vite failed (``page-failed``).
    """
    root = checkout()
    if root is None:
        if not (PACKAGED / "index.html").is_file():
            raise ManifestError("no-page", "This installation has no page; install limpet from a checkout.")
        return PACKAGED
    vite = root / "node_modules" / "vite" / "bin" / "vite.js"
    if not vite.is_file() or shutil.which("node") is None:
        raise ManifestError("no-node-modules", "The page's Node packages are missing; run `make setup`.")

    def make(folder: Path) -> None:
        _run_vite(root, vite, folder)
        (folder / ELEMENT_FILE).write_text(element_script((folder / "index.html").read_text("utf-8")), "utf-8")
        (folder / NOTICES_FILE).write_text(npm_notices(root), "utf-8")

    return made_once(cache or cache_folder(), "page", _ingredients(root), make)


def element_script(page: str) -> str:
    """
    The script that defines ``<limpet-chat>`` on any page of the same origin.

    Args:
        page: The built ``index.html``.

    Raises:
        ManifestError: The page loads no script of its own (``page-failed``).

    >>> element_script('<script type="module" crossorigin src="./assets/page-B2xK81.js"></script>')
    'import "./assets/page-B2xK81.js";\\n'
    """
    script = _PAGE_SCRIPT.search(page)
    if script is None:
        raise ManifestError("page-failed", "Vite made a page that loads no script.")
    return f'import "{script[1]}";\n'


def _ingredients(root: Path) -> Iterator[str | bytes]:
    sources = sorted(file for file in (root / "web").rglob("*") if file.is_file())
    for file in [*sources, *(root / name for name in _SETTINGS)]:
        yield file.relative_to(root).as_posix()
        yield file.read_bytes()


def _run_vite(root: Path, vite: Path, folder: Path) -> None:
    command = ["node", str(vite), "build", "--outDir", str(folder), "--logLevel", "warn"]
    environment = {**os.environ, "NODE_ENV": "production"}
    try:
        subprocess.run(  # noqa: S603 - our own arguments, no shell
            command, check=True, capture_output=True, text=True, timeout=_TIMEOUT_S, cwd=root, env=environment
        )
    except subprocess.TimeoutExpired as error:
        raise ManifestError("page-failed", f"Vite took more than {_TIMEOUT_S:.0f} s.") from error
    except subprocess.CalledProcessError as error:
        reason = (error.stderr or error.stdout or "").strip()[-_TAIL_CHARS:]
        raise ManifestError("page-failed", f"Vite could not build the page: {reason}") from error
