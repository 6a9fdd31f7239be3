"""What leads an answer: the sentence with the number, the item of the thing, the table of prices, two columns."""

from __future__ import annotations

from limpet.answer.evidence import Composed, Evidence
from limpet.answer.extractive import compose_answer
from limpet.policy.plan import Plan
from limpet.retrieval.builder import IndexBuilder
from limpet.retrieval.document import Document, Hit, Query
from limpet.retrieval.splitting import split

SIZES = """# Sizes

## Boots

Boots come in European sizes. EU 41 is UK 7.5 and EU 42 is UK 8. Wide feet need one more.

## How to measure a foot

1. Length: from the heel to the longest toe.
2. Girth: around the ball of the foot.
3. Instep: over the highest place.

## How to lace

1. Pull both ends even.
2. Cross them at every eye.
3. Knot: twice, below the tongue.
"""
TICKETS = """# Tickets

## Prices

| Visitor | Day | Season |
| --- | --- | --- |
| Adult | €12 | €40 |
| Pupil | €5 | €15 |

## Returning a ticket

A ticket is taken back free of charge until noon. A ticket that is lost is not replaced.

## How long they take

| Way | Day | Season |
| --- | --- | --- |
| At the desk | at once | two days |
| By post | three days | a week |
"""


def answer(text: str, question: str) -> Composed:
    builder = IndexBuilder()
    document = Document("guide.md", "Guide", text)
    builder.add(document, split(document))
    index = builder.build(None, "")
    hits = [
        Hit(hit.fragment, hit.score, hit.bm25, 0.8) for hit in index.with_stems(index.retrieve(Query(question), 10))
    ]
    plan = Plan(answers_from=0.0)
    return compose_answer(Evidence(question, question, hits, index.document, index.idf, plan=plan, confidence=0.9))


def test_the_one_sentence_with_the_number_leads() -> None:
    assert answer(SIZES, "Which UK size is a boot of EU 41?").text.startswith("EU 41 is UK 7.5")


def test_of_a_numbered_list_of_things_the_named_one_is_told_and_steps_stay_whole() -> None:
    told = answer(SIZES, "How do I measure the girth of a foot?").text
    assert "Girth: around the ball" in told
    assert "Length" not in told
    steps = answer(SIZES, "How do I lace the knot?").text
    assert steps.index("Pull both ends") < steps.index("Cross them") < steps.index("Knot: twice")


def test_a_price_is_told_by_the_table_of_prices_and_not_by_what_has_the_word() -> None:
    for question in ("What does a ticket cost?", "Which ticket is the cheapest?"):
        told = answer(TICKETS, question).text
        assert "| Adult | €12 | €40 |" in told or "Pupil" in told
        assert "taken back" not in told


def test_two_columns_are_compared_by_their_cells() -> None:
    compared = answer(TICKETS, "What is the difference between a day ticket and a season ticket?")
    assert compared.mode == "compare"
    assert "Day | Season |" in compared.text
    assert all(f"[{number}]" in compared.text for number in range(1, len(compared.citations) + 1))
    assert "".join(compared.pieces) == compared.text
