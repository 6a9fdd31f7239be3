"""Sizes and digests of files, and files that appear whole or not at all."""

from __future__ import annotations

import errno
import hashlib
import os
import tempfile
from pathlib import Path
from typing import Final

from limpet.errors import ManifestError

_READ_BYTES: Final = 1 << 20


def sha256_of(file: Path) -> str:
    """The SHA-256 of *file* in hexadecimal; read in pieces, so its size does not matter."""
    digest = hashlib.sha256()
    with file.open("rb") as stream:
        while piece := stream.read(_READ_BYTES):
            digest.update(piece)
    return digest.hexdigest()


def write_atomically(file: Path, content: bytes) -> None:
    """
    Puts *content* into *file* so that a reader sees the old file or the whole new one.

    Raises:
        ManifestError: The disk is full (``no-space``) or the place cannot be written (``not-writable``).
    """
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=".part-", dir=file.parent)
        try:
            with os.fdopen(handle, "wb") as stream:
                stream.write(content)
            Path(name).chmod(0o644)
            Path(name).replace(file)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise disk_error(error, file) from error


def disk_error(error: OSError, file: Path) -> ManifestError:
    """*error* of the file system as an error that says what to do about *file*."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return ManifestError(
            "no-space", f"The disk is full while writing {file}; make room, or set LIMPET_CACHE to a folder elsewhere."
        )
    return ManifestError(
        "not-writable", f"{file} cannot be written ({error.strerror}); set LIMPET_CACHE to a folder of yours."
    )
