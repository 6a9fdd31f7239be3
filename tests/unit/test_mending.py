"""Typos of the documents' words are mended; words of English, names and code are left as they were typed."""

from __future__ import annotations

import asyncio

import pytest

from limpet.chat import Chat
from limpet.knowledge import Knowledge
from limpet.limits import Limits
from limpet.mending import Mender
from limpet.retrieval.document import Document

SHOP = [
    Document("kurtas", "Kurtas", "A kurta is a loose shirt. Our kurtas are of cotton or linen."),
    Document("care", "Care", "Wash a cotton kurta cold. Iron linen while it is damp."),
    Document("code", "Testing", "Use the TestClient class to test the middleware. A TestClient needs no server."),
    Document("more", "Middleware", "Middleware wraps an application. The returns page tells how to return a kurta."),
]


@pytest.fixture
def mender() -> Mender:
    knowledge = Knowledge(Limits())
    asyncio.run(knowledge.add(SHOP))
    return Mender(knowledge)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("a kurtta please", "a kurta please"),
        ("krutas in cottn", "kurtas in cotton"),
        ("How do I add midleware?", "How do I add middleware?"),
        ("What is a TestClint?", "What is a TestClient?"),
        ("How do I retrun it?", "How do I return it?"),
    ],
)
def test_a_typo_is_read_as_the_word_of_the_documents(mender: Mender, typed: str, meant: str) -> None:
    assert mender.mended(typed).text == meant


@pytest.mark.parametrize(
    "message",
    [
        "Do you have kurtas of cotton?",  # the documents' own
        "Do you sell lemon curd?",  # English: not "linen"
        "Does Kurti work here?",  # a name
        "kurt",  # too short
        "`midlewar` and app.midleware()",  # code
        "Haben Sie eine Kurtta für mich?",  # another language
        "xqzzy",  # nothing is near
        "",
    ],
)
def test_all_else_stays_as_it_was_typed(mender: Mender, message: str) -> None:
    assert mender.mended(message).text == message
    assert mender.mended(message).parts == ()


def test_a_mending_is_shown_and_can_be_taken_back(mender: Mender) -> None:
    (part,) = mender.mended("a kurtta").parts
    assert part.shown == "kurtta → kurta"
    assert mender.mended("a kurtta", {part.part}).text == "a kurtta"


def test_two_words_that_are_as_near_leave_a_typo_alone() -> None:
    knowledge = Knowledge(Limits())
    asyncio.run(knowledge.add([Document("a", "A", "kurtas and kurtis"), Document("b", "B", "kurtas and kurtis")]))
    assert Mender(knowledge).mended("a kurtz please").text == "a kurtz please"


def test_other_documents_mend_other_words(mender: Mender) -> None:
    knowledge = Knowledge(Limits())
    fresh = Mender(knowledge)
    assert fresh.mended("a kurtta").text == "a kurtta"
    asyncio.run(knowledge.add(SHOP))
    assert fresh.mended("a kurtta").text == "a kurta"


def test_the_turn_keeps_what_was_sent_and_follow_ups_get_the_mended_word() -> None:
    async def talk() -> tuple[Chat, str]:
        chat = Chat()
        await chat.add_documents(SHOP)
        await chat.answer("How do I wash a kurtta?")
        return chat, (await chat.answer("And how do I return it?")).query

    chat, _ = asyncio.run(talk())
    turns = chat.session.view().turns
    assert turns[0].message == "How do I wash a kurtta?"
    thought = asyncio.run(chat.thinker.understand("And how long is it?", chat.session.view()))
    assert "kurtta" not in thought.understanding.extra_terms


def test_runs_of_blanks_are_one() -> None:
    mender = Mender(Knowledge(Limits()))
    assert mender.mended("What\n\n\n\nis   tea?").text == "What is tea?"
    assert mender.mended("First line.\n\nSecond  line.").text == "First line.\n\nSecond  line."
