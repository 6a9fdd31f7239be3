"""Which sections of a page are about the goods that a question names."""

from __future__ import annotations

import pytest

from limpet.goods_sections import GoodsAsked, sections_for
from limpet.retrieval.document import Document, Fragment, Hit
from limpet.text.tokens import stems

CARE = {"Cotton": "Wash cotton cold.", "Silk": "Dry-clean silk."}
ROOMS = {"Ship": "She sailed until 1929.", "Model hall": "It shows 86 models."}


def pages(told: dict[str, str]) -> list[Hit]:
    hits = []
    for number, (heading, text) in enumerate(told.items()):
        fragment = Fragment(f"page.md#{number}", "page.md", ("Page", heading), 0, len(text), text)
        hits.append(Hit(fragment, 1.0 - number / 10))
    return hits


def facet(name: str, *values: str) -> dict[str, frozenset[str]]:
    return {name: frozenset(one for value in values for one in stems(value))}


def record(title: str, fabric: str) -> Document:
    return Document(title, title, title, "record", {"name": title, "category": "jacket", "fabric": fabric})


@pytest.mark.parametrize("name", ["place", "venue", "audience", "date"])
def test_where_and_for_whom_something_is_are_no_goods_that_a_page_tells_apart(name: str) -> None:
    asked = GoodsAsked("How fast could the ship sail?", frozenset(stems("ship")), frozenset())
    values = facet(name, "Ship", "Model hall")
    assert sections_for(asked, pages(ROOMS), values, []) is None
    assert sections_for(asked, pages(ROOMS), {"material": values[name]}, []) is not None


def test_a_known_record_is_of_its_own_fabric_and_not_of_those_of_its_kind() -> None:
    records = [record("Ikat Jacket", "cotton"), record("Nehru Jacket", "silk"), record("Shaam Jacket", "velvet")]
    values, kind = facet("fabric", "cotton", "silk", "velvet"), frozenset(stems("jacket"))

    def of(*along: str) -> list[str]:
        asked = GoodsAsked("How do I wash it?", kind, kind, frozenset(stems(" ".join(along))))
        told = sections_for(asked, pages(CARE), values, records)
        assert told is not None
        return ["lacks"] if told.lacks else [hit.fragment.heading_path[-1] for hit in told.hits]

    assert of("ikat jacket") == ["Cotton"]
    assert of("nehru jacket") == ["Silk"]
    assert of("shaam jacket") == ["lacks"]
    assert of("jacket") == ["Cotton", "Silk"]


def test_of_many_records_those_of_the_kind_and_those_named_in_full_tell_the_fabric() -> None:
    others = [record(f"Plain Shawl {number}", "silk") for number in range(300)]
    shawls = [Document(one.title, one.title, "", "record", {**one.fields, "category": "shawl"}) for one in others]
    records = [*shawls, record("Ikat Jacket", "cotton")]
    values = facet("fabric", "Cotton", "Silk")
    of_kind = GoodsAsked("How do I wash a jacket?", frozenset({"jacket"}), frozenset({"jacket"}))
    by_name = GoodsAsked("How do I wash the Plain Shawl 7?", frozenset({"shawl"}), frozenset({"shawl"}))
    told = [sections_for(one, pages(CARE), values, records) for one in (of_kind, by_name)]
    assert [[hit.fragment.heading_path[-1] for hit in one.hits] for one in told if one] == [["Cotton"], ["Silk"]]
    assert [one.is_named for one in told if one] == [False, True]
