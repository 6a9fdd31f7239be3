"""The row of a table for an age that a message names, and for a word that only one row has."""

from __future__ import annotations

import asyncio

import pytest

from limpet.answer.evidence import Evidence
from limpet.answer.extractive import compose_answer
from limpet.chat import Chat
from limpet.retrieval.builder import IndexBuilder
from limpet.retrieval.document import Document, Hit, Query
from limpet.retrieval.splitting import split

TICKETS = Document(
    "tickets.md", "Tickets",
    "# Tickets and prices\n\n| Ticket | Price |\n| --- | --- |\n| Adult | €12 |\n"
    "| Reduced (students, seniors over 65) | €8 |\n| Child 6 to 15 | €5 |\n| Child under 6 | free |\n"
    "| Family (two adults, up to four children) | €28 |\n\nAdmission is free on the first Thursday after 17:00.\n\n"
    "## Refunds\n\nWhat was bought online can be returned up to 24 hours before the visit.\n\n"
    "## Lockers\n\nLockers take a coin, which is given back.\n\n"
    "## Dogs\n\nGuide dogs are welcome. Other animals have to stay outside.\n",
)  # fmt: skip


def composed(question: str) -> str:
    builder = IndexBuilder()
    builder.add(TICKETS, split(TICKETS))
    index = builder.build(None, "")
    hits = [Hit(hit.fragment, hit.score, hit.bm25, 0.7) for hit in index.retrieve(Query(question), 10)]
    return compose_answer(Evidence(question, question, hits, index.document, index.idf)).text


def answers(*questions: str) -> list[str]:
    async def talk() -> list[str]:
        chat = Chat()
        await chat.add_documents([TICKETS])
        return [(await chat.answer(question)).text for question in questions]

    return asyncio.run(talk())


@pytest.mark.parametrize(
    ("question", "row"),
    [
        ("How much is a ticket for a child of 7?", "**Child 6 to 15**: Price €5"),
        ("How much is a ticket for a child of 3?", "**Child under 6**: Price free"),
        ("How much is a ticket for a child aged 15?", "**Child 6 to 15**: Price €5"),
    ],
)
def test_the_row_is_the_one_whose_bounds_take_the_age_in(question: str, row: str) -> None:
    assert composed(question).startswith(row)


def test_an_age_outside_of_all_bounds_has_no_row_of_a_child() -> None:
    assert "**Child" not in (text := composed("How much is a ticket for a child of 17?"))
    assert "| Child 6 to 15 | €5 |" in text


def test_a_follow_up_is_about_the_one_row_that_has_its_word() -> None:
    assert answers("How much is a ticket for an adult?", "And for seniors?")[1].startswith(
        "**Reduced (students, seniors"
    )
