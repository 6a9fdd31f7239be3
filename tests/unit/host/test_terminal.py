"""The chat on standard input and output: what is printed, and how a script is served."""

from __future__ import annotations

import asyncio
import io
import json
from collections.abc import AsyncGenerator
from dataclasses import replace

import pytest

from limpet.answer.evidence import Composed, Evidence
from limpet.answer.extractive import compose_answer
from limpet.chat import Chat
from limpet.errors import ComposerError
from limpet.host.terminal import converse, say, serve_wire
from limpet.retrieval.document import Document

TEA = Document("tea", "Tea", "Green tea is steeped at 75 degrees. Black tea is steeped at 95 degrees.")
QUESTION = "How is green tea steeped?"


class BreakingOff:
    """Says half a sentence and fails."""

    async def compose(self, evidence: Evidence) -> AsyncGenerator[Composed, None]:
        yield replace(compose_answer(evidence), text="Green tea is")
        raise ComposerError("model-cut-off", "The model's reply broke off.")


def said(chat: Chat, message: str) -> tuple[str, bool]:
    out = io.StringIO()

    async def talk() -> bool:
        await chat.add_documents([TEA])
        return await say(chat, message, out) is not None

    is_answered = asyncio.run(talk())
    return out.getvalue(), is_answered


def served(*requests: object) -> list[dict[str, object]]:
    lines = "\n".join(one if isinstance(one, str) else json.dumps(one) for one in requests)
    out = io.StringIO()
    asyncio.run(serve_wire(Chat(), io.StringIO(lines + "\n"), out))
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_an_answer_is_printed_with_its_sources() -> None:
    text, is_answered = said(Chat(), QUESTION)
    assert is_answered
    assert text.startswith("Green tea is steeped at 75 degrees. [1]")
    assert "  [1] Tea (tea)" in text


def test_a_talk_goes_on_after_a_message_that_cannot_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    chat, out = Chat(), io.StringIO()
    asyncio.run(chat.add_documents([TEA]))
    monkeypatch.setattr("sys.stdin", io.StringIO(f"\n{'tea ' * 3000}\n{QUESTION}\n"))
    asyncio.run(converse(chat, out))
    assert "message-too-long: " in out.getvalue()
    assert "Green tea is steeped at 75 degrees. [1]" in out.getvalue().split("message-too-long: ")[1]


@pytest.mark.parametrize("is_typed", [True, False])
def test_piped_questions_are_printed_before_their_answers_and_typed_ones_are_not_printed_twice(
    monkeypatch: pytest.MonkeyPatch, is_typed: bool
) -> None:
    chat, out, typed = Chat(), io.StringIO(), io.StringIO(f"{QUESTION}\n")
    asyncio.run(chat.add_documents([TEA]))
    monkeypatch.setattr(typed, "isatty", lambda: is_typed)
    monkeypatch.setattr("sys.stdin", typed)
    asyncio.run(converse(chat, out))
    shown = "Ask away; quit, exit or Ctrl+D ends.\n\n> " if is_typed else f"\n> {QUESTION}\n"
    assert out.getvalue().startswith(f"{shown}Green tea is steeped at 75 degrees. [1]")


@pytest.mark.parametrize("word", ["quit", "exit", "Exit", "/quit", "exit()", ":q"])
def test_a_talk_ends_by_a_word(monkeypatch: pytest.MonkeyPatch, word: str) -> None:
    chat, out = Chat(), io.StringIO()
    asyncio.run(chat.add_documents([TEA]))
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{word}\n{QUESTION}\n"))
    asyncio.run(converse(chat, out))
    assert out.getvalue() == f"\n> {word}\n"


def test_an_answer_that_takes_the_place_of_half_a_sentence_begins_anew() -> None:
    text, _ = said(Chat(composer=BreakingOff()), QUESTION)
    assert "(The model's reply broke off." in text
    assert "Green tea isGreen" not in text
    assert "\n\nGreen tea is steeped at 75 degrees. [1]" in text


def test_every_line_of_a_script_is_answered_also_after_one_that_is_no_request() -> None:
    document = {"id": "tea", "title": "Tea", "text": TEA.text, "format": "text"}
    events = served(
        {"type": "add_documents", "id": 1, "documents": [document]}, "", "no request", {"type": "suggest", "id": 2}
    )
    assert [(event["type"], event.get("id")) for event in events] == [
        ("done", 1), ("error", None), ("suggested", 2), ("done", 2),
    ]  # fmt: skip


@pytest.mark.parametrize("message", [QUESTION, "hello", "Who won the cup in 1966?"])
def test_an_answer_ends_its_line_with_sources_or_without(message: str) -> None:
    """The shell's prompt, and the next answer, begin on a line of their own."""
    text, _ = said(Chat(), message)
    assert text.strip()
    assert text.endswith("\n")
