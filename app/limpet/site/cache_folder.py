"""Where fetched and made files are kept between builds: one folder of the user, named by digest inside."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path


def cache_folder(environment: Mapping[str, str] | None = None) -> Path:
    """
    The user's cache folder of limpet; it need not exist yet.

    ``LIMPET_CACHE`` when set, else ``limpet`` under ``XDG_CACHE_HOME`` or ``~/.cache``.

    >>> cache_folder({"LIMPET_CACHE": "/data/limpet"}).as_posix()
    '/data/limpet'
    >>> cache_folder({"XDG_CACHE_HOME": "/data"}).as_posix()
    '/data/limpet'
    """
    variables = os.environ if environment is None else environment
    if variables.get("LIMPET_CACHE"):
        return Path(variables["LIMPET_CACHE"]).expanduser()
    if variables.get("XDG_CACHE_HOME"):
        return Path(variables["XDG_CACHE_HOME"]) / "limpet"
    return Path.home() / ".cache" / "limpet"


@contextlib.contextmanager
def locked(folder: Path, name: str) -> Iterator[None]:
    """
    Holds the lock *name* in *folder* against other processes, waiting for it as long as it takes.

    Where the platform has no file locks nothing is held; files then still appear atomically, only work is repeated.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / f"{name}.lock").open("a") as file:
        try:
            import fcntl
        except ImportError:
            yield
            return
        fcntl.flock(file, fcntl.LOCK_EX)
        try:
            yield
        finally:
            fcntl.flock(file, fcntl.LOCK_UN)


@contextlib.contextmanager
def scratch_folder(parent: Path) -> Iterator[Path]:
    """A new empty folder on the same file system as *parent*, gone afterwards."""
    parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="making-", dir=parent) as name:
        yield Path(name)
