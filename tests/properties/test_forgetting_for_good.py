"""Whatever was said, however it was kept: what is forgotten is found nowhere."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from limpet.clock import FixedClock
from limpet.limits import Limits
from limpet.memory.block import RememberedTurn
from limpet.memory.library import Library
from limpet.memory.persistent import PersistentMemory
from limpet.memory.recall import RecallRequest
from limpet.memory.turn import Turn
from limpet.ports import Vectors
from limpet.store.memory import InMemoryBlockStore

WORDS = "router kurta algebra maths night spring red blue cotton Pune Asha restart order size large ticket".split()
SECRET = "zephyr quartz 4711"
LIMITS = Limits(pending_turns=4, block_turns=6)


class WordEmbedder:
    """Vectors of word counts, so that a test needs no model."""

    name = "words"
    dimensions = 16
    is_ready = True

    async def embed(self, texts: Sequence[str]) -> Vectors:
        rows = np.full((len(texts), self.dimensions), 0.01, dtype=np.float32)
        for row, text in enumerate(texts):
            for word in text.lower().split():
                rows[row, sum(map(ord, word)) % self.dimensions] += 1
        return np.asarray(rows / np.linalg.norm(rows, axis=1, keepdims=True), dtype=np.float32)


@dataclass(frozen=True)
class Said:
    words: list[str]
    secret_in: str
    way: str
    gap_s: float


said = st.builds(
    Said,
    words=st.lists(st.sampled_from(WORDS), min_size=1, max_size=8),
    secret_in=st.sampled_from(["", "", "", "message", "answer", "entity", "topic", "slot"]),
    way=st.sampled_from(["evicted", "remembered"]),
    gap_s=st.sampled_from([1.0, 60.0, 5_000.0]),
)


def text_of(one: Said, place: str) -> str:
    plain = " ".join(one.words)
    return f"{plain} {SECRET.upper()} {plain}" if one.secret_in == place else plain


async def told(history: Sequence[Said]) -> tuple[PersistentMemory, InMemoryBlockStore]:
    store = InMemoryBlockStore(LIMITS)
    memory = PersistentMemory(store, WordEmbedder(), LIMITS, FixedClock(1e9))
    await memory.set_consent(True)
    at_s = 1e9
    for number, one in enumerate(history, 1):
        at_s += one.gap_s
        entities = (SECRET,) if one.secret_in == "entity" else ("Pune",)
        topics = (SECRET,) if one.secret_in == "topic" else ("Shop",)
        slots = {"note": SECRET} if one.secret_in == "slot" else {"size": "L"}
        message, answer = text_of(one, "message"), text_of(one, "answer")
        if one.way == "evicted":
            turn = Turn(message, answer, entities, topics, at_s=at_s, number=number)
            await memory.add_evicted([turn], "live", slots=slots)
        else:
            kept = RememberedTurn(str(number), message, answer, "Asha", at_s, entities, topics, slots)
            await memory.remember("old", [kept])
    return memory, store


def everything(memory: PersistentMemory, store: InMemoryBlockStore, export: Any) -> str:
    stored = b"".join(data for _, data in store._blocks.values()).decode("utf-8", "replace")
    cached = " ".join(repr(one) for one, _ in memory._library.opened._entries.values())
    waiting = json.dumps(memory.pending.to_json())
    return " ".join((stored, cached, waiting, json.dumps(export), *store._ledgers.values())).casefold()


@settings(max_examples=500, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(history=st.lists(said, min_size=1, max_size=14), kind=st.sampled_from(["text", "entity"]))
def test_a_forgotten_text_is_found_nowhere_and_does_not_come_back(history: list[Said], kind: str) -> None:
    """It leaves store, caches, waiting turns, export and answers; an old export does not bring it back."""

    async def check() -> None:
        memory, store = await told(history)
        question = RecallRequest(f"what about {SECRET}?", exhaustive=True)
        await memory.recall(question)
        old_export = await memory.export()
        receipt = await memory.forget({kind: SECRET})
        assert receipt.verified
        assert SECRET not in everything(memory, store, await memory.export())
        await memory.import_document(old_export)
        assert SECRET not in everything(memory, store, await memory.export())
        await memory.flush()
        found = await memory.recall(question)
        assert all(SECRET not in " ".join(one.turn.texts).casefold() for one in found.turns)

    asyncio.run(check())


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(history=st.lists(said, min_size=1, max_size=14))
def test_forgetting_twice_is_forgetting_once(history: list[Said]) -> None:
    """The second time finds nothing to remove and changes nothing."""

    async def check() -> None:
        memory, _ = await told(history)
        await memory.forget({"text": SECRET})
        first = await memory.export()
        again = await memory.forget({"text": SECRET})
        assert (again.turns, again.blocks_changed, again.blocks_removed) == (0, 0, 0)
        assert await memory.export() == first

    asyncio.run(check())


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(history=st.lists(said, min_size=1, max_size=14))
def test_forgetting_one_text_leaves_every_other_turn(history: list[Said]) -> None:
    """No turn without the words is lost."""

    async def check() -> None:
        memory, _ = await told(history)
        await memory.flush()
        clean = {turn.turn_id for block in await memory.blocks() for turn in block.turns if not holds(turn)}
        await memory.forget({"text": SECRET})
        assert {turn.turn_id for block in await memory.blocks() for turn in block.turns} == clean

    asyncio.run(check())


def holds(turn: RememberedTurn) -> bool:
    return any(SECRET in text.casefold() for text in turn.texts)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(history=st.lists(said, min_size=1, max_size=25), blocks=st.integers(1, 4))
def test_caps_hold_whatever_is_remembered(history: list[Said], blocks: int) -> None:
    """Blocks never exceed their cap, and what stays adds up to its metadata."""

    async def check() -> None:
        store = InMemoryBlockStore()
        memory = PersistentMemory(store, WordEmbedder(), Limits(blocks=blocks, block_turns=6), FixedClock(1e9))
        for number, one in enumerate(history):
            turn = RememberedTurn(str(number), " ".join(one.words), at_s=1e9 + number * 9_000.0)
            await memory.remember(f"s{number % 3}", [turn])
        assert all(one.is_within_cap for one in await memory.structures())
        kept = await memory.blocks()
        shelf = await memory._library.shelf("")
        assert shelf.size == len(kept) <= blocks
        assert shelf.turns == sum(block.turn_count for block in kept)
        again = await Library(store, Limits()).shelf("")
        assert np.array_equal(again._turns_with, shelf._turns_with)
        assert np.array_equal(again._blocks_with, shelf._blocks_with)

    asyncio.run(check())
