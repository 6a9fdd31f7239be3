"""Messages that want the last answer once more, and the question that is asked again for them."""

from __future__ import annotations

import pytest

from limpet.memory.asking_again import asked_again, wants_same_again


@pytest.mark.parametrize(
    "message",
    [
        "???",
        "?",
        "huh?",
        "What?",
        "Come again?",
        "I don't understand",
        "sorry, i didn’t get that",
        "say that again please",
        "Can you explain that differently?",
        "explain it in other words",
        "I'm confused",
        "repeat",
        "🤔",
        "what do you mean?",
    ],
)
def test_wants_the_same_again(message: str) -> None:
    assert wants_same_again(message)


@pytest.mark.parametrize(
    "message",
    [
        "What is tea?",
        "explain middleware",
        "why?",
        "I don't understand middleware",
        "repeat every 5 seconds",
        "",
        "again",
        "Can you explain routing?",
        "what does that cost?",
        "say hello to the team",
    ],
)
def test_wants_something_else(message: str) -> None:
    assert not wants_same_again(message)


def test_asks_the_last_whole_question_again() -> None:
    found = asked_again("???", ["How do I brew tea?", "thanks", "huh?"])
    assert found is not None
    assert found.question == "How do I brew tea?"
    assert found.carried == ("brew", "tea")


@pytest.mark.parametrize("before", [[], ["thanks"], ["How do I brew tea?", "and for coffee?"]])
def test_leaves_it_to_the_words_lacking(before: list[str]) -> None:
    assert asked_again("???", before) is None
