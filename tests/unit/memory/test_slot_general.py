"""Wishes without a catalogue: what counts as one, what does not, and that they raise fragments but hide none."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from limpet.chat import Chat
from limpet.memory.slot_general import GeneralSlots
from limpet.memory.slots import Slots
from limpet.retrieval.document import Document

TABLE: dict[str, Any] = json.loads(
    (Path(__file__).parents[2] / "data" / "general_slots.json").read_text(encoding="utf-8")
)
LAMPS = [
    Document("red", "Desk lamp Rubin", "The desk lamp Rubin is red and stands on a heavy foot."),
    Document("blue", "Desk lamp Lapis", "The desk lamp Lapis is blue and stands on a heavy foot."),
]


def slots_after(messages: list[str], answer: str = "") -> dict[str, Any]:
    general, slots = GeneralSlots(), Slots()
    for turn, message in enumerate(messages, start=1):
        slots = general.update(slots, message, answer if turn == len(messages) else "", turn).slots
    return {name: slot.value for name, slot in slots.items()}


def test_the_table_holds_enough_of_both() -> None:
    assert len(TABLE["wishes"]) >= 30
    assert len(TABLE["no_wishes"]) >= 30
    kinds = {name.removeprefix("not ") for row in TABLE["wishes"] for name in row["slots"]}
    assert kinds >= {"price", "size", "colour", "material", "occasion", "brand", "date", "time", "quantity", "version"}


@pytest.mark.parametrize("row", TABLE["wishes"], ids=lambda row: " / ".join(row["said"]))
def test_a_wish_sets_its_slots(row: dict[str, Any]) -> None:
    assert slots_after(row["said"], row.get("answer", "")) == row["slots"]


@pytest.mark.parametrize("message", TABLE["no_wishes"])
def test_talk_about_a_subject_sets_none(message: str) -> None:
    assert slots_after([message]) == {}


def test_slots_are_told_shown_and_raise_what_names_them_but_hide_nothing() -> None:
    async def talk() -> Any:
        chat = Chat()
        await chat.add_documents(LAMPS)
        await chat.observe("Do you have a blue desk lamp under 50 euros?", "Yes, the desk lamp Lapis.")
        told = await chat.observe("Which lamp stands on a heavy foot?")
        hits = await chat.retrieve(k=10, contextual=True)
        answered = await chat.answer("Do you have a desk lamp?")
        return told, hits, answered

    told, hits, answered = asyncio.run(talk())
    assert told["slots"] == {"price": "<=50", "colour": "blue"}
    assert {hit.fragment.document_id for hit in hits} == {"red", "blue"}
    assert hits[0].fragment.document_id == "blue"
    assert {"slot:price", "slot:colour"} <= {part["part"] for part in answered.understood}


def test_a_slot_that_is_taken_back_is_gone() -> None:
    async def talk() -> Any:
        chat = Chat()
        await chat.add_documents(LAMPS)
        answered = await chat.answer("Do you have a blue desk lamp?", ask_id=1)
        again = None
        async for event in chat.undo(1, "slot:colour"):
            again = event
        return answered, again

    answered, again = asyncio.run(talk())
    assert answered.slots == {"colour": "blue"}
    assert again.slots == {}


def test_another_topic_drops_what_described_the_old_thing_and_keeps_the_plan() -> None:
    general = GeneralSlots()
    slots = general.update(Slots(), "Do you have a blue lamp under 50 euros in size L?", "", 1).slots
    slots = general.update(slots, "Do you deliver to Canada?", "", 2).slots
    assert set(general.applying_to(slots, "chairs")) == {"price", "place"}
