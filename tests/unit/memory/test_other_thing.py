"""A follow-up about another document changes the topic; one that names no document, or both, does not."""

from __future__ import annotations

import pytest

from limpet.memory.context import Context
from limpet.memory.contextual import understand
from limpet.memory.other_thing import other_thing
from limpet.memory.topic import Topic
from limpet.memory.turn import Turn
from limpet.memory.view import Conversation, MemoryView

TITLES = ("green tea", "black tea", "coffee")
NAMES = (*TITLES, "espresso")


def titles(text: str) -> list[str]:
    return [name for name in TITLES if name in text.lower()]


def names(text: str) -> list[str]:
    return [name for name in NAMES if name in text.lower()]


def topic(name: str) -> Topic:
    return Topic(name, tuple(name.split()), 1, 1)


@pytest.mark.parametrize(
    ("message", "about", "other"),
    [
        ("What about storing green tea?", "black tea", "green tea"),
        ("Does coffee keep longer?", "espresso", "coffee"),
        ("And how is it stored?", "black tea", None),
        ("Is black tea stronger than green tea?", "black tea", None),
        ("What about green tea?", "kettles", None),
    ],
)
def test_another_document_is_the_topic(message: str, about: str, other: str | None) -> None:
    found = other_thing(message, topic(about), names, titles, 2)
    assert (found.name if found else None) == other


def test_understood_as_about_the_other_one() -> None:
    view = MemoryView(
        turns=(Turn("Is black tea bitter?", "Black tea is bitter when steeped for long.", number=1),),
        turn_count=1,
        conversation=Conversation(topic={"active": topic("black tea").to_json(), "earlier": []}),
    )
    understanding = understand("What about storing green tea?", view, Context(names=names, titles=titles))
    assert understanding.topics.active is not None
    assert understanding.topics.active.name == "green tea"
