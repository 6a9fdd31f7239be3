"""Answers about the running conversation."""

from __future__ import annotations

from limpet.answer.conversation import assent_answer, conversation_answer, noted, told_answer
from limpet.memory.session import SessionMemory
from limpet.memory.turn import Turn
from limpet.memory.view import Conversation, MemoryView
from limpet.text.own_sentences import own_sentence


def view_of(*turns: Turn) -> MemoryView:
    return SessionMemory.of_turns(list(turns)).view()


TALK = view_of(
    Turn("Hello", "Hi!"),
    Turn("How hot is the water for green tea?", "Use water of 75 °C. [1]", fragment_ids=("green",)),
    Turn("My name is Sam.", own_sentence("noted")),
    Turn("And for black tea?", "Use boiling water. [1]", fragment_ids=("black",)),
    Turn("What did I ask first?", "You began with: ..."),
)


def text_of(message: str, view: MemoryView = TALK) -> str:
    answer = conversation_answer(message, view)
    assert answer is not None
    assert answer.mode == "answer"
    assert "".join(answer.pieces) == answer.text
    return answer.text


def test_first_and_last_message() -> None:
    assert text_of("What did I ask first?") == "You began with: “How hot is the water for green tea?”"
    assert text_of("What did I just ask?") == "Just before this you wrote: “And for black tea?”"
    assert text_of("What did you just say?") == "You asked: “And for black tea?” My answer was: “Use boiling water.”"


def test_all_messages_with_what_was_found_and_without_talk_about_the_talk() -> None:
    lines = text_of("What have we talked about?").split("\n")
    assert lines[2:] == [
        "- “How hot is the water for green tea?” – Use water of 75 °C.",
        "- “My name is Sam.”",
        "- “And for black tea?” – Use boiling water.",
    ]


def test_what_was_said_about_something() -> None:
    assert text_of("What did you say about green tea?").endswith("I answered: “Use water of 75 °C.”")
    assert text_of("What did I say about my name?") == "- You wrote: “My name is Sam.”"
    assert text_of("What did you say about pizza?") == "Nothing in this conversation was about that."


def test_says_when_nothing_was_said_or_the_beginning_is_gone() -> None:
    assert text_of("What did I ask first?", MemoryView()).startswith("This is the beginning")
    session = SessionMemory()
    for number in range(40):
        session.record(Turn(f"Question {number}?", "Answer."), None)
    assert text_of("What did I ask first?", session.view()).startswith("The earliest message that I still hold")


def test_told_and_noted() -> None:
    told = told_answer("What's my name?", TALK)
    assert told is not None
    assert told.text == "In this conversation you said: “My name is Sam.”"
    assert told_answer("What is tea?", TALK) is None
    heard = noted("I am allergic to nuts.")
    assert heard is not None
    assert heard.mode == "smalltalk"
    assert noted("Where is my order?") is None


def test_a_bare_yes_or_no_without_an_offer() -> None:
    for message in ("yes", "Yes, please!", "no", "Nope."):
        answer = assent_answer(message, TALK)
        assert answer is not None
        assert answer.mode == "smalltalk"
    assert assent_answer("yes, and the price?", TALK) is None
    offering = MemoryView(conversation=Conversation(offer="Shall I list them?"))
    assert assent_answer("yes", offering) is None
