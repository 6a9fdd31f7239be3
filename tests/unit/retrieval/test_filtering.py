"""Filters of a catalogue hold exactly, and one is given up rather than nothing shown."""

from __future__ import annotations

import pytest

from limpet.retrieval.document import Document, FieldValue, Fragment
from limpet.retrieval.filtering import allowed_fragments, satisfies, to_relax


def record(name: str, **fields: FieldValue) -> Document:
    return Document(name, name, name, "record", {"name": name, **fields})


ASHA = record("asha", category="kurta", price=1290, size=["S", "M"], colour="sky blue", fabric="cotton")
TARA = record("tara", category="kurta", price=2400, size=["L", "XL"], colour="red", fabric="khadi silk")
ROOP = record("roop", category="saree", price=8999, size=["Free size"], colour="red", fabric="silk")
ALL = [ASHA, TARA, ROOP]


@pytest.mark.parametrize(
    ("filters", "names"),
    [
        ({}, "asha tara roop"),
        ({"price": "<=2400"}, "asha tara"),
        ({"price": "<=2399.99"}, "asha"),
        ({"price": ">=2400"}, "tara roop"),
        ({"budget": "1000..2000"}, "asha"),
        ({"size": "L"}, "tara roop"),  # what has one size for all fits L too
        ({"sizes": "l"}, "tara roop"),
        ({"size": "free size"}, "roop"),
        ({"colour": "blue"}, "asha"),
        ({"colour": "dontcare"}, "asha tara roop"),
        ({"fabric": "silk"}, "tara roop"),
        ({"not fabric": "silk"}, "asha"),
        ({"not fabric": "cotton | silk"}, ""),
        ({"not colour": "red | green"}, "asha"),
        ({"not colour": "polyester"}, "asha tara roop"),
        ({"brand": "any"}, "asha tara roop"),
        ({"category": "kurta", "colour": "red"}, "tara"),
        ({"category": "kurta", "colour": "green"}, ""),
    ],
)
def test_a_filter_lets_through_what_fits_and_nothing_else(filters: dict[str, str], names: str) -> None:
    assert [one.document_id for one in ALL if satisfies(one, filters)] == names.split()


@pytest.mark.parametrize(
    ("filters", "given_up"),
    [
        ({"category": "kurta"}, ()),
        ({"category": "saree", "price": "<=2000"}, ("price",)),
        ({"category": "saree", "price": "<=2000", "fabric": "silk"}, ("price",)),
        ({"occasion": "wedding", "category": "kurta", "size": "XXL"}, ("size",)),
        ({"price": "<=10"}, ("price",)),
        ({"category": "shoe"}, ("category",)),
        ({"fabric": "linen", "price": "<=100", "category": "saree"}, ("fabric", "price")),
        ({"size": "XL", "price": "<=100", "category": "saree"}, ("price",)),
    ],
)
def test_the_filter_set_longest_ago_is_given_up_and_the_kind_of_thing_last(
    filters: dict[str, str], given_up: tuple[str, ...]
) -> None:
    assert to_relax(ALL, filters) == given_up


def test_what_the_message_itself_asks_for_is_given_up_after_one_or_two_filters_of_before() -> None:
    filters = {"colour": "sky blue", "price": "<=2000", "fabric": "silk"}
    assert to_relax(ALL, filters) == ("fabric",)
    assert to_relax(ALL, filters, now=["fabric"]) == ("colour", "price")
    assert to_relax(ALL, {"category": "kurta", "size": "XXL"}, now=["size"]) == ("size",)


def test_what_the_visitor_must_not_have_is_kept_longer_than_the_kind_of_thing() -> None:
    filters = {"not fabric": "silk", "price": ">=1000", "category": "saree"}
    assert to_relax(ALL, filters) == ("not fabric",)
    assert to_relax(ALL, filters, last=["not fabric"]) == ("category",)
    assert to_relax(ALL, {"not fabric": "silk", "category": "saree"}, last=["not fabric"]) == ("not fabric",)


def test_something_is_always_left_when_filters_are_given_up() -> None:
    filters = {"price": "<=1", "size": "L", "colour": "green", "category": "hat"}
    kept = {name: value for name, value in filters.items() if name not in to_relax(ALL, filters)}
    assert any(satisfies(one, kept) for one in ALL)


def test_the_cheapest_are_looked_for_among_all_that_fit() -> None:
    fragments = [Fragment(f"{one.document_id}#0", one.document_id, (), 0, 4, one.text) for one in ALL]
    allowed = allowed_fragments(fragments, ALL, {"colour": "red"}, only_records=True, by_price="cheapest", most=1)
    assert allowed is not None
    assert allowed.tolist() == [False, True, False]


def test_pages_come_whatever_the_filters_unless_only_records_are_wanted() -> None:
    page = Document("care", "Care", "Wash.", "markdown")
    fragments = [Fragment(f"{one.document_id}#0", one.document_id, (), 0, 4, one.text) for one in [*ALL, page]]
    allowed = allowed_fragments(fragments, [*ALL, page], {"size": "S", "category": "kurta"})
    assert allowed is not None
    assert allowed.tolist() == [True, False, False, True]
    strict = allowed_fragments(fragments, [*ALL, page], {"size": "S", "category": "kurta"}, only_records=True)
    assert strict is not None
    assert strict.tolist() == [True, False, False, False]
