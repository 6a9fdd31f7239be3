"""The end of a measure among goods whose catalogue tells it as texts."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest

from limpet.chat import Chat
from limpet.retrieval.document import Document
from limpet.retrieval.quantities import quantity_of
from limpet.retrieval.records import record_text


def told(question: str, field: str, values: Sequence[Any]) -> str:
    async def asked() -> str:
        chat = Chat()
        fields = [
            {"name": f"{name} Lamp", "category": "lamp", "colour": colour, field: value}
            for name, colour, value in zip(("Ash", "Birch", "Cedar"), ("red", "blue", "green"), values, strict=False)
        ]
        await chat.add_documents(
            [Document(f"lamps.json/{each['name']}", str(each["name"]), record_text(each), "record", each)
             for each in fields]
        )  # fmt: skip
        return (await chat.answer(question)).text

    return asyncio.run(asked())


@pytest.mark.parametrize(
    ("question", "field", "values", "name"),
    [
        ("Which lamp is the heaviest?", "weight", ["980 g", "1,250 g"], "Birch"),
        ("Which lamp is the lightest?", "weight", ["1,250 g", "980 g"], "Birch"),
        ("Which lamp is the heaviest?", "weight", ["2 lb 4 oz", "2 kg"], "Birch"),
        ("Which lamp is the newest?", "released", ["2026-03-01", "2026-09-01"], "Birch"),
        ("Which lamp is the newest?", "released", ["1 September 2025", "3 May 2026", "to be announced"], "Birch"),
        ("Which lamp is the oldest?", "released", ["2026-09-01", "2026-03-01"], "Birch"),
        ("Which lamp is the longest?", "duration", ["75 min", "1 h 30 min"], "Birch"),
        ("Which lamp is the longest?", "duration", ["10 days", "8 weeks"], "Birch"),
    ],
)
def test_the_end_is_the_one_that_people_would_tell(question: str, field: str, values: list[Any], name: str) -> None:
    label = question.split()[-1].strip("?").capitalize()
    text = told(question, field, values)
    assert text.startswith(f"- {label}: ")
    assert f"{name} Lamp" in text
    assert "Ash Lamp" not in text


@pytest.mark.parametrize(
    "values",
    [["8 furlongs", "10 days"], ["3 months", "10 weeks"], ["90", "2 h"], ["about 3 h", "2 h"], ["1 h", ["2 h", "3 h"]]],
)
def test_what_cannot_be_compared_has_no_end(values: list[Any]) -> None:
    assert not told("Which lamp is the longest?", "duration", values).startswith("- Longest: ")


@pytest.mark.parametrize(
    ("text", "amount"),
    [("1,250 g", 1250.0), ("1,5 kg", 1500.0), ("0,125 kg", 125.0), ("1 hour and 30 minutes", 90.0), ("350 pp.", 350.0)],
)
def test_a_text_is_an_amount(text: str, amount: float) -> None:
    quantity = quantity_of(text)
    assert quantity is not None
    assert quantity.amount == amount


@pytest.mark.parametrize("text", ["1.250 g", "30 min 1 h", "5 kg 3 m", "2-3 hours", "4.5/5", "5 blorps", "2 h 15", ""])
def test_a_text_that_may_be_read_in_two_ways_is_none(text: str) -> None:
    assert quantity_of(text) is None
