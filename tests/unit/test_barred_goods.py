"""Goods that are barred by their names, and what only sounds like it."""

from __future__ import annotations

import asyncio

import pytest

from limpet.chat import Chat
from limpet.limits import Limits
from limpet.retrieval.document import Document
from limpet.retrieval.records import record_text

HOTELS = ("Grand Hotel", "Sea Hotel", "Garden Hotel", "Harbour Hotel")


def hotel(name: str) -> Document:
    fields = {"name": name, "kind": "hotel", "town": "Porto", "price": 80}
    return Document(f"hotels.json/{name}", name, record_text(fields), "record", fields)


def slots_after(messages: list[str], limits: Limits | None = None) -> dict[str, object]:
    async def asked() -> dict[str, object]:
        chat = Chat(limits=limits or Limits())
        await chat.add_documents([hotel(name) for name in HOTELS])
        for message in messages:
            answered = await chat.answer(message)
        return dict(answered.slots)

    return asyncio.run(asked())


@pytest.mark.parametrize(
    "message",
    [
        "not the Grand Hotel",
        "hotels, but not the Grand Hotel",
        "Do you have anything other than the Grand Hotel?",
        "show me hotels except the Grand Hotel, please",
    ],
)
def test_a_name_alone_is_barred(message: str) -> None:
    assert slots_after(["Show me hotels", message])["not name"] == "Grand Hotel"


@pytest.mark.parametrize(
    "message",
    [
        "Why not the Grand Hotel?",
        "How about not the Grand Hotel?",
        "Why is it called anything but the Grand Hotel?",
        "Is the pool open or not at the Sea Hotel?",
        "Is breakfast served, or not the Sea Hotel?",
        "Is it not the Grand Hotel?",
        "My sister slept well without the Grand Hotel",
    ],
)
def test_a_question_that_holds_more_bars_nothing(message: str) -> None:
    assert "not name" not in slots_after(["Show me hotels", message])


def test_of_too_many_barred_names_the_oldest_leave() -> None:
    bars = [f"not the {name}" for name in HOTELS[:3]]
    assert slots_after(["Show me hotels", *bars])["not name"] == "Grand Hotel | Sea Hotel | Garden Hotel"
    assert slots_after(["Show me hotels", *bars], Limits(barred_names=2))["not name"] == "Sea Hotel | Garden Hotel"
