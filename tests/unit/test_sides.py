"""Comparisons are searched for side by side, and answered where both sides are there."""

from __future__ import annotations

import asyncio

import pytest

from limpet.chat import Chat
from limpet.events import Answered
from limpet.retrieval.document import Document, Fragment, Hit
from limpet.sides import with_sides

TEAS = [
    Document("green", "Green tea", "# Green tea\n\nGreen tea is made from raw leaves.\n\n## Brewing\n\nUse water "
             "of 75 to 80 °C.", "markdown"),
    Document("black", "Black tea", "# Black tea\n\nBlack tea is oxidised.\n\n## Caffeine\n\nA cup has about 50 mg "
             "of caffeine.", "markdown"),
    Document("shop", "Opening hours", "# Opening hours\n\nThe shop opens at nine.", "markdown"),
]  # fmt: skip


def told(*messages: str) -> list[Answered]:
    async def talk() -> list[Answered]:
        chat = Chat()
        await chat.add_documents(TEAS)
        answers: list[Answered] = []
        for place, message in enumerate(messages):
            events = chat.ask(message, ask_id=place, now_s=1000.0 + place)
            answers += [event async for event in events if isinstance(event, Answered)]
        return answers

    return asyncio.run(talk())


@pytest.mark.parametrize("message", ["compare green tea and black tea", "green tea vs black tea"])
def test_two_things_that_are_there_are_compared(message: str) -> None:
    (answer,) = told(message)
    assert answer.mode == "compare"
    assert {citation["document_id"] for citation in answer.citations} == {"green", "black"}
    scores = [hit["score"] for hit in answer.hits]
    assert scores == sorted(scores, reverse=True)


def test_a_pronoun_stands_for_the_topic() -> None:
    answer = told("What is green tea?", "how does it differ from black tea?")[-1]
    assert answer.mode == "compare"
    assert {citation["document_id"] for citation in answer.citations} == {"green", "black"}


@pytest.mark.parametrize("message", ["How is green tea different from rooibos?", "compare rockets and volcanoes"])
def test_what_is_not_there_is_not_compared(message: str) -> None:
    (answer,) = told(message)
    assert answer.mode == "not_covered"


def test_hits_of_the_sides_stay_among_the_best() -> None:
    def hit(name: str, score: float) -> Hit:
        return Hit(Fragment(name, "d", (), 0, 1, "x"), score)

    found = with_sides([hit(f"h{n}", 0.9 - n / 10) for n in range(5)], [hit("side", 0.1), hit("h4", 0.2)], k=4)
    assert [one.fragment.fragment_id for one in found] == ["h0", "h1", "h4", "side"]


def test_a_bare_no_stands_before_what_it_means() -> None:
    async def ask() -> str:
        chat = Chat()
        text = "# FAQ\n\n## Does Ferrix support GPUs?\n\nNo. GPU support is not planned.\n\n## Is it free?\n\nYes."
        await chat.add_documents([Document("faq", "FAQ", text, "markdown")])
        events = chat.ask("does it support gpus", ask_id=1, now_s=1000.0)
        (answer,) = [event async for event in events if isinstance(event, Answered)]
        return answer.text

    assert "No. [1] GPU support is not planned. [2]" in asyncio.run(ask())
