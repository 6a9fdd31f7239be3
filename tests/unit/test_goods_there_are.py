"""What is said of goods that a catalogue does not have, and of goods that a message only tells about."""

from __future__ import annotations

import asyncio

import pytest

from limpet.chat import Chat
from limpet.events import Answered
from limpet.retrieval.document import Document

RECORDS = [
    ("Fern Mug", "mug", "stoneware", "Holds a quarter of a litre; goes with any saucer."),
    ("Moss Mug", "mug", "porcelain", "Thin and light."),
    ("Heath Bowl", "bowl", "stoneware", "Deep enough for soup."),
    ("Reed Bowl", "bowl", "porcelain", "Wide and flat."),
    ("Small Spoon", "kids", "wood", "Short, with a round handle."),
]
PAGE = Document("send.md", "Sending", "# Sending\n\nA parcel takes three days. Broken pieces are sent anew.\n")


def documents() -> list[Document]:
    records = []
    for name, kind, material, text in RECORDS:
        fields = {"name": name, "type": kind, "material": material, "price": 12, "description": text}
        body = f"{name}\n\nType: {kind}\n\nMaterial: {material}\n\n{text}"
        records.append(Document(name, name, body, "record", fields))
    return [PAGE, *records]


def told(*messages: str) -> Answered:
    async def talk() -> Answered:
        chat = Chat()
        await chat.add_documents(documents())
        return [await chat.answer(message) for message in messages][-1]

    return asyncio.run(talk())


@pytest.mark.parametrize("message", ["Do you have teapots?", "teapots", "I'm looking for a teapot"])
def test_the_kinds_are_told_where_the_thing_is_none(message: str) -> None:
    answered = told(message)
    assert answered.mode == "not_covered"
    assert "Kinds of goods here: mug, bowl, kids" in answered.text
    assert list(answered.options or []) == ["mug", "bowl", "kids"]


def test_a_kind_that_was_told_can_be_chosen() -> None:
    assert "Heath Bowl" in told("Do you have teapots?", "bowl").text


def test_a_thing_that_goods_only_go_with_is_said_to_be_none() -> None:
    answered = told("Do you have saucers?")
    assert answered.text.startswith("Nothing here is called “saucers”")
    assert "Fern Mug" in answered.text


@pytest.mark.parametrize(
    "message",
    [
        "price",
        "price?",
        "pockets",
        "comfortable",
        "Is there parking?",
        "I need help",
        "I need a refund",
        "What about tomorrow?",
    ],
)
def test_what_is_no_wish_for_goods_is_not_called_one(message: str) -> None:
    for said in (told(message), told("Fern Mug", message)):
        assert "Nothing here" not in said.text
    if message != "pockets":
        assert "Kinds of goods" not in told(message).text


def test_what_a_page_speaks_of_is_not_called_goods() -> None:
    assert "Kinds of goods" not in told("Do you have parcels?").text


def test_a_thing_that_is_there_is_listed_as_it_is() -> None:
    assert "Nothing here" not in told("Do you have bowls?").text
    assert "Kinds of goods" not in told("How long does a parcel take?").text


def test_goods_of_before_are_no_filter() -> None:
    answered = told("I returned a stoneware mug last week. Which porcelain bowls do you have?")
    assert "Reed Bowl" in answered.text
    assert "Heath Bowl" not in answered.text
    assert "Mug" not in answered.text


@pytest.mark.parametrize("message", ["for boys", "something for a 5 year old"])
def test_children_have_many_names(message: str) -> None:
    assert "Small Spoon" in told(message).text


def test_the_list_is_cut_for_whom_the_next_message_names() -> None:
    answered = told("Do you have spoons?", "and for children?")
    assert "Small Spoon" in answered.text
    assert "Bowl" not in answered.text


def test_for_whom_a_rule_is_asked_is_no_wish_for_goods() -> None:
    answered = told("How long does a parcel take?", "for children?")
    assert "Small Spoon" not in answered.text


@pytest.mark.parametrize("message", ["a kurta for my daughter", "kurtas for children"])
def test_children_are_not_boys(message: str) -> None:
    async def talk() -> Answered:
        chat = Chat()
        goods = [("Boy Kurta", "boys"), ("Girl Kurta", "girls"), ("Men Kurta", "men"), ("Women Kurta", "women")]
        fields = [{"name": name, "type": "kurta", "audience": audience, "price": 9} for name, audience in goods]
        await chat.add_documents(
            [
                Document(str(one["name"]), str(one["name"]), f"{one['name']}\n\nType: kurta", "record", one)
                for one in fields
            ]
        )
        return await chat.answer(message)

    assert "Girl Kurta" in asyncio.run(talk()).text
