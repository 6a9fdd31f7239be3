"""Setting, replacing, lifting and excluding: slots with what one message says about them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from limpet.memory.slots import Slot, Slots, SlotValue

DONT_CARE: Final = "dontcare"
"""Value of a slot that the visitor has said does not matter."""


BETWEEN_VALUES: Final = " | "
"""Stands between the values of one slot that are all unwanted."""


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
    slots: Slots,
    chosen: Mapping[str, Slot],
    excluded: Mapping[str, Sequence[str]],
    indifferent: Collection[str],
    turn: int,
) -> SlotUpdate:
    """
    *slots* with what a message excludes, does not care about, and chooses, in this order.

    >>> update = applied(Slots({"colour": Slot("red", "red", 1)}), {}, {"colour": ["red"]}, (), 2)
    >>> {name: slot.shown for name, slot in update.slots.items()}, update.removed
    ({'not colour': 'not red'}, ('colour',))
    """
    added: list[str] = []
    removed: list[str] = []
    for name, unwanted in excluded.items():
        if name in slots and slots[name].value in unwanted:
            slots = slots.without(name)
            removed.append(name)
        slots = slots.with_slot(f"not {name}", _with_more(slots.get(f"not {name}"), unwanted, turn))
        added.append(f"not {name}")
    for name in sorted(indifferent):
        slots = slots.with_slot(name, Slot(DONT_CARE, f"any {name}", turn))
        added.append(name)
        if name not in excluded and f"not {name}" in slots:  # any colour may be red as well
            slots = slots.without(f"not {name}")
            removed.append(f"not {name}")
    for name, slot in chosen.items():
        known = slots.get(name)
        if known is None or known.value != slot.value:
            added.append(name)
        is_same = known is not None and known.value == slot.value and known.lasts
        slots = slots.with_slot(name, replace(slot, lasts=slot.lasts or is_same))  # said again is said now
        if (ban := slots.get(f"not {name}")) is not None and slot.value in unwanted_values(ban.value):
            slots = _wanted_after_all(slots, f"not {name}", ban, str(slot.value))
            removed.append(f"not {name}")
    return SlotUpdate(slots, tuple(added), tuple(removed))


def unwanted_values(value: SlotValue) -> list[str]:
    """
    The single values of a slot that says what is not wanted.

    >>> unwanted_values("wool | silk")
    ['wool', 'silk']
    """
    return str(value).split(BETWEEN_VALUES)


def allowed_again(slots: Slots, values: Iterable[tuple[str, str]]) -> Slots:
    """
    *slots* without a ban on any of *values* (slot and value); nothing is chosen by that.

    >>> slots = Slots({"not fabric": Slot("wool | silk", "not wool or silk", 1)})
    >>> allowed_again(slots, [("fabric", "wool")])["not fabric"].shown
    'not silk'
    """
    for name, value in values:
        ban = slots.get(f"not {name}")
        if ban is not None and value in unwanted_values(ban.value):
            slots = _wanted_after_all(slots, f"not {name}", ban, value)
    return slots


def _with_more(known: Slot | None, unwanted: Sequence[str], turn: int) -> Slot:
    """What was unwanted before stays so: "not silk either"."""
    values = list(dict.fromkeys([*(unwanted_values(known.value) if known is not None else ()), *unwanted]))
    return _unwanted(values, turn, lasts=known is not None and known.lasts)


def _wanted_after_all(slots: Slots, name: str, ban: Slot, value: str) -> Slots:
    left = [one for one in unwanted_values(ban.value) if one != value]
    return slots.with_slot(name, _unwanted(left, ban.turn, lasts=ban.lasts)) if left else slots.without(name)


def _unwanted(values: list[str], turn: int, *, lasts: bool) -> Slot:
    return Slot(BETWEEN_VALUES.join(values), f"not {' or '.join(values)}", turn, lasts)
