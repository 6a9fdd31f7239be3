"""Turns that left the session and wait for their block are recalled, shown and forgotten; over the wire."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from limpet.chat import Chat
from limpet.clock import FixedClock
from limpet.errors import StoreError
from limpet.host.dispatch import Dispatcher
from limpet.limits import Limits
from limpet.memory.block import Block
from limpet.store.memory import InMemoryBlockStore

SAID = "The spare key hangs under the third beehive."
ASKED = "Where does the spare key hang?"
MAY_FIRST_S = 1_777_629_600.0
"""1 May 2026, 10:00 UTC."""


class Full(InMemoryBlockStore):
    """A store that has no room for a block."""

    is_full = False

    async def put(self, block: Block) -> None:
        if self.is_full:
            raise StoreError("quota", "There is no more room.")
        await super().put(block)


class Talk:
    """A chat behind its wire."""

    def __init__(self, store: InMemoryBlockStore | None = None, **caps: int) -> None:
        limits = Limits(**{"session_turns": 6, "protected_turns": 2, **caps})  # type: ignore[arg-type]
        self.chat = Chat(clock=FixedClock(MAY_FIRST_S), limits=limits, store=store)
        self._posted: list[str] = []
        self._dispatcher = Dispatcher(self.chat, self._posted.append)
        self._number = 0

    async def send(self, type_: str, **body: Any) -> dict[str, Any]:
        """The result of a request; its ``done`` when it has none."""
        self._number += 1
        self._posted.clear()
        await self._dispatcher.handle(json.dumps({"type": type_, "id": self._number, **body}))
        events = [json.loads(line) for line in self._posted]
        return next((one for one in reversed(events) if one["type"] not in ("done", "delta", "notice")), events[-1])

    async def say(self, *messages: str, **body: Any) -> None:
        for message in messages:
            await self.send("observe", message=message, answer="Noted.", **body)


async def with_a_waiting_turn(**body: Any) -> Talk:
    talk = Talk()
    await talk.send("consent", remember=True, **body)
    await talk.say(SAID, *(f"Message number {number} is about the weather." for number in range(8)), **body)
    assert talk.chat.longterm.memory.pending.size > 0
    return talk


def test_a_waiting_turn_is_recalled_with_its_time() -> None:
    async def talked() -> dict[str, Any]:
        return await (await with_a_waiting_turn()).send("recall", text=ASKED)

    recalled = asyncio.run(talked())
    first = recalled["turns"][0]
    assert (first["message"], first["at"]) == (SAID, MAY_FIRST_S)
    assert first["block_id"]
    assert recalled["opened"] == []


def test_a_waiting_turn_is_evidence_with_its_date() -> None:
    async def talked() -> dict[str, Any]:
        return await (await with_a_waiting_turn()).send("ask", text=ASKED)

    answered = asyncio.run(talked())
    assert "On 1 May 2026 you said" in answered["text"]
    assert SAID in answered["text"]
    assert answered["recalled"][0]["turn_ids"] == ["1"]


def test_a_waiting_block_is_shown_opened_and_deleted_as_others_are() -> None:
    async def talked() -> tuple[dict[str, Any], ...]:
        talk = await with_a_waiting_turn()
        (shown,) = (await talk.send("blocks"))["blocks"]
        opened = (await talk.send("blocks", block=shown["block_id"]))["blocks"]
        assert opened == [shown]
        receipt = await talk.send("forget", what={"block": shown["block_id"]})
        return shown, receipt, await talk.send("blocks"), await talk.send("recall", text=ASKED)

    shown, receipt, left, recalled = asyncio.run(talked())
    assert shown["is_waiting"] is True
    assert shown["turns"][0]["message"] == SAID
    assert receipt["verified"] is True
    assert receipt["pending"] == len(shown["turns"])
    assert left["blocks"] == recalled["turns"] == []


def test_the_block_keeps_its_id_when_it_is_stored() -> None:
    async def talked() -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
        talk = await with_a_waiting_turn()
        waiting = (await talk.send("blocks"))["blocks"]
        await talk.send("reset")
        return waiting, (await talk.send("blocks"))["blocks"]

    (waiting,), stored = asyncio.run(talked())
    assert waiting["block_id"] in [block["block_id"] for block in stored]
    assert not any(block["is_waiting"] for block in stored)


def test_a_waiting_turn_that_was_forgotten_is_not_brought_back_by_an_import() -> None:
    async def talked() -> tuple[dict[str, Any], dict[str, Any]]:
        talk = await with_a_waiting_turn()
        session = talk.chat.longterm.session_id
        turn = {"id": "1", "message": SAID, "answer": "Noted."}
        other = Talk()
        await other.send("remember", session=session, turns=[turn])
        document = (await other.send("export"))["document"]
        await talk.send("forget", what={"turn": "1"})
        return await talk.send("import", document=document), await talk.send("recall", text=ASKED)

    imported, recalled = asyncio.run(talked())
    assert imported["forgotten"] == 1
    assert SAID not in json.dumps(recalled)


@pytest.mark.parametrize("other", [{"user": "somebody else"}, {}])
def test_a_waiting_turn_is_its_users_alone(other: dict[str, Any]) -> None:
    async def talked() -> tuple[dict[str, Any], ...]:
        talk = await with_a_waiting_turn(user="anna")
        return await talk.send("recall", text=ASKED, **other), await talk.send("blocks", **other)

    recalled, blocks = asyncio.run(talked())
    assert recalled["turns"] == blocks["blocks"] == []


def test_nothing_waits_without_consent() -> None:
    async def talked() -> dict[str, Any]:
        talk = Talk()
        await talk.say(SAID, *(f"Message number {number} is about the weather." for number in range(8)))
        return await talk.send("recall", text=ASKED)

    assert asyncio.run(talked())["turns"] == []


def test_an_ended_session_that_the_store_refused_is_recalled_and_stored_later() -> None:
    async def talked() -> tuple[dict[str, Any], list[bool], list[bool]]:
        store = Full()
        talk = Talk(store)
        await talk.send("consent", remember=True)
        store.is_full = True
        await talk.say(SAID, "The weather is fine.")
        await talk.send("reset")
        recalled = await talk.send("recall", text=ASKED)
        waiting = [block["is_waiting"] for block in (await talk.send("blocks"))["blocks"]]
        store.is_full = False
        await talk.say("Another session begins.")
        await talk.send("reset")
        return recalled, waiting, [block["is_waiting"] for block in (await talk.send("blocks"))["blocks"]]

    recalled, waiting, stored = asyncio.run(talked())
    assert recalled["turns"][0]["message"] == SAID
    assert waiting == [True]
    assert stored == [False, False]
