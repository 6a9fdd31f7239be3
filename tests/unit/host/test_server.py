"""The chat server: memory held by the client or by the server, and everything that can come in."""

from __future__ import annotations

import asyncio
import json
import shutil
import socket
import subprocess
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from limpet import saved_session
from limpet.chat import Chat
from limpet.clock import FixedClock
from limpet.errors import ConfigError, StoreError
from limpet.host.server import create_app
from limpet.host.server_body import ChatRequest
from limpet.host.server_conversations import Conversations
from limpet.host.server_openapi import document
from limpet.host.server_state import KeyRing
from limpet.ports import WHATEVER, SessionStore
from limpet.retrieval.document import Document
from limpet.store.session_memory import InMemorySessionStore
from limpet.store.session_mirrored import MirroredSessionStore

DOCUMENTS = [
    Document("asha", "Asha cotton kurta", "A straight cotton kurta for every day.", "record",
             {"category": "kurta", "fabric": "cotton", "size": ["M", "L"], "price": 1499}),
    Document("meera", "Meera cotton kurta", "A short cotton kurta with a printed hem.", "record",
             {"category": "kurta", "fabric": "cotton", "size": ["S"], "price": 1899}),
    Document("kanchi", "Kanchi silk saree", "A silk saree with a woven border.", "record",
             {"category": "saree", "fabric": "silk", "price": 8999}),
    Document("care", "Care", "# Washing\n\nCotton kurtas are washed at 30 degrees. Silk sarees are washed by hand."),
]  # fmt: skip
RING = KeyRing(["a secret of more than thirty-two characters"])
Ask = Callable[..., Awaitable[httpx.Response]]


def served(
    check: Callable[[Ask], Awaitable[None]],
    store: SessionStore | None = None,
    clock: FixedClock | None = None,
    ring: KeyRing = RING,
) -> None:
    """Run *check* against an application of its own."""

    async def run() -> None:
        chat = Chat(clock=clock or FixedClock(1_000_000.0))
        await chat.add_documents(DOCUMENTS)
        transport = httpx.ASGITransport(create_app(chat, store, ring), raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://limpet") as client:

            async def ask(given: Any = None, **fields: Any) -> httpx.Response:
                if isinstance(given, (bytes, str)):
                    return await client.post("/chat", content=given)
                return await client.post("/chat", json=given if given is not None else fields)

            ask.client = client  # type: ignore[attr-defined]
            await check(ask)

    asyncio.run(run())


class ShakyStore:
    """A session store that can be switched off, or lose everything."""

    def __init__(self) -> None:
        self.inner = InMemorySessionStore(FixedClock(1_000_000.0))
        self.is_down = False

    async def load(self, session_id: str) -> str | None:
        self._knock()
        return await self.inner.load(session_id)

    async def save(self, session_id: str, snapshot: str, ttl_s: float, seen: str | None = WHATEVER) -> None:
        self._knock()
        await self.inner.save(session_id, snapshot, ttl_s, seen)

    async def delete(self, session_id: str) -> None:
        self._knock()
        await self.inner.delete(session_id)

    def _knock(self) -> None:
        if self.is_down:
            raise StoreError("store-unreachable", "The store does not answer.")


def code_of(reply: httpx.Response) -> str:
    assert 400 <= reply.status_code < 600
    assert reply.json()["error"]["detail"].endswith(".")
    return str(reply.json()["error"]["code"])


def test_a_follow_up_is_understood_from_the_memory_that_the_client_holds() -> None:
    async def check(ask: Ask) -> None:
        first = (await ask(question="Do you have any cotton kurtas under ₹2,000?")).json()
        assert "Asha" in first["answer"]
        second = (await ask(question="What about size L?", memory=first["memory"])).json()
        assert second["slots"]["size"] == "L"
        assert second["memory"]["confirmed_filters"]["price"] == "<=2000"
        assert "Asha" in second["answer"]
        assert "Meera" not in second["answer"]

    served(check)


def test_a_follow_up_is_understood_from_a_session_that_the_server_holds() -> None:
    async def check(ask: Ask) -> None:
        first = (await ask(question="Do you have any cotton kurtas?", session_id="")).json()
        assert "memory" not in first
        second = (await ask(question="What about size L?", session_id=first["session_id"])).json()
        assert (second["slots"]["size"], second["slots"]["fabric"]) == ("L", "cotton")
        stranger = (await ask(question="What about size L?", session_id="another")).json()
        assert "fabric" not in stranger["slots"]

    served(check)


def test_three_plain_keys_are_memory_enough() -> None:
    async def check(ask: Ask) -> None:
        memory = {
            "active_product": "cotton kurtas",
            "confirmed_filters": {"Fabric": "COTTON", "budget": "₹1,500", "not colour": "red", "mood": "sunny"},
            "rolling_summary": "The customer looks for cotton kurtas.",
        }
        reply = (await ask(question="What about size L?", memory=memory)).json()
        assert reply["memory"]["confirmed_filters"] == {"fabric": "cotton", "budget": "<=1500", "size": "L"}
        assert "Asha" in reply["answer"]
        assert reply["query"].startswith("About cotton kurtas: Filters: ")

    served(check)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"state": "{}"}, "memory-tampered"),
        ({"rolling_summary": "Everything is free."}, "memory-tampered"),
        ({"confirmed_filters": {"price": "<=1"}}, "memory-tampered"),
        ({"signature": "0" * 64}, "memory-tampered"),
        ({"signature": "ß"}, "memory-tampered"),
        ({"signature": 7}, "memory-invalid"),
        ({"key_id": "unknown"}, "memory-other-key"),
        ({"version": 2}, "memory-newer"),
        ({"version": True}, "memory-invalid"),
        ({"kind": "something"}, "memory-invalid"),
        ({"state": ["a"]}, "memory-invalid"),
        ({"state": "x" * 1_100_000}, "memory-too-large"),
    ],
)
def test_a_changed_memory_is_refused_and_the_right_one_still_works(change: dict[str, Any], code: str) -> None:
    async def check(ask: Ask) -> None:
        memory = (await ask(question="Do you have any cotton kurtas?")).json()["memory"]
        reply = await ask(question="What about size L?", memory={**memory, **change})
        assert (reply.status_code, code_of(reply)) == (400, code)
        assert (await ask(question="What about size L?", memory=memory)).json()["slots"]["fabric"] == "cotton"

    served(check)


@pytest.mark.parametrize(
    "memory",
    [
        {"active_product": 5},
        {"active_product": "x" * 81},
        {"confirmed_filters": []},
        {"confirmed_filters": {"size": {"a": 1}}},
        {"confirmed_filters": {"size": True}},
        {"confirmed_filters": {"size": "x" * 201}},
        {"confirmed_filters": {f"slot {number}": "a" for number in range(200)}},
        {"rolling_summary": ["a"]},
        {"rolling_summary": "x" * 4_001},
    ],
)
def test_plain_keys_of_a_wrong_kind_or_size_are_refused(memory: dict[str, Any]) -> None:
    async def check(ask: Ask) -> None:
        assert code_of(await ask(question="Any kurtas?", memory=memory)) == "memory-invalid"

    served(check)


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ("not json", 400, "not-json"),
        ("[1]", 400, "not-json"),
        (b"\xff\xfe", 400, "not-json"),
        ('{"question": NaN}', 400, "not-json"),
        ("{}", 400, "missing-field"),
        ('{"question": 5}', 400, "wrong-field"),
        ('{"question": "  "}', 400, "empty-message"),
        (json.dumps({"question": "x" * 8_001}), 400, "message-too-long"),
        ('{"question": "a", "memory": "b"}', 400, "wrong-field"),
        ('{"question": "a", "session_id": "../x"}', 400, "wrong-field"),
        ('{"question": "a", "page": ["a", "b", "c"]}', 400, "wrong-field"),
        ('{"question": "a", "memory": ' + "[" * 50_000, 400, "too-deep"),
        ('{"question": "' + "x" * 2_200_000 + '"}', 413, "body-too-large"),
    ],
    ids=lambda value: str(value)[:30],
)
def test_a_malformed_request_is_refused_with_its_code(body: str | bytes, status: int, code: str) -> None:
    async def check(ask: Ask) -> None:
        reply = await ask(body)
        assert (reply.status_code, code_of(reply)) == (status, code)
        assert (await ask(question="Any cotton kurtas?")).status_code == 200

    served(check)


def test_half_a_character_breaks_nothing() -> None:
    async def check(ask: Ask) -> None:
        reply = await ask('{"question": "cotton kurtas \\ud800?", "memory": {"rolling_summary": "a\\udfffb"}}')
        assert reply.status_code == 200
        assert (await ask(question="What about size L?", memory=reply.json()["memory"])).status_code == 200

    served(check)


def test_an_hour_of_silence_ends_a_conversation_wherever_it_is_held() -> None:
    clock = FixedClock(1_000_000.0)

    async def check(ask: Ask) -> None:
        held = (await ask(question="Do you have any cotton kurtas?")).json()["memory"]
        await ask(question="Do you have any cotton kurtas?", session_id="s1")
        clock.advance(3_601)
        assert "fabric" not in (await ask(question="What about size L?", memory=held)).json()["slots"]
        assert "fabric" not in (await ask(question="What about size L?", session_id="s1")).json()["slots"]

    served(check, clock=clock)


def test_a_store_that_goes_down_in_mid_conversation_interrupts_nobody() -> None:
    store = ShakyStore()

    async def check(ask: Ask) -> None:
        await ask(question="Do you have any cotton kurtas?", session_id="s1")
        store.is_down = True
        second = (await ask(question="What about size L?", session_id="s1")).json()
        assert second["slots"]["fabric"] == "cotton"
        assert second["notice"]["code"] == "store-unreachable"
        third = (await ask(question="Under ₹1,600", session_id="s1", memory=second["memory"])).json()
        assert third["slots"]["size"] == "L"
        reply = await ask(question="What about size L?", session_id="nobody knows".replace(" ", "-"))
        assert (reply.status_code, code_of(reply)) == (503, "store-unreachable")
        store.is_down = False
        fourth = (await ask(question="Which one is cheaper?", session_id="s1")).json()
        assert fourth["slots"]["size"] == "L"
        assert "notice" not in fourth

    served(check, store)


def test_a_store_that_comes_back_empty_has_lost_nothing() -> None:
    store = ShakyStore()

    async def check(ask: Ask) -> None:
        await ask(question="Do you have any cotton kurtas?", session_id="s1")
        await store.inner.delete("s1")
        assert (await ask(question="What about size L?", session_id="s1")).json()["slots"]["fabric"] == "cotton"

    served(check, store)


def test_a_deleted_session_does_not_come_back() -> None:
    async def check(ask: Ask) -> None:
        await ask(question="Do you have any cotton kurtas?", session_id="s1")
        assert (await ask.client.delete("/chat/s1")).status_code == 204  # type: ignore[attr-defined]
        assert "fabric" not in (await ask(question="What about size L?", session_id="s1")).json()["slots"]

    served(check)


def test_two_tabs_on_one_session_lose_no_turn() -> None:
    async def check(ask: Ask) -> None:
        questions = ["Any cotton kurtas?", "What about size L?", "How is cotton washed?", "Any silk sarees?"]
        await asyncio.gather(*(ask(question=question, session_id="s1") for question in questions))
        held = (await ask(question="thanks", session_id="s1")).json()
        assert held["mode"] == "smalltalk"

    store = InMemorySessionStore(FixedClock(1_000_000.0))
    served(check, store)
    saved = asyncio.run(store.load("s1"))
    assert saved is not None
    assert json.loads(json.loads(saved)["session"])["turn_count"] == 5


def test_an_old_secret_is_still_accepted_when_a_new_one_signs() -> None:
    old, new = "o" * 32, "n" * 32
    memory = KeyRing([old]).sealed("state", {})
    assert KeyRing([new, old]).opened(memory) == "state"
    with pytest.raises(ConfigError, match="weak-key"):
        KeyRing(["short"])


def conforms(value: Any, schema: dict[str, Any], components: dict[str, Any]) -> None:
    """The part of JSON Schema that the description uses."""
    if "$ref" in schema:
        return conforms(value, components[schema["$ref"].rsplit("/", 1)[1]], components)
    kinds = {"string": str, "number": (int, float), "integer": int, "boolean": bool, "object": dict, "array": list}
    if "enum" in schema:
        assert value in schema["enum"]
    if names := schema.get("type"):
        names = names if isinstance(names, list) else [names]
        assert any(value is None if name == "null" else isinstance(value, kinds[name]) for name in names), value
    if isinstance(value, dict) and "properties" in schema:
        assert set(schema.get("required", ())) <= set(value), value
        for name, one in value.items():
            assert name in schema["properties"] or schema.get("additionalProperties") is not False, name
            conforms(one, schema["properties"].get(name, {}), components)
    if isinstance(value, list):
        for one in value:
            conforms(one, schema.get("items", {}), components)
    return None


def test_every_reply_is_as_the_openapi_document_says() -> None:
    async def check(ask: Ask) -> None:
        told = (await ask.client.get("/openapi.json")).json()  # type: ignore[attr-defined]
        assert told == document()
        schemas, responses = told["components"]["schemas"], told["paths"]["/chat"]["post"]["responses"]
        held = await ask(question="Do you have any cotton kurtas under ₹2,000?")
        replies = [
            held,
            await ask(question="What about size L?", memory=held.json()["memory"]),
            await ask(question="How is silk washed?", session_id="s1"),
            await ask(question="hello", session_id="s1"),
            await ask(question="Who was Cleopatra's teacher?", session_id="s1"),
            await ask("nonsense"),
            await ask('{"question": "' + "x" * 2_200_000 + '"}'),
        ]
        for reply in replies:
            schema = responses[str(reply.status_code)]["content"]["application/json"]["schema"]
            conforms(reply.json(), schema, schemas)
        health = (await ask.client.get("/health")).json()  # type: ignore[attr-defined]
        conforms(health, schemas["Health"], schemas)
        assert health["fragments"] > 0

    served(check)


def test_two_servers_that_answer_one_session_at_once_lose_no_turn() -> None:
    """Two processes share one store; both load the session before either saves."""

    class Slow:
        """A store whose first two loads of the session wait for each other."""

        def __init__(self) -> None:
            self.inner = InMemorySessionStore(FixedClock(1_000_000.0))
            self.loads = 0
            self.both = asyncio.Event()

        async def load(self, session_id: str) -> str | None:
            found = await self.inner.load(session_id)
            self.loads += 1
            if self.loads == 2:
                self.both.set()
            await asyncio.wait_for(self.both.wait(), 5)
            return found

        async def save(self, session_id: str, snapshot: str, ttl_s: float, seen: str | None = WHATEVER) -> None:
            await self.inner.save(session_id, snapshot, ttl_s, seen)

        async def delete(self, session_id: str) -> None:
            await self.inner.delete(session_id)

    async def check() -> None:
        store, chat = Slow(), Chat(clock=FixedClock(1_000_000.0))
        await chat.add_documents(DOCUMENTS)
        servers = [Conversations(chat, MirroredSessionStore(store, chat.clock), RING) for _ in range(2)]
        questions = ("Do you have any cotton kurtas?", "What is the return policy?")
        asked = [
            one.answer(ChatRequest(question, None, "s1")) for one, question in zip(servers, questions, strict=True)
        ]
        await asyncio.gather(*asked)
        assert store.loads == 3, "the second to save has loaded again"
        saved = Chat(like=chat, clock=chat.clock)
        await saved_session.restore(saved, await store.load("s1") or "", chat.clock.now_s())
        assert {turn.message for turn in saved.session.view().turns} == set(questions)

    asyncio.run(check())


class RedisProcess:
    """A real server on a free port of this machine; ended by its own process id."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])
        self._folder = folder
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        server = shutil.which("redis-server")
        assert server is not None, "redis-server is missing; run `make setup`"
        address = ["--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--dir", str(self._folder)]
        self._process = subprocess.Popen([server, *address], stdout=subprocess.DEVNULL)
        for _ in range(200):
            with socket.socket() as knock:
                if knock.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.05)

    def end(self) -> None:
        if self._process is not None:
            self._process.terminate()
            self._process.wait(10)
            self._process = None


def test_a_real_redis_that_ends_and_comes_back_empty_loses_no_turn(tmp_path: Path) -> None:
    from redis.asyncio import Redis

    from limpet.store.session_redis import RedisSessionStore

    redis = RedisProcess(tmp_path)
    redis.start()
    client = Redis(port=redis.port, socket_connect_timeout=1, socket_timeout=1, retry=None)

    async def check(ask: Ask) -> None:
        try:
            await ask(question="Do you have any cotton kurtas?", session_id="s1")
            assert 3_590 < await client.ttl("memory:s1") <= 3_600
            redis.end()
            second = (await ask(question="What about size L?", session_id="s1")).json()
            assert (second["slots"]["fabric"], second["notice"]["code"]) == ("cotton", "store-unreachable")
            redis.start()
            third = (await ask(question="Which one is cheaper?", session_id="s1")).json()
            assert (third["slots"]["size"], "notice" in third) == ("L", False)
            for other in ("s2", "s3"):  # connections that waited in the pool while Redis was started anew
                assert "notice" not in (await ask(question="How is silk washed?", session_id=other)).json()
            await asyncio.gather(*(client.get("x") for _ in range(4)))
            redis.end()
            redis.start()
            for session in ("s1", "s2", "s3", "s1"):
                assert "notice" not in (await ask(question="How is silk washed?", session_id=session)).json()
        finally:
            await client.aclose()

    try:
        served(check, RedisSessionStore(client))
    finally:
        redis.end()
