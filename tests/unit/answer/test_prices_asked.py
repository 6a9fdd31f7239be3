"""What is shown is asked for its price in few words; a record is called by a part of its name."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from limpet.chat import Chat
from limpet.events import Answered
from limpet.retrieval.document import Document

GOODS = (
    ("Alpine Rain Jacket", "jacket", "red", 129.0), ("Harbour Wool Sweater", "sweater", "grey", 79.0),
    ("Harbour Cotton Sweater", "sweater", "navy", 59.0), ("City Sneakers", "shoes", "white", 89.0),
    ("Trail Running Shoes", "shoes", "black", 109.0),
)  # fmt: skip


def told(*messages: str) -> list[Answered]:
    def record(title: str, kind: str, color: str, price: float) -> Document:
        fields: dict[str, Any] = {"category": kind, "color": color, "price": price}
        return Document(title, title, "Well made and light.", "record", fields)

    async def talk() -> list[Answered]:
        chat = Chat()
        await chat.add_documents([record(*goods) for goods in GOODS])
        answers: list[Answered] = []
        for place, message in enumerate(messages):
            events = chat.ask(message, ask_id=place, now_s=1000.0 + place)
            answers += [event async for event in events if isinstance(event, Answered)]
        return answers

    return asyncio.run(talk())


@pytest.mark.parametrize("asked", ["how much is it", "and the price?", "What does it cost?", "how much"])
def test_the_price_of_what_was_shown_is_told(asked: str) -> None:
    answer = told("show me sweaters", "not grey", asked)[-1]
    assert answer.mode == "answer"
    assert "**Harbour Cotton Sweater**: price 59" in answer.text
    assert "Wool" not in answer.text


def test_a_record_called_by_a_part_of_its_name_is_not_hidden_by_older_filters() -> None:
    answer = told("show me sweaters", "how much are the sneakers")[-1]
    assert "**City Sneakers**: price 89" in answer.text


def test_filters_of_the_message_itself_hold_for_it() -> None:
    answer = told("show me sweaters", "sneakers under 50")[-1]
    assert answer.mode != "answer" or "Nothing fits" in answer.text
