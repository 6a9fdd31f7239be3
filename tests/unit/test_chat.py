"""One message in, a stream of events out: what is remembered of it, and what of one that was stopped or failed."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from limpet.chat import Chat
from limpet.clock import FixedClock
from limpet.embed.bridge import BridgeEmbedder
from limpet.errors import WireError
from limpet.events import Answered, Delta, StopFlag
from limpet.retrieval.document import Document

TEXT = (
    "# Washing\n\nCotton kurtas are washed at 30 degrees. They are dried in the shade. A mild soap is best.\n\n"
    "# Sizes\n\nCotton kurtas come in sizes S, M and L."
)


def with_chat(check: Callable[[Chat, FixedClock], Awaitable[None]]) -> None:
    """Run *check* with a chat about two things."""

    async def run() -> None:
        clock = FixedClock(1_000.0)
        chat = Chat(clock=clock)
        await chat.add_documents([Document("care", "Care", TEXT)])
        await check(chat, clock)

    asyncio.run(run())


def test_a_stopped_answer_is_remembered_as_far_as_it_was_shown() -> None:
    async def check(chat: Chat, _: FixedClock) -> None:
        stop = StopFlag()
        shown, answered = "", None
        async for event in chat.ask("How are cotton kurtas washed?", stop=stop):
            if isinstance(event, Delta):
                shown += event.text
                stop.set()
            elif isinstance(event, Answered):
                answered = event
        turn = chat.session.view().last_turn
        assert turn is not None
        assert answered is not None
        assert (turn.answer, answered.text) == (shown, shown)
        assert turn.was_stopped == bool(answered.was_stopped)

    with_chat(check)


def test_an_answer_that_is_stopped_before_its_first_piece_leaves_no_turn() -> None:
    async def check(chat: Chat, _: FixedClock) -> None:
        stop = StopFlag()
        stop.set()
        assert (await chat.answer("How are cotton kurtas washed?", stop=stop)).text == ""
        assert chat.session.view().turn_count == 0

    with_chat(check)


def test_a_failed_ask_leaves_memory_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    async def check(chat: Chat, _: FixedClock) -> None:
        await chat.answer("How are cotton kurtas washed?")
        before = chat.session.to_snapshot()
        with pytest.raises(WireError, match="empty-message"):
            await chat.answer("   ")

        async def broken(*_: object, **__: object) -> object:
            raise RuntimeError("broken")

        monkeypatch.setattr(chat.knowledge, "retrieve", broken)
        with pytest.raises(RuntimeError, match="broken"):
            await chat.answer("What about size L?")
        assert chat.session.to_snapshot() == before

    with_chat(check)


def test_undo_answers_again_as_if_it_had_never_been_read_so() -> None:
    async def check(chat: Chat, _: FixedClock) -> None:
        await chat.answer("How are cotton kurtas washed?", ask_id=1)
        second = await chat.answer("What about size L?", ask_id=2)
        assert second.understood
        part = second.understood[0]["part"]
        events = [event async for event in chat.undo(2, part, ask_id=3)]
        again = events[-1]
        assert isinstance(again, Answered)
        assert part not in {one["part"] for one in again.understood}
        assert chat.session.view().turn_count == 2
        with pytest.raises(WireError, match="unknown-ask"):
            chat.undo(1, part)

    with_chat(check)


def test_an_answer_by_words_alone_says_so_and_is_given_anew_once_there_are_vectors() -> None:
    async def run() -> None:
        async def elsewhere(texts: str) -> NDArray[np.float32]:
            return np.ones(2 * len(json.loads(texts)), dtype=np.float32)

        embedder = BridgeEmbedder(elsewhere, lambda code, detail: None)
        chat = Chat(embedder=embedder, clock=FixedClock(1_000.0))
        await chat.add_documents([Document("care", "Care", TEXT)])
        assert (await chat.answer("Hello!")).by_words is None
        assert (await chat.answer("How are cotton kurtas washed?", ask_id=1)).by_words is True
        embedder.become_ready("tiny", 2)
        again = [event async for event in chat.undo(1, "", ask_id=2)][-1]
        assert isinstance(again, Answered)
        assert again.by_words is None
        assert "30 degrees" in again.text
        assert [turn.message for turn in chat.session.view().turns] == ["Hello!", "How are cotton kurtas washed?"]

    asyncio.run(run())


def test_an_hour_of_silence_ends_the_session() -> None:
    async def check(chat: Chat, clock: FixedClock) -> None:
        await chat.answer("How are cotton kurtas washed?", ask_id=1)
        clock.advance(3_601)
        await chat.answer("What about size L?", ask_id=2)
        assert chat.session.view().turn_count == 1
        with pytest.raises(WireError, match="unknown-ask"):
            chat.undo(1, "topic")

    with_chat(check)


def test_a_chat_like_another_shares_its_documents_and_not_its_conversation() -> None:
    async def check(chat: Chat, _: FixedClock) -> None:
        await chat.answer("How are cotton kurtas washed?")
        other = Chat(like=chat, clock=chat.clock)
        assert other.knowledge is chat.knowledge
        assert other.session.view().turn_count == 0
        assert (await other.answer("How are cotton kurtas washed?")).citations

    with_chat(check)


def test_an_observed_message_is_searched_for_in_its_context() -> None:
    async def check(chat: Chat, _: FixedClock) -> None:
        with pytest.raises(WireError, match="nothing-observed"):
            await chat.retrieve(contextual=True)
        await chat.observe("How are cotton kurtas washed?", "At 30 degrees.")
        view = await chat.observe("And dried?")
        assert set(view["added_terms"]) & {"cotton", "kurtas", "washed"}
        hits = await chat.retrieve(contextual=True, k=1)
        assert "dried" in hits[0].fragment.text
        with pytest.raises(WireError, match="wrong-field"):
            await chat.retrieve("x", k=0)

    with_chat(check)
