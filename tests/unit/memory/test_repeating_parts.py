"""Parts of "understood as" that a reader learns nothing from are marked, in any language that is known."""

from __future__ import annotations

import pytest

from limpet.memory.repeating_parts import repeating
from limpet.memory.understanding import Part


@pytest.mark.parametrize(
    ("message", "shown"),
    [
        ("May boats of the pier stay?", "pier boats"),
        ("How long may a boat stay at the pier?", "the boat"),
        ("Wie lange dürfen die Boote am Steg bleiben?", "die Boote"),
    ],
)
def test_a_topic_of_the_words_of_the_message_repeats_it(message: str, shown: str) -> None:
    assert repeating([Part("topic", shown)], message) == {"topic"}


@pytest.mark.parametrize(
    ("message", "shown"),
    [
        ("What about the winter?", "guest pier"),
        ("Und im Winter?", "die Boote"),
        ("Wann beginnt der nächste Kurs für die Anfänger?", "die Anmeldung"),
    ],
)
def test_a_topic_with_a_word_of_its_own_tells_something(message: str, shown: str) -> None:
    assert repeating([Part("topic", shown)], message) == frozenset()


def test_filters_and_mended_words_never_repeat() -> None:
    parts = [Part("slot:fabric", "cotton"), Part("mended:coton", "cotton")]
    assert repeating(parts, "cotton please") == frozenset()


def test_of_two_parts_the_longer_tells() -> None:
    parts = [
        Part("topic", "guest pier"),
        Part("question", "May a boat stay at the guest pier?"),
        Part("word:x", "crew"),
    ]
    assert repeating(parts, "And in winter?") == {"topic"}
