"""Records of a calendar in the order of their days, where a filter asks for days."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from limpet.retrieval.document import Document
from limpet.retrieval.records import facet_name, facet_values
from limpet.text.calendar_text import days_from, days_of


def day_slot(slots: Mapping[str, Any]) -> str:
    """
    The name of the filter that asks for days; empty for none.

    >>> day_slot({"kind": "concert", "date": "--05-01..--05-31"}), day_slot({"kind": "concert"})
    ('date', '')
    """
    return next((name for name, value in slots.items() if days_from(str(value))), "")


def first_day(document: Document, name: str) -> date:
    """
    The first day of a record in the field of that name; the last of all days where it has none.

    >>> first_day(Document("a", "", "", "record", {"date": "8 May 2026"}), "date")
    datetime.date(2026, 5, 8)
    """
    values = [value for field, value in document.fields.items() if facet_name(field) == name.removeprefix("not ")]
    days = [days.first for value in values for one in facet_values(value) if (days := days_of(one)) is not None]
    return min(days, default=date.max)
