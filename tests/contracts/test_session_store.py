"""What every session store promises, whatever it stores in."""

from __future__ import annotations

import asyncio
import shutil
import socket
import subprocess
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest
from chromium import ChromiumSessions

from limpet.clock import FixedClock, SystemClock
from limpet.errors import StoreError
from limpet.ports import SessionStore
from limpet.store.indexed_db_sessions import IndexedDbSessionStore, SavedText
from limpet.store.session_memory import InMemorySessionStore
from limpet.store.session_mirrored import MirroredSessionStore
from limpet.store.session_redis import RedisSessionStore
from limpet.store.session_sqlite import SqliteSessionStore

Check = Callable[[SessionStore], Awaitable[None]]
Runner = Callable[[Check], None]


@pytest.fixture(scope="module")
def redis_port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """A real server on a free port of this machine, ended by its own process id."""
    server = shutil.which("redis-server")
    assert server is not None, "redis-server is missing; run `make setup`"
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    folder = tmp_path_factory.mktemp("redis")
    process = subprocess.Popen(
        [server, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", str(folder)],
        stdout=subprocess.DEVNULL,
    )
    for _ in range(200):
        with socket.socket() as knock:
            if knock.connect_ex(("127.0.0.1", port)) == 0:
                break
        time.sleep(0.05)
    yield port
    process.terminate()
    process.wait(10)


@pytest.fixture(scope="module")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ChromiumSessions]:
    """A real browser with the page's own database."""
    sessions = ChromiumSessions(tmp_path_factory.mktemp("chromium"))
    yield sessions
    sessions.close()


@pytest.fixture(params=["memory", "sqlite", "redis", "mirrored", "indexed_db"])
def run(request: pytest.FixtureRequest, tmp_path: Path) -> Runner:
    """Runs a check against one kind of store."""

    def with_store(check: Check) -> None:
        if request.param == "memory":
            asyncio.run(_await(check(InMemorySessionStore(SystemClock()))))
        elif request.param == "mirrored":
            inner = InMemorySessionStore(SystemClock())
            asyncio.run(_await(check(MirroredSessionStore(inner, SystemClock()))))
        elif request.param == "sqlite":
            store = SqliteSessionStore(tmp_path / "memory.sqlite", SystemClock())
            asyncio.run(_await(check(store)))
            store.close()
        elif request.param == "indexed_db":
            sessions: ChromiumSessions = request.getfixturevalue("chromium")
            sessions.begin()
            asyncio.run(_await(check(IndexedDbSessionStore(sessions, SystemClock()))))
        else:
            asyncio.run(_on_redis(check, request.getfixturevalue("redis_port")))

    return with_store


async def _await(call: Awaitable[None]) -> None:
    await call


async def _on_redis(check: Check, port: int) -> None:
    from redis.asyncio import Redis

    client = Redis(port=port)
    try:
        await client.flushall()
        await check(RedisSessionStore(client))
    finally:
        await client.aclose()
        await client.connection_pool.disconnect()


def test_a_saved_session_is_loaded_as_it_was(run: Runner) -> None:
    async def check(store: SessionStore) -> None:
        await store.save("a", '{"text": "₹2,000 😀"}', 60)
        await store.save("b", "other", 60)
        assert await store.load("a") == '{"text": "₹2,000 😀"}'

    run(check)


def test_a_later_save_replaces_the_earlier(run: Runner) -> None:
    async def check(store: SessionStore) -> None:
        await store.save("a", "first", 60)
        await store.save("a", "second", 60)
        assert await store.load("a") == "second"

    run(check)


def test_an_unknown_or_deleted_session_is_none(run: Runner) -> None:
    async def check(store: SessionStore) -> None:
        await store.save("a", "text", 60)
        await store.delete("a")
        await store.delete("never there")
        assert await store.load("a") is None

    run(check)


def test_a_session_that_another_process_changed_is_not_overwritten(run: Runner) -> None:
    async def check(store: SessionStore) -> None:
        await store.save("a", "first", 60)
        seen = await store.load("a")
        await store.save("a", "second", 60, seen)
        assert await store.load("a") == "second"
        with pytest.raises(StoreError, match="changed-elsewhere"):
            await store.save("a", "lost", 60, "first")
        assert await store.load("a") == "second"

    run(check)


def test_a_session_that_another_process_began_is_not_overwritten(run: Runner) -> None:
    async def check(store: SessionStore) -> None:
        seen = await store.load("a")
        await store.save("a", "theirs", 60)
        with pytest.raises(StoreError, match="changed-elsewhere"):
            await store.save("a", "ours", 60, seen)
        assert await store.load("a") == "theirs"

    run(check)


def test_a_copy_of_a_session_does_not_hide_what_another_process_saved() -> None:
    """Two processes with a copy each, one store: the second one to save is told."""

    async def check() -> None:
        inner = InMemorySessionStore(SystemClock())
        one, other = (MirroredSessionStore(inner, SystemClock()) for _ in range(2))
        await one.save("a", "first", 60)
        seen_by_one, seen_by_other = await one.load("a"), await other.load("a")
        await one.save("a", "second", 60, seen_by_one)
        with pytest.raises(StoreError, match="changed-elsewhere"):
            await other.save("a", "lost", 60, seen_by_other)
        assert await other.load("a") == "second"

    asyncio.run(check())


def test_a_session_expires(run: Runner) -> None:
    async def check(store: SessionStore) -> None:
        await store.save("a", "text", 1)
        await asyncio.sleep(1.2)
        assert await store.load("a") is None

    run(check)


def test_a_session_that_expired_is_none_to_whoever_saves_it_anew(run: Runner) -> None:
    async def check(store: SessionStore) -> None:
        await store.save("a", "old", 1)
        await asyncio.sleep(1.2)
        with pytest.raises(StoreError, match="changed-elsewhere"):
            await store.save("a", "on the old one", 60, "old")
        await store.save("a", "new", 60, None)
        assert await store.load("a") == "new"

    run(check)


def test_a_session_of_megabytes_comes_back_whole_and_can_be_replaced_and_deleted(run: Runner) -> None:
    text = "₹😀 \u2028" * 400_000

    async def check(store: SessionStore) -> None:
        await store.save("a", text, 60)
        assert await store.load("a") == text
        await store.save("a", "short", 60, text)
        assert await store.load("a") == "short"
        await store.delete("a")
        assert await store.load("a") is None

    run(check)


def test_a_browser_without_room_refuses_clearly_and_keeps_what_it_has(chromium: ChromiumSessions) -> None:
    async def check() -> None:
        store = IndexedDbSessionStore(chromium, SystemClock())
        await store.save("a", "first", 60)
        with pytest.raises(StoreError, match="quota"):
            await store.save("a", "x" * 3_000_000, 60)
        assert await store.load("a") == "first"
        await store.delete("a")
        assert await store.load("a") is None

    chromium.begin(quota_bytes=1_000_000)
    asyncio.run(check())


def test_the_next_visit_finds_the_sessions_and_those_whose_time_is_over(chromium: ChromiumSessions) -> None:
    async def check() -> None:
        store = IndexedDbSessionStore(chromium, FixedClock(1_000.0))
        await store.save("a", "lives", 60)
        await store.save("b", "ended", 10)
        chromium.visit_again()
        later = IndexedDbSessionStore(chromium, FixedClock(1_030.0))
        assert [await later.load(name) for name in "abc"] == ["lives", None, None]
        assert await later.expired() == [SavedText("b", "ended")]
        assert await later.others("a") == [SavedText("b", "ended")]
        await later.delete("b")
        assert (await later.expired(), await later.others("b")) == ([], [SavedText("a", "lives")])

    chromium.begin()
    asyncio.run(check())


def test_redis_keeps_a_session_under_the_agreed_key_with_its_time_to_live(redis_port: int) -> None:
    async def check() -> None:
        from redis.asyncio import Redis

        client = Redis(port=redis_port)
        await RedisSessionStore(client).save("s1", "text", 3600)
        assert await client.get("memory:s1") == b"text"
        assert 3590 < await client.ttl("memory:s1") <= 3600
        await client.aclose()

    asyncio.run(check())


def test_a_redis_that_is_down_is_a_clear_error() -> None:
    async def check() -> None:
        from redis.asyncio import Redis

        client = Redis(port=1, socket_connect_timeout=1, retry=None)
        with pytest.raises(StoreError, match="store-unreachable"):
            await RedisSessionStore(client).load("s1")
        await client.aclose()

    asyncio.run(check())


def test_memory_keeps_no_more_sessions_than_its_cap() -> None:
    async def check() -> None:
        store = InMemorySessionStore(FixedClock(0.0), cap_sessions=2)
        for name in "abc":
            await store.save(name, name, 60)
        assert [await store.load(name) for name in "abc"] == [None, "b", "c"]

    asyncio.run(check())
