"""Confidence from absolute cues: with vectors, without, on tiny indexes."""

from __future__ import annotations

import asyncio

import pytest

from limpet.chat import Chat
from limpet.policy.confidence import OF_VECTORS, WITH_VECTORS, WITHOUT_VECTORS, confidence, confidence_cues
from limpet.ports import Embedder
from limpet.retrieval.document import Document, Fragment, Hit
from limpet.site.model import open_embedder

SILK = Fragment("care#1", "care", ("Care",), 0, 20, "Silk is dry-cleaned.")
TEA = Fragment("tea#1", "tea", ("Tea",), 0, 20, "Green tea is steeped.")
QUESTION = {"silk": 4.0, "clean": 2.0}
DRINKS = [
    Document("green", "Green tea", "Steep green tea at 75 degrees for two minutes. Hotter water makes it bitter."),
    Document("black", "Black tea", "Black tea needs boiling water and four minutes. Milk goes in last."),
    Document("coffee", "Coffee", "Grind coffee just before brewing. The water should be a little under boiling."),
]


def test_every_cue_has_a_weight_and_every_weight_a_cue() -> None:
    cues = set(confidence_cues("Silk?", [Hit(SILK, 1.0)], QUESTION, QUESTION))
    assert cues == set(WITH_VECTORS) - {""}
    assert cues - set(OF_VECTORS) == set(WITHOUT_VECTORS) - {""}


def test_a_near_fragment_with_the_words_is_trusted_more_than_a_far_one_without() -> None:
    near = confidence_cues("How is silk cleaned?", [Hit(SILK, 1.0, 6.0, 0.7)], QUESTION, QUESTION)
    far = confidence_cues("How is silk cleaned?", [Hit(TEA, 1.0, 0.0, 0.1)], QUESTION, QUESTION)
    assert near["rarest_share"] == 1.0
    assert far["rarest_share"] == 0.0
    assert confidence(near) > 0.55 > confidence(far)


def test_words_alone_have_a_table_of_their_own() -> None:
    found = confidence_cues("How is silk cleaned?", [Hit(SILK, 1.0, 12.0)], QUESTION, QUESTION)
    missed = confidence_cues("How is silk cleaned?", [Hit(TEA, 1.0)], QUESTION, QUESTION)
    assert found["cosine_best"] == 0.0
    assert confidence(found) > 0.55 > confidence(missed)


def test_nothing_found_is_no_error() -> None:
    assert 0.0 <= confidence(confidence_cues("", [], {}, {})) < 0.5


def test_words_of_the_context_count_apart_from_the_message() -> None:
    cues = confidence_cues("And cleaned?", [Hit(SILK, 1.0, 2.0, 0.5)], QUESTION, {"wash": 2.0})
    assert cues["own_term_share"] == 0.0
    assert cues["term_share"] > 0.0


@pytest.mark.parametrize("embedder", [None, "model"], ids=["words", "vectors"])
def test_three_documents_are_enough_to_know_what_they_answer(embedder: str | None) -> None:
    async def ask(question: str) -> tuple[str, float]:
        model: Embedder | None = open_embedder() if embedder else None
        chat = Chat(embedder=model)
        await chat.add_documents(DRINKS)
        answered = await chat.answer(question)
        return answered.mode, answered.confidence

    covered, covered_share = asyncio.run(ask("How hot should water be for green tea?"))
    other, other_share = asyncio.run(ask("Who won the world cup?"))
    assert covered == "answer"
    assert other == "not_covered"
    assert 0.0 <= other_share < 0.3 < 0.55 <= covered_share <= 1.0
