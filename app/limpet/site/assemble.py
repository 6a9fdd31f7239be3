"""
Puts a site together: the page, the runtime, the site's index and settings, its notices, and the list of it all.

::

    SITE/index.html, sw.js, assets/*     the page, as Vite made it
    SITE/limpet-chat.js                  the same for other pages, which hold <limpet-chat>
    SITE/runtime/*                       what the workers load, the same for every site of this version
    SITE/index/*                         the site's documents, searchable
    SITE/site.json                       title, base path, which index, settings of the page
    SITE/precache.json                   every file with its digest, for the service worker
    SITE/THIRD_PARTY_NOTICES.txt
"""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from limpet.errors import ConfigError
from limpet.ports import Observer
from limpet.site.assets import Assets, ignore_events
from limpet.site.cache_folder import cache_folder, locked
from limpet.site.file_digest import disk_error, write_atomically
from limpet.site.model import GivenModel, given_model
from limpet.site.notice import Notice
from limpet.site.notices import write_notices
from limpet.site.page_bundle import NOTICES_FILE, page_bundle
from limpet.site.precache import PRECACHE_FILE, WORKER_FILE, listed, write_precache
from limpet.site.runtime import RuntimeBuilder

SITE_FORMAT: Final = 1
SITE_FILE: Final = "site.json"
INDEX_FOLDER: Final = "index"
_OURS: Final = ("assets", "runtime", INDEX_FOLDER)


def assemble(
    site: Path,
    index_file: Path,
    *,
    title: str,
    base_path: str = "/",
    settings: Mapping[str, Any] | None = None,
    notices: Sequence[Notice] = (),
    cache: Path | None = None,
    observe: Observer = ignore_events,
    model: Path | None = None,
) -> dict[str, Any]:
    """
    Makes or renews the site in the folder *site* around *index_file*.

    Args:
        site: The site's folder: new, empty, or an earlier site; its other files stay.
        index_file: The finished index; copied.
        title: Shown by the page.
        base_path: Path that the site is served under, with slashes at both ends.
        settings: More entries for ``site.json``, such as first questions.
        notices: Licences of the site's documents.
        cache: Folder of fetched and made files; by default the user's.
        observe: Hears of steps and downloads.
        model: Folder of another embedding model that made the index.

    Returns ``files`` and ``bytes`` of the finished site.

    Raises:
        ConfigError: ``not-a-site``: *site* is a folder of something else.
        ManifestError: A file cannot be had or made, or the disk is full.
    """
    assets = Assets(cache=cache, observe=observe)
    given = given_model(model, assets) if model else None
    bundle, runtime = page_bundle(cache), RuntimeBuilder(assets, cache, observe, given).build()
    refuse_foreign(site)
    with locked((cache or cache_folder()) / "locks", _lock_name(site)):
        files = {
            **_tree(bundle, "", left_out=(NOTICES_FILE,)),
            **_tree(runtime.folder, "runtime/"),
            f"{INDEX_FOLDER}/{index_file.name}": index_file,
        }
        _copy_all(site, files)
        index = listed(site, f"{INDEX_FOLDER}/{index_file.name}")
        _write_settings(site, {"title": title, "base_path": base_path, "index": index, **(settings or {})})
        write_notices(site, assets, (bundle / NOTICES_FILE).read_text("utf-8"), [*notices, *_model_notice(given)])
        write_precache(site, [*files, SITE_FILE])
        _remove_old(site, set(files))
    return _facts(site, [*files, SITE_FILE, PRECACHE_FILE, "THIRD_PARTY_NOTICES.txt"])


def _write_settings(site: Path, settings: Mapping[str, Any]) -> None:
    text = json.dumps({"format": SITE_FORMAT, **settings}, ensure_ascii=False, indent=1)
    write_atomically(site / SITE_FILE, text.encode())


def _facts(site: Path, shipped: Sequence[str]) -> dict[str, Any]:
    return {"files": len(shipped), "bytes": sum((site / name).stat().st_size for name in shipped)}


def _model_notice(given: GivenModel | None) -> list[Notice]:
    if given is None:
        return []
    about = "embedding model that this site's owner has put in the place of all-MiniLM-L6-v2"
    return [Notice(given.name, "", "as its owner says", about, ())]


def _lock_name(site: Path) -> str:
    return hashlib.sha256(str(site.resolve()).encode()).hexdigest()[:16]


def refuse_foreign(site: Path) -> None:
    """Raises ``not-a-site`` when *site* holds files but no site of ours, so that nobody's folder is overwritten."""
    if site.is_dir() and any(site.iterdir()) and not (site / SITE_FILE).is_file():
        raise ConfigError("not-a-site", f"{site} is not empty and no limpet site; name another folder, or empty it.")
    if site.exists() and not site.is_dir():
        raise ConfigError("not-a-site", f"{site} is a file; name a folder.")


def refuse_unwritable(site: Path) -> None:
    """Raises ``not-writable`` when nothing can be written to *site*: better known before minutes of work than after."""
    is_new = not site.exists()
    probe = site / ".part-probe"
    try:
        site.mkdir(parents=True, exist_ok=True)
        probe.touch()
        probe.unlink()
        if is_new:
            site.rmdir()
    except OSError as error:
        reason = error.strerror or str(error)
        raise ConfigError("not-writable", f"The site cannot be written to {site}: {reason}.") from None


def _tree(folder: Path, prefix: str, left_out: Sequence[str] = ()) -> dict[str, Path]:
    files = sorted(file for file in folder.rglob("*") if file.is_file())
    names = {prefix + file.relative_to(folder).as_posix(): file for file in files}
    return {name: file for name, file in names.items() if name not in left_out}


def _copy_all(site: Path, files: Mapping[str, Path]) -> None:
    """Copies, the page's start last: whoever loads the site meanwhile gets the old page or the whole new one."""
    last = {"index.html": 2, WORKER_FILE: 1}
    for name, file in sorted(files.items(), key=lambda item: last.get(item[0], 0)):
        target = site / name
        part = target.with_name(f".part-{target.name}")
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, part)
            part.replace(target)
        except OSError as error:
            part.unlink(missing_ok=True)
            raise disk_error(error, target) from error


def _remove_old(site: Path, wanted: set[str]) -> None:
    """Removes files of an earlier build from the folders that are ours alone."""
    for folder in _OURS:
        for file in sorted((site / folder).rglob("*")):
            if file.is_file() and file.relative_to(site).as_posix() not in wanted:
                file.unlink()
