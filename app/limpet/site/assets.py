"""
The one fetcher of everything in the manifest: sources in order, size and digest checked, kept by digest.

A file that is in the cache has been verified; it appears there in one step, so several processes may fetch at once.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from limpet.errors import ManifestError
from limpet.ports import Observer
from limpet.site.cache_folder import cache_folder, locked
from limpet.site.download import download
from limpet.site.file_digest import disk_error, sha256_of, write_atomically
from limpet.site.manifest import Asset, Source, load_manifest
from limpet.site.packages import opened_archive, read_member, remove_archives

_FINAL_CODES: Final = frozenset({"no-space", "not-writable"})
"""Faults of this machine's disk: another source would not help."""


def ignore_events(_name: str, _facts: dict[str, object]) -> None:
    """The observer of those who do not want to know."""


class Assets:
    """
    Verified local copies of the manifest's files.

    Args:
        manifest: Assets by name; by default limpet's own.
        cache: Folder of fetched files; by default the user's.
        observe: Told ``asset-progress`` {name, loaded_bytes, total_bytes}, ``asset-ready`` {name, bytes} and
            ``asset-source-failed`` {name, source, detail}.

    >>> Assets().place("model/tokenizer").name
    'tokenizer.json'
    """

    def __init__(
        self,
        manifest: Mapping[str, Asset] | None = None,
        cache: Path | None = None,
        observe: Observer = ignore_events,
    ) -> None:
        self.manifest: Final = load_manifest() if manifest is None else manifest
        self._cache = cache or cache_folder()
        self._observe = observe

    def place(self, name: str) -> Path:
        """Where the asset *name* is or will be; unknown names raise ``unknown-asset``."""
        asset = self._asset(name)
        return self._cache / "assets" / asset.sha256 / asset.file

    def fetch(self, name: str) -> Path:
        """
        The verified file of the asset *name*, fetched unless it is there.

        Raises:
            ManifestError: ``unknown-asset``; ``wrong-digest``, ``wrong-size``, ``not-in-archive``, ``not-reachable``
                or ``no-client`` of the last source when all have failed; ``no-space`` and ``not-writable`` at once.
        """
        asset, place = self._asset(name), self.place(name)
        if _is_whole(place, asset):
            return place
        try:
            with locked(place.parent, asset.file):
                if not _is_whole(place, asset):
                    self._from_sources(asset, place)
        except OSError as error:
            raise disk_error(error, place) from error
        self._observe("asset-ready", {"name": name, "bytes": asset.size_bytes})
        return place

    def fetch_all(self, names: Iterable[str] | None = None) -> dict[str, Path]:
        """All assets, or those of *names*, by name; archives that only brought them are removed at the end."""
        places = {name: self.fetch(name) for name in (self.manifest if names is None else names)}
        if names is None:
            remove_archives(self._cache / "archives")
        return places

    def _asset(self, name: str) -> Asset:
        if name not in self.manifest:
            raise ManifestError("unknown-asset", f"The manifest has no {name}; it has {', '.join(self.manifest)}.")
        return self.manifest[name]

    def _from_sources(self, asset: Asset, place: Path) -> None:
        failures: list[ManifestError] = []
        for source in asset.sources:
            try:
                return self._from_source(asset, source, place)
            except ManifestError as error:
                if error.code in _FINAL_CODES:
                    raise
                failures.append(error)
                self._observe(
                    "asset-source-failed", {"name": asset.name, "source": str(source), "detail": error.detail}
                )
        raise _all_failed(asset, failures)

    def _from_source(self, asset: Asset, source: Source, place: Path) -> None:
        if source.kind == "address":
            part = place.with_name(asset.file + ".part")
            download(source.address, part, asset.size_bytes, lambda there: self._tell(asset, there))
            content = part.read_bytes()
            part.unlink()  # whole: either right, and written below, or wrong, and of no use to another try
        else:
            self._tell(asset, 0)
            with opened_archive(source, self._cache / "archives") as archive:
                content = read_member(archive, source.members)
        _check(asset, source, content)
        write_atomically(place, content)
        self._tell(asset, asset.size_bytes)

    def _tell(self, asset: Asset, loaded_bytes: int) -> None:
        facts = {"name": asset.name, "loaded_bytes": loaded_bytes, "total_bytes": asset.size_bytes}
        self._observe("asset-progress", facts)


def _is_whole(place: Path, asset: Asset) -> bool:
    return place.is_file() and place.stat().st_size == asset.size_bytes and sha256_of(place) == asset.sha256


def _check(asset: Asset, source: Source, content: bytes) -> None:
    if len(content) != asset.size_bytes:
        raise ManifestError(
            "wrong-size", f"{asset.file} from {source} has {len(content)} bytes; {asset.size_bytes} were expected."
        )
    found = hashlib.sha256(content).hexdigest()
    if found != asset.sha256:
        raise ManifestError(
            "wrong-digest", f"{asset.file} from {source} has the sha256 {found}; {asset.sha256} was expected."
        )


def _all_failed(asset: Asset, failures: list[ManifestError]) -> ManifestError:
    reasons = " ".join(f"({number}) {failure.detail}" for number, failure in enumerate(failures, 1))
    advice = "Check the network and try again: what has arrived is kept."
    if failures and failures[-1].code in ("wrong-digest", "wrong-size"):
        advice = "The file differs from the one this version was made with: update limpet, or report it."
    code = failures[-1].code if failures else "not-reachable"
    return ManifestError(code, f"{asset.name} ({asset.file}) could not be had. {reasons} {advice}")
