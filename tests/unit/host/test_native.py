"""The chat on a machine with files: what a memory file keeps."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from limpet.chat import Chat
from limpet.errors import ConfigError
from limpet.host.native import inspect_path, kept_session, load_index, open_chat_with_memory, reach_models


def chat_with(file: Path) -> Chat:
    return open_chat_with_memory(None, file, now="2026-03-01T10:00:00Z", embed=False)


def test_a_session_goes_on_from_its_file_also_after_a_talk_that_was_broken_off(tmp_path: Path) -> None:
    file = tmp_path / "memory.sqlite"

    async def broken_off() -> None:
        chat = chat_with(file)
        async with kept_session(chat, file):
            await chat.answer("My name is Sam.")
            raise KeyboardInterrupt

    async def go_on() -> str:
        chat = chat_with(file)
        async with kept_session(chat, file):
            return (await chat.answer("What did I say first?")).text

    with pytest.raises(KeyboardInterrupt):
        asyncio.run(broken_off())
    assert "My name is Sam." in asyncio.run(go_on())


def test_a_private_chat_leaves_no_session_in_the_file(tmp_path: Path) -> None:
    file = tmp_path / "memory.sqlite"

    async def talk(*, is_private: bool) -> int:
        chat = chat_with(file)
        async with kept_session(chat, file):
            before = chat.session.view().turn_count
            await chat.longterm.memory.set_consent(False, is_private)
            await chat.answer("My name is Sam.")
            return before

    assert asyncio.run(talk(is_private=False)) == 0
    assert asyncio.run(talk(is_private=True)) == 1
    assert asyncio.run(talk(is_private=True)) == 0


def test_a_memory_file_can_be_inspected(tmp_path: Path) -> None:
    file = tmp_path / "memory.sqlite"
    chat_with(file)
    assert inspect_path(file)["blocks"] == 0


def test_where_nothing_is_there_is_no_index(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="no-index"):
        load_index(tmp_path / "absent")


def test_an_endpoint_that_cannot_be_right_is_refused_at_once() -> None:
    with pytest.raises(ConfigError, match="bad-endpoint"):
        reach_models(Chat(), "ftp://models.example", "m")
