"""What every block store promises, whatever it stores in."""

from __future__ import annotations

import asyncio
import secrets
import shutil
import socket
import subprocess
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from chromium import ChromiumBlocks

from limpet.errors import StoreError
from limpet.limits import Limits
from limpet.memory.block import Block, RememberedTurn, as_int8, block_id_of
from limpet.memory.facts import Fact
from limpet.ports import MemoryStore
from limpet.store.fallback import FallbackStore
from limpet.store.indexed_db import IndexedDbBlockStore, IndexedDbFunctions
from limpet.store.memory import InMemoryBlockStore
from limpet.store.redis import RedisBlockStore
from limpet.store.sqlite import SqliteBlockStore

REDIS_SERVER = shutil.which("redis-server")
QUOTA = Limits(store_bytes=20_000)

Check = Callable[[MemoryStore], Awaitable[None]]
Runner = Callable[[Check], None]


def block(number: int, user: str = "", text: str = "a plain sentence about kurtas", turns: int = 2) -> Block:
    made = tuple(
        RememberedTurn(
            f"{number}.{i}", f"{text} {i}", "noted", "Asha", 1_000.0 * number + i, ("kurta",), ("Shop",), {"size": "L"},
            (Fact("Asha", "size", "L"),), "mastered",
        )
        for i in range(turns)
    )  # fmt: skip
    rows, scales = as_int8(np.random.default_rng(number).normal(size=(turns, 8)).astype(np.float32))
    return Block(
        block_id_of(user, "s", made[0].turn_id), user, "s", "conversation", 5.0, made[0].at_s, made[-1].at_s, made,
        ("kurta",), "theme \ud83d\ude00 \u0627", rows, scales, "tiny",
    )  # fmt: skip


class FakeIndexedDb:
    """The functions of the worker over dictionaries, for many users and small quotas; the real ones are in Chromium."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.blocks: dict[str, tuple[str, float, bytes, bytes]] = {}
        self.ledgers: dict[str, str] = {}
        self.versions: dict[str, str] = {}
        self.lock = asyncio.Lock()

    async def put(self, block_id: str, user_id: str, ended_s: float, head: bytes, body: bytes) -> None:
        if (
            sum(len(one[3]) for key, one in self.blocks.items() if key != block_id) + len(body)
            > self.limits.store_bytes
        ):
            raise RuntimeError("QuotaExceededError")
        self.blocks[block_id] = (user_id, ended_s, head, body)
        self.change(user_id)

    async def get(self, block_id: str) -> bytes | None:
        return self.blocks[block_id][3] if block_id in self.blocks else None

    async def newest(self, user_id: str, after_s: float | None, after_id: str, count: int) -> bytes:
        rows = sorted((-one[1], key, one[2]) for key, one in self.blocks.items() if one[0] == user_id)
        rows = [row for row in rows if after_s is None or row[:2] > (-after_s, after_id)]
        return b"".join(len(head).to_bytes(4, "little") + head for _, _, head in rows[:count])

    async def delete(self, block_ids: list[str]) -> int:
        for block_id in block_ids:
            if block_id in self.blocks:
                self.change(self.blocks[block_id][0])
        return sum(self.blocks.pop(one, None) is not None for one in block_ids)

    async def clear(self, user_id: str | None) -> None:
        self.blocks = {key: one for key, one in self.blocks.items() if user_id is not None and one[0] != user_id}
        self.ledgers = {user: text for user, text in self.ledgers.items() if user_id is not None and user != user_id}
        self.versions = {user: text for user, text in self.versions.items() if user_id is not None and user != user_id}

    async def size(self) -> int:
        return sum(len(one[3]) for one in self.blocks.values()) + sum(map(len, self.ledgers.values()))

    async def load_ledger(self, user_id: str) -> str | None:
        return self.ledgers.get(user_id)

    async def save_ledger(self, user_id: str, text: str) -> None:
        self.ledgers[user_id] = text
        self.change(user_id)

    def change(self, user_id: str) -> None:
        self.versions[user_id] = secrets.token_hex(8)

    async def version(self, user_id: str) -> str | None:
        return self.versions.get(user_id)

    async def hold(self) -> int:
        await self.lock.acquire()
        return 1

    def let_go(self, _ticket: int) -> None:
        self.lock.release()

    def functions(self) -> IndexedDbFunctions:
        return IndexedDbFunctions(
            self.put, self.get, self.newest, self.delete, self.clear, self.size, self.load_ledger, self.save_ledger,
            self.version, self.hold, self.let_go,
        )  # fmt: skip


@pytest.fixture(scope="module")
def redis_port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """A real server on a free loopback port."""
    if REDIS_SERVER is None:
        pytest.skip("redis-server is not installed on this machine")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    folder = tmp_path_factory.mktemp("redis")
    arguments = ["--port", str(port), "--bind", "127.0.0.1", "--dir", str(folder), "--save", "", "--appendonly", "no"]
    server = subprocess.Popen([REDIS_SERVER, *arguments], stdout=subprocess.DEVNULL)
    try:
        _wait_for(port)
        yield port
    finally:
        server.terminate()
        server.wait(timeout=10)


def _wait_for(port: int) -> None:
    for _ in range(100):
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            time.sleep(0.05)
    raise AssertionError("redis-server did not start")


def _redis_runner(port: int, limits: Limits) -> Runner:
    from redis.asyncio import Redis

    async def checked(check: Check) -> None:
        client = Redis(host="127.0.0.1", port=port)
        try:
            await client.flushall()
            await check(RedisBlockStore(client, limits))
        finally:
            await client.aclose()

    return lambda check: asyncio.run(checked(check))


def _sqlite_runner(file: Path, limits: Limits) -> Runner:
    async def checked(check: Check) -> None:
        store = SqliteBlockStore(file, limits)
        try:
            await check(store)
        finally:
            store.close()

    return lambda check: asyncio.run(checked(check))


@pytest.fixture(scope="module")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ChromiumBlocks]:
    """A real browser with the page's own database."""
    blocks = ChromiumBlocks(tmp_path_factory.mktemp("chromium"))
    yield blocks
    blocks.close()


def _chromium_runner(blocks: ChromiumBlocks, limits: Limits) -> Runner:
    blocks.begin()

    async def checked(check: Check) -> None:
        await check(IndexedDbBlockStore(blocks.functions(), limits))

    return lambda check: asyncio.run(checked(check))


def _runner(kind: str, tmp_path: Path, request: pytest.FixtureRequest, limits: Limits) -> Runner:
    if kind == "redis":
        return _redis_runner(request.getfixturevalue("redis_port"), limits)
    if kind == "chromium":
        return _chromium_runner(request.getfixturevalue("chromium"), limits)
    if kind == "sqlite":
        return _sqlite_runner(tmp_path / "memory.sqlite", limits)
    makers: dict[str, Callable[[], Any]] = {
        "memory": lambda: InMemoryBlockStore(limits),
        "indexed_db": lambda: IndexedDbBlockStore(FakeIndexedDb(limits).functions(), limits),
        "fallback": lambda: FallbackStore(InMemoryBlockStore(limits), lambda _: pytest.fail("it fell back"), limits),
        "fallen_back": lambda: FallbackStore(_refusing(), lambda _: None, limits),
    }

    async def checked(check: Check) -> None:
        await check(makers[kind]())

    return lambda check: asyncio.run(checked(check))


def _refusing() -> Any:
    """A browser that refuses its database."""

    async def refuse(*_: object) -> None:
        raise RuntimeError("SecurityError: storage is switched off")

    return IndexedDbBlockStore(IndexedDbFunctions(*[refuse] * 11))  # type: ignore[list-item]


KINDS = ["memory", "sqlite", "redis", "indexed_db", "fallback", "fallen_back"]


@pytest.fixture(params=[*KINDS, "chromium"])
def run(request: pytest.FixtureRequest, tmp_path: Path) -> Runner:
    return _runner(request.param, tmp_path, request, Limits())


@pytest.fixture(params=KINDS)
def run_for_users(request: pytest.FixtureRequest, tmp_path: Path) -> Runner:
    """Without the page's own database: it has one user, and goes whole with it."""
    return _runner(request.param, tmp_path, request, Limits())


@pytest.fixture(params=KINDS)
def run_small(request: pytest.FixtureRequest, tmp_path: Path) -> Runner:
    return _runner(request.param, tmp_path, request, QUOTA)


def test_a_block_comes_back_as_it_was_put(run: Runner) -> None:
    async def check(store: MemoryStore) -> None:
        one = block(1)
        await store.put(one)
        back = await store.get(one.block_id)
        assert back is not None
        assert (back.turns, back.theme, back.keywords, back.kind) == (one.turns, one.theme, one.keywords, one.kind)
        assert np.array_equal(back.rows, one.rows)
        assert np.array_equal(back.scales, one.scales)

    run(check)


def test_an_unknown_block_is_none(run: Runner) -> None:
    async def check(store: MemoryStore) -> None:
        assert await store.get("0" * 20) is None

    run(check)


def test_blocks_and_heads_come_newest_first_and_of_one_user_only(run: Runner) -> None:
    async def check(store: MemoryStore) -> None:
        for number in (2, 70, 1, 65, 3):
            await store.put(block(number))
        await store.put(block(9, user="other"))
        ends = [one.end_s async for one in store.newest_first("")]
        assert ends == [70_001.0, 65_001.0, 3_001.0, 2_001.0, 1_001.0]
        assert [head.end_s async for head in store.heads("")] == ends
        assert [one.user_id async for one in store.newest_first("other")] == ["other"]

    run(check)


def test_more_blocks_than_a_page_all_come(run: Runner) -> None:
    async def check(store: MemoryStore) -> None:
        for number in range(1, 151):
            await store.put(block(number, turns=1))
        starts = [head.start_s async for head in store.heads("")]
        assert starts == sorted(starts, reverse=True)
        assert len(starts) == 150

    run(check)


def test_putting_again_replaces(run: Runner) -> None:
    async def check(store: MemoryStore) -> None:
        await store.put(block(1, text="first"))
        await store.put(block(1, text="second"))
        found = [one async for one in store.newest_first("")]
        assert [one.turns[0].message for one in found] == ["second 0"]

    run(check)


def test_what_is_deleted_is_gone_and_counted_once(run: Runner) -> None:
    async def check(store: MemoryStore) -> None:
        one, two = block(1), block(2)
        await store.put(one)
        await store.put(two)
        assert await store.delete([one.block_id, "f" * 20]) == 1
        assert await store.delete([one.block_id]) == 0
        assert await store.get(one.block_id) is None
        assert [b.block_id async for b in store.newest_first("")] == [two.block_id]

    run(check)


def test_clearing_one_user_leaves_the_others(run_for_users: Runner) -> None:
    async def check(store: MemoryStore) -> None:
        await store.put(block(1))
        await store.put(block(2, user="other"))
        await store.save_ledger("", "mine")
        await store.save_ledger("other", "theirs")
        await store.clear("")
        assert [one async for one in store.newest_first("")] == []
        assert await store.load_ledger("") == ""
        assert await store.load_ledger("other") == "theirs"
        assert len([one async for one in store.newest_first("other")]) == 1

    run_for_users(check)


def test_clearing_all_leaves_nothing_and_the_store_works_on(run: Runner) -> None:
    async def check(store: MemoryStore) -> None:
        await store.put(block(1))
        await store.put(block(2, user="other"))
        await store.save_ledger("other", "theirs")
        await store.clear()
        assert await store.size_bytes() == 0
        await store.put(block(3))
        assert len([one async for one in store.newest_first("")]) == 1

    run(check)


def test_the_size_grows_and_shrinks_with_the_blocks(run: Runner) -> None:
    async def check(store: MemoryStore) -> None:
        empty = await store.size_bytes()
        one = block(1)
        await store.put(one)
        full = await store.size_bytes()
        await store.delete([one.block_id])
        assert full > empty == await store.size_bytes()

    run(check)


def test_a_ledger_comes_back_and_is_replaced(run: Runner) -> None:
    async def check(store: MemoryStore) -> None:
        assert await store.load_ledger("u") == ""
        await store.save_ledger("u", "one")
        await store.save_ledger("u", "zwei \u00fc")
        assert await store.load_ledger("u") == "zwei \u00fc"

    run(check)


def test_every_write_changes_the_version_of_its_user_alone(run: Runner) -> None:
    async def check(store: MemoryStore) -> None:
        assert await store.version("a") == ""
        seen = {""}
        for write in (
            store.put(block(1, "a")), store.put(block(1, "a")), store.save_ledger("a", "{}"),
            store.delete([block(1, "a").block_id]),
        ):  # fmt: skip
            await write
            version = await store.version("a")
            assert version not in seen
            seen.add(version)
        assert await store.version("b") == ""
        await store.clear("a")
        assert await store.version("a") == ""

    run(check)


def test_one_writer_works_at_a_time(run: Runner) -> None:
    async def check(store: MemoryStore) -> None:
        told: list[str] = []

        async def write(name: str) -> None:
            async with store.alone("a"):
                told.append(f"{name} begins")
                await asyncio.sleep(0.02)
                told.append(f"{name} ends")

        await asyncio.gather(*(write(name) for name in "xyz"))
        assert [one[2:] for one in told] == ["begins", "ends"] * 3
        assert [one[0] for one in told[::2]] == [one[0] for one in told[1::2]]

    run(check)


def test_a_writer_that_fails_lets_the_next_one_in(run: Runner) -> None:
    async def check(store: MemoryStore) -> None:
        with pytest.raises(ValueError, match="mistake"):
            async with store.alone("a"):
                raise ValueError("mistake")
        async with asyncio.timeout(5), store.alone("a"):
            pass

    run(check)


def test_a_file_that_another_process_drops_is_followed(tmp_path: Path) -> None:
    async def check() -> None:
        file = tmp_path / "memory.sqlite"
        one, other = SqliteBlockStore(file), SqliteBlockStore(file)
        await one.put(block(1))
        await other.clear(None)
        assert await one.get(block(1).block_id) is None
        await one.put(block(2))
        found = await other.get(block(2).block_id)
        assert found is not None
        assert found.turns == block(2).turns
        one.close()
        other.close()

    asyncio.run(check())


def test_memory_takes_over_once_and_only_when_the_store_never_worked() -> None:
    async def check() -> None:
        told: list[str] = []
        fallen = FallbackStore(_refusing(), told.append)
        assert await fallen.load_ledger("") == ""
        await fallen.save_ledger("", "yes")
        assert await fallen.load_ledger("") == "yes"
        assert len(told) == 1
        assert "switched off" in told[0]

        small = FallbackStore(InMemoryBlockStore(QUOTA), told.append, QUOTA)
        await small.put(block(1))
        with pytest.raises(StoreError, match="quota"):
            await small.put(block(2, text="x" * 30_000))
        assert await small.get(block(1).block_id) is not None
        assert len(told) == 1

    asyncio.run(check())


def test_a_full_store_refuses_clearly_and_keeps_what_it_has(run_small: Runner) -> None:
    async def check(store: MemoryStore) -> None:
        await store.put(block(1))
        with pytest.raises(StoreError) as refused:
            await store.put(block(2, text="x" * 30_000, turns=1))
        assert refused.value.code == "quota"
        assert len([one async for one in store.newest_first("")]) == 1

    run_small(check)


def test_deleted_words_are_not_in_the_sqlite_file(tmp_path: Path) -> None:
    file = tmp_path / "memory.sqlite"

    async def check() -> None:
        store = SqliteBlockStore(file)
        one = block(1, text="the quick zebra secret")
        await store.put(one)
        await store.put(block(2))
        await store.delete([one.block_id])
        store.close()

    asyncio.run(check())
    left = b"".join(part.read_bytes() for part in tmp_path.iterdir())
    assert b"zebra" not in left


def test_replaced_words_leave_the_sqlite_file_at_once_after_they_had_settled_there(tmp_path: Path) -> None:
    file = tmp_path / "memory.sqlite"
    settled = SqliteBlockStore(file, Limits())
    asyncio.run(settled.put(block(1, text="xylophone lessons")))
    asyncio.run(settled.save_ledger("", "xylophone " * 50))
    settled.close()  # the log goes into the file
    store = SqliteBlockStore(file, Limits())
    assert b"xylophone" in file.read_bytes()
    asyncio.run(store.put(block(1, text="piano lessons")))
    asyncio.run(store.save_ledger("", "piano"))
    files = [file, *tmp_path.glob("memory.sqlite-*")]
    assert not any(b"xylophone" in one.read_bytes() for one in files)
    store.close()


def test_a_file_that_is_no_database_is_a_clear_error(tmp_path: Path) -> None:
    file = tmp_path / "memory.sqlite"
    file.write_text("this is a text, not a database, and long enough to be looked at" * 20)
    with pytest.raises(StoreError) as refused:
        SqliteBlockStore(file)
    assert refused.value.code == "store-unreadable"
    assert file.read_text().startswith("this is a text")
