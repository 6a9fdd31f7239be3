"""How the site's people are reached is found by its form."""

from __future__ import annotations

import asyncio

import pytest

from limpet.chat import Chat
from limpet.events import Answered
from limpet.retrieval.document import Document
from limpet.text.contacts import contact_asked

PAGES = [
    Document(
        "stay.md", "Staying", "# Staying\n\n## Groups\n\nGroups of ten or more call 05 5550 7788 a week before.\n"
    ),
    Document(
        "about.md",
        "About us",
        "# About us\n\n## Contact\n\nWrite to desk@harbour.example or ring 05 5550 1122 until 6 pm. We answer soon.\n\n"
        "## The house\n\nThe hostel stands at 9 Anchor Lane, behind the old customs house. Rooms have two beds.\n",
    ),
    Document("book.md", "Booking", "# Booking\n\nChange the address in your account. A receipt comes by e-mail.\n"),
]


def told(*messages: str, pages: list[Document] = PAGES) -> Answered:
    async def talk() -> Answered:
        chat = Chat()
        await chat.add_documents(pages)
        return [await chat.answer(message) for message in messages][-1]

    return asyncio.run(talk())


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        ("What is your phone number?", "05 5550 1122"),
        ("phone number", "05 5550 1122"),
        ("How can I reach you?", "desk@harbour.example"),
        ("I want to talk to a human", "desk@harbour.example"),
        ("Your e-mail address, please", "desk@harbour.example"),
        ("Where are you located?", "9 Anchor Lane"),
        ("Wie ist Ihre Telefonnummer?", "05 5550 1122"),
    ],
)
def test_a_way_is_told_by_the_sentence_that_has_it(message: str, wanted: str) -> None:
    answered = told(message)
    assert answered.mode == "answer"
    assert wanted in answered.text
    assert wanted in answered.citations[0]["quote"]


def test_another_way_is_quoted_where_the_one_asked_for_is_not_told() -> None:
    answered = told("Do you have WhatsApp?")
    assert answered.mode == "not_covered"
    assert "desk@harbour.example" in answered.text


def test_one_way_after_the_other() -> None:
    assert "05 5550 1122" in told("What is your e-mail address?", "and phone?").text


@pytest.mark.parametrize("message", ["Can I change my address?", "Does the receipt come by e-mail?"])
def test_other_questions_are_for_the_search(message: str) -> None:
    assert "desk@harbour.example" not in told(message).text


def test_nothing_is_told_where_no_way_is() -> None:
    assert told("What is your phone number?", pages=PAGES[2:]).mode == "not_covered"


@pytest.mark.parametrize(
    "message",
    [
        "Do I need a phone number?", "Do I need an email?", "Do we need an address?", "Do you support mobile?",
        "Can someone call you?", "mobile data", "What is a contact?", "what is located there?", "Is an email sent?",
        "Change my address", "Are you on mobile?", "Can I give another address?", "Can you call me?",
        "How do I contact another customer?", "We need to have an address, is it required?",
    ],
)  # fmt: skip
def test_whether_one_is_needed_is_another_question(message: str) -> None:
    assert contact_asked(message) == ""


@pytest.mark.parametrize(
    ("message", "text"),
    [
        ("What is your email?", "Clone with git@code.example.org and push. Try a@b.example as input."),
        ("What is your phone number?", "C++ build 0612345678 is tested."),
    ],
)
def test_a_form_elsewhere_is_not_the_sites_own(message: str, text: str) -> None:
    answered = told(message, pages=[Document("a.md", "Build", f"# Build\n\n{text}\n")])
    assert answered.mode == "not_covered"
    assert not answered.citations


@pytest.mark.parametrize(
    ("message", "kind"),
    [
        ("I need your phone number", "phone"),
        ("Can you give me your email?", "email"),
        ("Could you tell me your phone number?", "phone"),
        ("Do you have an email address?", "email"),
        ("Is there a phone number?", "phone"),
        ("Can I call you?", "phone"),
        ("Could I talk to a real person?", "any"),
        ("Are you on WhatsApp?", "chat"),
        ("Have you got a phone?", "phone"),
        ("contact information", "any"),
    ],
)
def test_a_way_is_asked_for_with_a_yes_or_no_or_a_need_too(message: str, kind: str) -> None:
    assert contact_asked(message) == kind
