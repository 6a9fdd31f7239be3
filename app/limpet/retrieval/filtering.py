"""Confirmed filters on a catalogue: which records satisfy them, and which filter to relax when none does."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from limpet.retrieval.document import Document, Fragment, Hit
from limpet.retrieval.records import PRICE_FIELDS, facet_name, facet_values, price_of
from limpet.text.calendar_text import days_from, days_of
from limpet.text.price_range import price_range_from
from limpet.text.tokens import stems

KIND_FIELDS: Final = frozenset({"category", "type", "kind", "product", "item"})
"""Facets that tell what kind of thing a record is."""
ANY: Final = "dontcare"
"""Value of a filter that lets everything through."""
BETWEEN: Final = " | "
"""Stands between several values of a filter, one of which is enough."""
_PAIRED: Final = 6
"""Of the filters said before, the oldest that are tried in pairs."""
_ONE_SIZE: Final = frozenset(
    (
        "free size", "freesize", "one size", "onesize", "one-size", "one size fits all", "one size fits most", "os",
        "universal", "universal size", "einheitsgröße", "one size passt allen", "taille unique", "talla única",
        "taglia unica", "tamanho único", "één maat",
    )
)  # fmt: skip
"""Sizes that fit every wearer."""


def satisfies(document: Document, filters: Mapping[str, Any]) -> bool:
    """
    Whether a record fits all *filters*. A filter that its catalogue has no facet for lets it through.

    ``price`` takes a range (``<=2000``) and a day stretches (``--05-01..--05-31``), which hold exactly, a day also for
    records that have none; other values must stand in the facet, whole or as all of a value's words ("cotton" fits
    "khadi cotton"), one of several being enough ("cotton | linen"); ``not <facet>`` excludes each of several. What
    comes in one size for all fits whatever size is asked for.

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
    fitting: Collection[str] | None = None,
) -> NDArray[np.bool_] | None:
    """
    One truth value a fragment: records when they fit; pages always, unless *only_records*. None when all are allowed.

    With *by_price* ("cheapest" or "dearest") only the *most* records at that end of the prices are left.
    *fitting* are the ids of those that fit, where they are known.
    """
    if not (filters or only_records or by_price):
        return None
    everything = list(documents)
    known = None if fitting is None else frozenset(fitting)
    records = {
        one.document_id: satisfies(one, filters) if known is None else one.document_id in known
        for one in everything
        if one.format == "record"
    }
    if by_price and records:
        kept = _at_the_end([one for one in everything if records.get(one.document_id)], by_price, most)
        records = {document_id: document_id in kept for document_id in records}
    if not records or (all(records.values()) and not only_records):
        return None
    return np.array([records.get(fragment.document_id, not only_records) for fragment in fragments], dtype=np.bool_)


def with_all(hits: Sequence[Hit], fragments: Sequence[Fragment], allowed: NDArray[np.bool_], most: int) -> list[Hit]:
    """*hits* and behind them what is *allowed* and was found neither by words nor by meaning; *most* in all."""
    found = {hit.fragment.fragment_id for hit in hits}
    last = hits[-1].score if hits else 1.0
    rest = (fragments[row] for row in np.flatnonzero(allowed).tolist())
    return [*hits, *(Hit(one, last) for one in rest if one.fragment_id not in found)][:most]


def has_days(filters: Mapping[str, Any]) -> bool:
    """
    Whether one of *filters* asks for days.

    >>> has_days({"date": "--05-01..--05-31"}), has_days({"price": "<=5"})
    (True, False)
    """
    return any(days_from(str(value)) for value in filters.values())


def fits_every_size(facet: str, values: Sequence[str]) -> bool:
    """
    Whether a record's *values* of *facet* are a size that fits every wearer.

    >>> fits_every_size("size", ["Free size"]), fits_every_size("size", ["S", "M"])
    (True, False)
    """
    return facet.rpartition(" ")[2] == "size" and any(value.strip().casefold() in _ONE_SIZE for value in values)


def to_relax(
    documents: Iterable[Document], filters: Mapping[str, Any], now: Collection[str] = (), last: Collection[str] = ()
) -> tuple[str, ...]:
    """
    Names of the filters to give up so that at least one record fits: none when some fit already, else the single one
    set longest ago that helps, else as many of the oldest as it takes. What kind of thing is wanted is given up last.

    Args:
        documents: Of the catalogue.
        filters: By name, the one set longest ago first.
        now: Names of those that the message itself has set: one of before, or two, are given up rather.
        last: Names of those that are kept even longer than the kind, where something else is wanted as well: what the
            visitor must not have.

    >>> kurta = Document("k", "Kurta", "", "record", {"price": 1999, "size": ["S"]})
    >>> to_relax([kurta], {"price": "<=2000", "size": "XL"})
    ('size',)
    """
    records = [document for document in documents if document.format == "record"]
    if not records or any(satisfies(record, filters) for record in records):
        return ()
    names = sorted(filters, key=lambda name: (name in last, facet_name(name) in KIND_FIELDS, name in now))
    for gone in _given_up(names, [name for name in names if name not in now and name not in last]):
        rest = {name: value for name, value in filters.items() if name not in gone}
        says_nothing = bool(last) and rest.keys() <= set(last)  # what is not wanted alone chooses nothing
        if not says_nothing and any(satisfies(record, rest) for record in records):
            return gone
    return tuple(names)


def _given_up(names: Sequence[str], before: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """What may be given up, first choice first: one or, where others were said now, two of *before*, then others."""
    rest = [name for name in before if facet_name(name) not in KIND_FIELDS]
    is_new = len(before) < len(names)
    if is_new:
        yield from ((name,) for name in rest)
        yield from combinations(rest[:_PAIRED], 2)
    yield from ((name,) for name in names)
    yield from (tuple(names[:count]) for count in range(2, len(names)))


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
    if wanted_days := days_from(wanted):
        held = [days for value in facet_values(facets.get(facet)) if (days := days_of(value)) is not None]
        return is_excluded != any(one.touches(days) for one in wanted_days for days in held)
    if facet not in facets:
        return True
    values = facet_values(facets[facet])
    holds = any(_holds(values, one) for one in wanted.split(BETWEEN))
    return not holds if is_excluded else holds or fits_every_size(facet, values)


def _holds(values: Sequence[str], wanted: str) -> bool:
    words = set(stems(wanted)) or {wanted.casefold()}
    return any(value.casefold() == wanted.casefold() or words <= set(stems(value)) for value in values)
