"""A list that is cut says so, goes on without a repeat, is put in another order, and keeps it when it is narrowed."""

from __future__ import annotations

import asyncio
import re

import pytest

from limpet.chat import Chat
from limpet.events import Answered
from limpet.retrieval.document import Document
from limpet.retrieval.records import record_text

MUGS = ("Anchor", "Basket", "Candle", "Daisy", "Ember", "Falcon", "Garnet", "Harbour", "Ivory", "Juniper", "Kettle")


def goods() -> list[Document]:
    glazes, prices = ("blue", "grey"), [5 + 3 * (number * 7 % 11) for number in range(len(MUGS))]
    records = [
        {"name": f"{name} Mug", "category": "mug", "price": prices[number], "glaze": glazes[number % 2]}
        for number, name in enumerate(MUGS)
    ]
    records += [{"name": f"{name} Bowl", "category": "bowl", "price": 9, "glaze": "blue"} for name in MUGS[:3]]
    return [Document(f"goods/{n}", str(one["name"]), record_text(one), "record", one) for n, one in enumerate(records)]


def told(*messages: str) -> list[Answered]:
    async def talk() -> list[Answered]:
        chat = Chat()
        await chat.add_documents(goods())
        return [await chat.answer(message) for message in messages]

    return asyncio.run(talk())


def listed(answered: Answered) -> list[str]:
    return re.findall(r"\*\*(\w+) (?:Mug|Bowl)\*\*", answered.text)


@pytest.mark.parametrize("more", ["show more", "the others", "What else do you have?", "more mugs, please"])
def test_a_cut_list_tells_so_and_goes_on_to_its_end_without_a_repeat(more: str) -> None:
    first, second, third, end, again = told("Do you have mugs?", more, more, more, more)
    assert "Shown: 4 of 11." in first.text
    assert first.options == ["Show more"]
    assert "Shown: 5 to 8 of 11." in second.text
    assert "Shown: 9 to 11 of 11." in third.text
    assert third.options is None
    everything = [*listed(first), *listed(second), *listed(third)]
    assert sorted(everything) == sorted(MUGS)
    assert (end.text, again.text) == ("That is all; nothing else here fits.",) * 2
    assert (end.mode, again.mode) == ("answer", "answer")


def test_a_short_list_is_whole_and_says_so_when_asked() -> None:
    first, end = told("Do you have bowls?", "Is that all?")
    assert len(listed(first)) == 3
    assert "Shown" not in first.text
    assert end.text == "That is all; nothing else here fits."


def test_what_a_filter_leaves_of_a_list_keeps_its_order() -> None:
    first, second, third, blue = told("Do you have mugs?", "more", "more", "What about blue?")
    order = [*listed(first), *listed(second), *listed(third)]
    assert len(listed(blue)) == 6
    assert listed(blue) == [name for name in order if name in listed(blue)]


def test_a_list_is_told_by_price_from_either_end_and_goes_on_in_that_order() -> None:
    _, up, more, down = told("Do you have mugs?", "cheapest first", "more", "sort by price, high to low")
    prices = [int(price) for price in re.findall(r"price (\d+)", up.text + more.text)]
    assert prices == sorted(prices) == [5 + 3 * step for step in range(8)]
    assert re.findall(r"price (\d+)", down.text)[0] == "35"


def test_a_number_that_is_asked_for_stands_before_the_list_in_the_words_of_the_visitor() -> None:
    mugs, blue = told("How many mugs do you have?", "And how many in blue?")
    assert mugs.text.startswith("11 mugs:\n")
    assert blue.text.startswith("6 fit ")


def test_another_kind_of_goods_is_no_part_of_the_list() -> None:
    _, bowls = told("Do you have mugs?", "more bowls")
    assert sorted(listed(bowls)) == sorted(MUGS[:3])


def many(*messages: str) -> list[Answered]:
    records = [
        {"name": f"Tern{chr(97 + n // 26)}{chr(97 + n % 26)} Mug", "category": "mug", "price": 1000 - 7 * n}
        for n in range(60)
    ]
    documents = [Document(f"g/{n}", str(one["name"]), record_text(one), "record", one) for n, one in enumerate(records)]

    async def talk() -> list[Answered]:
        chat = Chat()
        await chat.add_documents(documents)
        return [await chat.answer(message) for message in messages]

    return asyncio.run(talk())


def test_a_long_list_reaches_everything_with_one_total_and_is_sorted_as_a_whole() -> None:
    *parts, end, up = many("Do you have mugs?", *["show more"] * 15, "cheapest first")
    assert all(part.text.endswith("of 60.") for part in parts[:15])
    assert len({name for part in parts for name in listed(part)}) == 60
    assert end.text == "That is all; nothing else here fits."
    assert [int(price) for price in re.findall(r"price (\d+)", up.text)] == [587, 594, 601, 608]


def test_as_many_are_shown_as_are_asked_for_up_to_twelve() -> None:
    ten, everything, _, rest = many("Show me ten mugs", "Show me all mugs", "Do you have mugs?", "show all")
    assert [len(listed(one)) for one in (ten, everything, rest)] == [10, 12, 12]


def test_the_option_goes_on_behind_thanks() -> None:
    _, _, more = told("Do you have mugs?", "thanks", "Show more")
    assert "Shown: 5 to 8 of 11." in more.text


def test_no_number_makes_a_list_sound_sure_that_leaves_words_out() -> None:
    (unsure,) = told("Do you have mugs for my grandmother?")
    assert "Shown:" not in unsure.text


def test_a_list_of_many_hundreds_goes_on_as_well() -> None:
    async def talk() -> list[Answered]:
        records = [{"name": f"Mug {number}", "category": "mug", "price": 5 + number} for number in range(400)]
        documents = [
            Document(f"our_goods.json#{n}", str(one["name"]), record_text(one), "record", one)
            for n, one in enumerate(records)
        ]
        chat = Chat()
        await chat.add_documents([*documents, *goods()])
        return [await chat.answer(message) for message in ("Do you have mugs?", "show more", "cheapest first")]

    first, second, cheapest = asyncio.run(talk())
    assert "Shown: 4 of 411." in first.text
    assert "Shown: 5 to 8 of 411." in second.text
    assert "price 5" in cheapest.text
