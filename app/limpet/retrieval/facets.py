"""The slot schema of a catalogue, learned from the fields of its records: facets with their values, prices, sizes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import PurePosixPath
from typing import Any, Final

from limpet.retrieval.document import Document, FieldValue
from limpet.retrieval.filtering import KIND_FIELDS
from limpet.retrieval.records import (
    FACET_SHARE,
    ID_FIELDS,
    LINK_FIELDS,
    NAME_FIELDS,
    PRICE_FIELDS,
    TEXT_FIELDS,
    facet_name,
    facet_values,
    number_of,
    price_of,
)
from limpet.text.calendar_text import Days, days_of

FEWEST_RECORDS: Final = 2
"""A single record is no catalogue."""
MOST_VALUES: Final = 200
_LONGEST_VALUE_WORDS: Final = 5
_DAYS_SHARE: Final = 0.5
"""A field is one of days where at least these of its values are; what is "to be announced" fits no day."""
_NO_FACETS: Final = frozenset({*NAME_FIELDS, *ID_FIELDS, *LINK_FIELDS, *TEXT_FIELDS, "currency", "image", "images"})


def slot_schema(documents: Iterable[Document]) -> dict[str, dict[str, Any]]:
    """
    Facets of all records, by name; empty when there is no catalogue.

    ``{"kind": "price", "min", "max", "currency"}``, ``{"kind": "number", "min", "max"}``, ``{"kind": "calendar",
    "values": [first day, last day], "description"}``, or ``{"values": [..]}`` in the order of their first use (sizes
    keep the shop's order).

    >>> fields = [{"name": str(n), "price": n, "size": ["S", "M"]} for n in (1, 2, 3)]
    >>> records = [Document(each["name"], "", "", "record", each) for each in fields]
    >>> slot_schema(records)
    {'price': {'kind': 'price', 'min': 1.0, 'max': 3.0, 'currency': ''}, 'size': {'values': ['S', 'M']}}
    """
    records = [document for document in documents if document.format == "record" and document.fields]
    if len(records) < FEWEST_RECORDS:
        return {}
    schema: dict[str, dict[str, Any]] = {}
    by_facet: dict[str, list[FieldValue]] = {}
    for record in records:
        for key, value in record.fields.items():
            if facet_values(value):
                by_facet.setdefault(facet_name(key), []).append(value)
    calendar = _calendar(records)
    for facet, values in by_facet.items():
        if facet in _NO_FACETS or len(values) < FACET_SHARE * len(records):
            continue
        spec = _price(records) if facet in PRICE_FIELDS else calendar.get(facet) or _spec(values)
        if spec is not None:
            schema[facet] = spec
    return schema


def _price(records: Sequence[Document]) -> dict[str, Any] | None:
    prices = [price for record in records if (price := price_of(record.fields)) is not None]
    if not prices:
        return None
    amounts = [amount for amount, _ in prices]
    currency = Counter(sign for _, sign in prices).most_common(1)[0][0]
    return {"kind": "price", "min": min(amounts), "max": max(amounts), "currency": currency}


def _calendar(records: Sequence[Document]) -> dict[str, dict[str, Any]]:
    """
    The one field of days, by its name, with what its records are called; nothing where there are several,
    as a begin and an end, of which a single day would not be true.
    """
    shares: dict[str, float] = {}
    found: dict[str, dict[str, Any]] = {}
    by_name: dict[str, dict[str, list[Days | None]]] = {}
    for one in records:
        file = one.document_id.partition("/")[0]
        for key, value in one.fields.items():
            by_name.setdefault(facet_name(key), {}).setdefault(file, []).extend(map(days_of, _texts(value)))
    for facet, by_file in by_name.items():
        if facet in _NO_FACETS or facet in PRICE_FIELDS:
            continue
        shares[facet] = max(sum(map(bool, days)) / max(1, len(days)) for days in by_file.values())
        if shares[facet] >= _DAYS_SHARE:  # in one file: another with days that nobody can read does not count
            known = [one for days in by_file.values() for one in days if one is not None]
            ends = [min(one.first for one in known).isoformat(), max(one.last for one in known).isoformat()]
            found[facet] = {"kind": "calendar", "values": ends, "description": " ".join(_called(facet, records))}
    return found if sum(share >= FACET_SHARE for share in shares.values()) == 1 else {}


def _texts(value: FieldValue) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) and value else facet_values(value) if isinstance(value, list) else ()


def _called(facet: str, records: Sequence[Document]) -> list[str]:
    """What the records with a day in *facet* are called: names of their files, and their kinds."""
    called: dict[str, None] = {}
    names = {key: facet_name(key) for key in {key for one in records for key in one.fields}}
    kinds = {key for key, name in names.items() if KIND_FIELDS & set(name.split())}
    fields = [key for key, name in names.items() if name == facet]
    for one in records:
        if any(days_of(value) for key in fields if key in one.fields for value in _texts(one.fields[key])):
            called[PurePosixPath(one.document_id.partition("/")[0]).stem] = None
            called.update((kind, None) for key in kinds & set(one.fields) for kind in facet_values(one.fields[key]))
    return list(called)[:MOST_VALUES]


def _spec(values: Sequence[FieldValue]) -> dict[str, Any] | None:
    is_number = all(isinstance(value, (int, float)) and not isinstance(value, bool) for value in values)
    if is_number:
        numbers = [number_of(value) or 0.0 for value in values]
        return {"kind": "number", "min": min(numbers), "max": max(numbers)}
    singles = [single for value in values for single in facet_values(value)]
    different = list(dict.fromkeys(singles))
    if any(len(single.split()) > _LONGEST_VALUE_WORDS for single in different) or len(different) > MOST_VALUES:
        return None
    if len(different) > 12 and len(different) > 0.9 * len(singles) and not any(isinstance(v, list) for v in values):
        return None
    return {"values": different}
