"""A language model that fills the typed memory: over the real protocol, from a server on this machine."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from limpet.chat import Chat
from limpet.clock import FixedClock
from limpet.errors import ConfigError, StoreError
from limpet.host.openai_updater import OpenAiUpdater
from limpet.memory.plain_form import plain_form
from limpet.retrieval.document import Document

TOLD = {"active_product": "linen kurtas", "confirmed_filters": {"size": "L"}, "rolling_summary": "They want linen."}


@contextmanager
def endpoint(body: Any, status: int = 200, wait_s: float = 0.0) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """An address that answers every request with *body*, and the requests that came."""
    came: list[dict[str, Any]] = []

    class Endpoint(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            length = int(self.headers["Content-Length"])
            request = json.loads(self.rfile.read(length))
            came.append({"path": self.path, "key": self.headers.get("Authorization"), **request})
            time.sleep(wait_s)
            reply = body if isinstance(body, bytes) else json.dumps(body).encode()
            self.send_response(status)
            self.send_header("Content-Length", str(len(reply)))
            self.end_headers()
            try:
                self.wfile.write(reply)
            except OSError:  # the client did not wait
                return

        def log_message(self, *_: Any) -> None:
            return

    server = ThreadingHTTPServer(("127.0.0.1", 0), Endpoint)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/v1", came
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def completion(content: str) -> dict[str, Any]:
    """As the protocol carries it."""
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": content}}],
    }


async def memory_after(updater: OpenAiUpdater | None, message: str = "Do you have cotton kurtas?") -> dict[str, Any]:
    """The typed memory after one message."""
    chat = Chat(clock=FixedClock(0.0), updater=updater)
    await chat.add_documents([Document("d", "Cotton kurtas", "Cotton kurtas come in size L and M.")])
    await chat.answer(message)
    return plain_form(chat.session.view().conversation)


def test_a_proposal_is_the_memory_and_the_request_is_as_the_protocol_wants_it() -> None:
    with endpoint(completion(json.dumps(TOLD))) as (address, came):
        memory = asyncio.run(memory_after(OpenAiUpdater(address, "small", "secret")))
    assert memory == TOLD
    assert (came[0]["path"], came[0]["key"], came[0]["model"]) == ("/v1/chat/completions", "Bearer secret", "small")
    assert json.loads(came[0]["messages"][1]["content"])["visitor"] == "Do you have cotton kurtas?"


@pytest.mark.parametrize(
    "body",
    [
        completion("Sure! Here is the memory."),
        completion("[]"),
        completion('{"active_product": "x"}'),
        completion(json.dumps({**TOLD, "active_product": 7})),
        completion(json.dumps({**TOLD, "confirmed_filters": ["L"]})),
        completion(json.dumps({**TOLD, "confirmed_filters": {f"f{n}": "x" for n in range(200)}})),
        completion(json.dumps({**TOLD, "rolling_summary": "x" * 5_000})),
        completion("[" * 5_000),
        {"choices": []},
        {"error": "no"},
        b"\xff not json",
        b"x" * 70_000,
    ],
    ids=lambda body: str(body)[-30:],
)
def test_the_rules_take_over_when_the_model_writes_something_else(body: Any) -> None:
    with endpoint(body) as (address, came):
        memory = asyncio.run(memory_after(OpenAiUpdater(address, "small")))
    assert memory == asyncio.run(memory_after(None))
    assert len(came) == 1


def test_the_rules_take_over_when_the_model_refuses_or_is_too_slow_or_away() -> None:
    by_rules = asyncio.run(memory_after(None))
    with endpoint(completion(json.dumps(TOLD)), status=500) as (address, _):
        assert asyncio.run(memory_after(OpenAiUpdater(address, "small"))) == by_rules
    with endpoint(completion(json.dumps(TOLD)), wait_s=0.5) as (address, _):
        assert asyncio.run(memory_after(OpenAiUpdater(address, "small", timeout_s=0.1))) == by_rules
    assert asyncio.run(memory_after(OpenAiUpdater("http://127.0.0.1:1/v1", "small"))) == by_rules


def test_small_talk_asks_no_model() -> None:
    with endpoint(completion(json.dumps(TOLD))) as (address, came):
        asyncio.run(memory_after(OpenAiUpdater(address, "small"), "hello"))
    assert came == []


def test_a_key_is_in_no_error() -> None:
    with endpoint(b"", status=401) as (address, _), pytest.raises(StoreError) as caught:
        asyncio.run(OpenAiUpdater(address, "small", "secret").propose({}, "a", "b"))
    assert "secret" not in str(caught.value)
    with pytest.raises(ConfigError, match="bad-endpoint"):
        OpenAiUpdater("file:///etc", "small")
