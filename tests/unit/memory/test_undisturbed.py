"""Metadata that are read after a start stand back while an answer is made, and come when they are waited for."""

from __future__ import annotations

import asyncio
from typing import Any

from limpet.embed.none import NoEmbedder
from limpet.limits import Limits
from limpet.memory.block import RememberedTurn
from limpet.memory.library import _HEADS_AT_ONCE, Library
from limpet.memory.persistent import PersistentMemory
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


def test_whoever_waits_for_all_gets_all_even_while_an_answer_is_made() -> None:
    async def check() -> None:
        library: Any = Library(await filled(), Limits())
        with library.undisturbed():
            async with asyncio.timeout(5):
                assert (await library.shelf("")).size == BLOCKS
        assert library._holding == library._waiting == 0

    asyncio.run(check())
