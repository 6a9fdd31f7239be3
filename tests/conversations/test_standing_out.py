"""A sentence of the page at hand that stands out is told, and nothing is where the page speaks of something else."""

from __future__ import annotations

import asyncio

import pytest

from limpet.chat import Chat
from limpet.evaluation.transcripts import demo_indexes
from limpet.events import Answered
from limpet.retrieval.index import Index
from limpet.site.model import open_embedder
from limpet.standing_out import in_words_of

QUOTED = "By default 403 responses will be returned when permissions are not granted."


@pytest.fixture(scope="module")
def index() -> Index:
    return demo_indexes()["starlette"]


async def last_answer(index: Index, messages: list[str]) -> Answered:
    chat = Chat(index, open_embedder())
    return [await chat.answer(message) for message in messages][-1]


def test_in_another_section_it_is_quoted_without_a_claim(index: Index) -> None:
    told = asyncio.run(
        last_answer(index, ["How do I require that a user is logged in?", "What happens when a scope is missing?"])
    )
    assert (told.mode, told.unsure, [one["quote"] for one in told.citations]) == ("not_covered", True, [QUOTED])
    assert "- Authentication > Permissions" in told.text


@pytest.mark.parametrize("message", ["How do I put nginx in front of Starlette?", "Who is the chief executive?"])
def test_a_question_with_a_word_that_is_foreign_is_not_answered_by_the_page_at_hand(index: Index, message: str) -> None:
    before = "How do I require that a user is logged in?"
    alone, after = (asyncio.run(last_answer(index, said)) for said in ([message], [before, message]))
    assert alone.mode == after.mode == "not_covered"
    assert after.citations == alone.citations


def test_words_are_known_by_themselves_by_others_or_without_a_denial(index: Index) -> None:
    assert set(in_words_of(index, {"method": 1.0, "unsupport": 1.0, "mandatori": 1.0})) == {
        "method", "support", "requir",
    }  # fmt: skip
    assert in_words_of(index, {"method": 1.0, "kubernet": 1.0}) == {}
    assert in_words_of(index, {}) == {}
