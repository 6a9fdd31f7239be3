"""Confirmed filters on a catalogue: which records satisfy them, and which filter to relax when none does."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from limpet.retrieval.document import Document, Fragment
from limpet.retrieval.records import PRICE_FIELDS, facet_name, facet_values, price_of
from limpet.text.calendar_text import day_of, days_from
from limpet.text.price_range import price_range_from
from limpet.text.tokens import stems

KIND_FIELDS: Final = frozenset({"category", "type", "kind", "product", "item"})
"""Facets that tell what kind of thing a record is."""
ANY: Final = "dontcare"
"""Value of a filter that lets everything through."""


def satisfies(document: Document, filters: Mapping[str, Any]) -> bool:
    """
    Whether a record fits all *filters*. A filter that its catalogue has no facet for lets it through.

    ``price`` takes a range (``<=2000``) and a day a stretch (``--05-01..--05-31``), which hold exactly; other values
    must stand in the facet, whole or as all of a value's words ("cotton" fits "khadi cotton"); ``not <facet>``
    excludes.

    >>> kurta = Document("k", "Kurta", "", "record", {"price": 1999, "size": ["S", "L"], "fabric": "khadi cotton"})
    >>> satisfies(kurta, {"price": "<=2000", "size": "L", "fabric": "cotton"}), satisfies(kurta, {"price": "<=1998"})
    (True, False)
    >>> satisfies(kurta, {"not fabric": "cotton"}), satisfies(kurta, {"size": "XL"}), satisfies(kurta, {"brand": "any"})
    (False, False, True)
    """
    facets = {facet_name(field): value for field, value in document.fields.items()}
    return all(_fits(document, facets, name, str(value)) for name, value in filters.items())


def allowed_fragments(
    fragments: Sequence[Fragment],
    documents: Iterable[Document],
    filters: Mapping[str, Any],
    *,
    only_records: bool = False,
    by_price: str = "",
    most: int = 10,
) -> NDArray[np.bool_] | None:
    """
    One truth value a fragment: records when they fit; pages always, unless *only_records*. None when all are allowed.

    With *by_price* ("cheapest" or "dearest") only the *most* records at that end of the prices are left.
    """
    if not (filters or only_records or by_price):
        return None
    everything = list(documents)
    records = {
        document.document_id: satisfies(document, filters) for document in everything if document.format == "record"
    }
    if by_price and records:
        kept = _at_the_end([one for one in everything if records.get(one.document_id)], by_price, most)
        records = {document_id: document_id in kept for document_id in records}
    if not records or (all(records.values()) and not only_records):
        return None
    return np.array([records.get(fragment.document_id, not only_records) for fragment in fragments], dtype=np.bool_)


def to_relax(documents: Iterable[Document], filters: Mapping[str, Any]) -> tuple[str, ...]:
    """
    Names of the filters to give up so that at least one record fits: none when some fit already, else the single one
    set longest ago that helps, else as many of the oldest as it takes. What kind of thing is wanted is given up last.

    >>> kurta = Document("k", "Kurta", "", "record", {"price": 1999, "size": ["S"]})
    >>> to_relax([kurta], {"price": "<=2000", "size": "XL"})
    ('size',)
    """
    records = [document for document in documents if document.format == "record"]
    if not records or any(satisfies(record, filters) for record in records):
        return ()
    names = sorted(filters, key=lambda name: facet_name(name) in KIND_FIELDS)
    for name in names:
        rest = {key: value for key, value in filters.items() if key != name}
        if any(satisfies(record, rest) for record in records):
            return (name,)
    for count in range(2, len(names)):
        kept = {name: filters[name] for name in names[count:]}
        if any(satisfies(record, kept) for record in records):
            return tuple(names[:count])
    return tuple(names)


def _at_the_end(records: Sequence[Document], by_price: str, most: int) -> set[str]:
    priced = [(price[0], one.document_id) for one in records if (price := price_of(one.fields)) is not None]
    return {document_id for _, document_id in sorted(priced, reverse=by_price == "dearest")[:most]}


def _fits(document: Document, facets: Mapping[str, Any], name: str, wanted: str) -> bool:
    is_excluded = name.startswith("not ")
    facet = facet_name(name.removeprefix("not "))
    if wanted == ANY:
        return True
    if facet in PRICE_FIELDS or facet == "budget":
        bounds, price = price_range_from(wanted), price_of(document.fields)
        return bounds is None or (price is not None and bounds.allows(price[0]))
    if facet not in facets:
        return True
    if (days := days_from(wanted)) is not None:
        held = [day for value in facet_values(facets[facet]) if (day := day_of(value)) is not None]
        return any(map(days.holds, held))
    return _holds(facet_values(facets[facet]), wanted) != is_excluded


def _holds(values: Sequence[str], wanted: str) -> bool:
    words = set(stems(wanted)) or {wanted.casefold()}
    return any(value.casefold() == wanted.casefold() or words <= set(stems(value)) for value in values)
