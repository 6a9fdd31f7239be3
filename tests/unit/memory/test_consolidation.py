"""Where turns come apart, what blocks are labelled with, and what happens when a store refuses."""

from __future__ import annotations

import asyncio

import numpy as np
import pytest

from limpet.clock import FixedClock
from limpet.embed.none import NoEmbedder
from limpet.errors import StoreError
from limpet.limits import Limits
from limpet.memory.block import Block, RememberedTurn, as_int8
from limpet.memory.block_head import head_of
from limpet.memory.consolidation import consolidate, cut_places, stretches
from limpet.memory.facts import Fact, facts_in, superseded
from limpet.memory.mastery import mastery_of
from limpet.memory.persistent import PersistentMemory
from limpet.memory.recall import RecallRequest
from limpet.memory.shelf import Shelf
from limpet.memory.turn import Turn
from limpet.store.memory import InMemoryBlockStore

ROUTER = [RememberedTurn(f"r{i}", f"the router drops the line number {i} at night", at_s=float(i)) for i in range(8)]
ALGEBRA = [RememberedTurn(f"a{i}", f"algebra exercise {i} with quadratic equations", at_s=10.0 + i) for i in range(8)]


def block_of(turns: list[RememberedTurn], vectors: np.ndarray | None = None) -> Block:
    return consolidate(
        turns, vectors, user_id="", session_id="s", kind="conversation", embedder="e", now_s=99.0, idf=lambda _: 1.0
    )


def test_a_change_of_subject_cuts() -> None:
    assert cut_places([*ROUTER, *ALGEBRA], None, 24) == [8]


def test_one_subject_stays_whole() -> None:
    assert cut_places(ROUTER, None, 24) == []


def test_a_change_that_only_vectors_see_cuts_too() -> None:
    vectors = np.array([[1.0, 0.0]] * 8 + [[0.0, 1.0]] * 8, dtype=np.float32)
    turns = [RememberedTurn(str(i), f"word{i}", at_s=float(i)) for i in range(16)]
    assert 8 in cut_places(turns, vectors, 24)


@pytest.mark.parametrize("count", [1, 5, 24, 25, 60, 200])
def test_no_stretch_is_longer_than_its_cap_and_none_is_lost(count: int) -> None:
    turns = [RememberedTurn(str(i), "the same router words", at_s=float(i)) for i in range(count)]
    parts = stretches(turns, None, 24)
    assert [place for start, end in parts for place in range(start, end)] == list(range(count))
    assert max(end - start for start, end in parts) <= 24


def test_a_block_is_labelled_with_its_words_time_and_theme() -> None:
    made = block_of(ROUTER)
    assert "router" in made.keywords
    assert "router" in made.theme
    assert (made.start_s, made.end_s, made.turn_count) == (0.0, 7.0, 8)


def test_the_same_stretch_has_the_same_id() -> None:
    assert block_of(ROUTER).block_id == block_of(ROUTER[:3]).block_id != block_of(ALGEBRA).block_id


def test_a_head_keeps_within_its_bytes_however_many_words() -> None:
    turns = [RememberedTurn(str(i), " ".join(f"word{i}x{j}" for j in range(100))) for i in range(24)]
    head = head_of(block_of(turns, np.ones((24, 384), dtype=np.float32)), 1, 800)
    assert head.resident_bytes <= 800
    assert list(head.stems) == sorted(head.stems)


def test_int8_rows_keep_the_cosine() -> None:
    rows = np.random.default_rng(1).normal(size=(50, 384)).astype(np.float32)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    small, scales = as_int8(rows)
    assert float(np.einsum("td,td->t", rows, small * scales[:, None]).min()) > 0.995


def test_a_shelf_forgets_what_is_taken_off() -> None:
    shelf, heads = Shelf(), []
    for number in range(80):
        turns = [RememberedTurn(f"{number}", f"router word{number}", speaker="Asha", at_s=float(number))]
        heads.append(head_of(block_of(turns), 100, 800))
        shelf.add(heads[-1])
    for head in heads[:79]:
        assert shelf.remove(head)
    assert (shelf.size, shelf.turns, shelf.speakers) == (1, 1, ["Asha"])
    assert shelf.ids() == [heads[79].block_id]
    assert shelf.remove(heads[79])
    assert not shelf.remove(heads[79])
    assert shelf.speakers == []
    assert not shelf._turns_with.any()
    assert not shelf._blocks_with.any()


class RefusingStore(InMemoryBlockStore):
    """Fails every third write."""

    writes = 0

    async def put(self, block: Block) -> None:
        self.writes += 1
        if self.writes % 3 == 0:
            raise StoreError("store-refused", "The disk is busy.")
        await super().put(block)


def test_a_store_that_fails_every_third_write_loses_and_doubles_nothing() -> None:
    async def check() -> None:
        memory = PersistentMemory(
            RefusingStore(), NoEmbedder(), Limits(pending_turns=4, block_turns=4), FixedClock(1e9)
        )
        await memory.set_consent(True)
        refused = 0
        for number in range(1, 101):
            try:
                await memory.add_evicted([Turn(f"message {number}", "ok", at_s=1e9 + number, number=number)], "live")
            except StoreError:
                refused += 1
            stored = [turn.turn_id for block in await memory.blocks() for turn in block.turns]
            waiting = [turn.turn_id for turn in memory.pending.of(("", "live"))]
            assert sorted(map(int, {*stored, *waiting})) == list(range(1, number + 1))
            assert len(stored) == len(set(stored))
        assert refused > 5

    asyncio.run(check())


def test_what_waits_survives_in_the_session_snapshot() -> None:
    async def check() -> None:
        store = InMemoryBlockStore()
        memory = PersistentMemory(store, NoEmbedder(), clock=FixedClock(1e9))
        await memory.set_consent(True)
        await memory.add_evicted([Turn("I live in Pune.", "Noted.", number=1)], "live")
        saved = memory.pending.to_json()
        reborn = PersistentMemory(store, NoEmbedder(), clock=FixedClock(1e9))
        reborn.pending.restore(saved)
        assert await reborn.flush() == 1
        assert [turn.message for block in await reborn.blocks() for turn in block.turns] == ["I live in Pune."]

    asyncio.run(check())


@pytest.mark.parametrize(
    ("message", "slot", "value"),
    [
        ("I live in Pune.", "home", "Pune"),
        ("I just moved to Berlin, finally", "home", "Berlin"),
        ("I work at Siemens now.", "work", "Siemens"),
        ("My favourite colour is blue.", "favourite colour", "blue"),
        ("I'm vegetarian", "diet", "vegetarian"),
        ("Call me Ravi!", "name", "Ravi"),
    ],
)
def test_a_statement_about_oneself_is_a_fact(message: str, slot: str, value: str) -> None:
    assert facts_in(message) == (Fact("", slot, value),)


@pytest.mark.parametrize(
    "message", ["Do I live in Pune?", "My router is not working", "", "Nice weather", "is my size ok"]
)
def test_questions_and_moods_are_no_facts(message: str) -> None:
    assert facts_in(message) == ()


def test_facts_of_two_subjects_are_no_rivals() -> None:
    mine, hers = Fact("Ravi", "home", "Pune"), Fact("Asha", "home", "Delhi")
    assert superseded([(1.0, [mine]), (2.0, [hers])]) == [frozenset(), frozenset()]


@pytest.mark.parametrize(
    ("message", "sign"),
    [
        ("I understand it now", "mastered"),
        ("Do you think I got it?", ""),
        ("I'm confused", "difficult"),
        ("I don't really understand fractions", "difficult"),
        ("Show me the next one", ""),
    ],
)
def test_what_a_learner_says_shows_what_they_command(message: str, sign: str) -> None:
    assert mastery_of(message) == sign


def test_old_blocks_become_coarser_before_any_leaves_for_want_of_bytes() -> None:
    async def check() -> None:
        limits = Limits(store_bytes=20_000)
        memory = PersistentMemory(InMemoryBlockStore(limits), NoEmbedder(), limits, FixedClock(1e9))
        for number in range(30):
            text = f"word{number} " + "a long text of many words " * 20
            await memory.remember(f"s{number}", [RememberedTurn("1", text, at_s=1e9 + number)])
        lengths = [len(block.turns[0].message) for block in await memory.blocks()]
        assert len(lengths) == 30
        assert lengths[0] > 500
        assert lengths[-1] <= limits.gist_chars

    asyncio.run(check())


def test_blocks_of_several_sessions_merge_before_any_leaves_and_their_turns_keep_their_sessions() -> None:
    async def check() -> None:
        limits = Limits(blocks=3, block_turns=4)
        memory = PersistentMemory(InMemoryBlockStore(), NoEmbedder(), limits, FixedClock(1e9))
        asked = [[RememberedTurn("1", f"my word{number} router is slow", at_s=1e9 + number)] for number in range(12)]
        for number, turns in enumerate(asked):
            await memory.remember(f"s{number}", turns)
        blocks = await memory.blocks()
        kept = [(block.session_of(turn), turn.turn_id) for block in blocks for turn in block.turns]
        assert sorted(kept) == sorted((f"s{number}", "1") for number in range(12))
        assert len(blocks) == 3
        assert all((block.start_s, block.end_s) == (block.turns[0].at_s, block.turns[-1].at_s) for block in blocks)
        assert all(block.turn_count <= 2 * limits.block_turns for block in blocks)
        oldest = blocks[-1]
        assert oldest.turn_count > 1
        assert oldest.theme
        assert {"router", "slow"} & {*oldest.keywords}
        found = await memory.recall(RecallRequest("word2 router", k=1))
        assert [(one.session_id, one.turn_id) for one in found.turns] == [("s2", "1")]
        for number, turns in enumerate(asked):  # all of it is known, so nothing is doubled
            await memory.remember(f"s{number}", turns)
        assert (await memory.import_document(await memory.export()))["known"] == 12
        receipt = await memory.forget({"turn": "1"}, session_id="s1")
        assert (receipt.verified, receipt.left) == (True, (("s1", "1"),))
        await memory.forget("session", session_id="s2")
        left = {block.session_of(turn) for block in await memory.blocks() for turn in block.turns}
        assert left == {f"s{number}" for number in (0, *range(3, 12))}

    asyncio.run(check())


def test_the_oldest_leaves_when_no_two_fit_together_any_more() -> None:
    async def check() -> None:
        limits = Limits(blocks=2, block_turns=1)
        memory = PersistentMemory(InMemoryBlockStore(), NoEmbedder(), limits, FixedClock(1e9))
        for number in range(6):
            await memory.remember(f"s{number}", [RememberedTurn("1", f"word{number} router", at_s=1e9 + number)])
        blocks = await memory.blocks()
        assert [[block.session_of(turn) for turn in block.turns] for block in blocks] == [["s5"], ["s4"]]

    asyncio.run(check())


def test_blocks_of_one_session_merge_when_there_are_too_many() -> None:
    async def check() -> None:
        memory = PersistentMemory(InMemoryBlockStore(), NoEmbedder(), Limits(blocks=2), FixedClock(1e9))
        for number in range(4):
            await memory.remember("s", [RememberedTurn(str(number), f"word{number} router", at_s=1e9 + number)])
        blocks = await memory.blocks()
        assert len(blocks) == 2
        assert sorted(turn.turn_id for block in blocks for turn in block.turns) == ["0", "1", "2", "3"]

    asyncio.run(check())
