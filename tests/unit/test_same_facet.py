"""A filter of before is kept where it is pointed at by its name; numbers that count goods are no size."""

from __future__ import annotations

import asyncio

import pytest

from limpet.answer.value_row import rows_by_value
from limpet.chat import Chat
from limpet.events import Answered
from limpet.memory.same_facet import without_same
from limpet.retrieval.document import Document

RECORDS = [
    ("Harbour Boot", "boot", "black", ["38", "40"], "Waxed outside."),
    ("Cliff Boot", "boot", "brown", ["38"], "Lined with wool."),
    ("Tide Sock", "sock", "black", ["38", "40"], "Knitted in the round."),
    ("Foam Sock", "sock", "white", ["38"], "Thick and warm."),
]


def documents() -> list[Document]:
    records = []
    for name, kind, colour, sizes, text in RECORDS:
        fields = {"name": name, "type": kind, "colour": colour, "sizes": sizes, "price": 12, "description": text}
        records.append(Document(name, name, f"{name}\n\nColour: {colour}\n\n{text}", "record", fields))
    return [Document("bulk.md", "Bulk", "# Bulk orders\n\nAn order of 20 pieces or more takes a month.\n"), *records]


def told(*messages: str) -> Answered:
    async def talk() -> Answered:
        chat = Chat()
        await chat.add_documents(documents())
        return [await chat.answer(message) for message in messages][-1]

    return asyncio.run(talk())


@pytest.mark.parametrize("message", ["and socks in that colour?", "socks of the same color"])
def test_another_kind_of_the_same_colour(message: str) -> None:
    answered = told("black boots", message)
    assert "Tide Sock" in answered.text
    assert "Foam Sock" not in answered.text
    assert "Boot" not in answered.text


@pytest.mark.parametrize("message", ["In That colour", "of these colors", "in the SAME colour"])
def test_a_filter_is_pointed_at_in_any_case_and_number(message: str) -> None:
    assert without_same(f"socks {message}", ("colour", "size")) == ("socks", ("colour",))


def test_a_filter_is_known_by_its_other_word() -> None:
    assert without_same("a coat of that fabric", ("material",)) == ("a coat", ("material",))
    assert without_same("a coat of that shop", ("material",)) == ("a coat of that shop", ())


def test_a_number_of_goods_is_no_size() -> None:
    assert "size" not in "".join(str(part["label"]) for part in told("I want 40 black boots").understood)
    assert "size 40" in [part["label"] for part in told("boots in size 40").understood]


def test_a_sentence_of_a_record_names_it() -> None:
    assert "Cliff Boot" in told("Which are lined with wool?").text


def test_a_comma_behind_a_number_is_none_of_its_digits() -> None:
    table = [["M", "30"], ["L", "34"]]
    assert rows_by_value(["Size", "Waist"], table, ["waist"], "waist 34, which?") == [["L", "34"]]


def test_a_unit_is_no_lack_of_a_table() -> None:
    page = (
        "# Sizes\n\n## Men's boots\n\n| Size | Calf | Foot |\n| --- | --- | --- |\n| M | 39 | 26 |\n| L | 43 | 28 |\n"
    )

    async def talk() -> Answered:
        chat = Chat()
        await chat.add_documents([Document("sizes.md", "Sizes", page)])
        return await chat.answer("my brother has a 43 inch calf, which boots size?")

    assert "**L**: Calf 43" in asyncio.run(talk()).text
