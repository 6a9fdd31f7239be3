"""The first questions of both demos, as a visitor presses them: each is answered, and cites where it came from."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from limpet.chat import Chat
from limpet.retrieval.index import Index
from limpet.site.asked_first import SUGGESTED, asked_first
from limpet.site.build import build_index
from limpet.site.demo import starlette_documents
from limpet.site.model import open_embedder

SHOP = Path(__file__).parents[2] / "demo" / "shop"


@pytest.fixture(scope="module")
def indexes() -> dict[str, Index]:
    return {"shop": build_index(SHOP).index, "starlette": build_index(starlette_documents()[0]).index}


@pytest.mark.parametrize("site", ["shop", "starlette"])
@pytest.mark.parametrize("has_model", [True, False], ids=["with the model", "by words alone"])
def test_every_first_question_is_answered_with_a_citation(
    indexes: dict[str, Index], site: str, has_model: bool
) -> None:
    embedder = open_embedder()
    questions = asked_first(indexes[site], embedder)
    assert len(questions) == len(set(questions)) == SUGGESTED
    for question in questions:
        answered = asyncio.run(Chat(indexes[site], embedder if has_model else None).answer(question))
        assert answered.mode in ("answer", "compare"), question
        assert answered.citations, question


def test_the_shop_is_asked_for_goods_first_and_they_come(indexes: dict[str, Index]) -> None:
    first = asked_first(indexes["shop"], None)[0]
    answered = asyncio.run(Chat(indexes["shop"]).answer(first))
    assert first == "Which cotton kurtas do you have?"
    assert all(citation["document_id"].startswith("products.json/") for citation in answered.citations)
    assert len(answered.citations) >= 3


def test_a_question_that_is_not_answered_is_not_suggested(indexes: dict[str, Index]) -> None:
    made = [one.text for one in Chat(indexes["starlette"]).knowledge.suggestions(60)]
    kept = asked_first(indexes["starlette"], None, count=60)
    assert set(kept) < set(made)
