"""
Whole talks with sites of several kinds, on the real model: what the visitor said of themselves, lists, corrections, new
questions in between, and questions about the talk itself in three languages.

A turn says what its answer ``has`` and ``hasnt``, what it ``cites``, the ``slots`` that hold (``noslots``: do not), and
how it is ``understood``: nothing of ``unot`` may be in that.
"""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from limpet.chat import Chat
from limpet.evaluation.transcripts import demo_indexes
from limpet.events import Answered
from limpet.memory.slot_applying import DONT_CARE
from limpet.retrieval.index import Index
from limpet.site.build import build_index
from limpet.site.model import open_embedder

HERE = Path(__file__).parent
TALKS: dict[str, dict[str, Any]] = {
    file.stem: json.loads(file.read_text(encoding="utf-8")) for file in sorted((HERE / "talks").glob("*.json"))
}
WHOLE_QUESTIONS = (
    "What is a volcano?",
    "Who won the last football world cup?",
    "How do I bake bread?",
    "Tell me a joke",
    "How many planets are there?",
    "Is it going to rain tomorrow?",
    "What time is it?",
    "Is there wifi?",
    "Are you hiring?",
    "Explain quantum computing",
    "I lost my umbrella",
    "Can I pay with Bitcoin?",
)
LEANING = ("How long does it take?", "Why not?", "And on Sundays?", "Is it included?")


@pytest.fixture(scope="module")
def indexes() -> dict[str, Index]:
    own = {folder.name: build_index(folder).index for folder in (HERE / "documents").iterdir()}
    return {**own, **demo_indexes()}


async def talk(index: Index, *messages: str) -> list[Answered]:
    chat = Chat(index, open_embedder())
    return [await chat.answer(message) for message in messages]


@pytest.mark.parametrize("name", TALKS)
def test_every_turn_of_a_talk_is_right(indexes: dict[str, Index], name: str) -> None:
    turns = TALKS[name]["turns"]
    answers = asyncio.run(talk(indexes[TALKS[name]["site"]], *(turn["ask"] for turn in turns)))
    for turn, answered in zip(turns, answers, strict=True):
        about = (turn["ask"], answered.mode, answered.text, answered.slots, answered.understood, answered.query)
        assert answered.mode == turn.get("mode", answered.mode), about
        text = answered.text.lower()
        assert all(words.lower() in text for words in turn.get("has", ())), about
        assert not any(words.lower() in text for words in turn.get("hasnt", ())), about
        if "cites" in turn:
            assert turn["cites"] in {one["document_id"] for one in answered.citations}, about
        assert answered.slots.items() >= turn.get("slots", {}).items(), about
        assert answered.slots == {} or turn.get("slots") != {}, about
        assert all(answered.slots.get(one, DONT_CARE) == DONT_CARE for one in turn.get("noslots", ())), about
        labels = [part["label"] for part in answered.understood]
        assert labels == turn.get("understood", labels), about
        assert not any(words in f"{labels} {answered.query}" for words in turn.get("unot", ())), about


@pytest.mark.parametrize(
    ("site", "before"),
    [
        ("shop", ["Tell me about the Malli Kanjivaram silk saree"]),
        ("shop", ["Show me sarees under 3000", "the second one"]),
        ("museum", ["Do you have a special exhibition?"]),
        ("hotels", ["Do you have hotels in Hamburg?"]),
        ("starlette", ["How do I run a background task?"]),
    ],
)
def test_a_whole_question_about_something_else_takes_no_word_of_the_talk_along(
    indexes: dict[str, Index], site: str, before: list[str]
) -> None:
    taken: list[tuple[str, list[str]]] = []
    for message in WHOLE_QUESTIONS:
        answered = asyncio.run(talk(indexes[site], *before, message))[-1]
        labels = [part["label"] for part in answered.understood]
        taken += [(message, labels)] if labels or answered.query != message else []
    assert [one for one in taken if one[0] != "What time is it?" or site != "starlette"] == []


@pytest.mark.parametrize("message", LEANING)
def test_what_points_back_or_is_no_sentence_still_leans_on_what_was_said(
    indexes: dict[str, Index], message: str
) -> None:
    answered = asyncio.run(talk(indexes["museum"], "Do you offer guided tours?", message))[-1]
    assert "tour" in " ".join(part["label"] for part in answered.understood).lower(), answered.understood


def test_what_a_visitor_said_of_themselves_outlives_a_reload_and_is_gone_when_it_is_taken_back(
    indexes: dict[str, Index],
) -> None:
    async def run() -> tuple[Answered, Answered, Answered, Answered]:
        chat = Chat(indexes["shop"], open_embedder())
        await chat.answer("I am allergic to wool")
        listed = await chat.answer("show me stoles", ask_id=1)
        again = Chat(indexes["shop"], open_embedder())
        again.session.restore(chat.session.to_snapshot())
        reloaded = await again.answer("Do you have anything for winter?")
        undone: Any = None
        async for event in chat.undo(1, "slot:not fabric"):
            undone = event
        return listed, reloaded, undone, await chat.answer("Do you have anything for winter?")

    listed, reloaded, undone, after = asyncio.run(run())
    assert "Kani" not in listed.text
    assert {"part": "slot:not fabric", "label": "not wool"} in listed.understood
    assert "Kani" not in reloaded.text
    assert "Pashmina" not in reloaded.text
    assert "Kani" in undone.text
    assert "not fabric" not in after.slots
    assert "Kani" in after.text


def test_a_list_can_still_be_pointed_at_after_another_question(indexes: dict[str, Index]) -> None:
    answers = asyncio.run(talk(indexes["shop"], "Show me kurtas", "How do refunds work?", "the second one"))
    second = answers[0].citations[1]["document_id"]
    assert [one["document_id"] for one in answers[-1].citations] == [second]


def test_one_size_for_all_fits_and_is_told_as_such(indexes: dict[str, Index]) -> None:
    answered = asyncio.run(talk(indexes["shop"], "sarees in size M"))[-1]
    assert "Nothing fits" not in answered.text
    assert "Free size (fits M)" in answered.text
