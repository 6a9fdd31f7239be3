"""The page's way to an endpoint, with the worker's functions played by a test."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from answer.scripted_endpoint import TEXT, streamed

from limpet.answer.chat_completions import ChatCompletions, Endpoint
from limpet.errors import ComposerError
from limpet.host.bridge_transport import BridgeTransport

MESSAGES = [{"role": "user", "content": "How is silk cleaned?"}]


class Worker:
    """Functions of a core worker; *pieces* are handed out one a read, an exception among them is raised."""

    def __init__(self, pieces: list[Any], status: int = 200, refuses: bool = False, hangs: bool = False) -> None:
        self._pieces, self._status, self._refuses, self._hangs = pieces, status, refuses, hangs
        self.sent: list[tuple[int, dict[str, Any]]] = []
        self.closed: list[int] = []

    async def post(self, number: int, request_json: str) -> str:
        self.sent.append((number, json.loads(request_json)))
        if self._refuses:
            raise RuntimeError("TypeError: Failed to fetch")
        return json.dumps({"status": self._status, "content_type": "text/event-stream"})

    async def read(self, number: int) -> str:
        if not self._pieces:
            await asyncio.sleep(60.0 if self._hangs else 0.0)
            return ""
        piece = self._pieces.pop(0)
        if isinstance(piece, Exception):
            raise piece
        return str(piece)

    def close(self, number: int) -> None:
        self.closed.append(number)


def said(worker: Worker, key: str = "", wait_s: float = 5.0) -> str:
    async def run() -> str:
        endpoint = Endpoint("http://h/v1/chat/completions", "small", key, wait_s, wait_s)
        stream = ChatCompletions(endpoint, BridgeTransport(worker)).stream(MESSAGES, 50, 0.0)
        return "".join([piece.text async for piece in stream])

    return asyncio.run(asyncio.wait_for(run(), 20.0))


def pieces() -> list[Any]:
    return [piece.decode() for piece in streamed(TEXT)]


def test_a_reply_comes_through_and_is_closed() -> None:
    worker = Worker(pieces())
    assert said(worker, "sesame") == TEXT
    number, sent = worker.sent[0]
    assert sent["address"] == "http://h/v1/chat/completions"
    assert sent["headers"]["Authorization"] == "Bearer sesame"
    assert json.loads(sent["body"])["messages"] == MESSAGES
    assert worker.closed == [number]


@pytest.mark.parametrize(
    ("worker", "code"),
    [
        (Worker([], refuses=True), "model-unreachable"),
        (Worker([RuntimeError("network error")]), "model-cut-off"),
        (Worker([*pieces()[:6], RuntimeError("network error")]), "model-cut-off"),
        (Worker(["no"], status=401), "model-refused-key"),
        (Worker([], hangs=True), "model-timeout"),
        (Worker(pieces()[:4]), "model-cut-off"),
    ],
)
def test_what_goes_wrong_in_the_browser_has_a_code_and_is_closed(worker: Worker, code: str) -> None:
    with pytest.raises(ComposerError) as caught:
        said(worker, "sesame", wait_s=0.3 if code == "model-timeout" else 5.0)
    assert caught.value.code == code
    assert "sesame" not in str(caught.value)
    assert worker.closed == [number for number, _ in worker.sent]


def test_two_requests_have_numbers_of_their_own() -> None:
    worker = Worker([*pieces(), *pieces()])

    async def both() -> None:
        transport = BridgeTransport(worker)
        for _ in range(2):
            await (await transport.post("http://h", {}, "")).close()

    asyncio.run(both())
    assert worker.closed == [1, 2]
