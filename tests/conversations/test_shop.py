"""
A shopper's conversations with the demo shop, on the real model: filters, cited records and what is said about them.

``min_price`` and ``max_price`` bound every price in the answer, ``cites`` every cited document.
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
from limpet.ports import Embedder
from limpet.retrieval.index import Index
from limpet.site.build import build_index
from limpet.site.model import open_embedder
from limpet.store.memory import InMemoryBlockStore

FILES = sorted((Path(__file__).parent / "shop_demo").glob("*.json"))
NEEM = "I bought the Neem Straight Cotton Kurta."
SHOP = Path(__file__).parents[2] / "demo" / "shop"


@pytest.fixture(scope="module")
def shop() -> tuple[Index, Embedder]:
    return build_index(SHOP).index, open_embedder()


@pytest.fixture(scope="module")
def told(shop: tuple[Index, Embedder]) -> dict[str, list[tuple[dict[str, Any], Answered]]]:
    index, embedder = shop

    async def talk(turns: list[dict[str, Any]]) -> list[tuple[dict[str, Any], Answered]]:
        chat = Chat(index, embedder)
        return [(turn, await chat.answer(turn["message"])) for turn in turns]

    return {file.stem: asyncio.run(talk(json.loads(file.read_text("utf-8"))["turns"])) for file in FILES}


@pytest.mark.parametrize("name", [file.stem for file in FILES])
def test_filters_after_each_message_are_what_a_shopper_means(
    told: dict[str, list[tuple[dict[str, Any], Answered]]], name: str
) -> None:
    found = [(turn["message"], answered.slots) for turn, answered in told[name]]
    assert found == [(turn["message"], turn["slots"]) for turn, _ in told[name]]


@pytest.mark.parametrize("name", [file.stem for file in FILES])
def test_each_answer_shows_what_was_asked_for(
    told: dict[str, list[tuple[dict[str, Any], Answered]]], name: str
) -> None:
    for turn, answered in told[name]:
        about = (turn["message"], answered.text)
        assert answered.mode == turn.get("mode", "answer"), about
        assert all(re.search(said, answered.text) for said in turn.get("says", [])), about
        assert not any(re.search(said, answered.text) for said in turn.get("never", [])), about
        prices = _prices(answered.text)
        assert all(turn.get("min_price", 0) <= price <= turn.get("max_price", 10**9) for price in prices), about
        assert len(prices) >= turn.get("records", 0), about
        assert (answered.topic or "") == turn["topic"], about


@pytest.mark.parametrize("message", ["Which is the cheapest?", "Which is the most expensive?"])
def test_after_a_list_that_was_cut_the_cheapest_of_all_is_meant(shop: tuple[Index, Embedder], message: str) -> None:
    index, embedder = shop

    async def talk() -> list[Answered]:
        chat = Chat(index, embedder)
        return [await chat.answer(one) for one in ("show me sarees", message)]

    listed, asked = asyncio.run(talk())
    sarees = [one for one in index.documents if one.format == "record" and one.fields.get("category") == "saree"]
    every = [int(str(one.fields["price"])) for one in sarees]
    assert len(_prices(listed.text)) < len(every)
    assert _prices(asked.text)[0] == (max(every) if "expensive" in message else min(every))


@pytest.mark.parametrize(
    ("told", "asked", "alike", "never"),
    [
        (NEEM, "similar to the ones I bought last time", "P003 P004 P002 P013", "P001"),
        (NEEM, "something like the one I bought before, under 1500", "P002 P013", "P001"),
        ("I ordered the Banarasi Roop Saree.", "Something similar to what I ordered last time?", "", "P022"),
    ],
)
def test_goods_like_those_of_an_earlier_conversation_are_listed_apart_from_what_was_said_then(
    shop: tuple[Index, Embedder], told: str, asked: str, alike: str, never: str
) -> None:
    index, embedder = shop

    async def talk() -> Answered:
        chat = Chat(index, embedder, store=InMemoryBlockStore())
        await chat.longterm.memory.set_consent(True)
        turns = [{"id": "1", "message": told, "at": "2026-03-03T10:00:00Z"}]
        await chat.longterm.remember("old", turns, "", "conversation")
        return await chat.answer(asked)

    answered = asyncio.run(talk())
    said, listed = answered.text.split("from the documents:")
    assert said.startswith("From our earlier conversations:")
    assert f"On 3 March 2026 you said: “{told}”" in said
    cited = [citation["document_id"].removeprefix("products.json/") for citation in answered.citations]
    assert cited == (alike.split() or cited)
    assert never not in cited
    kind = {document.document_id: str(document.fields.get("category")) for document in index.documents}
    assert all(kind[f"products.json/{never}"] in kind[one["document_id"]] for one in answered.citations)
    assert [f"[{number}]" in listed for number in range(1, len(cited) + 1)] == [True] * len(cited)
    assert [list(one["turn_ids"]) for one in answered.recalled] == [["1"]]


def test_goods_that_are_not_in_the_catalogue_start_no_search_for_similar_ones(shop: tuple[Index, Embedder]) -> None:
    index, embedder = shop

    async def talk() -> Answered:
        chat = Chat(index, embedder, store=InMemoryBlockStore())
        await chat.longterm.memory.set_consent(True)
        turns = [{"id": "1", "message": "I bought a bicycle with two baskets.", "at": "2026-03-03T10:00:00Z"}]
        await chat.longterm.remember("old", turns, "", "conversation")
        return await chat.answer("something like the bicycle I bought last time")

    answered = asyncio.run(talk())
    assert "Most like" not in answered.text
    assert "bicycle with two baskets" in answered.text


def _prices(text: str) -> list[int]:
    """Of the listed things."""
    return [int(price.replace(",", "")) for price in re.findall(r"\*\*: ₹([\d,]+)", text)]
