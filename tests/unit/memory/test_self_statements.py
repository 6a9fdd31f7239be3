"""What visitors state about themselves, and what only sounds like it."""

from __future__ import annotations

import pytest

from limpet.memory.self_statements import self_statements, states_only, takes_back
from limpet.memory.slot_schema import schema_from
from limpet.memory.slot_tracking import SlotTracker
from limpet.memory.slots import Slots
from limpet.memory.turn_slots import TurnSlots

SCHEMA = schema_from(
    {
        "category": {"values": ["shirt", "shawl"]},
        "fabric": {"values": ["wool", "silk", "cotton"]},
        "size": {"values": ["S", "M", "L"]},
        "price": {"kind": "price"},
        "vegan": {"values": ["yes", "no"]},
    }
)


def read(*messages: str) -> Slots:
    slots = Slots()
    for turn, message in enumerate(messages, start=1):
        slots = TurnSlots(SlotTracker(SCHEMA), "").read(message, slots, turn)
    return slots


@pytest.mark.parametrize(
    "message",
    [
        "I am allergic to wool", "I'm a size L", "vegetarian", "budget 2000", "My budget is 2000", "I only read German",
        "I don't eat meat", "I can't wear wool or silk", "I usually wear M", "I have a nut allergy", "We are vegans",
        "I'm lactose intolerant", "my size is L and my budget is 3000", "I hate red", "Hi, I'm a size M.",
    ],
)  # fmt: skip
def test_a_statement_about_oneself(message: str) -> None:
    assert states_only(message)


@pytest.mark.parametrize(
    "message",
    [
        "I like the blue one", "I'll take it", "I can't find my order", "I never got my parcel", "I am a student",
        "I don't like it", "I'm looking for a size L", "What is my size?", "Is wool ok if I'm allergic?", "I want red",
    ],
)  # fmt: skip
def test_no_statement_that_lasts(message: str) -> None:
    assert not states_only(message)


def test_only_the_clause_about_the_visitor_lasts() -> None:
    assert self_statements("I'm a size L, do you have cotton shirts?") == ["I'm a size L"]
    slots = read("I'm a size L, do you have cotton shirts?")
    assert {name: slot.lasts for name, slot in slots.items()} == {"size": True, "fabric": False, "category": False}


def test_it_outlives_another_kind_of_thing_and_a_question_of_its_own() -> None:
    assert set(read("I am allergic to wool", "my size is M", "silk shirts", "do you have shawls?")) == {
        "not fabric", "size", "category",
    }  # fmt: skip


def test_several_things_may_be_unwanted_and_each_can_be_allowed_again() -> None:
    slots = read("I can't wear wool or silk")
    assert (slots["not fabric"].value, slots["not fabric"].shown) == ("wool | silk", "not wool or silk")
    assert read("I am allergic to wool", "not silk either")["not fabric"].shown == "not wool or silk"
    assert read("I can't wear wool or silk", "do you have silk shirts?")["not fabric"].shown == "not wool"
    assert takes_back("I'm not allergic to wool any more")
    assert read("I can't wear wool or silk", "I'm not allergic to wool")["not fabric"].shown == "not silk"


def test_said_again_it_still_lasts_and_a_snapshot_keeps_that() -> None:
    slots = read("I'm a size L", "shirts in size L")
    assert slots["size"].lasts
    assert Slots.from_json(slots.to_json()) == slots


def test_a_filter_of_yes_and_no_is_named_and_never_set_by_a_bare_no() -> None:
    assert read("vegan shirts")["vegan"].value == "yes"
    assert read("nothing vegan")["vegan"].value == "no"
    assert "vegan" not in read("no, the silk one")
    assert read("I'm vegan")["vegan"].lasts
