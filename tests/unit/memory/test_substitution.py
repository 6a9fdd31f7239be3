"""Which messages put another thing into the question before, and what question that makes."""

from __future__ import annotations

import pytest

from limpet.memory.context import Context
from limpet.memory.contextual import understand
from limpet.memory.session import SessionMemory
from limpet.memory.substitution import substituted, thing_put_in
from limpet.memory.topic import Topic
from limpet.memory.turn import Turn

NAMES = {"espresso", "black tea", "green tea", "refunds", "websocket routes"}


def names(text: str) -> tuple[str, ...]:
    return tuple(name for name in sorted(NAMES) if name in text.lower())


def topic(name: str) -> Topic:
    return Topic(name, tuple(word for word in name.lower().split()), 1, 1)


@pytest.mark.parametrize(
    ("message", "thing"),
    [
        ("And for black tea?", "black tea"),
        ("and espresso", "espresso"),
        ("What about the espresso?", "espresso"),
        ("how about in winter?", "winter"),
        ("ok, and with oat milk then?", "oat milk"),
        ("But for business customers?", "business customers"),
        ("What of version 3?", "version 3"),
        ("And on Windows?", "Windows"),
    ],
)
def test_a_thing_and_nothing_else(message: str, thing: str) -> None:
    assert thing_put_in(message) == thing


@pytest.mark.parametrize(
    "message",
    [
        "And how long?",
        "and why is that?",
        "what about that one?",
        "and the other one?",
        "And then what do I do?",
        "What about it?",
        "and?",
        "What about you?",
        "And is it safe?",
        "Black tea?",
        "Tell me about black tea.",
        "What about the size of the tin that my aunt bought in Leeds?",
        "and more",
        "",
    ],
)
def test_more_or_less_than_a_thing(message: str) -> None:
    assert thing_put_in(message) is None


@pytest.mark.parametrize(
    ("before", "message", "about", "question"),
    [
        (
            ["How hot should the water be for green tea?"],
            "And for black tea?",
            None,
            "How hot should the water be for black tea?",
        ),
        (
            ["How much caffeine is in a cup of black tea?"],
            "and espresso?",
            "black tea",
            "How much caffeine is in a cup of espresso?",
        ),
        (["Can I return sale items?"], "What about gift items?", None, "Can I return gift items?"),
        (
            ["How hot is the water for green tea?", "Thanks!"],
            "And for black tea?",
            None,
            "How hot is the water for black tea?",
        ),
        (
            ["How hot is the water for green tea?", "And for black tea?"],
            "and espresso?",
            "black tea",
            "How hot is the water for espresso?",
        ),
    ],
)
def test_the_question_is_asked_again(before: list[str], message: str, about: str | None, question: str) -> None:
    found = substituted(message, before, topic(about) if about else None, names)
    assert found is not None
    assert found.question == question


@pytest.mark.parametrize(
    ("before", "message", "about"),
    [
        (["How hot should the water be for green tea?"], "And for green tea?", "green tea"),  # nothing new
        (["How hot should the water be for green tea?"], "What about delivery?", "green tea"),  # no name of anything
        (["How do I brew green tea?"], "What about refunds?", "kettles"),  # the topic is not in the question
        (["How do I brew a cup?"], "What about espresso?", "brew"),  # what is done is no thing
        ([], "What about espresso?", None),
        (["Thanks!"], "What about espresso?", None),
    ],
)
def test_what_is_left_to_the_words_that_a_message_lacks(before: list[str], message: str, about: str | None) -> None:
    assert substituted(message, before, topic(about) if about else None, names) is None


def test_understood_as_the_whole_question_which_can_be_taken_back() -> None:
    view = SessionMemory.of_turns([Turn("How hot should the water be for green tea?", "Use water of 75 °C.")]).view()
    understanding = understand("And for black tea?", view)
    assert understanding.is_follow_up
    assert understanding.query_text == understanding.asked_text == "How hot should the water be for black tea?"
    assert understanding.topics.active is not None
    assert understanding.topics.active.name == "black tea"
    assert [part.part for part in understanding.parts] == ["question"]
    alone = understand("And for black tea?", view, Context(without=("question",)))
    assert alone.query_text == alone.asked_text == "And for black tea?"


def test_a_phrase_behind_the_same_preposition_keeps_what_is_done() -> None:
    before = ["How do I roast Espresso on charcoal?"]
    about = Topic("roast espresso", ("roast", "espresso"), 1, 1)
    known = lambda text: ("refunds",) if "Gas" in text else ()  # noqa: E731
    found = substituted("And on Gas?", before, about, known)
    assert found is not None
    assert found.question == "How do I roast Espresso on Gas?"
