"""Whether a message that is not for the pages wants goods of a catalogue: by filters, for whom, or how many."""

from __future__ import annotations

from limpet.answer.for_whom import asks_for_whom
from limpet.counting import counts_records
from limpet.memory.offer import shown_items
from limpet.memory.turn_slots import TurnSlots
from limpet.memory.understanding import Understanding
from limpet.memory.view import MemoryView


def wants_goods(message: str, understanding: Understanding, view: MemoryView, reading: TurnSlots) -> bool:
    """
    Whether *message* sets a filter or takes one back, or asks for the cheapest, for somebody, or for how many.

    Args:
        message: Of the visitor.
        understanding: What it means.
        view: Session memory before it.
        reading: Of its slots.
    """
    slots = understanding.slots
    is_said = any(slot.turn == view.next_number for slot in slots.values())
    if is_said or (bool(slots) and set(view.slots) - set(slots) != set()):
        return True
    counts = counts_records(message, understanding.used_slots)
    return counts or reading.orders_goods(message) or asks_for_whom(message, is_looking=bool(shown_items(view.offer)))
