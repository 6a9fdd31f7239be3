"""Several tabs or processes on one store: whole operations exclude each other, and all stay in step."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from limpet.clock import FixedClock
from limpet.embed.none import NoEmbedder
from limpet.errors import StoreError
from limpet.limits import Limits
from limpet.memory.block import Block, RememberedTurn
from limpet.memory.persistent import PersistentMemory
from limpet.memory.recall import RecallRequest
from limpet.memory.turn import Turn
from limpet.ports import MemoryStore
from limpet.store.memory import InMemoryBlockStore
from limpet.store.sqlite import SqliteBlockStore

LIMITS = Limits(pending_turns=4, block_turns=4)
Open = Callable[[], MemoryStore]


@pytest.fixture(params=["memory", "sqlite"])
def stores(request: pytest.FixtureRequest, tmp_path: Path) -> Open:
    """Opens the same store for one more tab or process."""
    if request.param == "sqlite":
        return lambda: SqliteBlockStore(tmp_path / "memory.sqlite", LIMITS)
    shared = InMemoryBlockStore(LIMITS)
    return lambda: shared


def opened(stores: Open, limits: Limits = LIMITS) -> PersistentMemory:
    return PersistentMemory(stores(), NoEmbedder(), limits, FixedClock(1e9))


def turns(*texts: str) -> list[RememberedTurn]:
    return [RememberedTurn(str(i), text, at_s=1e9 + i) for i, text in enumerate(texts, 1)]


async def all_turns(memory: PersistentMemory) -> list[str]:
    return sorted(turn.message for block in await memory.blocks() for turn in block.turns)


def test_two_tabs_that_forget_at_the_same_moment_keep_both_marks(stores: Open) -> None:
    async def check() -> None:
        one, other = opened(stores), opened(stores)
        await one.remember("s", turns("my pin is 4711", "my cat is Tom", "the weather is fine"))
        old = await one.export()
        assert await all_turns(other)  # both have read the store, and each keeps what it has read
        await asyncio.gather(one.forget({"text": "4711"}), other.forget({"text": "Tom"}))
        for memory in (one, other, opened(stores)):
            await memory.import_document(old)
            assert await all_turns(memory) == ["the weather is fine"]

    asyncio.run(check())


def test_two_tabs_that_remember_and_import_at_the_same_moment_double_nothing(stores: Open) -> None:
    async def check() -> None:
        one, other = opened(stores), opened(stores)
        said = turns(*(f"sentence {i} about the router" for i in range(20)))
        await one.remember("s", said[:10])
        document = await one.export()
        await asyncio.gather(
            one.remember("s", said), other.remember("s", said), one.import_document(document),
            other.import_document(document),
        )  # fmt: skip
        assert await all_turns(other) == sorted(turn.message for turn in said)

    asyncio.run(check())


def test_a_choice_in_one_tab_does_not_undo_a_mark_of_another(stores: Open) -> None:
    async def check() -> None:
        one, other = opened(stores), opened(stores)
        await one.remember("s", turns("my pin is 4711"))
        old = await one.export()
        await other.consent()
        await one.forget({"text": "4711"})
        await other.set_consent(True)
        assert (await one.consent()).remembers
        await other.import_document(old)
        assert await all_turns(other) == []

    asyncio.run(check())


def test_what_one_process_stores_the_other_recalls(stores: Open) -> None:
    async def check() -> None:
        one, other = opened(stores), opened(stores)
        await one.remember("s", turns("the router has ticket 123"))
        assert len((await other.recall(RecallRequest("router ticket"))).turns) == 1
        await one.remember("t", turns("the second router has ticket 456"))
        assert len((await other.recall(RecallRequest("router ticket"))).turns) == 2
        await one.forget("all")
        assert (await other.recall(RecallRequest("router ticket"))).turns == ()

    asyncio.run(check())


def test_ledgers_in_memory_are_bounded_and_private_chats_stay_private() -> None:
    async def check() -> None:
        limits = Limits(users=3, private_users=2)
        memory = PersistentMemory(InMemoryBlockStore(limits), NoEmbedder(), limits, FixedClock(1e9))
        await memory.set_consent(True, is_private=True, user="hidden")
        for number in range(20):
            await memory.set_consent(True, user=f"user {number}")
            await memory.recall(RecallRequest("anything", user=f"user {number}"))
        assert memory._ledgers.size <= 3
        assert len(memory._library._shelves) <= 3
        assert len(memory._library._versions) <= 3
        assert (await memory.consent("hidden")).is_private
        assert (await memory.consent("user 0")).remembers
        await memory.set_consent(True, is_private=True, user="second")
        with pytest.raises(StoreError, match="too-many-private"):
            await memory.set_consent(True, is_private=True, user="third")
        await memory.set_consent(True, is_private=False, user="second")
        await memory.set_consent(True, is_private=True, user="third")

    asyncio.run(check())


class Unsteady(InMemoryBlockStore):
    """A store whose reads or writes can be switched off."""

    reads = writes = True

    async def version(self, user_id: str) -> str:
        self._knock(self.reads)
        return await super().version(user_id)

    async def load_ledger(self, user_id: str) -> str:
        self._knock(self.reads)
        return await super().load_ledger(user_id)

    async def put(self, block: Block) -> None:
        self._knock(self.writes)
        await super().put(block)

    @staticmethod
    def _knock(is_there: bool) -> None:
        if not is_there:
            raise StoreError("store-refused", "The store is away.")


def test_a_session_that_ended_while_the_store_refused_is_stored_later() -> None:
    async def check() -> None:
        store = Unsteady(LIMITS)
        memory = opened(lambda: store)
        await memory.set_consent(True)
        for away in ("writes", "reads"):
            setattr(store, away, False)
            with pytest.raises(StoreError, match="away"):
                await memory.add_evicted([Turn(f"said while {away} failed", "", number=1)], away, is_end=True)
            setattr(store, away, True)
        saved: Any = memory.pending.to_json()
        later = opened(lambda: store)
        later.pending.restore(saved)
        assert await later.store_waiting() == 2
        assert await all_turns(later) == ["said while reads failed", "said while writes failed"]
        assert later.pending.size == 0

    asyncio.run(check())


def test_what_waited_without_consent_is_let_go() -> None:
    """The ledger could not be read when the turn came; it says no when it can."""

    async def check() -> None:
        store = Unsteady(LIMITS)
        memory = opened(lambda: store)
        store.reads = False
        with pytest.raises(StoreError):
            await memory.add_evicted([Turn("never asked for", "", number=1)], "s", is_end=True)
        store.reads = True
        assert await memory.store_waiting() == 0
        assert memory.pending.size == 0
        assert await memory.blocks() == []

    asyncio.run(check())


def test_metadata_that_are_still_being_read_are_not_waited_for_longer_than_asked() -> None:
    """The newest blocks come first, so a question is answered from them; one that waits has all."""

    class Slow(InMemoryBlockStore):
        async def heads(self, user_id: str = "") -> Any:
            async for number, head in _numbered(super().heads(user_id)):
                if number == 2:
                    await asyncio.sleep(0.2)
                yield head

    async def _numbered(items: Any) -> Any:
        number = 0
        async for item in items:
            yield number, item
            number += 1

    async def check() -> None:
        store = Slow(LIMITS)
        filled = opened(lambda: store)
        for day in range(4):
            said = [RememberedTurn("1", f"router note {day}", at_s=1e9 + 86_400 * day)]
            await filled.remember(f"day {day}", said)
        memory = opened(lambda: store)
        part = await memory.recall(RecallRequest("router note", wait_s=0.05))
        assert part.is_partial
        assert {turn.session_id for turn in part.turns} == {"day 2", "day 3"}
        whole = await memory.recall(RecallRequest("router note"))
        assert not whole.is_partial
        assert len(whole.turns) == 4

    asyncio.run(check())
