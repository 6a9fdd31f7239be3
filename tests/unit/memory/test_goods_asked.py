"""Whether a message that names values of a catalogue asks for goods or asks the pages, and what is remembered of it."""

import pytest

from limpet.memory.goods_asked import GOODS_FROM, goods_share, wished_beside
from limpet.memory.goods_cues import Named, goods_cues, question_span
from limpet.memory.slot_schema import schema_from
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
