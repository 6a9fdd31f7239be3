"""Whatever is typed: slots stay within the schema, and nothing breaks."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from limpet.memory.offer import answer_to, offered_text
from limpet.memory.slot_prices import price_said
from limpet.memory.slot_schema import schema_from
from limpet.memory.slot_tracking import SlotTracker
from limpet.memory.slots import Slots
from limpet.text.price_range import price_range_from, price_range_in

SCHEMA = schema_from(
    {
        "category": {"values": ["kurta", "saree"]},
        "price": {"kind": "price", "currency": "₹"},
        "size": {"values": ["S", "L"]},
        "city": {"description": "Where"},
        "date": {"kind": "date"},
        "wifi": {"values": ["True", "False"]},
    }
)
TRACKER = SlotTracker(SCHEMA)
WORDS = st.sampled_from(
    "kurta saree under over 2000 ₹ € not no any colour L S wifi from to Graz tomorrow yes the one cheaper , ?".split()
)
TEXTS = st.one_of(st.text(max_size=200), st.lists(WORDS, max_size=40).map(" ".join))


@given(st.lists(TEXTS, max_size=6), TEXTS)
def test_slots_never_outgrow_the_schema(messages: list[str], answer: str) -> None:
    slots = Slots()
    for turn, message in enumerate(messages, start=1):
        slots = TRACKER.update(slots, message, answer, turn, [10.0]).slots
    assert len(slots) <= 2 * len(SCHEMA)
    assert {name.removeprefix("not ") for name in slots} <= set(SCHEMA)
    assert Slots.from_json(slots.to_json()) == slots


@given(TEXTS)
def test_a_price_that_is_said_can_be_read_back(message: str) -> None:
    bounds = price_range_in(message)
    said = price_said(message, SCHEMA["price"], [5.0])
    if bounds is not None:
        assert price_range_from(bounds.to_text()) is not None
    if said is not None and said.value:
        found = price_range_from(said.value)
        assert found is not None
        assert not found.is_contradictory


@given(TEXTS, st.lists(st.fixed_dictionaries({"label": st.text(max_size=20), "price": st.none() | st.floats(0, 1e6)})))
def test_an_answer_to_shown_things_names_one_of_them(message: str, shown: list[dict[str, object]]) -> None:
    offer = {"text": "", "shown": shown}
    text = offered_text(offer, message, answer_to(offer, message))
    if text is not None and shown:
        assert text in {one["label"] for one in shown}
