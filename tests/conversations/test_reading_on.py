"""Follow-ups that the document at hand answers, and others like them that nothing does, on the two demo sites."""

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

ROWS: list[dict[str, Any]] = json.loads((Path(__file__).parents[1] / "data/read_on.json").read_text("utf-8"))


@pytest.fixture(scope="module")
def indexes() -> dict[str, Index]:
    return demo_indexes()


async def last_answer(index: Index, messages: list[str]) -> Answered:
    chat = Chat(index, open_embedder())
    return [await chat.answer(message) for message in messages][-1]


@pytest.mark.parametrize("row", ROWS, ids=[row["ask"] for row in ROWS])
def test_the_document_at_hand_is_read_on_where_it_has_what_is_asked(indexes: dict[str, Index], row: Any) -> None:
    answered = asyncio.run(last_answer(indexes[row["site"]], [*row["before"], row["ask"]]))
    if "has" in row:
        assert answered.mode == "answer", answered.text
        assert row["has"] in answered.text
    else:
        assert answered.mode in ("not_covered", "clarify"), answered.text
