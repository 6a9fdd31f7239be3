"""A yes or no about one item of a list is answered by that item."""

from __future__ import annotations

from limpet.answer.asked_item import with_asked_item
from limpet.answer.fragments import Unit, units_of
from limpet.retrieval.document import Document
from limpet.retrieval.splitting import split
from limpet.text.tokens import stems

TEXT = "# Lanterns\n\nThe following cannot be returned:\n\n- glass lanterns,\n- oil and other fuel,\n- gift cards."


def list_of(text: str) -> Unit:
    document = Document("a", "", text)
    return next(unit for unit in units_of(document, split(document)[0]) if unit.kind == "list")


def shown(message: str, text: str = TEXT) -> str:
    return with_asked_item(list_of(text), frozenset(stems(message)), "yes_no").shown


def test_the_item_that_is_asked_about_is_told_alone() -> None:
    assert shown("Can I return oil?") == "- oil and other fuel"
    assert with_asked_item(list_of(TEXT), frozenset(stems("Can I return oil?")), "yes_no").lead


def test_the_whole_list_is_told_where_none_or_several_are_named() -> None:
    whole = list_of(TEXT).shown
    assert shown("Can I return lanterns?") == whole
    assert shown("Can I return oil and gift cards?") == whole
    assert shown("Can I return a hat with a feather that smells of oil?") == whole


def test_steps_are_never_torn() -> None:
    steps = "# Lanterns\n\n1. Fill in the oil.\n2. Light the wick."
    assert shown("Can I fill in oil?", steps) == list_of(steps).shown


def test_a_named_item_of_a_numbered_list_has_no_number() -> None:
    document = Document("a", "", "Measures:\n\n1. Hip: around the hip.\n2. Waist: around the waist.")
    units = units_of(document, split(document)[0], [frozenset(stems("How do I measure my waist?"))])
    assert [unit.shown for unit in units][-1] == "- Waist: around the waist."
