"""Where an amount is asked for, the ordinary one comes first; one out of the ordinary does when it is asked for."""

from __future__ import annotations

import asyncio

import pytest

from limpet.chat import Chat
from limpet.retrieval.document import Document

VISIT = (
    "# Your visit\n\n## Admission\n\nSpecial exhibitions cost €4 on top of the museum ticket. A ticket costs €12 for"
    " adults and €7 for students.\n\n## Café\n\nThe café serves soup, sandwiches, cake and tea. Tea costs €3.\n"
)


@pytest.mark.parametrize(
    ("question", "starts"),
    [
        ("What do tickets cost?", "A ticket costs €12"),
        ("How much is a ticket?", "A ticket costs €12"),
        ("What do special exhibitions cost?", "Special exhibitions cost €4"),
    ],
)
def test_the_ordinary_amount_comes_first(question: str, starts: str) -> None:
    async def ask() -> str:
        chat = Chat()
        await chat.add_documents([Document("visit.md", "Your visit", VISIT)])
        return (await chat.answer(question)).text

    assert asyncio.run(ask()).startswith(starts)
