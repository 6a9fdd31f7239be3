"""
Dialogues of four domains over real documents, on the real model and through the real chat.

Each turn says what a person expects: words of the conversation that the query must carry (``needs``) or must not
(``never``), the filters after it (``slots``; unchanged when it says nothing), and a cited section.
"""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path
from typing import Any

import pytest

from limpet.chat import Chat
from limpet.events import Answered
from limpet.retrieval.index import Index
from limpet.site.build import build_index
from limpet.site.demo import starlette_documents
from limpet.site.model import open_embedder
from limpet.text.stemming import stem

HERE = Path(__file__).parent
DIALOGUES: dict[str, dict[str, Any]] = {
    file.stem: json.loads(file.read_text("utf-8")) for file in sorted((HERE / "grounded").glob("*.json"))
}
RIGHT_SHARE = 0.8
"""Answers that cite what a person would; the query and the filters are right in every turn."""
Told = dict[str, list[tuple[dict[str, Any], Answered]]]


def folder_of(documents: str) -> Path:
    if documents == "shop":
        return HERE.parents[1] / "demo" / "shop"
    return starlette_documents()[0] if documents == "starlette" else HERE / "documents" / documents


@pytest.fixture(scope="module")
def told() -> Told:
    indexes: dict[str, Index] = {}
    embedder = open_embedder()

    async def talk(dialogue: dict[str, Any]) -> list[tuple[dict[str, Any], Answered]]:
        documents = dialogue["documents"]
        if documents not in indexes:
            indexes[documents] = build_index(folder_of(documents)).index
        chat = Chat(indexes[documents], embedder)
        return [(turn, await chat.answer(turn["message"])) for turn in dialogue["turns"]]

    return {name: asyncio.run(talk(dialogue)) for name, dialogue in DIALOGUES.items()}


def carried(answered: Answered, message: str) -> set[str]:
    """Stems of the words that the conversation gave to the query, filters left out, beside the message's own."""
    text = " ".join(part["label"] for part in answered.understood or () if not part["part"].startswith("slot:"))
    words = {stem(word.lower()) for word in re.findall(r"[^\W_]+", text)}
    return words - {stem(word.lower()) for word in re.findall(r"[^\W_]+", message)}


@pytest.mark.parametrize("name", DIALOGUES)
def test_the_contextual_query_carries_what_is_lacking_and_nothing_of_another_topic(told: Told, name: str) -> None:
    for turn, answered in told[name]:
        found = carried(answered, turn["message"])
        about = (turn["message"], answered.query, answered.understood)
        assert {stem(word) for word in turn.get("needs", ())} <= found, about
        assert not {stem(word) for word in turn.get("never", ())} & found, about


@pytest.mark.parametrize("name", DIALOGUES)
def test_the_filters_are_what_was_said(told: Told, name: str) -> None:
    expected: dict[str, Any] = {}
    for turn, answered in told[name]:
        expected = turn.get("slots", expected)
        assert answered.slots == expected, turn["message"]


def is_cited(turn: dict[str, Any], answered: Answered) -> bool:
    """Whether the answer is of the expected kind and cites the expected section."""
    document, _, heading = turn.get("cites", "").partition(" > ")
    cited = [(one["document_id"], one["heading"]) for one in answered.citations]
    is_there = any(name.startswith(document) and heading in path for name, path in cited)
    return answered.mode == turn.get("mode", "answer") and (is_there or not document)


def test_most_answers_cite_the_section_that_a_person_would(told: Told) -> None:
    pairs = [pair for dialogue in told.values() for pair in dialogue]
    wrong = [(turn["message"], answered.mode) for turn, answered in pairs if not is_cited(turn, answered)]
    assert len(wrong) <= (1 - RIGHT_SHARE) * len(pairs), wrong


def test_there_are_twelve_dialogues_of_six_turns_and_more_in_four_domains() -> None:
    long = [dialogue for dialogue in DIALOGUES.values() if len(dialogue["turns"]) >= 6]
    assert len(long) >= 12
    assert {dialogue["domain"] for dialogue in long} == {"shop", "docs", "support", "learning"}
