"""What a visitor can see, take along, bring back and erase."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from limpet import custody
from limpet.block_listing import blocks
from limpet.chat import Chat
from limpet.errors import SnapshotError, StoreError, WireError
from limpet.memory.block import Block
from limpet.retrieval.document import Document
from limpet.store.memory import InMemoryBlockStore

TEA = Document("tea", "Tea", "Green tea is steeped at 75 degrees. Black tea is steeped at 95 degrees.")


class Refusing(InMemoryBlockStore):
    """Takes no block, or cannot even be read."""

    def __init__(self, *, is_readable: bool) -> None:
        super().__init__()
        self._is_readable = is_readable

    async def put(self, block: Block) -> None:
        raise StoreError("quota", f"No room for {block.block_id}.")

    async def version(self, user_id: str) -> str:
        if not self._is_readable:
            raise StoreError("store-refused", "It cannot be read.")
        return await super().version(user_id)


async def talked(*messages: str) -> Chat:
    chat = Chat()
    await chat.add_documents([TEA])
    await chat.longterm.memory.set_consent(True)
    for message in messages:
        await chat.answer(message)
    return chat


async def exported() -> dict[str, Any]:
    chat = await talked("My name is Sam.", "How is green tea steeped?")
    await chat.end_session()
    await chat.answer("How is black tea steeped?")
    return await custody.export(chat)


def test_what_is_exported_comes_back_in_an_empty_chat() -> None:
    async def move() -> tuple[dict[str, Any], list[str], int]:
        chat = Chat()
        told = await custody.import_document(chat, await exported())
        found = await blocks(chat, search="my NAME")
        return told, [turn.message for turn in chat.session.view().turns], len(found["blocks"])

    told, messages, found = asyncio.run(move())
    assert told == {"added": 2, "known": 0, "forgotten": 0, "session_restored": True}
    assert messages == ["How is black tea steeped?"]
    assert found == 1


def test_a_running_session_is_not_replaced_by_an_import() -> None:
    async def move() -> tuple[bool, list[str]]:
        chat = await talked("Is tea nice?")
        told = await custody.import_document(chat, await exported())
        return told["session_restored"], [turn.message for turn in chat.session.view().turns]

    assert asyncio.run(move()) == (False, ["Is tea nice?"])


@pytest.mark.parametrize("is_readable", [True, False])
def test_an_import_that_the_store_refuses_leaves_the_session_empty(is_readable: bool) -> None:
    async def move() -> int:
        chat = Chat(store=Refusing(is_readable=is_readable))
        with pytest.raises(StoreError):
            await custody.import_document(chat, await exported())
        return chat.session.view().turn_count

    assert asyncio.run(move()) == 0


@pytest.mark.parametrize(
    "document", [None, [], {}, {"kind": "something"}, {"kind": custody.EXPORT_KIND, "version": 99}]
)
def test_a_document_that_is_no_memory_of_ours_is_refused(document: Any) -> None:
    with pytest.raises(SnapshotError):
        asyncio.run(custody.import_document(Chat(), document))


@pytest.mark.parametrize(
    "what", [None, "", "everything", {}, {"text": " "}, {"text": "a", "turn": "1"}, {"colour": "red"}]
)
def test_what_names_nothing_forgets_nothing(what: Any) -> None:
    async def forget() -> int:
        chat = await talked("My name is Sam.")
        with pytest.raises(WireError, match="wrong-field"):
            await custody.forget(chat, what)
        return chat.session.view().turn_count

    assert asyncio.run(forget()) == 1


def test_what_is_forgotten_is_in_nothing_that_can_be_seen() -> None:
    async def forget() -> tuple[dict[str, Any], str]:
        chat = await talked("My name is Samarkand.", "How is green tea steeped?")
        receipt = await custody.forget(chat, {"text": "Samarkand"})
        return receipt, repr((await custody.inspect(chat), await custody.export(chat), await blocks(chat)))

    receipt, seen = asyncio.run(forget())
    assert receipt["verified"]
    assert receipt["session_turns"] == 1
    assert "Samarkand" not in seen
    assert "green tea" in seen


@pytest.mark.parametrize("kind", ["turn", "block"])
@pytest.mark.parametrize("rest_of_turns", [0, 7])
def test_a_turn_that_is_forgotten_leaves_the_answers_that_told_it_too(kind: str, rest_of_turns: int) -> None:
    """Whether the answer that quoted it is still whole, has become a gist, or lies in a block by now."""

    async def forget() -> tuple[dict[str, Any], str, str]:
        chat = await talked("I moved to Samarkand with my two cats. It is warm there.", "How is green tea steeped?")
        await chat.end_session()
        asked = [await chat.answer(question) for question in ("Where did I move to?", "What did I say about my cats?")]
        assert all("Samarkand" in answered.text for answered in asked)
        for number in range(rest_of_turns):
            await chat.answer(f"Is tea number {number} steeped?")
        if rest_of_turns:
            await chat.end_session()
            await chat.answer("Where did I move to?")
        block = (await blocks(chat, search="I moved to Samarkand"))["blocks"][-1]
        wanted = {"block": block["block_id"]} if kind == "block" else {"turn": "1"}
        old = await custody.export(chat)
        receipt = await custody.forget(chat, wanted, session_id=None if kind == "block" else block["session"])
        again = await custody.import_document(chat, old)
        assert again["forgotten"] >= 1
        seen = repr((await custody.inspect(chat), await custody.export(chat), await blocks(chat)))
        return receipt, seen, (await chat.answer("Where did I move to?")).text

    receipt, seen, later = asyncio.run(forget())
    assert receipt["verified"], receipt
    assert "samarkand" not in (seen + later).lower()
    assert len(receipt["left"]) >= 3


def test_what_another_tab_has_forgotten_leaves_the_answers_that_quoted_it_here() -> None:
    """The turn itself has gone already; what was said in it is all that this tab is told."""

    async def forget() -> tuple[dict[str, Any], list[str], str]:
        store = InMemoryBlockStore()
        chat = Chat(store=store)
        await chat.add_documents([TEA])
        await chat.longterm.memory.set_consent(True)
        await chat.answer("I moved to Samarkand with my two cats. It is warm there.")
        await chat.end_session()
        await chat.answer("Where did I move to?")
        await chat.answer("How is black tea steeped?")
        [block] = (await blocks(chat))["blocks"]
        other = Chat(store=store)
        await custody.forget(other, {"block": block["block_id"]})
        said = [turn["message"] for turn in block["turns"]]
        receipt = await custody.forget(chat, {"block": block["block_id"]}, told=said)
        turns = (await custody.inspect(chat))["turns"]
        return receipt, [turn["message"] for turn in turns], repr((turns, await custody.export(chat)))

    receipt, messages, seen = asyncio.run(forget())
    assert receipt["verified"], receipt
    assert len(receipt["left"]) == 1
    assert messages == ["How is black tea steeped?"]
    assert "samarkand" not in seen.lower()


def test_what_is_only_like_a_forgotten_turn_stays() -> None:
    async def forget() -> list[str]:
        chat = await talked("How is green tea steeped?", "Is green tea steeped at 75 degrees?")
        await custody.forget(chat, {"turn": "1"})
        return [turn.message for turn in chat.session.view().turns]

    assert asyncio.run(forget()) == ["Is green tea steeped at 75 degrees?"]


@pytest.mark.parametrize("text", ["session", "message", "turns", "limpet-memory", "new_topic"])
def test_a_word_of_the_format_is_no_remnant(text: str) -> None:
    async def forget() -> dict[str, Any]:
        chat = await talked(f"What does {text} mean?", "How is green tea steeped?")
        await chat.end_session()
        await chat.answer("How is black tea steeped?")
        return await custody.forget(chat, {"text": text})

    assert asyncio.run(forget())["verified"]


def test_a_remnant_in_letters_that_json_escapes_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    async def forget() -> dict[str, Any]:
        chat = await talked("Ich wohne in Lübeck.")
        monkeypatch.setattr(chat.session, "remove_text", lambda _text: [])
        return await custody.forget(chat, {"text": "Lübeck"})

    assert asyncio.run(forget())["found_in"] == ("session",)
