"""Answers without what was just read, and without what answers another question."""

from __future__ import annotations

import asyncio

import pytest

from limpet.answer.evidence import Evidence
from limpet.answer.extractive import compose_answer
from limpet.answer.focus import is_focused
from limpet.chat import Chat
from limpet.memory.session import SessionMemory
from limpet.memory.turn import Turn
from limpet.memory.view import MemoryView
from limpet.retrieval.document import Document, Hit
from limpet.retrieval.splitting import split
from limpet.text.question_form import asked_for

LANTERNS = Document(
    "lanterns",
    "Lanterns",
    "Paper lanterns burn for two hours. After that they must not be lit again. Hang a lantern at the door."
    " Red lanterns cost 5 euros. Blue ones are sold out, unless you ask.\n\n"
    "Light it like so:\n\n```\nlantern.light()\n```\n\n"
    "Parts\n\n- a frame,\n- a candle,\n- some paper.",
    "markdown",
)
CODED = Document(
    "lamp",
    "Lamp",
    "# Lamp\n\nYou can dim the lamp.\n\n```\nlamp.dim(0.5)\n```\n\nThe lamp has a green cable.",
    "markdown",
)


def said(message: str, *before: str, document: Document = LANTERNS) -> str:
    turns = [Turn(f"question {number}", answer) for number, answer in enumerate(before)]
    view = SessionMemory.of_turns(turns).view() if turns else MemoryView()
    hits = [Hit(fragment, 1.0, bm25=5.0, cosine=0.7) for fragment in split(document)]
    return compose_answer(Evidence(message, message, hits, lambda _: document, view=view, confidence=0.9)).text


def test_a_fact_is_told_with_what_goes_on_with_it_and_nothing_else() -> None:
    answer = said("How long do paper lanterns burn?")
    assert answer == "Paper lanterns burn for two hours. [1] After that they must not be lit again. [2]"


def test_what_was_just_read_is_not_said_again_beside_the_answer() -> None:
    whole = "Paper lanterns burn for two hours. [1] Hang a lantern at the door. [2] Red lanterns cost 5 euros. [3]"
    assert said("And the red lanterns, tell me about their price", whole).startswith("Red lanterns cost 5 euros. [1]")
    assert "burn" not in said("And the red lanterns, tell me about their price", whole)


def test_the_answer_is_said_though_it_was_just_read() -> None:
    assert said("What do red lanterns cost?", "Red lanterns cost 5 euros. [1]").startswith("Red lanterns cost 5 euros.")


def test_older_answers_are_forgotten_by_their_reader() -> None:
    asked = "Tell me about paper lanterns"
    shown = "Hang a lantern at the door. [1]"
    assert "Hang a lantern" not in said(asked, shown)
    assert "Hang a lantern" in said(asked, shown, "Yes.", "No.")


def test_what_is_wanted_once_more_is_said_whole() -> None:
    assert "Hang a lantern" in said("Say that again about paper lanterns", "Hang a lantern at the door. [1]")


def test_code_stays_where_how_to_do_something_is_asked() -> None:
    assert "lantern.light()" in said("How do I light a lantern?")
    assert "lamp.dim" in said("Can I dim the lamp?", document=CODED)
    assert "lamp.dim" not in said("Which cable has the lamp?", document=CODED)


def test_steps_that_were_just_read_are_said_again_to_who_asks_how() -> None:
    assert "lantern.light()" in said("How do I light a lantern?", "```\nlantern.light()\n```")


def test_what_was_just_read_and_is_no_step_is_not_said_to_who_asks_how() -> None:
    shown = "Red lanterns cost 5 euros. [1] Paper lanterns burn for two hours. [2]"
    assert "Red lanterns cost" in said("How do I light a lantern?")
    assert "Red lanterns cost" not in said("How do I light a lantern?", shown)


def test_a_long_account_is_not_cut_to_one_sentence() -> None:
    lines = [f"A museum in town number {number} shows what they gave to people." for number in range(14)]
    account = Document("account", "Account", " ".join(["Lanterns arrived in 1905.", *lines]))
    assert "town number" in said("When did lanterns arrive?", document=account)
    short = Document("short", "Short", " ".join(["Lanterns arrived in 1905.", *lines[:3]]))
    assert said("When did lanterns arrive?", document=short) == "Lanterns arrived in 1905. [1]"


def test_an_item_that_the_message_does_not_name_stays_out() -> None:
    filler = "sets how the light of the lamp is shown to all those who look at it from far away in the dark night"
    items = "\n".join(f"- `{name}` - {filler}." for name in ("colour", "height", "angle", "depth", "weight", "shape"))
    listed = Document("listed", "Lamp", f"# Lamp\n\nThe lamp gives light at night.\n\n{items}", "markdown")
    assert "`angle`" in said("Which angle has the lamp?", document=listed)
    assert "`height`" not in said("Which angle has the lamp?", document=listed)


@pytest.mark.parametrize(
    ("message", "is_narrow"),
    [
        ("How long does it burn?", True),
        ("Is hemming free?", True),
        ("What is the default minimum size?", True),
        ("In which order do they run?", True),
        ("What is a lantern?", False),
        ("What does the lamp do?", False),
        ("What should I do?", False),
        ("How do I hang it?", False),
        ("What about express?", False),
        ("Was kostet der Ausweis?", False),
    ],
)
def test_which_questions_ask_for_one_fact(message: str, is_narrow: bool) -> None:
    assert is_focused(message, asked_for(message)) is is_narrow


def test_a_follow_up_is_understood_by_the_section_though_one_sentence_was_told() -> None:
    async def asked() -> list[str]:
        chat = Chat()
        await chat.add_documents([LANTERNS])
        answers = [await chat.answer(text) for text in ("How long do paper lanterns burn?", "And the blue ones?")]
        return [answer.text for answer in answers]

    first, second = asyncio.run(asked())
    assert "Blue" not in first
    assert second.startswith("Blue ones are sold out, unless you ask.") or "Blue ones are sold out" in second
