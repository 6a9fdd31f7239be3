"""Questions that are of delivery in other words, and those that are not."""

import pytest

from limpet.asked_of_delivery import delivery_question


@pytest.mark.parametrize(
    ("message", "question"),
    [
        ("how long till mumbai", "How long does delivery to mumbai take?"),
        ("Can you reach Sikar?", "Do you deliver to Sikar?"),
        (
            "I live in Indore, which is small. How soon would a parcel be here?",
            "How long does delivery to Indore take?",
        ),
        ("will it get to my village?", "Do you deliver to my village?"),
    ],
)
def test_what_gets_to_a_place_is_of_delivery(message: str, question: str) -> None:
    assert delivery_question(message) == question


@pytest.mark.parametrize(
    "message",
    [
        "Does it come in Blue?", "How much for Kanjivaram?", "Can it come in Red?", "Can I get it in Navy Blue?",
        "Does it come in XL?", "Can I send it to Redis?", "Can I get this into Docker?",
        "I am in Trouble. Can you send it to me?", "How long until Ramadan?", "When can I come to London?",
        "When do you come to Goa?", "Can I get to Jaipur?", "how much for turkey?", "Can you send it to us?",
    ],
)  # fmt: skip
def test_colours_programs_and_feasts_are_no_places(message: str) -> None:
    assert delivery_question(message) == ""
