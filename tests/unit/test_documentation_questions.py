"""Questions that every documentation gets: what it is, how it compares, which version is the newest."""

from __future__ import annotations

import asyncio

import pytest

from limpet.chat import Chat
from limpet.events import Answered
from limpet.retrieval.described import is_described
from limpet.retrieval.document import Document

NOTES = (
    "# Release notes\n\n## 2.0.0rc1 (May 1, 2025)\n\n#### Added\n\n* Inks that dry.\n\n"
    "## 1.9.0 (March 3, 2025)\n\n#### Fixed\n\n* Blots in margins.\n\n"
    "## 1.10.0 (April 9, 2025)\n\n#### Added\n\n* Margins on both sides.\n\n#### Fixed\n\n* Lost commas.\n"
)
DOCUMENTS = [
    Document("index", "Welcome", "# Welcome\n\nQuill is a program that sets text. It runs anywhere, and gives you:\n\n"
             "- margins\n- inks\n- plugins for every trade"),
    Document("plugins", "Plugins", "# Plugins\n\n## Quill-Ledger\n\nSums for Quill, as a plugin of Quill.\n\n"
             "## Quill-Maps\n\nMaps for Quill. Modelled on the excellent Nibble-Maps, in the style of Nibble.\n\n"
             "## Backends\n\nQuill speaks to two backends. To run Sumac, set a flag. Teasel needs none."),
    Document("contributing", "Contributing", "# Contributing\n\n## Releasing\n\nBefore a new version of Quill is "
             "released, list what changed since the latest version."),
    Document("manual", "Manual", "# Manual\n\n## 2.1 Setting a page\n\nQuill sets a page with `quill page`.\n\n"
             "## 2.2 Proofs\n\nQuill prints proofs with `quill proof`."),
]  # fmt: skip


def told(message: str, *more: Document) -> Answered:
    async def talk() -> Answered:
        chat = Chat()
        await chat.add_documents([*DOCUMENTS, *more])
        return await chat.answer(message)

    return asyncio.run(talk())


def test_what_it_is_is_told_by_the_sentence_that_says_so() -> None:
    answered = told("What is Quill?")
    assert (answered.mode, answered.text.split(" [")[0]) == ("answer", "Quill is a program that sets text.")


@pytest.mark.parametrize("other", ["Nibble", "Vellum"])
def test_a_thing_that_is_only_mentioned_is_not_compared(other: str) -> None:
    answered = told(f"Compare Quill with {other}")
    assert answered.mode == "not_covered"
    assert answered.text.startswith(f"These documents do not tell about {other}.\n\nQuill is a program that sets text.")
    assert {one["document_id"] for one in answered.citations} == {"index"}


def test_a_name_that_begins_a_sentence_is_described() -> None:
    async def index() -> list[bool]:
        chat = Chat()
        await chat.add_documents(DOCUMENTS)
        assert chat.knowledge.index is not None
        things = ("Sumac", "Teasel", "Nibble", "Vellum", "margins", "Quill-Maps", "Quill")
        return [is_described(thing, chat.knowledge.index) for thing in things]

    assert asyncio.run(index()) == [True, True, False, False, True, True, True]


@pytest.mark.parametrize(
    "message", ["What is the latest version?", "what's new?", "What is new in the newest release of Quill?"]
)
def test_the_newest_version_is_the_one_with_the_highest_number(message: str) -> None:
    answered = told(message, Document("notes", "Release notes", NOTES))
    assert answered.mode == "answer"
    assert answered.text.startswith("**1.10.0 (April 9, 2025)**:\n\n- Margins on both sides. [1]")


@pytest.mark.parametrize("message", ["What is the latest version of Sumac?", "How do I install the latest version?"])
def test_other_questions_with_a_version_are_not_told_the_newest(message: str) -> None:
    assert "1.10.0" not in told(message, Document("notes", "Release notes", NOTES)).text


def test_without_release_notes_there_is_no_newest_version() -> None:
    assert "2.1" not in told("What is the latest version?").text


def test_a_version_stands_before_what_is_told_of_it() -> None:
    answered = told("What was fixed in 1.9.0?", Document("notes", "Release notes", NOTES))
    assert answered.text.startswith("**1.9.0 (March 3, 2025)**:\n\n- Blots in margins. [1]")
