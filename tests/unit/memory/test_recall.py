"""Recall over small memories: what is opened, what is skipped, and why."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime

import numpy as np
import pytest

from limpet.clock import FixedClock
from limpet.embed.none import NoEmbedder
from limpet.limits import Limits
from limpet.memory.block import RememberedTurn
from limpet.memory.facts import facts_in
from limpet.memory.mastery import mastery_of
from limpet.memory.persistent import PersistentMemory
from limpet.memory.recall import RecallRequest, Recollection
from limpet.memory.recall_query import without_names
from limpet.memory.turn import Turn
from limpet.store.memory import InMemoryBlockStore

NOW = datetime(2026, 3, 18, 15, tzinfo=UTC).timestamp()
DAY = 86_400.0
SUBJECTS = {
    "router": ["The router drops the line at night.", "I restarted the router twice.", "The router has ticket 123."],
    "kurta": ["I bought a red cotton kurta.", "The kurta fits in size L.", "Delivery of the kurta took four days."],
    "algebra": ["Algebra is hard for me.", "I solved the quadratic equation.", "Show me more algebra exercises."],
}  # fmt: skip


def memory() -> PersistentMemory:
    return PersistentMemory(InMemoryBlockStore(), NoEmbedder(), Limits(), FixedClock(NOW), UTC)


async def fill(filled: PersistentMemory, days: dict[str, float], user: str = "") -> None:
    """Each subject as a session so many days ago."""
    for subject, days_ago in days.items():
        turns = [
            RememberedTurn(f"{subject}{i}", text, at_s=NOW - days_ago * DAY + i, facts=facts_in(text))
            for i, text in enumerate(SUBJECTS[subject])
        ]
        await filled.remember(f"{subject} {days_ago}", turns, user)


def recall(days: dict[str, float], text: str, **options: object) -> Recollection:
    async def asked() -> Recollection:
        filled = memory()
        await fill(filled, days)
        return await filled.recall(RecallRequest(text, **options))  # type: ignore[arg-type]

    return asyncio.run(asked())


DAYS = {"router": 90.0, "kurta": 180.0, "algebra": 5.0}


def test_an_old_block_is_found_when_its_metadata_match() -> None:
    """Six months later, shoes or kurtas bought then are still found, and nothing else is opened."""
    found = recall(DAYS, "a kurta similar to the one I bought last time")
    assert found.turns[0].turn_id == "kurta0"
    assert len(found.opened) == 1
    assert {one.reason for one in found.skipped} == {"metadata"}
    assert found.opened_share == pytest.approx(1 / 3)


def test_exhaustive_and_progressive_give_a_turn_the_same_score() -> None:
    one = recall(DAYS, "the router ticket").turns[0]
    whole = recall(DAYS, "the router ticket", exhaustive=True)
    assert whole.turns[0].turn_id == one.turn_id == "router2"
    assert whole.turns[0].score == pytest.approx(one.score)
    assert whole.opened_share == 1.0


def test_depth_counts_opened_blocks_and_keeps_the_best() -> None:
    async def check() -> None:
        filled = memory()
        for number in range(6):
            await filled.remember(f"s{number}", [RememberedTurn("1", "router trouble", at_s=NOW - number * DAY)])
        await filled.remember("best", [RememberedTurn("1", "router trouble with the red light", at_s=NOW - 99 * DAY)])
        found = await filled.recall(RecallRequest("router trouble red light", depth=2, threshold=0.01, coverage=2.0))
        assert len(found.opened) == 2
        assert found.turns[0].session_id == "best"
        assert {one.reason for one in found.skipped} == {"depth"}

    asyncio.run(check())


def test_candidates_are_walked_newest_first() -> None:
    async def check() -> None:
        filled = memory()
        for days_ago in (30, 3, 300):
            turn = RememberedTurn("1", "the router drops", at_s=NOW - days_ago * DAY)
            await filled.remember(str(days_ago), [turn])
        found = await filled.recall(RecallRequest("router drops", coverage=2.0))
        ends = [(await filled._store.get(block_id)).end_s for block_id in found.opened]  # type: ignore[union-attr]
        assert ends == sorted(ends, reverse=True)
        assert [turn.session_id for turn in found.turns] == ["3", "30", "300"]

    asyncio.run(check())


def test_the_walk_stops_when_enough_is_covered() -> None:
    async def check() -> None:
        filled = memory()
        for days_ago in range(1, 9):
            turn = RememberedTurn("1", "the router drops", at_s=NOW - days_ago * DAY)
            await filled.remember(str(days_ago), [turn])
        all_of_them = await filled.recall(RecallRequest("router drops", coverage=2.0))
        early = await filled.recall(RecallRequest("router drops", coverage=0.01))
        assert len(early.opened) < len(all_of_them.opened) == 8
        assert "coverage" in {one.reason for one in early.skipped}
        assert early.coverage >= 0.01

    asyncio.run(check())


def test_a_named_time_bounds_the_walk_over_talks() -> None:
    """ "Last week" leaves this week's and last month's blocks closed."""
    found = recall({"router": 9.0, "kurta": 40.0, "algebra": 1.0}, "what did we talk about last week?")
    assert {turn.session_id for turn in found.turns} == {"router 9.0"}
    assert "time" in {one.reason for one in found.skipped}


def test_a_time_in_which_nothing_was_said_does_not_hide_the_rest() -> None:
    found = recall({"router": 90.0}, "what did I say about the router yesterday?")
    assert found.turns[0].session_id == "router 90.0"


def test_the_first_time_comes_from_the_oldest_block() -> None:
    async def check() -> None:
        filled = memory()
        for days_ago in (400, 40, 4):
            turn = RememberedTurn("1", "hello, about the router", at_s=NOW - days_ago * DAY)
            await filled.remember(str(days_ago), [turn])
        found = await filled.recall(RecallRequest("what about the router the first time we talked?", depth=1))
        assert [turn.session_id for turn in found.turns] == ["400"]

    asyncio.run(check())


def test_of_two_values_of_a_fact_the_newest_wins_and_the_older_can_be_asked_for() -> None:
    async def check() -> None:
        filled = memory()
        for days_ago, text in ((300, "I use Chrome as my browser."), (3, "I switched to Firefox as my browser.")):
            turn = RememberedTurn(str(days_ago), text, at_s=NOW - days_ago * DAY, facts=facts_in(text))
            await filled.remember(f"s{days_ago}", [turn])
        now = await filled.recall(RecallRequest("Which browser do I use?", exhaustive=True))
        before = await filled.recall(RecallRequest("Which browser did I use before?", exhaustive=True))
        assert [(turn.turn_id, turn.is_superseded) for turn in now.turns] == [("3", False), ("300", True)]
        assert before.turns[0].turn_id == "300"

    asyncio.run(check())


def test_one_user_never_sees_another() -> None:
    async def check() -> None:
        filled = memory()
        await fill(filled, {"router": 3.0}, user="asha")
        await fill(filled, {"kurta": 3.0}, user="ravi")
        assert (await filled.recall(RecallRequest("router", user="ravi", exhaustive=True))).turns[
            0
        ].turn_id != "router0"
        assert (await filled.forget({"text": "router"}, user="ravi")).turns == 0
        assert len((await filled.recall(RecallRequest("router", user="asha"))).turns) == 3
        await filled.forget("all", user="ravi")
        assert len(await filled.blocks("asha")) == 1

    asyncio.run(check())


def test_nothing_is_kept_before_the_visitor_says_yes() -> None:
    async def check() -> None:
        filled = memory()
        await filled.add_evicted([Turn("I live in Pune.", "Noted.", number=1)], "s", is_end=True)
        assert await filled.blocks() == []
        assert await filled._store.load_ledger("") == ""
        await filled.set_consent(True)
        await filled.add_evicted([Turn("I live in Pune.", "Noted.", number=1)], "s", is_end=True)
        assert len(await filled.blocks()) == 1

    asyncio.run(check())


def test_a_private_chat_writes_nothing_and_the_yes_outlives_it() -> None:
    async def check() -> None:
        filled = memory()
        await filled.set_consent(True, is_private=True)
        await filled.add_evicted([Turn("a secret", "", number=1)], "s", is_end=True)
        assert await filled.blocks() == []
        assert not (await filled.consent()).may_read
        other_tab = PersistentMemory(filled._store, NoEmbedder())
        await other_tab.set_consent(True)
        await other_tab.remember("t", [RememberedTurn("1", "said in the other tab")])
        assert (await filled.consent()).is_private, "what another tab writes does not end a private chat"
        assert (await PersistentMemory(filled._store, NoEmbedder()).consent()).may_write

    asyncio.run(check())


def test_remembering_again_doubles_nothing() -> None:
    async def check() -> None:
        filled = memory()
        turns = [RememberedTurn(str(i), f"word{i} router", at_s=NOW + i) for i in range(30)]
        assert await filled.remember("s", turns[:20]) == 20
        assert await filled.remember("s", turns) == 10
        kept = [turn.turn_id for block in await filled.blocks() for turn in block.turns]
        assert sorted(kept, key=int) == [str(i) for i in range(30)]

    asyncio.run(check())


class LateEmbedder:
    """Becomes ready when told."""

    name = "late"
    dimensions = 2
    is_ready = False

    async def embed(self, texts: Sequence[str]) -> np.ndarray:
        return np.array([[1.0, 0.0] if "router" in text.lower() else [0.0, 1.0] for text in texts], dtype=np.float32)


def test_blocks_stored_before_the_embedder_get_their_vectors_later() -> None:
    async def check() -> None:
        embedder = LateEmbedder()
        filled = PersistentMemory(InMemoryBlockStore(), embedder, Limits(), FixedClock(NOW), UTC)
        await filled.remember("s", [RememberedTurn("1", "The router drops.", at_s=NOW)])
        assert (await filled.recall(RecallRequest("router"))).is_lexical
        embedder.is_ready = True
        assert await filled.fill_vectors() == 1
        found = await filled.recall(RecallRequest("router"))
        assert not found.is_lexical
        assert found.turns[0].score > 2.5
        assert await filled.fill_vectors() == 0

    asyncio.run(check())


def test_names_leave_the_query_unless_nothing_else_is_left() -> None:
    assert without_names("Did Asha's sister call?", ["Asha"]) == "Did sister call?"
    assert without_names("Asha?", ["Asha"]) == "Asha?"


@pytest.mark.parametrize("text", ["", "   ", "?!", "🙂🙂", "x" * 100_000, "<script>alert(1)</script>", "\u202eabc"])
def test_odd_questions_are_answered_quietly(text: str) -> None:
    assert recall(DAYS, text).opened_share <= 1.0


def test_words_given_with_a_turn_find_it_label_its_block_and_are_forgotten_like_others() -> None:
    async def check() -> None:
        filled = memory()
        await fill(filled, DAYS)
        told = RememberedTurn(
            "t1", "The blue box came on Tuesday.", at_s=NOW - 30 * DAY, keywords=("warranty", "Zephyr")
        )
        await filled.remember("boxes", [told])
        found = await filled.recall(RecallRequest("What about the Zephyr warranty?"))
        assert found.turns[0].turn.turn_id == "t1"
        block = next(one for one in await filled.blocks() if one.session_id == "boxes")
        assert block.keywords[:2] == ("warranty", "Zephyr")
        copy = memory()
        await copy.import_document(await filled.export())
        assert (await copy.recall(RecallRequest("Zephyr"))).turns[0].turn.keywords == ("warranty", "Zephyr")
        receipt = await filled.forget({"text": "zephyr"})
        assert (receipt.turns, receipt.verified) == (1, True)
        assert not any("Zephyr" in one.keywords for one in await filled.blocks())

    asyncio.run(check())


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("What did I already learn about algebra?", ["I understand algebra now."]),
        ("What have I already learned?", ["I understand fractions now.", "I understand algebra now."]),
        ("Which topics about shapes did I find difficult?", ["I don't get the shapes."]),
        ("What did I already learn about the router?", []),
    ],
)
def test_what_was_learned_of_a_subject_is_of_that_subject(question: str, told: list[str]) -> None:
    async def check() -> list[str]:
        filled = memory()
        said = ("I understand algebra now.", "I understand fractions now.", "I don't get the shapes.")
        turns = [
            RememberedTurn(str(number), text, at_s=NOW - 9 * DAY + number, mastery=mastery_of(text))
            for number, text in enumerate(said)
        ]
        await filled.remember("lesson", turns)
        found = await filled.recall(RecallRequest(question))
        return [one.turn.message for one in found.turns[: found.asked_turns]]

    assert asyncio.run(check()) == told
