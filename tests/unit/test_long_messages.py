"""What is done with a message grows with its length and not with the square of it; counted in steps of Python."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from limpet.chat import Chat
from limpet.memory.goods_asked import wished_beside
from limpet.retrieval.document import Document
from steps import steps_of

GOODS = [
    Document(
        f"goods#{number}", f"{colour} {kind}", f"A {colour} {kind}.", "record", fields={"colour": colour, "kind": kind}
    )
    for number, (colour, kind) in enumerate((colour, kind) for colour in ("red", "blue") for kind in ("saree", "kurta"))
]
PAGE = Document("care", "Care", "# Care\n\nWash a saree cold. Dry it flat.")
TALKS: dict[str, Callable[[int], str]] = {
    "goods alone": lambda chars: ("saree blue kurta red " * chars)[:chars],
    "sentences": lambda chars: ("I bought a red saree and it is nice. " * chars)[:chars] + " Do you have blue kurtas?",
    "names": lambda chars: ("the Red Saree of Anna Berg and " * chars)[:chars] + "a blue kurta",
    "sayings": lambda chars: ("like the red one and " * chars)[:chars] + "that blue kurta",
    "prices": lambda chars: ("red saree under 500 or " * chars)[:chars] + "blue kurta",
}


def understood(text: str) -> int:
    async def ask() -> int:
        chat = Chat()
        await chat.add_documents([*GOODS, PAGE])
        await chat.thinker.understand("Do you have sarees?", chat.session.view())
        return steps_of(lambda: one(chat))

    def one(chat: Chat) -> None:
        asked = chat.thinker.understand(text, chat.session.view())
        with pytest.raises(StopIteration):  # nothing of it waits for anything
            asked.send(None)

    return asyncio.run(ask())


@pytest.mark.parametrize("talk", TALKS)
def test_understanding_a_message_of_twice_the_length_is_twice_the_work(talk: str) -> None:
    short, long = understood(TALKS[talk](1_500)), understood(TALKS[talk](3_000))
    assert long < 2.1 * short


@pytest.mark.parametrize("piece", [" ", "\n ", ", ", "; ", "and how ", ".\n\n"])
def test_the_question_is_found_in_one_pass(piece: str) -> None:
    def steps(chars: int) -> int:
        text = "I like silk." + (piece * chars)[:chars] + "Do you have red sarees?"
        return steps_of(lambda: wished_beside(text))

    assert steps(4_000) < 2.1 * steps(2_000)
