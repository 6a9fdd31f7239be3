"""Goods that the visitor does not want, called by name: "not the Grand Hotel" bars that one and no other hotel."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from limpet.memory.slot_applying import BETWEEN_VALUES, unwanted_values
from limpet.memory.slots import Slot, Slots
from limpet.memory.understanding import Understanding
from limpet.memory.understood_as import slot_parts
from limpet.memory.view import MemoryView
from limpet.retrieval.document import Document
from limpet.retrieval.index import Index
from limpet.retrieval.records import NAME_FIELDS, TEXT_FIELDS, facet_name, facet_values
from limpet.text.tokens import stems

_BARS: Final = re.compile(
    r"(?:^|[\s,;])(?:but )?(?:not|except(?: for)?|other than|apart from|anything but|without)\s+(?:the |that |this )?"
    r"(?P<name>[^?.!,;]{2,60}?)(?:,? (?:please|either|too|as well))?[\s?.!]*$",
    re.IGNORECASE,
)


def without_barred(
    understanding: Understanding, view: MemoryView, index: Index | None, *, filters_records: bool
) -> Understanding:
    """
    *understanding* of a message that only says which goods are not wanted, by words of their names that are no filters:
    these are left out of what was looked at before. As it is for all other messages.

    Args:
        understanding: What the message means.
        view: What was said before.
        index: All documents.
        filters_records: Whether its slots are filters of a catalogue.
    """
    match = _BARS.search(understanding.message) if filters_records and not understanding.starts_over else None
    records = [one for one in index.documents if one.format == "record"] if index is not None and match else []
    field = next((one for one in NAME_FIELDS if any(one == facet_name(name) for r in records for name in r.fields)), "")
    if match is None or not field:
        return understanding
    words = frozenset(stems(match["name"]))
    named = [one for one in records if words <= frozenset(stems(one.title))]
    if not words or not 0 < len(named) < len(records) or words <= _values(records):
        return understanding
    turn, before = view.next_number, Slots.from_json(view.slots)
    now = {
        name: slot
        for name, slot in understanding.slots.items()
        if slot.turn == turn and not frozenset(stems(str(slot.value))) <= words
    }
    known = before.get(f"not {field}")
    barred = list(dict.fromkeys([*(unwanted_values(known.value) if known else ()), match["name"].strip()]))
    shown = f"not {' or '.join(barred)}"
    slots = Slots({**before, **now}).with_slot(f"not {field}", Slot(BETWEEN_VALUES.join(barred), shown, turn))
    return replace(
        understanding, slots=slots, used_slots=slots, added_words=(), extra_terms={}, parts=slot_parts(slots)
    )


def bars_names(slots: Slots, turn: int) -> bool:
    """Whether goods were barred by name in *turn*."""
    names = (name.removeprefix("not ") for name, slot in slots.items() if name.startswith("not ") and slot.turn == turn)
    return any(name in NAME_FIELDS for name in names)


def _values(records: Sequence[Document]) -> frozenset[str]:
    """Stems of the values of all facets that are neither names nor prose."""
    others = {*NAME_FIELDS, *TEXT_FIELDS}
    return frozenset(
        one
        for record in records
        for name, value in record.fields.items()
        if facet_name(name) not in others
        for told in facet_values(value)
        for one in stems(told)
    )
