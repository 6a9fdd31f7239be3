"""Exceptions, tips and items of a list stand behind the rule that they belong to, unless they are asked for."""

from __future__ import annotations

from limpet.answer.discourse import reading_order, without_dangling
from limpet.answer.fragments import units_of
from limpet.answer.selection import Scored
from limpet.retrieval.document import Document
from limpet.retrieval.splitting import split
from limpet.text.question_form import Asked

RULE = "Return a lantern within 15 days."
EXCEPTION = "Return dented lanterns within 7 days."
TEXT = f"{RULE} {EXCEPTION} Our staff is kind."


def scored(text: str, named: dict[int, float], near: dict[int, float]) -> list[Scored]:
    document = Document("a", "", text)
    return [
        Scored(unit, 0.5, 0, named_share=named.get(unit.number, 0.0), nearness=near.get(unit.number, -0.5))
        for unit in units_of(document, split(document)[0])
    ]


def begins(named: dict[int, float], near: dict[int, float], asked: Asked = "duration") -> str:
    units = scored(TEXT, named, near)
    best = max(units, key=lambda one: one.nearness)
    chosen = [best, *(one for one in units if one is not best)]
    return reading_order(chosen, asked, "application")[0].unit.plain


def test_an_exception_with_as_many_words_stands_behind_its_rule() -> None:
    assert begins({0: 1.0, 1: 1.0}, {0: -0.2, 1: 0.0}) == RULE


def test_what_has_more_of_the_message_or_is_much_nearer_goes_first() -> None:
    assert begins({0: 0.5, 1: 1.0}, {0: -0.2, 1: 0.0}) == EXCEPTION
    assert begins({0: 1.0, 1: 0.5}, {0: -0.4, 1: 0.0}) == EXCEPTION
    assert begins({0: 1.0, 1: 0.9}, {0: -0.1, 1: 0.0}, asked="yes_no") == EXCEPTION


def test_what_has_the_form_that_is_asked_for_goes_first() -> None:
    text = "Return what you do not like. The return takes 5 days."
    units = scored(text, {0: 1.0, 1: 1.0}, {0: -0.1, 1: 0.0})
    assert reading_order([units[1], units[0]], "duration", "application")[0] is units[1]
    assert reading_order([units[1], units[0]], "other", "application")[0] is units[0]


def test_the_first_of_several_items_loses_what_leads_them_in() -> None:
    text = "These are taken:\n\n" + "\n".join(f"- `name_{at}` - {'a long word or two ' * 8}." for at in range(5))
    lead, first, second = scored(text, {}, {})[:3]
    assert [one.unit.kind for one in (lead, first, second)] == ["sentence", "item", "item"]
    assert without_dangling([lead, first]) == [first]
    assert without_dangling([lead, first, second]) == [lead, first, second]
