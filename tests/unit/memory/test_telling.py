"""What a visitor tells about themselves, and which of it answers a question."""

from __future__ import annotations

import pytest

from limpet.memory.telling import is_personal_question, tells, told
from limpet.memory.turn import Turn


@pytest.mark.parametrize(
    "message",
    [
        "My name is Sam.",
        "I am allergic to nuts",
        "I bought a kettle with 3 litres yesterday",
        "Hi! I'm a beginner.",
        "we use Redis",
        "Call me Ada",
        "By the way, my daughter wears size M.",
        "I live in Pune and work as a nurse.",
    ],
)
def test_tells(message: str) -> None:
    assert tells(message)


@pytest.mark.parametrize(
    "message",
    [
        "I want to return a shirt",
        "I'm looking for a kurta",
        "I need help",
        "My router keeps dropping the connection",
        "",
        "I have a question about refunds",
        "I get an error on start",
        "my order is late",
        "What's my name?",
        "Do I qualify?",
        "I can't log in",
        "I would like to know more",
        "tea is green",
        "thanks",
        "my parcel never came",
        "I don't know",
    ],
)
def test_asks_or_reports_or_says_nothing_of_oneself(message: str) -> None:
    assert not tells(message)


@pytest.mark.parametrize(
    ("question", "statement"),
    [
        ("What's my name?", "My name is Sam."),
        ("which tea do I prefer?", "I prefer green tea."),
        ("Where do I live?", "I live in Pune."),
        ("What size do I wear?", "I wear size M."),
    ],
)
def test_told_in_the_visitors_words(question: str, statement: str) -> None:
    turns = [Turn("I am a nurse.", "Noted."), Turn(statement, "Noted."), Turn("Is there green tea?", "Yes.")]
    found = told(question, turns)
    assert found is not None
    assert found.message == statement


def test_the_newest_statement_wins() -> None:
    turns = [Turn("My size is M.", ""), Turn("My size is L now.", "")]
    found = told("What is my size?", turns)
    assert found is not None
    assert found.message == "My size is L now."


def test_half_of_the_words_need_a_near_meaning() -> None:
    turns = [Turn("I bought a kettle with 3 litres.", "", number=1)]
    assert told("How big is my kettle?", turns) is None
    assert told("How big is my kettle?", turns, lambda number: 0.2) is None
    assert told("How big is my kettle?", turns, lambda number: 0.6) is not None


@pytest.mark.parametrize("question", ["What is tea?", "My name is Sam.", "How do refunds work?"])
def test_other_questions_are_not_about_the_visitor(question: str) -> None:
    assert not is_personal_question(question)
    assert told(question, [Turn("My name is Sam. I like tea and refunds.", "")]) is None
