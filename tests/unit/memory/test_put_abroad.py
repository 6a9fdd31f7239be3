"""Only what differs abroad is asked of other countries."""

from __future__ import annotations

import pytest

from limpet.memory.put_abroad import put_abroad


@pytest.mark.parametrize("question", ["How do I wash a saree?", "What is a kurta made of?", "How long does silk last?"])
def test_what_is_the_same_everywhere_is_not_asked_again(question: str) -> None:
    assert put_abroad("and abroad?", [question]) is None


@pytest.mark.parametrize(
    ("question", "abroad"),
    [
        ("How long does delivery take?", "How long does delivery take abroad?"),
        ("How can I pay by card?", "How can I pay by card abroad?"),
        ("Do you have a shop in Mumbai?", "Do you have a shop abroad?"),
    ],
)
def test_sending_paying_and_places_are(question: str, abroad: str) -> None:
    found = put_abroad("and abroad?", [question])
    assert found is not None
    assert found.question == abroad
