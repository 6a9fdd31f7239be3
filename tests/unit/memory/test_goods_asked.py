"""Whether a message that names values of a catalogue asks for goods or asks the pages, and what is remembered of it."""

import pytest

from limpet.memory.goods_asked import GOODS_FROM, goods_share, wished_beside
from limpet.memory.goods_cues import Named, goods_cues, question_span
from limpet.memory.slot_schema import SlotSchema, schema_from
from limpet.memory.slot_tracking import SlotTracker
from limpet.memory.slots import Slots
from limpet.memory.turn_slots import TurnSlots

SCHEMA = schema_from(
    {
        "category": {"values": ["kurta", "saree", "shirt"]},
        "fabric": {"values": ["silk", "cotton"]},
        "occasion": {"values": ["office", "wedding"]},
        "size": {"values": ["S", "M", "L"]},
    }
)
OF_PAGES = {"post": 0.8, "return": 0.9, "deliveri": 0.9, "parcel": 0.9, "courier": 0.9}


def reading() -> TurnSlots:
    return TurnSlots(SlotTracker(SCHEMA), "", lean=lambda stem: OF_PAGES.get(stem, 0.0))


@pytest.mark.parametrize(
    "message",
    [
        "how do I wash silk?",
        "Do I have to bring the package to a post office to return it?",
        "I'm somewhere between S and M, what do you advise?",
        "I ordered a silk saree on Monday. When will the parcel be here?",
        "My office closes at five, can the courier come later?",
    ],
)
def test_a_value_out_of_place_is_no_filter(message: str) -> None:
    assert reading().asks_pages(message)
    assert dict(reading().read(message, Slots(), 1)) == {}


@pytest.mark.parametrize(
    ("message", "slots"),
    [
        ("shirts for the office", {"category": "shirt", "occasion": "office"}),
        ("do you have a silk saree?", {"category": "saree", "fabric": "silk"}),
        (
            "I returned a cotton kurta last week. Which silk kurtas do you have?",
            {"category": "kurta", "fabric": "silk"},
        ),
    ],
)
def test_a_wish_sets_filters(message: str, slots: dict[str, str]) -> None:
    assert not reading().asks_pages(message)
    said = {name: slot.value for name, slot in reading().read(message, Slots(), 1).items()}
    assert said.items() >= {name: value for name, value in slots.items() if name != "fabric"}.items()


def test_a_wish_beside_a_question_to_the_pages_is_remembered() -> None:
    message = "I need a silk saree for a wedding; how long does delivery take?"
    assert reading().asks_pages(message)
    said = {name: slot.value for name, slot in reading().read(message, Slots(), 1).items()}
    assert said == {"category": "saree", "fabric": "silk", "occasion": "wedding"}
    assert wished_beside("You sent me a silk saree. What now?") == ""


def test_words_of_pages_speak_against_goods_and_none_is_needed() -> None:
    named = [Named((0, 5), True)]
    with_pages = goods_cues("saree return", named, lambda stem: OF_PAGES.get(stem, 0.0))
    assert goods_share(with_pages) < goods_share(goods_cues("saree return", named))
    assert goods_share(goods_cues("saree", named)) >= GOODS_FROM


@pytest.mark.parametrize("text", ["", "?", "...", "a" * 10_000, "kurta\n\n?", "！", "what? " * 500])
def test_any_text_has_a_question(text: str) -> None:
    start, end = question_span(text)
    assert 0 <= start <= end <= len(text)
    assert all(-1.0 <= value <= 1.0 for value in goods_cues(text, []).values())


KINDS = {"category": {"values": ["kayak", "rowing boat", "e-boat"]}, "size": {"values": ["S", "M", "L"]}}
PRICED = schema_from({**KINDS, "price": {"kind": "price"}})
LEANS = {"cost": 0.9, "expens": 0.4, "deposit": 0.9, "late": 0.8}


def of_boats(message: str, schema: SlotSchema = PRICED) -> bool:
    return TurnSlots(SlotTracker(schema), "", lean=lambda stem: LEANS.get(stem, 0.0)).asks_pages(message)


@pytest.mark.parametrize(
    "message",
    [
        "How much is a kayak?",
        "How much does an e-boat cost?",
        "What does a rowing boat cost per hour?",
        "how expensive are the rowing boats",
        "Hello! What's the price of a kayak?",
        "what do you charge for a kayak in size M",
    ],
)
def test_the_price_of_a_kind_is_told_by_a_list(message: str) -> None:
    assert not of_boats(message)


@pytest.mark.parametrize(
    "message",
    [
        "How much is the deposit for a kayak?",
        "What does it cost to bring a kayak back late?",
        "How much extra does a kayak cost?",
        "How much does my kayak cost if it breaks?",
        "How much does a rack for a kayak cost?",
    ],
)
def test_what_is_paid_beside_the_price_of_a_kind_is_told_by_the_pages(message: str) -> None:
    assert of_boats(message)


def test_where_nothing_has_a_price_no_list_tells_it() -> None:
    assert of_boats("How much does a kayak cost?", schema_from(KINDS))
