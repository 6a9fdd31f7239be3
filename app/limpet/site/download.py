"""A file from a public address, taken up where an earlier try stopped."""

from __future__ import annotations

import http.client
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from limpet.errors import ManifestError
from limpet.site.file_digest import disk_error

_CHUNK_BYTES: Final = 1 << 18
_SILENCE_S: Final = 20.0


def download(address: str, part: Path, size_bytes: int, on_bytes: Callable[[int], None]) -> None:
    """
    Brings *part* to *size_bytes* bytes from *address*; what *part* already holds is not asked for again.

    Args:
        address: An https address, or http on loopback.
        part: The unfinished file; stays for the next try when this one fails.
        size_bytes: Bytes of the whole file; an answer that would grow beyond them is given up.
        on_bytes: Called with the bytes that are there so far.

    Raises:
        ManifestError: No answer, a refusal or a broken connection (``not-reachable``), too many bytes
            (``wrong-size``), a full disk (``no-space``).
    """
    _check_scheme(address)
    start = part.stat().st_size if part.exists() else 0
    if start == size_bytes:
        return
    if start > size_bytes:
        part.unlink()
        start = 0
    request = urllib.request.Request(address, headers={"Range": f"bytes={start}-"} if start else {})  # noqa: S310
    try:
        with urllib.request.urlopen(request, timeout=_SILENCE_S) as answer:  # noqa: S310 - scheme checked above
            _append(
                answer, part, start if answer.status == http.HTTPStatus.PARTIAL_CONTENT else 0, size_bytes, on_bytes
            )
    except (urllib.error.URLError, http.client.HTTPException, TimeoutError, ConnectionError) as error:
        raise ManifestError("not-reachable", f"{address} could not be had: {error}.") from error


def _append(
    answer: http.client.HTTPResponse, part: Path, start: int, size_bytes: int, on_bytes: Callable[[int], None]
) -> None:
    there = start
    try:
        with part.open("ab" if start else "wb") as stream:
            while chunk := answer.read(_CHUNK_BYTES):
                there += len(chunk)
                if there > size_bytes:
                    raise ManifestError("wrong-size", f"More than {size_bytes} bytes came for {part.name}.")
                stream.write(chunk)
                on_bytes(there)
    except OSError as error:
        if isinstance(error, (TimeoutError, ConnectionError)):
            raise
        raise disk_error(error, part) from error


def _check_scheme(address: str) -> None:
    parts = urlsplit(address)
    if parts.scheme != "https" and not (parts.scheme == "http" and parts.hostname in ("127.0.0.1", "localhost", "::1")):
        raise ManifestError("not-reachable", f"{address} is not an https address.")
