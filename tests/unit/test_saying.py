"""Another composer says the answer; whatever it does, the visitor has one and the turn is kept."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from dataclasses import replace

import pytest

from limpet.answer.evidence import Composed, Evidence
from limpet.answer.extractive import compose_answer
from limpet.chat import Chat
from limpet.clock import FixedClock
from limpet.errors import ComposerError
from limpet.events import Answered, Delta, Event, Notice, StopFlag
from limpet.retrieval.document import Document

TEA = Document("tea", "Tea", "Green tea is steeped at 75 degrees. Black tea is steeped at 95 degrees.")
QUESTION = "How is green tea steeped?"


class Scripted:
    """A composer whose answer grows through *texts*, then ends as *then* says."""

    def __init__(self, *texts: str, then: Callable[[], None] | None = None, wait_s: float = 0.0) -> None:
        self._texts, self._then, self._wait_s = texts, then, wait_s
        self.asked: list[Evidence] = []
        self.was_closed = False

    async def compose(self, evidence: Evidence) -> AsyncGenerator[Composed, None]:
        self.asked.append(evidence)
        try:
            for text in self._texts:
                yield replace(compose_answer(evidence), text=text, author="scripted")
            await asyncio.sleep(self._wait_s)
            if self._then is not None:
                self._then()
        finally:
            self.was_closed = True


async def events_of(chat: Chat, message: str = QUESTION, stop: StopFlag | None = None) -> list[Event]:
    if chat.knowledge.index is None:
        await chat.add_documents([TEA])
    return [event async for event in chat.ask(message, stop=stop)]


def shown_by(events: list[Event]) -> str:
    text = ""
    for event in events:
        if isinstance(event, Delta):
            text = event.text if event.replaces else text + event.text
    return text


def fails(error: Exception) -> Callable[[], None]:
    def then() -> None:
        raise error

    return then


def test_the_answer_is_shown_as_it_grows_and_is_what_memory_keeps() -> None:
    composer = Scripted("At 75", "At 75 degrees. [1]")
    chat = Chat(clock=FixedClock(0.0), composer=composer)
    *events, answered = asyncio.run(events_of(chat))
    assert [event.text for event in events if isinstance(event, Delta)] == ["At 75", " degrees. [1]"]
    assert isinstance(answered, Answered)
    assert (answered.text, answered.composed_by) == ("At 75 degrees. [1]", "scripted")
    assert chat.session.view().turns[-1].answer == answered.text


def test_a_text_that_does_not_go_on_replaces_what_was_shown() -> None:
    events = asyncio.run(events_of(Chat(clock=FixedClock(0.0), composer=Scripted("Hot.", "Lukewarm."))))
    assert [event.replaces for event in events if isinstance(event, Delta)] == [None, True]
    assert shown_by(events) == "Lukewarm."


@pytest.mark.parametrize("error", [ComposerError("model-cut-off", "The reply broke off."), ValueError("any")])
@pytest.mark.parametrize("texts", [(), ("At 75",)])
def test_a_composer_that_fails_is_replaced_with_a_notice_and_the_turn_is_kept(
    error: Exception, texts: tuple[str, ...]
) -> None:
    own = asyncio.run(Chat(clock=FixedClock(0.0)).answer("hello"))
    chat = Chat(clock=FixedClock(0.0), composer=Scripted(*texts, then=fails(error)))
    *events, answered = asyncio.run(events_of(chat))
    notices = [event for event in events if isinstance(event, Notice)]
    assert isinstance(answered, Answered)
    assert answered.composed_by is None
    assert answered.text.startswith("Green tea is steeped at 75 degrees. [1]")
    assert shown_by(events) == answered.text == chat.session.view().turns[-1].answer
    assert [notice.code for notice in notices] == [getattr(error, "code", "model-failed")]
    assert own.composed_by is None


def test_a_composer_that_says_nothing_has_failed() -> None:
    *events, answered = asyncio.run(events_of(Chat(clock=FixedClock(0.0), composer=Scripted())))
    assert [event.code for event in events if isinstance(event, Notice)] == ["model-empty"]
    assert isinstance(answered, Answered)
    assert answered.citations


def test_a_stop_ends_a_composer_that_hangs_and_what_was_shown_is_kept() -> None:
    composer = Scripted("At 75", wait_s=60.0)
    chat = Chat(clock=FixedClock(0.0), composer=composer)

    async def stopped() -> list[Event]:
        await chat.add_documents([TEA])
        flag, events = StopFlag(), []
        async for event in chat.ask(QUESTION, stop=flag):
            events.append(event)
            flag.set()
        return events

    *_, answered = asyncio.run(asyncio.wait_for(stopped(), 5.0))
    assert isinstance(answered, Answered)
    assert (answered.text, answered.was_stopped) == ("At 75", True)
    assert composer.was_closed
    kept = chat.session.view().turns[-1]
    assert (kept.answer, kept.was_stopped) == ("At 75", True)


def test_a_stop_after_the_last_word_has_stopped_nothing() -> None:
    chat = Chat(clock=FixedClock(0.0))

    async def stopped_late() -> Answered:
        await chat.add_documents([TEA])
        flag = StopFlag()
        own = await chat.answer(QUESTION)
        said = ""
        async for event in chat.ask(QUESTION, stop=flag):
            said += event.text if isinstance(event, Delta) else ""
            if said == own.text:
                flag.set()
            if isinstance(event, Answered):
                return event
        raise AssertionError

    assert asyncio.run(stopped_late()).was_stopped is None


@pytest.mark.parametrize("message", ["hello", "start over", "Who won the chess match in Reykjavik?"])
def test_small_talk_and_what_is_not_covered_are_limpets_own(message: str) -> None:
    composer = Scripted("Anything.")
    *_, answered = asyncio.run(events_of(Chat(clock=FixedClock(0.0), composer=composer), message))
    assert composer.asked == []
    assert isinstance(answered, Answered)
    assert answered.mode in ("smalltalk", "not_covered")


def test_lists_of_goods_are_limpets_own() -> None:
    rows = [("Neem Kurta", 1299, "cotton"), ("Mogra Kurta", 2450, "cotton"), ("Ritu Kurta", 999, "linen")]
    goods = [
        Document(
            f"p/{name}", name, f"{name}\nPrice: ₹{price}\nFabric: {fabric}", "record", {"name": name, "price": price}
        )
        for name, price, fabric in rows
    ]
    composer = Scripted("Anything.")
    chat = Chat(clock=FixedClock(0.0), composer=composer)

    async def listed() -> Answered:
        await chat.add_documents(goods)
        return await chat.answer("Do you have any cotton kurtas under ₹2,000?")

    assert "Neem Kurta" in asyncio.run(listed()).text
    assert composer.asked == []
