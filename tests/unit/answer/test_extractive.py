"""Answers made of the documents' own sentences."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Sequence

import pytest

from limpet.answer.evidence import Evidence
from limpet.answer.extractive import ExtractiveComposer, compose_answer
from limpet.retrieval.builder import IndexBuilder
from limpet.retrieval.document import Document, Hit, Query
from limpet.retrieval.splitting import split

CARE = Document(
    "care.md", "Care",
    "# Care\n\n## Silk\n\nDry-clean **silk** only. It fades in the sun. Never use more than 30 °C.\n\n"
    "## Linen\n\nIron linen while it is damp:\n\n1. Set the iron to 3.\n2. Press from the back.\n\n"
    "## Sizes\n\n| Size | Hip |\n| --- | --- |\n| L | 41 |\n\n## Code\n\nRun this:\n\n```sh\nlimpet build\n```\n",
)  # fmt: skip
NEWS = Document("news.md", "Release notes", "# Release notes\n\n## 1.2.0\n\nSilk silk silk was changed.\n")
ROWS = [
    ("Neem Kurta", 1299, ["S", "M"], "cotton"),
    ("Mogra Kurta", 2450, ["L"], "cotton"),
    ("Ritu Kurta", 999, ["L"], "linen"),
]
KURTAS = [
    Document(
        f"p/{number}",
        name,
        f"{name}\nPrice: ₹{price}\nSizes: {', '.join(sizes)}\nFabric: {fabric}\nSoft.",
        "record",
        {"name": name, "price": price, "sizes": sizes, "fabric": fabric},
    )
    for number, (name, price, sizes, fabric) in enumerate(ROWS)
]


def evidence(question: str, documents: Sequence[Document], cosine: float = 0.6, **more: object) -> Evidence:
    builder = IndexBuilder()
    for document in documents:
        builder.add(document, split(document))
    index = builder.build(None, "")
    hits = [Hit(hit.fragment, hit.score, hit.bm25, cosine) for hit in index.retrieve(Query(question), 10)]
    return Evidence(question, question, hits, index.document, index.idf, **more)  # type: ignore[arg-type]


def test_an_answer_quotes_sentences_and_cites_each() -> None:
    composed = compose_answer(evidence("How do I clean silk?", [CARE]))
    assert composed.mode == "answer"
    assert composed.text.startswith("Dry-clean silk only. [1] It fades in the sun. [2]")
    assert [citation.quote for citation in composed.citations][:2] == [
        "Dry-clean **silk** only.",
        "It fades in the sun.",
    ]
    assert composed.citations[0].heading == "Care > Silk"


def test_a_list_is_kept_whole_with_the_sentence_that_leads_it_in() -> None:
    composed = compose_answer(evidence("How do I iron linen?", [CARE]))
    assert "Iron linen while it is damp: [1]\n\n1. Set the iron to 3.\n2. Press from the back." in composed.text


def test_a_table_and_code_are_kept_whole() -> None:
    assert "| L | 41 |" in compose_answer(evidence("What hip sizes are there?", [CARE])).text
    assert "**L**: " in compose_answer(evidence("What is the hip of size L?", [CARE])).text
    assert "```sh\nlimpet build\n```" in compose_answer(evidence("What code do I run?", [CARE])).text


def test_release_notes_do_not_answer_what_a_guide_answers() -> None:
    assert compose_answer(evidence("How is silk cleaned?", [CARE, NEWS])).citations[0].document_id == "care.md"


def test_what_is_not_there_is_not_answered_and_the_nearest_headings_are_named() -> None:
    composed = compose_answer(evidence("Do you sell laptops with silk bags?", [CARE], cosine=0.32))
    assert composed.mode == "not_covered"
    assert composed.citations == ()
    assert 0 < len(composed.options) <= 3
    assert all(heading in composed.text for heading in composed.options)
    assert composed.confidence < 0.5


def test_nothing_found_is_not_covered() -> None:
    composed = compose_answer(Evidence("Anything?", "anything", [], lambda name: CARE))
    assert (composed.mode, composed.options) == ("not_covered", ())


def test_products_are_listed_with_price_within_the_asked_bounds() -> None:
    slots = {"price": "<=2000"}
    composed = compose_answer(evidence("Do you have any cotton kurtas under ₹2,000?", KURTAS, slots=slots))
    assert composed.text == "- **Neem Kurta**: ₹1299; fabric cotton; sizes S, M [1]"
    assert composed.citations[0].quote == KURTAS[0].text


def test_a_record_written_as_prose_is_told_by_its_fields() -> None:
    fields = {"name": "Tulsi Kurti", "price": 899, "currency": "INR", "sizes": ["S", "M"]}
    prose = Document("p/9", "Tulsi Kurti", "The Tulsi kurti is short and green.", "record", fields)  # type: ignore[arg-type]
    composed = compose_answer(evidence("How much is the Tulsi kurti?", [prose]))
    assert composed.text.startswith("- **Tulsi Kurti**: ₹899; sizes S, M")
    assert composed.citations[0].quote == prose.text


def test_confirmed_filters_narrow_the_products() -> None:
    composed = compose_answer(evidence("Any kurtas?", KURTAS, slots={"size": "L", "fabric": "linen"}))
    assert [citation.document_id for citation in composed.citations] == ["p/2"]


def test_a_document_that_is_gone_is_passed_over() -> None:
    def gone(_: str) -> Document:
        raise KeyError

    found = evidence("How do I clean silk?", [CARE])
    assert compose_answer(Evidence("How do I clean silk?", "", found.hits, gone)).mode == "not_covered"


def test_each_of_two_things_that_are_named_gets_its_section() -> None:
    composed = compose_answer(evidence("How do I care for silk and linen?", [CARE]))
    assert [*dict.fromkeys(citation.heading for citation in composed.citations)] == ["Care > Silk", "Care > Linen"]


def test_text_that_looks_like_markup_is_shown_as_it_is() -> None:
    document = Document("a.md", "A", "Silk \\*shines\\* <b>in</b> `a_b[0]` &lt;script&gt; and \\[1\\].")
    composed = compose_answer(evidence("Does silk shine?", [document]))
    assert composed.text == "Silk \\*shines\\* in `a_b[0]` \\<script> and \\[1\\]. [1]"


def test_the_composer_port_gives_the_same_text_as_it_grows() -> None:
    found = evidence("How do I clean silk?", [CARE])

    async def gather() -> list[str]:
        return [composed.text async for composed in ExtractiveComposer().compose(found)]

    texts = asyncio.run(gather())
    assert len(texts) > 1
    assert all(after.startswith(before) for before, after in itertools.pairwise(texts))
    assert texts[-1] == compose_answer(found).text


@pytest.mark.parametrize(
    "message", ["", "?!", "🦜🦜", "<script>alert(1)</script>", "*" * 5000, "\u202eabc", "a" * 8000]
)
def test_odd_messages_get_a_sane_answer(message: str) -> None:
    composed = compose_answer(evidence(message, [CARE], cosine=0.0))
    assert composed.mode in ("not_covered", "answer")
    assert 0.0 <= composed.confidence <= 1.0
