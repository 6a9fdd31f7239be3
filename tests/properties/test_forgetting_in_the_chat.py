"""Whatever was said, asked and remembered in whatever order: what the chat forgets is in none of its parts."""

from __future__ import annotations

import asyncio
import json
from dataclasses import asdict, dataclass
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from limpet import custody, saved_session
from limpet.block_listing import blocks
from limpet.chat import Chat
from limpet.clock import FixedClock
from limpet.limits import Limits
from limpet.retrieval.document import Document
from limpet.store.memory import InMemoryBlockStore

SECRET = "zanzibar"
DOCUMENTS = [
    Document("care", "Care", "Cotton kurtas are washed at 30 degrees. Silk sarees are washed by hand."),
    Document("router", "Router", "Hold the reset button for ten seconds to restart the router."),
]
PLAIN = ("How do I wash cotton?", "How do I restart the router?", "I live in Pune.", "ok thx", "What about silk?")
TOLD = (
    f"My sister lives in {SECRET.capitalize()}.",
    f"I moved to {SECRET.upper()} last year, how do I wash cotton there?",
    f"What about {SECRET}?",
    f"Is the router from {SECRET.capitalize()} restarted like this?",
)
LIMITS = Limits(session_turns=6, protected_turns=2, pending_turns=3)


@dataclass(frozen=True)
class Step:
    way: str
    message: str


steps = st.lists(
    st.builds(
        Step,
        way=st.sampled_from(["ask", "ask", "observe", "remember", "reset"]),
        message=st.sampled_from([*PLAIN, *TOLD]),
    ),
    min_size=1,
    max_size=9,
)


async def walked(history: list[Step]) -> tuple[Chat, InMemoryBlockStore]:
    store = InMemoryBlockStore(LIMITS)
    chat = Chat(clock=FixedClock(1e9), limits=LIMITS, store=store)
    await chat.add_documents(DOCUMENTS)
    await chat.longterm.memory.set_consent(True)
    for number, step in enumerate(history):
        if step.way == "ask":
            await chat.answer(step.message, ask_id=number, now_s=1e9 + number)
        elif step.way == "observe":
            await chat.observe(step.message, f"You said: {step.message}", at_s=1e9 + number)
        elif step.way == "remember":
            turn = {"id": str(number), "message": step.message, "answer": f"Noted: {step.message}"}
            await chat.longterm.remember("elsewhere", [turn], "", "conversation")
        else:
            await chat.end_session()
    return chat, store


async def everything(chat: Chat, store: InMemoryBlockStore) -> str:
    """Every text of the chat: saved and exported memory, the store, caches, and what `choose` and `undo` would need."""
    caches = [repr(list(cache._entries.items())) for _, cache in chat.named_caches()]
    opened = repr(list(chat.longterm.memory._library.opened._entries.items()))
    parts: list[Any] = [
        saved_session.to_text(chat), json.dumps(await custody.export(chat)), json.dumps(await custody.inspect(chat)),
        json.dumps(await blocks(chat)), repr(chat._last), repr(vars(chat._bystander)), *caches, opened,
        *(data.decode("utf-8", "replace") for _, data in store._blocks.values()), *store._ledgers.values(),
    ]  # fmt: skip
    return "\n".join(parts).casefold()


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(history=steps, kind=st.sampled_from(["text", "entity"]))
def test_a_forgotten_word_is_in_no_part_of_the_chat_and_in_no_later_answer(history: list[Step], kind: str) -> None:
    """Nor does an old export or an old saved session bring it back."""

    async def check() -> None:
        chat, store = await walked(history)
        old_export, old_session = await custody.export(chat), saved_session.to_text(chat)
        receipt = await custody.forget(chat, {kind: SECRET})
        assert receipt["verified"], receipt
        assert SECRET not in await everything(chat, store)
        await custody.import_document(chat, old_export)
        assert SECRET not in await everything(chat, store)
        assert saved_session.holds(old_session, {kind: SECRET}) == (SECRET in old_session.casefold())
        for question in ("Where does my sister live?", "What did I tell you about my sister?", "Where do I live?"):
            answered = await chat.answer(question)
            assert SECRET not in json.dumps(asdict(answered)).casefold()

    asyncio.run(check())


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(history=steps)
def test_forgetting_everything_leaves_nothing_of_what_was_said(history: list[Step]) -> None:
    """Not even the yes."""

    async def check() -> None:
        chat, store = await walked(history)
        receipt = await custody.forget(chat, "all")
        assert receipt["verified"], receipt
        left = await everything(chat, store)
        assert not any(text in left for text in (SECRET, "pune", "thx"))
        assert not (await chat.longterm.memory.consent()).remembers

    asyncio.run(check())
