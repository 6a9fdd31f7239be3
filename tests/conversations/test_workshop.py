"""Questions over the pages of a bicycle workshop: tables, opening hours, two questions at once."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from limpet.chat import Chat
from limpet.events import Answered
from limpet.retrieval.index import Index
from limpet.site.build import build_index
from limpet.site.model import open_embedder


@pytest.fixture(scope="module")
def workshop() -> Index:
    return build_index(Path(__file__).parent / "documents" / "workshop").index


def told(index: Index, *messages: str) -> Answered:
    async def talk() -> Answered:
        chat = Chat(index, open_embedder())
        return [await chat.answer(message) for message in messages][-1]

    return asyncio.run(talk())


@pytest.mark.parametrize(
    ("message", "said", "unsaid"),
    [
        ("When are you open on Saturday?", ["**Saturday**: Open 10:00; Close 14:00"], ["Monday", "|"]),
        ("Are you open on Sunday?", ["**Sunday**: closed"], ["Monday", "|"]),
        ("What are your opening hours?", ["| Saturday | 10:00 | 14:00 |", "Sunday"], []),
        ("Which courses are free?", ["- **Flat tyres**", "- **Bike check for kids**"], ["€25", "€60", "|"]),
        ("How much is a new chain and how long does it take?", ["€35", "30 minutes"], ["Puncture", "|"]),
        (
            "How much are brake pads and when are you open on Monday?",
            ["**Brake pads**: Price €15", "**Monday to Friday**: Open 9:00; Close 18:00"],
            ["Puncture", "Sunday"],
        ),
        ("What guarantee do you give and do you sell helmets?", ["six months", "“do you sell helmets?” I found"], []),
    ],
)
def test_what_was_asked_for_is_told_and_nothing_else(
    workshop: Index, message: str, said: list[str], unsaid: list[str]
) -> None:
    answered = told(workshop, message)
    assert answered.mode == "answer", answered.text
    assert all(words in answered.text for words in said), answered.text
    assert not any(words in answered.text for words in unsaid), answered.text


def test_every_citation_of_two_answers_has_its_number_once(workshop: Index) -> None:
    answered = told(workshop, "How much are brake pads and when are you open on Monday?")
    assert all(f"[{number}]" in answered.text for number in range(1, len(answered.citations) + 1))
    assert f"[{len(answered.citations) + 1}]" not in answered.text
    assert {one["heading"].rsplit(" > ", 1)[-1] for one in answered.citations} == {"Prices", "Opening hours"}


def test_a_question_s_own_day_is_no_part_of_what_was_understood(workshop: Index) -> None:
    assert not told(workshop, "When are you open on Saturday?").understood


def test_figures_of_an_answer_are_not_asked_for_again(workshop: Index) -> None:
    answered = told(workshop, "When are you open on Saturday?", "And what does a new chain cost?")
    assert not any(part["label"].isdecimal() for part in answered.understood or ())


@pytest.mark.parametrize("message", ["Who owns the workshop and where is it?", "Do you do home visits?"])
def test_what_the_pages_do_not_tell_is_not_answered(workshop: Index, message: str) -> None:
    assert told(workshop, message).mode == "not_covered"


def test_when_it_is_means_the_day_of_what_was_asked_about(workshop: Index) -> None:
    answered = told(workshop, "How much is the wheel building course?", "When is it?")
    assert answered.text.startswith("**Wheel building**: Day third Sunday [1]")
