"""The list by which the service worker keeps a whole site for later, each file checked by its digest."""

from __future__ import annotations

import fnmatch
import hashlib
import json
from pathlib import Path
from typing import Any, Final

from limpet.errors import ManifestError
from limpet.site.file_digest import sha256_of, write_atomically

PRECACHE_FILE: Final = "precache.json"
WORKER_FILE: Final = "sw.js"
VERSION_MARK: Final = "__LIMPET_PRECACHE__"
"""Where the service worker carries the digest of its list; a changed list so is a changed worker."""

LEFT_OUT: Final = (WORKER_FILE, PRECACHE_FILE, "THIRD_PARTY_NOTICES.txt", ".*", "*/.*", "*.map")
_DIGEST_CHARS: Final = 16


def write_precache(site: Path, names: list[str]) -> str:
    """
    Writes ``precache.json`` of the site's files *names* and puts its digest into the service worker.

    Args:
        site: The finished site.
        names: Files below *site*, with forward slashes; those that need not be kept are left out.

    Returns:
        The digest's first 16 characters.

    Raises:
        ManifestError: The service worker has no place for the digest (``no-version-mark``).
    """
    wanted = [name for name in sorted(names) if not any(fnmatch.fnmatchcase(name, rule) for rule in LEFT_OUT)]
    content = json.dumps({"format": 1, "files": [listed(site, name) for name in wanted]}, indent=1).encode()
    digest = hashlib.sha256(content).hexdigest()[:_DIGEST_CHARS]
    worker = (site / WORKER_FILE).read_text("utf-8")
    if VERSION_MARK not in worker:
        raise ManifestError("no-version-mark", f"{site / WORKER_FILE} has no {VERSION_MARK}; build the page again.")
    write_atomically(site / PRECACHE_FILE, content)
    write_atomically(site / WORKER_FILE, worker.replace(VERSION_MARK, digest).encode())
    return digest


def listed(folder: Path, name: str) -> dict[str, Any]:
    """The file *name* of *folder* as manifests list it: path, bytes, sha256."""
    file = folder / name
    return {"path": name, "bytes": file.stat().st_size, "sha256": sha256_of(file)}
