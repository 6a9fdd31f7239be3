"""Whatever a visitor sends in one message is answered, in reasonable time, and remembered."""

from __future__ import annotations

import asyncio
import time

import pytest

from limpet.chat import Chat
from limpet.limits import DEFAULT_LIMITS
from limpet.retrieval.document import Document

ALLOWED_S = 5.0
"""Of the processor's time for one message; what grows with the square takes a quarter of a minute and more."""
TEA = Document("tea", "Tea", "Green tea is steeped at 75 degrees. Black tea is steeped at 95 degrees.")
KURTAS = [
    Document(name, f"{name} Kurta", f"{name} Kurta\nPrice: ₹{price}\nFabric: cotton", "record",
             {"name": f"{name} Kurta", "price": price, "fabric": "cotton"})
    for name, price in (("Neem", 1299), ("Asha", 999), ("Lila", 1499))
]  # fmt: skip
PIECES = ("a", "A", "1,", "5 to ", "a b ", "Ab ", "A1 ", "\n", "(", "tea ", "न", "चाय ", "茶", "🍵", "not ", "under 5 ")


@pytest.mark.parametrize("documents", [[TEA], [TEA, *KURTAS]], ids=["pages", "catalogue"])
def test_a_message_of_one_piece_over_and_over_is_answered_and_remembered(documents: list[Document]) -> None:
    async def talk() -> None:
        chat = Chat()
        await chat.add_documents(documents)
        for number, piece in enumerate(PIECES, start=1):
            message = ("what " + piece * DEFAULT_LIMITS.message_chars)[: DEFAULT_LIMITS.message_chars - 1] + "?"
            started_s = time.process_time()
            answered = await chat.answer(message)
            took_s = time.process_time() - started_s
            assert took_s < ALLOWED_S, f"{piece!r} over and over takes {took_s:.1f} s"
            assert answered.text
            assert chat.session.view().turn_count == number

    asyncio.run(talk())
