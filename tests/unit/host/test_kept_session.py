"""The page's session between two visits, with a browser's storage that may refuse anything."""

from __future__ import annotations

import asyncio
from typing import Any

from limpet import wire_requests as wire
from limpet.chat import Chat
from limpet.host.kept_session import KeptSession
from limpet.ports import WHATEVER
from limpet.retrieval.document import Document
from limpet.store.indexed_db_sessions import SavedText

TEA = Document("tea", "Tea", "Green tea is steeped at 75 degrees. Black tea is steeped at 95 degrees.")
ASKED = wire.Ask(1, "What is said?")


class Saved:
    """Saved sessions in memory, by name; this tab's is called ``own``."""

    def __init__(self, *, refuses: bool = False) -> None:
        self.texts: dict[str, str] = {}
        self.over: dict[str, str] = {}
        self.saves = 0
        self._refuses = refuses

    async def expired(self) -> list[SavedText]:
        self._check()
        return [SavedText(name, text) for name, text in self.over.items()]

    async def load(self, session_id: str) -> str | None:
        self._check()
        return self.texts.get(session_id)

    async def others(self, session_id: str) -> list[SavedText]:
        self._check()
        return [SavedText(name, text) for name, text in self.texts.items() if name != session_id]

    async def save(self, session_id: str, snapshot: str, ttl_s: float, seen: str | None = WHATEVER) -> None:
        self._check()
        assert (ttl_s, seen) == (3600, WHATEVER)
        self.saves += 1
        self.texts[session_id] = snapshot

    async def delete(self, session_id: str) -> None:
        self._check()
        self.texts.pop(session_id, None)
        self.over.pop(session_id, None)

    def _check(self) -> None:
        if self._refuses:
            raise RuntimeError("SecurityError: storage is switched off")


class Visit:
    """One visit of the page."""

    def __init__(self, saved: Saved) -> None:
        self.chat = Chat()
        self.notices: list[str] = []
        self.kept = KeptSession(self.chat, saved, "own", lambda code, _text: self.notices.append(code))

    async def begin(self) -> list[str]:
        """The messages that are there from before."""
        await self.chat.add_documents([TEA])
        await self.kept.restore()
        return [turn.message for turn in self.chat.session.view().turns]

    async def ask(self, message: str) -> None:
        await self.chat.answer(message)
        await self.kept.settle(ASKED)


async def visited(saved: Saved, *messages: str) -> Visit:
    visit = Visit(saved)
    await visit.begin()
    for message in messages:
        await visit.ask(message)
    return visit


def test_a_session_goes_on_at_the_next_visit() -> None:
    async def talk() -> list[str]:
        saved = Saved()
        await visited(saved, "How is green tea steeped?")
        return await Visit(saved).begin()

    assert asyncio.run(talk()) == ["How is green tea steeped?"]


def test_what_changes_nothing_saves_nothing() -> None:
    async def talk() -> tuple[int, int]:
        saved = Saved()
        visit = await visited(saved, "How is green tea steeped?")
        before = saved.saves
        await visit.kept.settle(wire.Inspect(2))
        await visit.kept.settle(ASKED)
        return before, saved.saves

    before, after = asyncio.run(talk())
    assert before == after == 1


def test_a_damaged_session_is_dropped_with_a_notice() -> None:
    async def talk() -> tuple[list[str], list[str], dict[str, str]]:
        saved = Saved()
        saved.texts["own"] = '{"broken'
        visit = Visit(saved)
        return await visit.begin(), visit.notices, saved.texts

    messages, notices, texts = asyncio.run(talk())
    assert messages == []
    assert len(notices) == 1
    assert texts == {}


def test_a_private_chat_takes_the_saved_session_away() -> None:
    async def talk() -> tuple[bool, dict[str, str]]:
        saved = Saved()
        visit = await visited(saved, "How is green tea steeped?")
        was_saved = "own" in saved.texts
        await visit.chat.longterm.memory.set_consent(False, True)
        await visit.ask("And black tea?")
        return was_saved, saved.texts

    assert asyncio.run(talk()) == (True, {})


def test_a_session_whose_time_is_over_becomes_a_block_and_goes() -> None:
    async def talk() -> tuple[list[str], dict[str, str], int]:
        saved = Saved()
        await visited(saved, "How is green tea steeped?")
        saved.over["old"] = saved.texts.pop("own")
        visit = Visit(saved)
        await visit.chat.longterm.memory.set_consent(True)
        messages = await visit.begin()
        return messages, saved.over, len(await visit.chat.longterm.memory.blocks())

    assert asyncio.run(talk()) == ([], {}, 1)


def test_what_is_forgotten_leaves_the_sessions_of_other_tabs_that_hold_it() -> None:
    async def talk() -> set[str]:
        saved = Saved()
        await visited(saved, "How is green tea steeped?")
        saved.texts["green"] = saved.texts.pop("own")
        await visited(saved, "How is black tea steeped?")
        saved.texts["black"] = saved.texts.pop("own")
        visit = await visited(saved)
        await visit.kept.settle(wire.Forget(3, {"text": "How is green"}))
        return set(saved.texts) - {"own"}

    assert asyncio.run(talk()) == {"black"}


def test_a_browser_that_refuses_its_storage_is_told_of_once_and_the_chat_goes_on() -> None:
    async def talk() -> tuple[Any, list[str]]:
        visit = await visited(Saved(refuses=True), "How is green tea steeped?", "And black tea?")
        return visit.chat.session.view().turn_count, visit.notices

    assert asyncio.run(talk()) == (2, ["session-not-saved"])
