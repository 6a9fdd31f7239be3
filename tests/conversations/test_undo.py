"""
Every kind of part of "Understood as" is taken back in a conversation with a demo.

Without a filter the answer is the one of the same conversation in which it had never been said; without topic, question
or word nothing of it is searched for.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from limpet.chat import Chat
from limpet.events import Answered
from limpet.retrieval.index import Index
from limpet.site.build import build_index
from limpet.site.demo import starlette_documents
from limpet.site.model import open_embedder

SHOP = Path(__file__).parents[2] / "demo" / "shop"
KURTAS = "Do you have any cotton kurtas under ₹2,000?"
SHIRTS = "Do you have linen shirts between 1000 and 3000 rupees?"
SAREES = "Show me sarees for a wedding, no polyester"
SILKS = "show me silk sarees"

CASES = [
    ("shop", [KURTAS], "slot:price", ["Do you have any cotton kurtas?"]),
    ("shop", [KURTAS], "slot:fabric", ["Do you have any kurtas under ₹2,000?"]),
    ("shop", [KURTAS, "What about size L?"], "slot:size", [KURTAS]),
    ("shop", [KURTAS, "What about size L?"], "slot:price", ["Do you have any cotton kurtas?", "What about size L?"]),
    ("shop", [KURTAS, "What about size L?"], "slot:fabric", ["Do you have any kurtas under ₹2,000?", "And in size L?"]),
    ("shop", [KURTAS, "not red"], "slot:not colour", [KURTAS]),
    ("shop", [KURTAS, "and in blue"], "slot:colour", [KURTAS]),
    ("shop", [SHIRTS, "for the office", "anything but white"], "slot:not colour", [SHIRTS, "for the office"]),
    ("shop", [SHIRTS, "for the office"], "slot:occasion", [SHIRTS]),
    ("shop", [SAREES, "cheaper than 5000"], "slot:price", [SAREES]),
    ("shop", [SAREES, "cheaper than 5000"], "slot:not fabric", ["Show me sarees for a wedding", "cheaper than 5000"]),
    ("shop", [SAREES, "make it silk"], "slot:fabric", [SAREES]),
    ("shop", [SILKS, "not the Banarasi"], "slot:not name", [SILKS]),
]


@pytest.fixture(scope="module")
def indexes() -> dict[str, Index]:
    return {"shop": build_index(SHOP).index, "starlette": build_index(starlette_documents()[0]).index}


async def told(chat: Chat, messages: list[str]) -> Answered:
    for number, message in enumerate(messages):
        answered = await chat.answer(message, ask_id=number)
    return answered


async def undone(chat: Chat, ask: int | str, part: str) -> Answered:
    events = [event async for event in chat.undo(ask, part, ask_id=f"without {part}")]
    assert isinstance(events[-1], Answered)
    return events[-1]


def places(answered: Answered) -> set[str]:
    return {citation["fragment_id"] for citation in answered.citations}


@pytest.mark.parametrize(("site", "messages", "part", "instead"), CASES)
def test_the_answer_is_as_if_it_had_never_been_said(
    indexes: dict[str, Index], site: str, messages: list[str], part: str, instead: list[str]
) -> None:
    async def both() -> tuple[Answered, Answered, Answered]:
        embedder = open_embedder()
        chat = Chat(indexes[site], embedder)
        said = await told(chat, messages)
        without = await undone(chat, len(messages) - 1, part)
        return said, without, await told(Chat(indexes[site], embedder), instead)

    said, without, never = asyncio.run(both())
    assert part in [one["part"] for one in said.understood]
    assert part not in [one["part"] for one in without.understood]
    assert without.mode == never.mode
    assert dict(without.slots) == dict(never.slots)
    assert {one["label"] for one in without.understood} == {one["label"] for one in never.understood}
    assert len(places(without)) == len(places(never)) > 0
    assert len(places(without) & places(never)) >= len(places(never)) - 1  # of equals another may come fourth


@pytest.mark.parametrize(
    ("site", "messages", "part", "word"),
    [
        ("shop", ["What is the return period?", "And for footwear?"], "topic", "return"),
        ("shop", ["How do I wash cotton?", "And silk?"], "question", "How do I"),
        ("starlette", ["What is GZipMiddleware?", "How do I configure it?"], "topic", "GZipMiddleware"),
        ("starlette", ["How do I stream a response?", "Does it work with files?"], "word:response", "response"),
        ("shop", ["Do you have cottn kurtas?"], "mended:cottn", "cotton"),
    ],
)
def test_what_was_read_into_a_message_is_not_searched_for_without_it(
    indexes: dict[str, Index], site: str, messages: list[str], part: str, word: str
) -> None:
    async def both() -> tuple[Answered, Answered]:
        chat = Chat(indexes[site], open_embedder())
        return await told(chat, messages), await undone(chat, len(messages) - 1, part)

    said, without = asyncio.run(both())
    assert part in [one["part"] for one in said.understood]
    assert part not in [one["part"] for one in without.understood]
    assert word not in without.query
    if part == "topic":
        assert without.topic is None


@pytest.mark.parametrize(
    ("site", "messages"), [("shop", [KURTAS, "What about size L?", "not red"]), ("shop", [SAREES, "make it silk"]),
                           ("starlette", ["How do I set a cookie on a response?", "And how do I delete it?"])],
)  # fmt: skip
def test_all_parts_can_be_taken_back_one_after_the_other(
    indexes: dict[str, Index], site: str, messages: list[str]
) -> None:
    async def bare() -> tuple[Answered, list[str]]:
        chat = Chat(indexes[site], open_embedder())
        answered, ask, taken = await told(chat, messages), len(messages) - 1, []
        while answered.understood:
            part = answered.understood[0]["part"]
            assert part not in taken
            answered = await undone(chat, ask, part)
            ask = f"without {part}"
            taken.append(part)
        return answered, taken

    answered, taken = asyncio.run(bare())
    assert len(taken) >= 2
    assert not answered.slots
    assert answered.topic is None or answered.topic.lower() in messages[-1].lower()


def test_what_was_taken_back_does_not_come_back_with_the_next_message(indexes: dict[str, Index]) -> None:
    async def next_one() -> Answered:
        chat = Chat(indexes["shop"], open_embedder())
        await told(chat, [KURTAS, "What about size L?"])
        await undone(chat, 1, "slot:fabric")
        return await chat.answer("and in blue")

    answered = asyncio.run(next_one())
    assert "fabric" not in answered.slots
    assert not [one for one in answered.understood if "cotton" in one["label"]]


def test_a_message_about_what_was_shown_is_not_read_with_words_of_its_list(indexes: dict[str, Index]) -> None:
    async def asked() -> Answered:
        chat = Chat(indexes["shop"], open_embedder())
        before = ["Which cotton kurtas do you have?", "What about size L?", "Compare the first two"]
        return await told(chat, [*before, "which of them is cheaper?", "x" * 300, "tell me more about the second one"])

    answered = asyncio.run(asked())
    assert {one["part"].partition(":")[0] for one in answered.understood} <= {"slot", "topic"}
