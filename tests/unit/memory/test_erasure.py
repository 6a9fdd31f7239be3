"""Forgetting one thing: what leaves, what stays, and what the receipt says."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from limpet.clock import FixedClock
from limpet.embed.none import NoEmbedder
from limpet.errors import WireError
from limpet.limits import Limits
from limpet.memory.block import RememberedTurn
from limpet.memory.matching import doomed
from limpet.memory.persistent import PersistentMemory
from limpet.memory.tombstones import TOMBSTONES, Tombstones
from limpet.memory.turn import Turn
from limpet.store.memory import InMemoryBlockStore

TURNS = [
    RememberedTurn("1", "My router has ticket 123.", "Noted.", at_s=1.0, entities=("router",)),
    RememberedTurn("2", "I bought a red kurta.", "It ships today.", at_s=2.0, entities=("kurta",), slots={"size": "L"}),
    RememberedTurn("3", "We had a party with art.", "Nice.", at_s=3.0),
]


def with_memory(check: Callable[[PersistentMemory], Awaitable[None]]) -> None:
    async def run() -> None:
        memory = PersistentMemory(InMemoryBlockStore(), NoEmbedder(), Limits(), FixedClock(1e9))
        await memory.remember("s", TURNS)
        await check(memory)

    asyncio.run(run())


async def kept(memory: PersistentMemory) -> list[str]:
    return [turn.turn_id for block in await memory.blocks() for turn in block.turns]


def test_a_text_takes_its_turn_with_it_and_the_receipt_counts() -> None:
    async def check(memory: PersistentMemory) -> None:
        receipt = await memory.forget({"text": "RED  kurta"})
        assert (receipt.turns, receipt.entities, receipt.slots, receipt.blocks_changed) == (1, 1, 1, 1)
        assert receipt.verified
        assert set(receipt.searched) == {"blocks", "export", "pending"}
        assert await kept(memory) == ["1", "3"]
        block = (await memory.blocks())[0]
        assert "kurta" not in " ".join((*block.keywords, block.theme, *block.entities, *block.slots.values()))

    with_memory(check)


def test_a_turn_leaves_by_its_id() -> None:
    async def check(memory: PersistentMemory) -> None:
        assert (await memory.forget({"turn": "2"})).turns == 1
        assert await kept(memory) == ["1", "3"]
        assert await memory.remember("s", TURNS) == 0
        assert await kept(memory) == ["1", "3"]

    with_memory(check)


def test_an_entity_leaves_as_a_word_not_as_letters() -> None:
    async def check(memory: PersistentMemory) -> None:
        assert (await memory.forget({"entity": "art"})).turns == 1
        assert (await memory.forget({"entity": "rout"})).turns == 0
        assert await kept(memory) == ["1", "2"]

    with_memory(check)


def test_a_block_leaves_whole_and_does_not_come_back_by_import() -> None:
    async def check(memory: PersistentMemory) -> None:
        document = await memory.export()
        block_id = (await memory.blocks())[0].block_id
        receipt = await memory.forget({"block": block_id})
        assert (receipt.turns, receipt.blocks_removed) == (3, 1)
        assert (await memory.import_document(document))["forgotten"] == 3
        assert await kept(memory) == []

    with_memory(check)


def test_a_session_leaves_with_its_waiting_turns_and_others_stay() -> None:
    async def check(memory: PersistentMemory) -> None:
        await memory.set_consent(True)
        await memory.add_evicted([Turn("a live word", "ok", number=1)], "live")
        receipt = await memory.forget("session", session_id="live")
        assert (receipt.turns, receipt.pending) == (1, 1)
        assert len(await kept(memory)) == 3
        assert (await memory.forget("session", session_id="s")).turns == 3

    with_memory(check)


def test_all_leaves_nothing_not_even_the_key_of_the_marks() -> None:
    async def check(memory: PersistentMemory) -> None:
        await memory.set_consent(True)
        await memory.forget({"text": "party"})
        receipt = await memory.forget("all")
        assert (receipt.turns, receipt.blocks_removed, receipt.verified) == (2, 1, True)
        assert await memory._store.size_bytes() == 0
        assert not (await memory.consent()).remembers

    with_memory(check)


def test_a_place_that_still_holds_the_words_is_named() -> None:
    async def check(memory: PersistentMemory) -> None:
        places = {"snapshot": lambda: "... red kurta ...", "transcript": lambda: "empty"}
        receipt = await memory.forget({"text": "red kurta"}, places=places)
        assert not receipt.verified
        assert receipt.found_in == ("snapshot",)

    with_memory(check)


def test_the_rest_of_a_cut_gist_leaves_too() -> None:
    cut = RememberedTurn("1", "hello", "You told me that your secret code is…")
    assert doomed("text", "your secret code is zephyr 4711", "")("s", cut)
    assert not doomed("text", "your secret code is zephyr 4711", "")("s", RememberedTurn("1", "your code", "fine"))


@pytest.mark.parametrize(
    "what", [{}, {"text": ""}, {"text": " "}, {"text": 5}, {"colour": "x"}, "everything", None, []]
)
def test_what_names_nothing_is_refused(what: object) -> None:
    async def check(memory: PersistentMemory) -> None:
        with pytest.raises(WireError) as refused:
            await memory.forget(what)  # type: ignore[arg-type]
        assert refused.value.code == "wrong-field"
        assert len(await kept(memory)) == 3

    with_memory(check)


def test_marks_keep_no_words_and_their_number_is_bounded() -> None:
    marks = Tombstones(b"k" * 32)
    marks.bury_text("my zephyr quartz")
    assert "zephyr" not in str(marks.to_json())
    assert Tombstones.from_json(marks.to_json()).bars(["so, My ZEPHYR quartz?"])
    assert not Tombstones().bars(["my zephyr quartz"])
    for number in range(TOMBSTONES + 10):
        marks.bury_turn("s", str(number))
    assert marks.size == TOMBSTONES
    assert not marks.bars(["my zephyr quartz"])


def test_a_turn_id_means_the_running_session_first_and_any_other_next() -> None:
    """Turn "1" of the running session leaves alone; one that only an earlier session has leaves there."""

    async def check(memory: PersistentMemory) -> None:
        await memory.set_consent(True)
        await memory.add_evicted([Turn("a live word", "ok", number=1)], "live")
        assert (await memory.forget({"turn": "1"}, session_id="live")).pending == 1
        assert await kept(memory) == ["1", "2", "3"]
        assert (await memory.forget({"turn": "3"}, session_id="live")).turns == 1
        assert await kept(memory) == ["1", "2"]

    with_memory(check)


def test_whether_a_text_was_forgotten_can_be_asked() -> None:
    async def check(memory: PersistentMemory) -> None:
        await memory.forget({"text": "red kurta"})
        assert await memory.is_forgotten(["I bought a RED kurta!"])
        assert not await memory.is_forgotten(["I bought a blue kurta!"])

    with_memory(check)
