from __future__ import annotations

import asyncio
import io

import pytest

from limpet.chat import Chat
from limpet.host.terminal import say
from limpet.retrieval.document import Document

DOCUMENTS = [
    Document("tea", "Tea", "Green tea is steeped at 75 degrees."),
    Document("tents", "Tents", "A tent is pitched on level ground."),
]


@pytest.mark.parametrize("message", ["How is green tea steeped?", "hello", "Who won the cup in 1966?"])
def test_an_answer_ends_its_line_with_sources_or_without(message: str) -> None:
    """The shell's prompt, and the next answer, begin on a line of their own."""

    async def told() -> str:
        chat, out = Chat(), io.StringIO()
        await chat.add_documents(DOCUMENTS)
        await say(chat, message, out)
        return out.getvalue()

    text = asyncio.run(told())
    assert text.strip()
    assert text.endswith("\n")
