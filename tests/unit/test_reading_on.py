"""What a follow-up finds in the document that the last answer is from."""

from __future__ import annotations

import asyncio

import pytest

from limpet.by_itself import points
from limpet.chat import Chat
from limpet.reading_on import documents_of, sentence_share
from limpet.retrieval.document import Document
from limpet.retrieval.splitting import split

CARE = Document("care", "Care", "# Care\n\n## Silk\n\nWash silk by hand. Never wring it.\n\n## Wool\n\nAir wool.")


def test_a_sentence_counts_with_its_heading() -> None:
    silk = split(CARE)[0]
    assert sentence_share(silk, {"wring": 1.0, "silk": 1.0}) == 1.0
    assert sentence_share(silk, {"wring": 1.0, "iron": 3.0}) == 0.25
    assert sentence_share(silk, {"iron": 1.0}) == 0.0


def test_a_number_of_three_digits_tells_a_status_code() -> None:
    pages = Document("limit", "Limit", "# Limit\n\n## Size\n\nRequests that are too large get 413 back. It costs 1413.")
    assert sentence_share(split(pages)[0], {"status": 1.0, "code": 1.0, "larg": 2.0}) == 1.0
    assert sentence_share(split(CARE)[0], {"status": 1.0, "code": 1.0, "wring": 2.0}) == 0.5
    weighs = Document("kurta", "Kurta", "# Kurta\n\n## Weight\n\nIt weighs 250 grams and costs 499.")
    assert sentence_share(split(weighs)[0], {"status": 1.0, "code": 1.0}) == 0.0


def test_ids_tell_their_documents() -> None:
    assert documents_of(["care#silk-1", "a#b#c-1"]) == {"care", "a#b"}
    assert documents_of([]) == frozenset()


@pytest.mark.parametrize(
    "message", ["Is it dry-cleaned?", "Which one?", "Any others?", "And there?", "Something else?"]
)
def test_a_message_that_points_is_never_taken_by_itself(message: str) -> None:
    assert points(message)


def test_a_message_that_names_what_it_is_about_can_be() -> None:
    assert not points("And if the kurta itself is faulty?")


def test_without_documents_nothing_is_read() -> None:
    async def two() -> str:
        chat = Chat()
        await chat.answer("How do I wash silk?")
        return (await chat.answer("Can I wring it?")).mode

    assert asyncio.run(two()) == "not_covered"
