"""Reaching a model's endpoint from a machine: HTTP of the standard library in a thread, ended by closing its socket."""

from __future__ import annotations

import asyncio
import codecs
import http.client
import socket
from collections.abc import Mapping
from contextlib import suppress
from typing import Final
from urllib.parse import urlsplit

_CONNECT_S: Final = 10.0
_READ_BYTES: Final = 65_536


class HttpTransport:
    """One connection a request; redirects are not followed, so that a key goes where the user has sent it."""

    async def post(self, address: str, headers: Mapping[str, str], body: str) -> HttpReply:
        """Send *body* and wait for the head of the reply; ``OSError`` when there is none."""
        reply = HttpReply(address)
        try:
            await asyncio.to_thread(reply.open, headers, body.encode("utf-8"))
        except BaseException:
            await reply.close()
            raise
        return reply


class HttpReply:
    """
    A reply while it comes in.

    Args:
        address: Where it is asked for.
    """

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        self._connection = kind(parts.hostname or "", parts.port, timeout=_CONNECT_S)
        self._path = parts.path or "/"
        self._response: http.client.HTTPResponse | None = None
        self._socket: socket.socket | None = None
        self._text = codecs.getincrementaldecoder("utf-8")("replace")

    @property
    def status(self) -> int:
        """The HTTP status."""
        return self._response.status if self._response else 0

    @property
    def content_type(self) -> str:
        """The media type as sent."""
        return (self._response.getheader("Content-Type") or "") if self._response else ""

    def open(self, headers: Mapping[str, str], body: bytes) -> None:
        """Connect, send, and read the head; blocks."""
        try:
            self._connection.connect()
            self._socket = self._connection.sock
            self._socket.settimeout(None)  # who asks keeps the time, and closes
            self._connection.request("POST", self._path, body, dict(headers))
            self._response = self._connection.getresponse()
        except http.client.HTTPException as error:
            raise ConnectionError(type(error).__name__) from None

    async def read(self) -> str:
        """The next piece of text; empty at the end."""
        while self._response is not None:
            piece = await asyncio.to_thread(self._read_bytes)
            text = self._text.decode(piece, final=not piece)
            if text or not piece:
                return text
        return ""

    async def close(self) -> None:
        """End it; a read that waits in its thread ends too."""
        if self._socket is not None:
            with suppress(OSError):
                self._socket.shutdown(socket.SHUT_RDWR)
        await asyncio.to_thread(self._close)

    def _close(self) -> None:
        if self._response is not None:
            self._response.close()
        self._connection.close()
        if self._socket is not None:
            self._socket.close()

    def _read_bytes(self) -> bytes:
        assert self._response is not None
        try:
            return self._response.read1(_READ_BYTES)
        except (http.client.HTTPException, ValueError) as error:  # cut in a chunk, or closed meanwhile
            raise ConnectionError(type(error).__name__) from None
