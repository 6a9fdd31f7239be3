"""What stands around what was shown: nearest first, of the cited documents alone, however many others there are."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from limpet.reading_on import fragments_at_hand
from limpet.retrieval.builder import IndexBuilder
from limpet.retrieval.document import Document
from limpet.retrieval.index import Index
from limpet.retrieval.splitting import split
from steps import steps_of


def index_of(documents: int) -> Index:
    builder = IndexBuilder()
    for number in range(documents):
        sections = "\n\n".join(f"## Part {part}\n\nSentence {part} of {number}." for part in range(5))
        document = Document(f"d{number}", f"Title {number}", f"# Title {number}\n\n{sections}")
        builder.add(document, split(document))
    return builder.build(None, "")


def after(*fragment_ids: str) -> Any:
    return SimpleNamespace(view=SimpleNamespace(turns=[SimpleNamespace(fragment_ids=fragment_ids)]))


def test_the_fragments_around_come_nearest_first_and_none_of_other_documents() -> None:
    index = index_of(4)
    own = [one.fragment_id for one in index.fragments if one.document_id == "d2"]
    found = [one.fragment_id for one in fragments_at_hand(index, after(own[2]))]
    assert found == [own[2], own[1], own[3], own[0], *own[4:]]
    assert fragments_at_hand(index, after("gone#1")) == []


def test_documents_that_were_not_cited_cost_nothing() -> None:
    def steps(documents: int) -> int:
        index = index_of(documents)
        shown = next(one.fragment_id for one in index.fragments if one.document_id == "d2")
        assert shown in index.rows  # which are found once
        return steps_of(lambda: fragments_at_hand(index, after(shown)))

    assert steps(400) == steps(4) > 0
