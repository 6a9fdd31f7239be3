"""Requests are answered one after the other; only a stop overtakes, and a fault ends nothing."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator
from dataclasses import replace
from typing import Any

from limpet.answer.evidence import Composed, Evidence
from limpet.answer.extractive import compose_answer
from limpet.chat import Chat
from limpet.host.dispatch import Dispatcher
from limpet.retrieval.document import Document
from limpet.wire_requests import Request

TEA = Document("tea", "Tea", "Green tea is steeped at 75 degrees. Black tea is steeped at 95 degrees.")
ASK: dict[str, Any] = {"type": "ask", "text": "How is green tea steeped?"}


class Endless:
    """Says the first words and then nothing more."""

    def __init__(self) -> None:
        self.has_begun = asyncio.Event()

    async def compose(self, evidence: Evidence) -> AsyncGenerator[Composed, None]:
        yield replace(compose_answer(evidence), text="Green tea")
        self.has_begun.set()
        await asyncio.Event().wait()


def line(request: dict[str, Any], request_id: int) -> str:
    return json.dumps({**request, "id": request_id})


async def chat_about_tea(**options: Any) -> Chat:
    chat = Chat(**options)
    await chat.add_documents([TEA])
    return chat


def test_overlapping_requests_are_answered_in_the_order_in_which_they_came() -> None:
    async def talk() -> list[tuple[str, int]]:
        said: list[dict[str, Any]] = []
        dispatcher = Dispatcher(await chat_about_tea(), lambda event: said.append(json.loads(event)))
        await asyncio.gather(*(dispatcher.handle(line(ASK, number)) for number in (1, 2, 3)))
        return [(event["type"], event["id"]) for event in said]

    said = asyncio.run(talk())
    assert [number for _, number in said] == sorted(number for _, number in said)
    assert [number for kind, number in said if kind == "done"] == [1, 2, 3]


def test_a_stop_overtakes_what_it_stops_and_the_next_request_works() -> None:
    async def talk() -> list[dict[str, Any]]:
        said: list[dict[str, Any]] = []
        composer = Endless()
        chat = await chat_about_tea(composer=composer)
        dispatcher = Dispatcher(chat, lambda event: said.append(json.loads(event)))
        running = asyncio.ensure_future(dispatcher.handle(line(ASK, 1)))
        await asyncio.wait_for(composer.has_begun.wait(), 10)
        await dispatcher.handle(line({"type": "stop", "ask": 1}, 2))
        await asyncio.wait_for(running, 10)
        await dispatcher.handle(line({"type": "stop", "ask": 1}, 3))
        await dispatcher.handle(line({"type": "suggest"}, 4))
        return said

    said = asyncio.run(talk())
    answered = next(event for event in said if event["type"] == "answered")
    assert (answered["text"], answered["was_stopped"]) == ("Green tea", True)
    assert [event["stopped"] for event in said if "stopped" in event] == [True, False]
    assert [event["id"] for event in said if event["type"] == "done"] == [2, 1, 3, 4]


def test_an_id_that_is_used_twice_leaves_the_later_one_stoppable() -> None:
    async def talk() -> list[bool]:
        said: list[dict[str, Any]] = []
        composer = Endless()
        dispatcher = Dispatcher(await chat_about_tea(composer=composer), lambda event: said.append(json.loads(event)))
        first = asyncio.ensure_future(dispatcher.handle(line({"type": "suggest"}, 1)))
        second = asyncio.ensure_future(dispatcher.handle(line(ASK, 1)))
        await asyncio.wait_for(first, 10)
        await asyncio.wait_for(composer.has_begun.wait(), 10)
        await dispatcher.handle(line({"type": "stop", "ask": 1}, 2))
        await asyncio.wait_for(second, 10)
        return [event["stopped"] for event in said if "stopped" in event]

    assert asyncio.run(talk()) == [True]


def test_what_a_request_did_is_settled_before_it_is_said_to_be_done() -> None:
    async def talk() -> list[str]:
        order: list[str] = []

        async def settle(request: Request) -> None:
            order.append(f"settled {request.id}")

        def post(event: str) -> None:
            if json.loads(event)["type"] == "done":
                order.append(f"done {json.loads(event)['id']}")

        dispatcher = Dispatcher(await chat_about_tea(), post, settle)
        await dispatcher.handle(line(ASK, 1))
        await dispatcher.handle(line({"type": "suggest"}, 2))
        return order

    assert asyncio.run(talk()) == ["settled 1", "done 1", "settled 2", "done 2"]


def test_a_fault_becomes_an_error_and_the_chat_goes_on() -> None:
    async def talk() -> list[tuple[str, Any, Any]]:
        said: list[dict[str, Any]] = []
        chat = await chat_about_tea()
        dispatcher = Dispatcher(chat, lambda event: said.append(json.loads(event)))

        def broken(_count: int) -> list[str]:
            raise ZeroDivisionError("a fault")

        chat.suggest = broken  # type: ignore[method-assign]
        await dispatcher.handle(line({"type": "suggest"}, 1))
        await dispatcher.handle(line({"type": "inspect"}, 2))
        return [(event["type"], event["id"], event.get("code")) for event in said]

    assert asyncio.run(talk()) == [("error", 1, "internal"), ("inspected", 2, None), ("done", 2, None)]
