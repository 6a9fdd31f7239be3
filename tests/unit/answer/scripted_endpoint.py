"""A model server of a test, on this machine: the protocol as real servers speak it, and every way to break it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

TEXT = "Silk is dry-cleaned only. [1] It fades in the sun. [1]"


def chunk(content: str | None, finish: str | None = None, **delta: Any) -> bytes:
    """One event of a stream, as ``llama-cpp-python`` sends it."""
    body = {
        "id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": "small",
        "choices": [{"index": 0, "delta": {"content": content, **delta}, "finish_reason": finish}],
    }  # fmt: skip
    return f"data: {json.dumps(body)}\r\n\r\n".encode()


def streamed(text: str, size: int = 5, finish: str | None = "stop", done: bool = True) -> list[bytes]:
    """*text* as a whole stream."""
    pieces = [chunk(text[start : start + size]) for start in range(0, len(text), size)]
    role = chunk(None, role="assistant")
    return [role, *pieces, *([chunk("", finish)] if finish else []), *([b"data: [DONE]\n\n"] if done else [])]


@dataclass
class Script:
    """
    What the endpoint does with each request.

    Attributes:
        body: Pieces of the reply.
        status: HTTP status.
        content_type: Media type.
        hangs: ``head``: never answers; ``body``: says nothing more after its pieces; empty: ends.
        breaks: Ends the connection without the end of the reply.
        pause_s: Before each piece.
    """

    body: Sequence[bytes] = field(default_factory=lambda: streamed(TEXT))
    status: int = 200
    content_type: str = "text/event-stream"
    hangs: str = ""
    breaks: bool = False
    pause_s: float = 0.0


@dataclass
class Endpoint:
    """Where the server is, what came in, and whether a client left before the end."""

    base_url: str
    came: list[dict[str, Any]] = field(default_factory=list)
    were_left: int = 0


@asynccontextmanager
async def serving(*scripts: Script) -> AsyncIterator[Endpoint]:
    """Serve; the n-th request gets the n-th script, later ones the last."""
    connections: set[asyncio.Task[None]] = set()

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        connections.add(task)
        try:
            await answer(reader, writer)
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            endpoint.were_left += 1
        finally:
            connections.discard(task)
            writer.close()

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        first, *lines = head.split("\r\n")
        headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines if line)}
        request = json.loads(await reader.readexactly(int(headers["content-length"])))
        endpoint.came.append({"path": first.split()[1], "headers": headers, **request})
        script = scripts[min(len(endpoint.came), len(scripts)) - 1]
        if script.hangs == "head":
            await reader.read()
            raise ConnectionError
        reply = f"HTTP/1.1 {script.status} X\r\nContent-Type: {script.content_type}\r\nTransfer-Encoding: chunked\r\n"
        writer.write(f"{reply}Connection: close\r\n\r\n".encode())
        for piece in script.body:
            await asyncio.sleep(script.pause_s)
            writer.write(f"{len(piece):x}\r\n".encode() + piece + b"\r\n")
            await writer.drain()
        if script.hangs == "body":
            await reader.read()
            raise ConnectionError
        if not script.breaks:
            writer.write(b"0\r\n\r\n")
            await writer.drain()

    server = await asyncio.start_server(connected, "127.0.0.1", 0)
    endpoint = Endpoint(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1")
    try:
        yield endpoint
    finally:
        server.close()
        for task in list(connections):
            task.cancel()
        await asyncio.gather(*connections, return_exceptions=True)
