"""The table of a section that is called what is asked about, before the sections below it."""

from __future__ import annotations

import pytest

from limpet.answer.evidence import Evidence
from limpet.answer.extractive import compose_answer
from limpet.retrieval.builder import IndexBuilder
from limpet.retrieval.document import Document, Hit, Query
from limpet.retrieval.splitting import split

HOURS = Document(
    "hours.md", "Opening hours",
    "# Opening hours\n\n| Day | Summer | Winter |\n| --- | --- | --- |\n| Monday | closed | closed |\n"
    "| Tuesday | 10:00 - 17:00 | 11:00 - 16:00 |\n| Sunday | 09:30 - 18:00 | 10:00 - 17:00 |\n\n"
    "## Public holidays\n\nWe are closed on 31 December. On Easter Monday we open from 10:00 to 17:00.\n\n"
    "## School holidays\n\nIn July and August we also open on Mondays, from 10:00 to 16:00.\n",
)  # fmt: skip
CAFE = Document("cafe.md", "Food", "# Food\n\n## Cakes\n\nThe baker makes soup, sandwiches and cakes.\n")


def composed(question: str) -> str:
    builder = IndexBuilder()
    for document in (HOURS, CAFE):
        builder.add(document, split(document))
    index = builder.build(None, "")
    hits = [Hit(hit.fragment, hit.score, hit.bm25, 0.7) for hit in index.retrieve(Query(question), 10)]
    return compose_answer(Evidence(question, question, hits, index.document, index.idf)).text


@pytest.mark.parametrize(
    ("question", "begins"),
    [
        ("When are you open?", "| Day | Summer | Winter |"),
        ("Are you open on Mondays?", "**Monday**: closed"),
        ("Are you open on Easter Monday?", "On Easter Monday we open"),
    ],
)
def test_a_table_under_the_asked_heading_goes_first(question: str, begins: str) -> None:
    assert composed(question).startswith(begins)
