"""A store that has no more room refuses every write, however little, and lets everything be deleted."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from limpet.chat import Chat
from limpet.errors import StoreError
from limpet.host.dispatch import Dispatcher
from limpet.host.kept_session import KeptSession
from limpet.memory.block import Block
from limpet.ports import WHATEVER
from limpet.store.indexed_db_sessions import SavedText
from limpet.store.memory import InMemoryBlockStore


class Disk:
    """Room that runs out and comes back."""

    is_full = False

    def check(self) -> None:
        if self.is_full:
            raise StoreError("quota", "There is no more room.")


class Blocks(InMemoryBlockStore):
    """Blocks on the disk; as a browser does, it deletes without room but writes nothing."""

    def __init__(self, disk: Disk) -> None:
        super().__init__()
        self._disk = disk

    async def put(self, block: Block) -> None:
        self._disk.check()
        await super().put(block)

    async def save_ledger(self, user_id: str, text: str) -> None:
        if text:
            self._disk.check()
        await super().save_ledger(user_id, text)


class Sessions:
    """The saved session on the disk."""

    def __init__(self, disk: Disk) -> None:
        self._disk = disk
        self.text: str | None = None

    async def expired(self) -> list[SavedText]:
        return []

    async def others(self, session_id: str) -> list[SavedText]:
        return []

    async def load(self, session_id: str) -> str | None:
        return self.text

    async def save(self, session_id: str, snapshot: str, ttl_s: float, seen: str | None = WHATEVER) -> None:
        if self._disk.is_full:
            raise RuntimeError("QuotaExceededError: ")
        self.text = snapshot

    async def delete(self, session_id: str) -> None:
        self.text = None


class Page:
    """A chat with its saved session, behind its wire."""

    def __init__(self) -> None:
        self.disk = Disk()
        self.blocks, self.sessions = Blocks(self.disk), Sessions(self.disk)
        self.start()

    def start(self) -> None:
        self.chat = Chat(store=self.blocks)
        self.posted: list[dict[str, Any]] = []

        def tell(code: str, text: str) -> None:
            self._post("notice", code=code, text=text)

        self.kept = kept = KeptSession(self.chat, self.sessions, "own", tell)
        self._dispatcher = Dispatcher(self.chat, lambda line: self.posted.append(json.loads(line)), kept.settle)

    async def send(self, type_: str, **body: Any) -> dict[str, Any]:
        """The result of a request; its ``done`` when it has none."""
        self.posted.clear()
        await self._dispatcher.handle(json.dumps({"type": type_, "id": 1, **body}))
        return next((one for one in self.posted if one["type"] not in ("done", "delta", "notice")), self.posted[-1])

    async def tell(self, *messages: str) -> None:
        for message in messages:
            await self.send("observe", message=message, answer="Noted.")
        await self.send("reset")

    @property
    def codes(self) -> list[str]:
        """Of the notices that the last request led to."""
        return [event["code"] for event in self.posted if event["type"] == "notice"]

    def everything(self) -> str:
        """All that the disk holds."""
        data = [block.decode("utf-8", "replace") for _, block in self.blocks._blocks.values()]
        return "\n".join([*data, *self.blocks._ledgers.values(), self.sessions.text or ""])

    def _post(self, type_: str, **body: Any) -> None:
        self.posted.append({"type": type_, **body})


async def full() -> Page:
    page = Page()
    await page.send("consent", remember=True)
    await page.tell("My cat is called Tom.", "My pin is 4711.", "The weather is fine.")
    await page.tell("The router has ticket 8812.")
    page.disk.is_full = True
    return page


def test_a_full_disk_is_told_with_its_code_and_what_waits_is_stored_when_there_is_room() -> None:
    async def talk() -> None:
        page = await full()
        await page.tell("I am allergic to wool.")
        assert "storage-full" in page.codes
        keeping = (await page.send("inspect"))["keeping"]
        assert keeping["refused"]["code"] == "storage-full"
        assert keeping["waiting_turns"] == 1
        assert (await page.send("recall", text="Am I allergic to wool?"))["turns"][0][
            "message"
        ] == "I am allergic to wool."
        page.disk.is_full = False
        await page.send("observe", message="Hello again.", answer="Hello.")
        assert page.codes == ["stored-again"]
        assert "allergic to wool" in page.everything()
        assert (await page.send("inspect"))["keeping"] == {"waiting_turns": 0, "refused": None}

    asyncio.run(talk())


def test_forgetting_needs_no_room() -> None:
    async def talk() -> None:
        page = await full()
        old = (await page.send("export"))["document"]
        receipt = await page.send("forget", what={"text": "4711"})
        assert (receipt["verified"], receipt["marks_kept"]) == (True, False)
        assert "4711" not in page.everything()
        assert "4711" not in json.dumps((await page.send("recall", text="my pin", exhaustive=True))["turns"])
        found = [turn["message"] for block in (await page.send("blocks"))["blocks"] for turn in block["turns"]]
        assert sorted(found) == ["My cat is called Tom.", "The router has ticket 8812.", "The weather is fine."]
        page.disk.is_full = False
        await page.tell("There is room again.")
        page.start()  # another visit
        await page.send("import", document=old)
        assert "4711" not in page.everything()
        assert "My cat is called Tom." in page.everything()

    asyncio.run(talk())


def test_what_was_saved_of_the_session_goes_when_it_cannot_be_saved_anew_without_what_is_forgotten() -> None:
    async def talk() -> None:
        page = await full()
        page.disk.is_full = False
        await page.send("observe", message="My secret is a zebra.", answer="Noted.")
        assert "zebra" in page.everything()
        page.disk.is_full = True
        assert (await page.send("forget", what={"text": "zebra"}))["verified"]
        assert "zebra" not in page.everything()

    asyncio.run(talk())


def test_a_no_holds_over_a_restart_though_there_is_no_room_to_write_it_and_a_yes_is_refused() -> None:
    async def talk() -> None:
        page = await full()
        assert (await page.send("consent", remember=False))["remembers"] is False
        page.start()
        assert (await page.send("inspect"))["consent"]["remembers"] is False
        refused = await page.send("consent", remember=True)
        assert (refused["type"], refused["code"]) == ("error", "quota")
        assert (await page.send("inspect"))["consent"]["remembers"] is False

    asyncio.run(talk())


def test_a_private_chat_drops_what_waits_of_it_and_keeps_what_an_ended_one_waits_with() -> None:
    async def talk() -> None:
        page = await full()
        await page.tell("I am allergic to wool.")
        await page.send("observe", message="Now it gets private.", answer="Noted.")
        await page.send("consent", private=True)
        await page.send("observe", message="My secret is a zebra.", answer="Noted.")
        page.disk.is_full = False
        await page.send("reset")
        await page.send("consent", private=False)
        await page.tell("Hello again.")
        assert "allergic to wool" in page.everything()
        assert "private" not in page.everything().replace("is_private", "")
        assert "zebra" not in page.everything()

    asyncio.run(talk())


def test_everything_can_be_forgotten_without_room() -> None:
    async def talk() -> None:
        page = await full()
        assert (await page.send("forget", what="all"))["verified"]
        assert not any(word in page.everything() for word in ("Tom", "4711", "8812", "remembers"))

    asyncio.run(talk())
