"""What visitors ask of the two demo sites, each for its kind; on the real model and the real documents."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from limpet.chat import Chat
from limpet.evaluation.transcripts import demo_indexes
from limpet.events import Answered
from limpet.retrieval.index import Index
from limpet.site.model import open_embedder

CONVERSATIONS: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[1] / "data" / "visitors.json").read_text(encoding="utf-8")
)


@pytest.fixture(scope="module")
def indexes() -> dict[str, Index]:
    return demo_indexes()


@pytest.mark.parametrize("conversation", CONVERSATIONS, ids=lambda one: one["turns"][-1]["ask"])
def test_a_visitor_gets_the_right_answer(indexes: dict[str, Index], conversation: dict[str, Any]) -> None:
    async def talk() -> list[Answered]:
        chat = Chat(indexes[conversation["site"]], open_embedder())
        return [await chat.answer(turn["ask"]) for turn in conversation["turns"]]

    for turn, answered in zip(conversation["turns"], asyncio.run(talk()), strict=True):
        about = (turn["ask"], answered.mode, answered.confidence, answered.text)
        assert answered.mode == turn.get("mode", answered.mode), about
        assert answered.text.startswith(turn.get("starts", "")), about
        for words in turn.get("has", ()):
            assert words in answered.text, about
        for words in turn.get("hasnt", ()):
            assert words not in answered.text, about
        if "cites" in turn:
            assert {one["document_id"] for one in answered.citations} >= {turn["cites"]}, about
        if "understood" in turn:
            assert [part["label"] for part in answered.understood] == turn["understood"], about
        assert answered.slots.items() >= turn.get("slots", {}).items(), about
