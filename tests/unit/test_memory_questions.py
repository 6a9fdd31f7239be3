"""Questions to persistent memory, from the message to the answer, with an injected clock."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import pytest

from limpet.chat import Chat
from limpet.clock import FixedClock
from limpet.events import Answered
from limpet.host.dispatch import Dispatcher
from limpet.memory.block import RememberedTurn
from limpet.retrieval.document import Document

NOW = datetime(2026, 12, 1, 12, tzinfo=UTC).timestamp()
SESSIONS = {
    "2026-01-05": ["Hello, I am new here. What can you do?", "I use Chrome as my browser.", "I live in Pune."],
    "2026-03-10": ["My router drops the line every night, ticket 8812.", "I don't get fractions at all."],
    "2026-08-20": ["I bought a red cotton kurta in size L.", "I switched to Firefox now.", "I moved to Delhi."],
    "2026-09-02": ["Now I finally understand decimals."],
    "2026-11-25": ["The microwave has a warranty of two years."],
    "2026-11-30": ["The dentist told me to come back in spring."],
}


async def filled() -> Chat:
    chat = Chat(clock=FixedClock(NOW))
    await chat.add_documents([Document("r", "Routers", "Hold the reset button for ten seconds to restart the router.")])
    await chat.longterm.memory.set_consent(True)
    for day, messages in SESSIONS.items():
        turns: list[dict[str, Any]] = [
            {"id": str(number), "message": message, "answer": "Noted.", "at": f"{day}T10:0{number}:00Z"}
            for number, message in enumerate(messages)
        ]
        await chat.longterm.remember(day, turns, "", "conversation")
    return chat


def answers(*questions: str) -> list[Answered]:
    async def asked() -> list[Answered]:
        chat = await filled()
        return [await chat.answer(question) for question in questions]

    return asyncio.run(asked())


@pytest.mark.parametrize(
    ("question", "told", "kept_out"),
    [
        ("What did we discuss last week?", "microwave", "kurta"),
        ("What did I tell you yesterday?", "dentist", "microwave"),
        ("What did we talk about in March?", "ticket 8812", "kurta"),
        ("What did we talk about 3 months ago?", "decimals", "microwave"),
        ("What did we talk about the first time we talked?", "I am new here", "router"),
        ("What did we talk about last time?", "dentist", "microwave"),
        ("What did we talk about in June?", "no conversation from that time", "router"),
        ("What was the router issue in March?", "ticket 8812", "kurta"),
        ("What browser do I use?", "Firefox", "Chrome"),
        ("What browser did I use before?", "Chrome as my browser.” (you have said something newer since)", "Pune"),
        ("Where do I live?", "Delhi", "Pune"),
        ("Where did I live before?", "Pune", "kurta"),
        ("Do I still live in Pune?", "Delhi", "kurta"),
        ("What was our first conversation about?", "I am new here", "router"),
        ("Summarise what we discussed last week", "microwave", "kurta"),
        ("Which topics do I find difficult?", "fractions", "decimals"),
        ("What have I already learned?", "decimals", "fractions"),
    ],
)
def test_memory_answers_what_is_asked_of_it_and_nothing_else(question: str, told: str, kept_out: str) -> None:
    (answer,) = answers(question)
    assert told in answer.text
    assert kept_out not in answer.text
    assert bool(answer.recalled) == ("no conversation" not in told)


def test_told_turns_are_linked_with_their_date() -> None:
    (answer,) = answers("What did we discuss last week?")
    assert "On 25 November 2026 you said" in answer.text
    assert [entry["turn_ids"] for entry in answer.recalled] == [["0"]]
    assert answer.recalled[0]["at"] == datetime(2026, 11, 25, 10, tzinfo=UTC).timestamp()


def test_what_is_not_told_is_not_linked() -> None:
    (answer,) = answers("How do I restart the router?")
    assert "reset button" in answer.text
    assert answer.recalled == []


def test_what_this_session_says_comes_before_what_an_earlier_one_said() -> None:
    _, now, before = answers("I live in Oslo now.", "Where do I live?", "Where did I live before?")
    assert "Oslo" in now.text
    assert "Pune" in before.text or "Delhi" in before.text


def test_nothing_is_told_without_consent() -> None:
    async def asked() -> Answered:
        chat = await filled()
        await chat.longterm.memory.set_consent(False)
        return await chat.answer("What did we discuss last week?")

    answer = asyncio.run(asked())
    assert "microwave" not in answer.text
    assert answer.recalled == []


def test_a_suggested_question_about_what_is_mastered_gives_way_to_another() -> None:
    async def suggested(says: str) -> list[str]:
        chat = Chat(clock=FixedClock(NOW))
        text = "# Adding decimals\n\nAlign the points.\n\n# Adding fractions\n\nFind a common denominator."
        await chat.add_documents([Document("m", "Maths", text, "markdown")])
        await chat.longterm.memory.set_consent(True)
        await chat.longterm.remember("s", [{"id": "1", "message": says, "answer": "Well done."}], "", "conversation")
        posted: list[str] = []
        await Dispatcher(chat, posted.append).handle('{"type": "suggest", "id": 1, "k": 2}')
        return list(json.loads(posted[0])["questions"])

    plain = asyncio.run(suggested("I want to learn."))
    left = asyncio.run(suggested("Now I finally understand decimals."))
    assert any("decimals" in question for question in plain)
    assert left == [question for question in plain if "decimals" not in question]


def test_a_summariser_makes_the_themes_and_its_failure_leaves_extractive_ones() -> None:
    class Told:
        def summarise(self, texts: Sequence[str], max_words: int) -> str:
            if "boom" in texts[0]:
                raise RuntimeError("the model is away")
            return f"{len(texts)} turns in {max_words} words"

    async def themes() -> list[str]:
        chat = Chat(clock=FixedClock(NOW))
        memory = chat.longterm.memory
        memory.summarise_with(Told())
        for session, message in (("a", "I bought a kurta."), ("b", "boom, says the router")):
            await memory.remember(session, [RememberedTurn("1", message, at_s=NOW)])
        return sorted(block.theme for block in await memory.blocks())

    assert asyncio.run(themes()) == ["1 turns in 14 words", "boom, says the router"]


def test_an_earlier_question_about_memory_is_not_told_where_a_statement_is() -> None:
    async def asked() -> Answered:
        chat = await filled()
        said = ["I am allergic to wool, so I only wear cotton.", "What did I tell you about wool?"]
        at = "2026-10-01T10:00:00Z"
        turns = [{"id": str(i), "message": text, "answer": "", "at": at} for i, text in enumerate(said)]
        await chat.longterm.remember("wool", turns, "", "conversation")
        return await chat.answer("Do you remember what I said about wool?")

    answer = asyncio.run(asked())
    assert "allergic to wool" in answer.text
    assert "What did I tell you" not in answer.text


def test_what_was_said_about_something_is_told_though_a_long_answer_followed() -> None:
    async def run() -> Answered:
        chat = await filled()
        long = "Dori Cotton Stole, free size, olive. Men's Cotton Pyjama, sizes M to XXL. Neem Kurta, sage. " * 5
        turns = [{"id": "1", "message": "I am allergic to wool, so I only wear cotton.", "answer": long}]
        for day in range(20):
            other = [{"id": "1", "message": f"talk {day} about the router", "answer": "Noted."}]
            await chat.longterm.remember(f"other {day}", other, "", "conversation")
        await chat.longterm.remember("allergy", turns, "", "conversation")
        return await chat.answer("What did I tell you about wool?")

    assert "I am allergic to wool" in asyncio.run(run()).text
