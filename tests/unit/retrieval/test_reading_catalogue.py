"""Catalogues as one document a record."""

from __future__ import annotations

import json

import pytest

from limpet.errors import DocumentError
from limpet.retrieval.document import Document
from limpet.retrieval.facets import slot_schema
from limpet.retrieval.reading_catalogue import catalogue_documents


def documents(data: object) -> list[Document]:
    return catalogue_documents(json.dumps(data), "p.json", ".json").documents


def test_a_record_keeps_its_fields_and_reads_as_lines() -> None:
    record = {
        "sku": "A/1", "title": "Neem  Kurta", "price": 1299, "currency": "INR", "sizes": ["S", "M"], "in_stock": True,
        "made": {"place": "Jaipur"}, "image": "x.png", "description": "Soft.\nGreen.",
    }  # fmt: skip
    found = documents([record])[0]
    assert found.document_id == "p.json/neem-kurta"
    assert found.fields["price"] == 1299
    assert found.text == "Neem Kurta\nPrice: ₹1,299\nSizes: S, M\nIn stock: yes\nMade place: Jaipur\nSoft. Green."


def test_the_list_of_records_is_found_inside_of_an_envelope() -> None:
    assert [d.title for d in documents({"count": 2, "items": [{"name": "A"}, {"name": "B"}]})] == ["A", "B"]
    assert [d.document_id for d in documents({"x": {"name": "A"}, "y": {"name": "B"}})] == ["p.json/x", "p.json/y"]


def test_records_with_the_same_name_get_names_of_their_own() -> None:
    names = [d.document_id for d in documents([{"name": "A"}, {"name": "A"}, {"id": 7, "name": "A"}])]
    assert names == ["p.json/a", "p.json/a.2", "p.json/7"]


def test_a_table_with_semicolons_is_read_with_numbers_and_lists() -> None:
    found = catalogue_documents("name;price;sizes\nNeem;9.5;S|M\nTulsi;007;L\n", "p.csv", ".csv").documents
    assert found[0].fields == {"name": "Neem", "price": 9.5, "sizes": ["S", "M"]}
    assert found[1].fields["price"] == "007"


@pytest.mark.parametrize(
    ("text", "suffix", "code"),
    [("{", ".json", "malformed-json"), ("[1, 2]", ".json", "no-records"), ('a,a\n1,2\n', ".csv", "malformed-csv"),
     ('a,b\n"x,2\n', ".csv", "malformed-csv"), ("[" * 100_000, ".json", "malformed-json")],
)  # fmt: skip
def test_malformed_files_are_a_clear_error(text: str, suffix: str, code: str) -> None:
    with pytest.raises(DocumentError) as error:
        catalogue_documents(text, f"p{suffix}", suffix)
    assert error.value.code == code
    assert f"p{suffix}" in error.value.detail


def test_entries_that_are_no_records_are_told_and_the_others_read() -> None:
    found = catalogue_documents('[1, {"name": "A"}, null, {"note": null}, {"name": "B"}]', "p.json", ".json")
    assert [document.title for document in found.documents] == ["A", "B"]
    assert found.problems == [
        "p.json, entry 1: not an object.",
        "p.json, entry 3: not an object.",
        "p.json, record 2: no field with a text or a number.",
    ]


def test_a_schema_of_filters_is_learned_from_the_records() -> None:
    records = [
        {
            "name": f"Kurta {n}",
            "price": 100 * n,
            "currency": "INR",
            "sizes": sizes,
            "fabric": "cotton",
            "text": "long " * 9,
        }
        for n, sizes in ((1, ["S", "M"]), (2, ["M", "L"]), (3, ["XL"]))
    ]
    assert slot_schema(documents(records)) == {
        "price": {"kind": "price", "min": 100.0, "max": 300.0, "currency": "₹"},
        "size": {"values": ["S", "M", "L", "XL"]},
        "fabric": {"values": ["cotton"]},
    }
    assert slot_schema(documents(records[:1])) == {}


def test_the_file_says_what_records_are_that_do_not_say_it_themselves() -> None:
    plain = "id,title,price\ne1,Night of the clocks,15\ne2,Watch repair,45\n"
    events = catalogue_documents(plain, "data/events.csv", ".csv").documents
    assert [one.fields["kind"] for one in events] == ["event", "event"]
    assert all("kind" not in one.fields for one in catalogue_documents(plain, "items.csv", ".csv").documents)
    told = plain.replace("price", "category")
    assert all("kind" not in one.fields for one in catalogue_documents(told, "events.csv", ".csv").documents)


def test_two_names_of_one_field_are_one_field_of_days() -> None:
    told = catalogue_documents(
        "id,title,date\ne1,Clocks,2026-05-08\ne2,Watches,2026-06-01\n", "events.csv", ".csv"
    ).documents
    untold = catalogue_documents("id,title,dates\nt1,Tour,TBA\nt2,Walk,TBA\n", "tours.csv", ".csv").documents
    for records in ([*told, *untold], [*untold, *told]):
        assert slot_schema(records)["date"]["values"] == ["2026-05-08", "2026-06-01"]
