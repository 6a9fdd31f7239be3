"""Setting, replacing, lifting and excluding: slots with what one message says about them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final

from limpet.memory.slots import Slot, Slots

DONT_CARE: Final = "dontcare"
"""Value of a slot that the visitor has said does not matter."""


@dataclass(frozen=True, slots=True)
class SlotUpdate:
    """
    The slots after a message and what changed.

    Attributes:
        slots: After the message.
        added: Names that were set or replaced.
        removed: Names that were lifted.
    """

    slots: Slots
    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()


def applied(
    slots: Slots, chosen: Mapping[str, Slot], excluded: Mapping[str, str], indifferent: Collection[str], turn: int
) -> SlotUpdate:
    """
    *slots* with what a message excludes, does not care about, and chooses, in this order.

    >>> update = applied(Slots({"colour": Slot("red", "red", 1)}), {}, {"colour": "red"}, (), 2)
    >>> {name: slot.shown for name, slot in update.slots.items()}, update.removed
    ({'not colour': 'not red'}, ('colour',))
    """
    added: list[str] = []
    removed: list[str] = []
    for name, value in excluded.items():
        if name in slots and slots[name].value == value:
            slots = slots.without(name)
            removed.append(name)
        slots = slots.with_slot(f"not {name}", Slot(value, f"not {value}", turn))
        added.append(f"not {name}")
    for name in sorted(indifferent):
        slots = slots.with_slot(name, Slot(DONT_CARE, f"any {name}", turn))
        added.append(name)
        if name not in excluded and f"not {name}" in slots:  # any colour may be red as well
            slots = slots.without(f"not {name}")
            removed.append(f"not {name}")
    for name, slot in chosen.items():
        if slots.get(name) is None or slots[name].value != slot.value:
            added.append(name)
        slots = slots.with_slot(name, slot)  # said again is said now
        if (ban := slots.get(f"not {name}")) is not None and ban.value == slot.value:
            slots = slots.without(f"not {name}")
            removed.append(f"not {name}")
    return SlotUpdate(slots, tuple(added), tuple(removed))
