"""A private part of a conversation is over when the visitor turns it off: nothing of it is kept after that."""

from __future__ import annotations

import asyncio

import pytest

from limpet import saved_session
from limpet import wire_requests as wire
from limpet.block_listing import blocks
from limpet.chat import Chat
from limpet.host.requests import ANSWERS
from limpet.limits import DEFAULT_LIMITS, Limits
from limpet.retrieval.document import Document

TEA = Document("tea", "Tea", "Green tea is steeped at 75 degrees. Black tea is steeped at 95 degrees.")
SECRET = "Is zebra tea for my secret wedding steeped longer?"


async def consent(chat: Chat, *, remember: bool | None = None, private: bool | None = None) -> None:
    await ANSWERS[wire.Consent][1](chat, wire.Consent(1, remember, private))


async def begun(limits: Limits = DEFAULT_LIMITS, *, remember: bool) -> Chat:
    chat = Chat(limits=limits)
    await chat.add_documents([TEA])
    await consent(chat, remember=remember)
    await chat.answer("How is green tea steeped?")
    await consent(chat, private=True)
    return chat


@pytest.mark.parametrize("remembers_before", [True, False])
def test_nothing_private_is_saved_or_remembered_after_it(remembers_before: bool) -> None:
    async def talk() -> tuple[str, list[str], int, str]:
        chat = await begun(remember=remembers_before)
        await chat.answer(SECRET)
        await consent(chat, private=False)
        await consent(chat, remember=True)
        await chat.answer("How is black tea steeped?")
        saved, kept = saved_session.to_text(chat), [turn.message for turn in chat.session.view().turns]
        await chat.end_session()
        stored = await blocks(chat)
        return saved, kept, len((await blocks(chat, search="zebra"))["blocks"]), repr(stored)

    saved, kept, found, stored = asyncio.run(talk())
    assert kept == ["How is green tea steeped?", "How is black tea steeped?"]
    assert "zebra" not in saved.lower()
    assert "secret" not in saved.lower()
    assert found == 0
    assert "zebra" not in stored.lower()
    assert "green tea" in stored


def test_numbers_of_turns_go_on_so_that_none_is_taken_for_another() -> None:
    async def talk() -> list[int]:
        chat = await begun(remember=True)
        await chat.answer(SECRET)
        await consent(chat, private=False)
        await chat.answer("How is black tea steeped?")
        return [turn.number for turn in chat.session.view().turns]

    assert asyncio.run(talk()) == [1, 3]


def test_a_private_chat_that_was_begun_anew_is_taken_out_whole() -> None:
    async def talk() -> list[str]:
        chat = await begun(remember=True)
        await chat.end_session()
        await chat.answer(SECRET)
        await consent(chat, private=False)
        return [turn.message for turn in chat.session.view().turns]

    assert asyncio.run(talk()) == []


def test_where_private_turns_have_left_already_the_session_begins_anew() -> None:
    async def talk() -> str:
        chat = await begun(Limits(session_turns=3, protected_turns=1), remember=True)
        for number in range(6):
            await chat.answer(f"Is zebra{number} tea steeped?")
        await consent(chat, private=False)
        chat.session.check()
        return saved_session.to_text(chat)

    assert "zebra" not in asyncio.run(talk()).lower()


def test_without_a_change_nothing_is_taken_out() -> None:
    async def talk() -> int:
        chat = await begun(remember=True)
        await chat.answer(SECRET)
        await consent(chat, private=True)
        await consent(chat, remember=True)
        return len(chat.session.view().turns)

    assert asyncio.run(talk()) == 2
