"""Metadata that are read after a start stand back while an answer is made, and come when they are waited for."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

from limpet.chat import Chat
from limpet.embed.none import NoEmbedder
from limpet.limits import Limits
from limpet.memory.block import RememberedTurn
from limpet.memory.block_head import BlockHead
from limpet.memory.library import _HEADS_AT_ONCE, Library
from limpet.memory.persistent import PersistentMemory
from limpet.memory.recall import RecallRequest
from limpet.retrieval.document import Document
from limpet.store.memory import InMemoryBlockStore

BLOCKS = 5 * _HEADS_AT_ONCE


async def filled() -> InMemoryBlockStore:
    store = InMemoryBlockStore()
    memory = PersistentMemory(store, NoEmbedder(), Limits())
    for number in range(BLOCKS):
        await memory.remember(f"s{number}", [RememberedTurn("1", f"note {number}", at_s=float(number))])
    return store


def test_reading_stands_back_while_an_answer_is_made_and_goes_on_afterwards() -> None:
    async def check() -> None:
        library = Library(await filled(), Limits())
        with library.undisturbed():
            shelf, _ = await library.shelf_within("", 0.0)
            await asyncio.sleep(0.1)
            held = shelf.size
            assert 0 < held < BLOCKS
            await asyncio.sleep(0.1)
            assert shelf.size == held
        assert (await library.shelf("")).size == BLOCKS

    asyncio.run(check())


def test_what_the_page_prepares_after_its_start_stands_back_too() -> None:
    async def check() -> None:
        memory: Any = PersistentMemory(await filled(), NoEmbedder(), Limits())
        await memory.set_consent(True)
        with memory.undisturbed():
            preparing = asyncio.ensure_future(memory.prepare())
            await asyncio.sleep(0.1)
            shelf, is_whole = await memory._library.shelf_within("", 0.0)
            assert not is_whole
            assert shelf.size < BLOCKS
        async with asyncio.timeout(5):
            await preparing
        assert shelf.size == BLOCKS

    asyncio.run(check())


def test_whoever_waits_for_all_gets_all_even_while_an_answer_is_made() -> None:
    async def check() -> None:
        library: Any = Library(await filled(), Limits())
        with library.undisturbed():
            async with asyncio.timeout(5):
                assert (await library.shelf("")).size == BLOCKS
        assert library._holding == library._waiting == 0

    asyncio.run(check())


class StuckStore(InMemoryBlockStore):
    """A store that gives the newest metadata and then no more for a long time, as a slow disk would."""

    async def heads(self, user_id: str = "") -> AsyncIterator[BlockHead]:
        given = 0
        async for head in super().heads(user_id):
            if given == _HEADS_AT_ONCE:
                await asyncio.sleep(60)
            given += 1
            yield head


def test_what_needs_no_older_blocks_does_not_wait_for_their_metadata() -> None:
    """The page asks for suggestions and for the panel's figures before the visitor's first question."""

    async def check() -> None:
        chat = Chat(store=StuckStore())
        await chat.add_documents([Document("tea", "Tea", "Green tea is steeped at 75 degrees.")])
        await chat.longterm.memory.set_consent(True)
        store: Any = chat.longterm._store
        store._blocks = (await filled())._blocks
        async with asyncio.timeout(5):
            assert await chat.longterm.mastered() == []
            sizes = {one.name: one.size for one in await chat.longterm.memory.structures()}
            answer = await chat.answer("How is green tea steeped?")
            recalled = await chat.longterm.memory.recall(RecallRequest("note 319", wait_s=0.1))
        assert sizes["blocks"] == _HEADS_AT_ONCE
        assert "75 degrees" in answer.text
        assert recalled.is_partial
        assert [one.turn.message for one in recalled.turns][:1] == ["note 319"]

    asyncio.run(check())
