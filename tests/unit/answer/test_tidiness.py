"""What an answer does not say: sections far from a question, lead-ins of lists that are cut, loose ends."""

from __future__ import annotations

import pytest

from limpet.answer.discourse import without_dangling
from limpet.answer.evidence import Evidence
from limpet.answer.extractive import compose_answer
from limpet.answer.fragments import units_of
from limpet.answer.selection import Scored
from limpet.answer.subject import heading_in_front
from limpet.retrieval.builder import IndexBuilder
from limpet.retrieval.document import Document, Hit, Query
from limpet.retrieval.splitting import split

ITEMS = "\n".join(f"- `option_{letter}` sets how the {letter} part of the long engine is started and stopped again." * 2
                  for letter in "abcdefgh")  # fmt: skip
ENGINE = Document("engine.md", "Engine", f"# Engine\n\nThe following options are supported:\n\n{ITEMS}\n")
REFUNDS = Document(
    "refunds.md", "Refunds",
    "# Refunds\n\nWe look at the parcel first. The refund then goes back to the card. If it is late then write to us.",
)  # fmt: skip


def test_nothing_is_named_for_a_question_about_something_else_altogether() -> None:
    builder = IndexBuilder()
    builder.add(REFUNDS, split(REFUNDS))
    index = builder.build(None, "")
    question = "Who won the cricket world cup?"
    hits = [Hit(fragment, 0.4, 0.0, 0.05) for fragment in index.fragments]
    composed = compose_answer(Evidence(question, question, hits, index.document, index.idf))
    assert (composed.mode, composed.options, "nearest" in composed.text) == ("not_covered", (), False)
    near = [Hit(hit.fragment, 0.4, 0.0, 0.4) for hit in hits]
    assert compose_answer(Evidence(question, question, near, index.document, index.idf)).options == ("Refunds",)


def test_a_lead_in_stays_with_the_first_item_and_goes_without_it() -> None:
    units = [Scored(unit, 0.5, 0) for unit in units_of(ENGINE, split(ENGINE)[0])]
    lead = next(one for one in units if one.unit.plain.startswith("The following"))
    items = [one for one in units if one.unit.kind == "item"]
    assert len(items) > 3
    assert without_dangling([lead, *items[:2]]) == [lead, *items[:2]]
    assert without_dangling([lead, items[3]]) == [items[3]]


def test_then_points_at_what_comes_before_it_but_not_after_a_condition() -> None:
    units = units_of(REFUNDS, split(REFUNDS)[0])
    assert [unit.is_pointing for unit in units if unit.kind == "sentence"] == [False, True, False]


@pytest.mark.parametrize(("is_named", "opening"), [(True, "**Refunds**: "), (False, "")])
def test_which_one_is_named(is_named: bool, opening: str) -> None:
    builder = IndexBuilder()
    builder.add(REFUNDS, split(REFUNDS))
    hit = builder.build(None, "").retrieve(Query("parcel"), 1)[0]
    first = units_of(REFUNDS, hit.fragment)[0]
    assert heading_in_front(None, first, is_named=is_named) == opening
