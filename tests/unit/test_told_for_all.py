"""Places and days that are covered because a page tells something of all of them."""

from __future__ import annotations

import asyncio

import pytest

from limpet.chat import Chat
from limpet.events import Answered
from limpet.retrieval.document import Document

SHIPPING = """# Shipping

## Where we send

We send to every town in Norway. We do not send abroad.

## Charges

Sending costs 79 kroner, whatever the weight.

## Hours

The desk is open every day from 9 to 17.
"""


def told(*messages: str) -> list[Answered]:
    async def talk() -> list[Answered]:
        chat = Chat()
        await chat.add_documents([Document("shipping.md", "Shipping", SHIPPING)])
        return [await chat.answer(message) for message in messages]

    return asyncio.run(talk())


@pytest.mark.parametrize("message", ["Do you send to Bergen?", "do you send to bergen?", "Will you send to Bodo?"])
def test_a_place_without_a_name_on_the_page_is_one_of_all(message: str) -> None:
    (answered,) = told(message)
    assert answered.text.startswith("We send to every town in Norway.")


def test_the_next_place_takes_the_place_of_the_one_before() -> None:
    _, answered = told("Do you send to Bergen?", "What about Tromso?")
    assert answered.text.startswith("We send to every town in Norway.")
    assert [part["label"] for part in answered.understood] == ["Do you send to Tromso?"]


def test_every_day_is_sunday_too_and_what_it_costs_to_a_place_is_told_by_its_own_section() -> None:
    day, costs = told("Is the desk open on Sunday?", "How much does sending to Bergen cost?")
    assert "every day" in day.text
    assert costs.text.startswith("Sending costs 79 kroner")


def test_a_page_that_tells_of_some_places_covers_no_other() -> None:
    async def talk() -> Answered:
        chat = Chat()
        await chat.add_documents([Document("s.md", "Shipping", "# Shipping\n\nWe send to Oslo and to Hamar.")])
        return await chat.answer("Do you send to Bergen?")

    assert asyncio.run(talk()).confidence < told("Do you send to Bergen?")[0].confidence


@pytest.mark.parametrize(
    "message", ["Can you reach Bergen?", "My aunt lives in a small village. Will a parcel get there?"]
)
def test_whether_something_gets_to_a_place_is_asked_of_delivery(message: str) -> None:
    async def talk() -> Answered:
        chat = Chat()
        await chat.add_documents(
            [Document("shipping.md", "Shipping", "# Shipping\n\nWe deliver to every town in Norway. Not to huts.\n")]
        )
        return await chat.answer(message)

    answered = asyncio.run(talk())
    assert answered.mode == "answer"
    assert "every town in Norway" in answered.text


def test_a_city_of_another_country_is_abroad() -> None:
    (answered,) = told("Do you send to London?")
    assert answered.text.startswith("We do not send abroad.")
