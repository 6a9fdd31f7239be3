"""Documents of a message: what is taken, and what is refused with a word."""

from __future__ import annotations

from typing import Any

import pytest

from limpet.errors import WireError
from limpet.given_documents import document_from
from limpet.limits import Limits


def test_a_record_without_a_text_says_its_fields() -> None:
    document = document_from({"id": "p", "format": "record", "fields": {"name": "Neem", "price": 9}}, Limits())
    assert document.text == "Neem\nPrice: 9"


def test_fields_are_read_as_those_of_a_catalogue() -> None:
    fields = {"name": "Neem", "price": {"amount": 5}, "sizes": ["S", {"name": "M"}], "weight": float("inf")}
    document = document_from({"id": "p", "format": "record", "fields": fields}, Limits())
    assert document.fields == {"name": "Neem", "price amount": 5, "sizes": ["S"]}


@pytest.mark.parametrize(
    "given",
    [
        "a text", {}, {"id": ""}, {"id": 5, "text": "x"}, {"id": "d"}, {"id": "d", "title": "Tea"},
        {"id": "d", "text": None}, {"id": "d", "text": 5}, {"id": "d", "text": "x", "format": "pdf"},
        {"id": "d", "text": "x", "title": ["t"]}, {"id": "d", "text": "x", "fields": [1]},
        {"id": "d", "text": "x" * 2000},
        {"id": "d", "format": "record", "fields": {"sizes": [{"name": "S"}], "price": float("nan")}},
    ],
)  # fmt: skip
def test_a_document_that_cannot_be_read_is_refused(given: Any) -> None:
    with pytest.raises(WireError) as error:
        document_from(given, Limits(document_bytes=1000))
    assert error.value.code == "bad-document"
