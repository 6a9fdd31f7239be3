"""Asking back: options, a choice by place, by name or by button, the question resumed, never twice in a row."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from limpet.chat import Chat
from limpet.events import Answered
from limpet.retrieval.document import Document

DOCUMENTS = [
    Document("shipping", "Shipping", "# Shipping\n\nStandard delivery takes three days. Shipping costs 5 euros."),
    Document("refunds", "Refunds", "# Refunds\n\nA refund takes seven days. A refund costs nothing."),
    Document("repairs", "Repairs", "# Repairs\n\nA repair takes two weeks. A repair costs 20 euros."),
]


def told(talk: Callable[[Chat], Awaitable[list[Answered]]]) -> list[Answered]:
    async def run() -> list[Answered]:
        chat = Chat()
        await chat.add_documents(DOCUMENTS)
        return await talk(chat)

    return asyncio.run(run())


def said(*messages: str) -> list[Answered]:
    async def talk(chat: Chat) -> list[Answered]:
        return [await chat.answer(message, ask_id=number) for number, message in enumerate(messages)]

    return told(talk)


def test_an_open_question_is_asked_back_with_the_competing_topics() -> None:
    (asked,) = said("How much does it cost?")
    assert asked.mode == "clarify"
    assert sorted(asked.options or []) == ["Refunds", "Repairs", "Shipping"]
    assert all(option in asked.text for option in asked.options or [])
    assert asked.decided_by == "heuristic"
    assert asked.why is not None
    assert {one["reason"] for one in asked.why["left"]} == {"asked_back"}


@pytest.mark.parametrize("choice", ["Repairs", "repairs please", "I mean the repairs", "about repairs"])
def test_a_choice_by_name_resumes_the_question(choice: str) -> None:
    _, answered = said("How much does it cost?", choice)
    assert answered.mode == "answer"
    assert {citation["document_id"] for citation in answered.citations} == {"repairs"}
    assert "20 euros" in answered.text
    assert answered.topic == "Repairs"


@pytest.mark.parametrize(("choice", "place"), [("the first one", 0), ("the second", 1), ("3", 2), ("the last one", -1)])
def test_a_choice_by_place_resumes_the_question(choice: str, place: int) -> None:
    asked, answered = said("How much does it cost?", choice)
    wanted = (asked.options or [])[place].lower()
    assert answered.mode == "answer"
    assert {citation["document_id"] for citation in answered.citations} == {wanted}


def test_the_request_choose_resumes_the_question() -> None:
    async def talk(chat: Chat) -> list[Answered]:
        asked = await chat.answer("How much does it cost?", ask_id=1)
        place = (asked.options or []).index("Shipping")
        return [event async for event in chat.choose(1, place) if isinstance(event, Answered)]

    (answered,) = told(talk)
    assert answered.mode == "answer"
    assert {citation["document_id"] for citation in answered.citations} == {"shipping"}
    assert "5 euros" in answered.text


def test_nothing_is_asked_back_twice_in_a_row() -> None:
    modes = [answered.mode for answered in said("How much does it cost?", "How long does it take?")]
    assert modes[0] == "clarify"
    assert modes[1] != "clarify"


def test_another_question_instead_of_a_choice_is_answered_as_such() -> None:
    _, answered = said("How much does it cost?", "How many days does a refund take?")
    assert answered.mode == "answer"
    assert "seven days" in answered.text


def test_a_whole_question_is_not_asked_back() -> None:
    (answered,) = said("What does a repair cost?")
    assert answered.mode == "answer"
    assert answered.options is None
