"""The order of listed goods: by price where that is asked for, by day where days are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

from limpet.answer.by_day import day_slot, first_day
from limpet.answer.evidence import Evidence
from limpet.answer.question import CHEAPEST, DEAREST
from limpet.memory.slot_prices import orders_one
from limpet.retrieval.document import Document
from limpet.retrieval.records import price_of


class Listed(Protocol):
    """What a list is made of."""

    @property
    def document(self) -> Document:
        """The record."""
        ...


_R = TypeVar("_R", bound=Listed)


def by_price(records: Sequence[_R], evidence: Evidence) -> list[_R]:
    """
    The cheapest or dearest first, when that is asked for, and alone where one is asked for; the earliest where days
    are; otherwise as they are.
    """
    is_dearest = evidence.by_price == "dearest" or bool(DEAREST.search(evidence.message))
    if not (evidence.by_price or is_dearest or CHEAPEST.search(evidence.message)):
        return sorted(records, key=lambda record: first_day(record.document, day_slot(evidence.slots)))
    priced = [(price[0], record) for record in records if (price := price_of(record.document.fields)) is not None]
    priced.sort(key=lambda entry: entry[0], reverse=is_dearest)
    wants_one = evidence.wants_records and orders_one(evidence.message)
    return [record for price, record in priced if not wants_one or price == priced[0][0]]
