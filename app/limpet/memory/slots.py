"""Slots: the filters that the visitor has confirmed, each with where it came from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias

SlotValue: TypeAlias = str | int | float | bool | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Slot:
    """
    One confirmed filter.

    Attributes:
        value: What was said, normalised.
        shown: The value as it is shown to people: "under ₹2,000".
        turn: Number of the turn that set it.
        lasts: The visitor said it about themselves ("I'm a size L"), so that it holds for whatever is asked for next.
    """

    value: SlotValue
    shown: str
    turn: int
    lasts: bool = field(default=False, repr=False)


class Slots(Mapping[str, Slot]):
    """
    A frozen mapping of slot names to their values; ``with_slot`` and ``without`` give new ones.

    >>> slots = Slots().with_slot("size", Slot("L", "size L", 2))
    >>> slots["size"].shown, len(slots.without("size"))
    ('size L', 0)
    """

    __slots__ = ("_slots",)

    def __init__(self, slots: Mapping[str, Slot] | None = None) -> None:
        self._slots: dict[str, Slot] = dict(slots or {})

    def __getitem__(self, name: str) -> Slot:
        return self._slots[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._slots)

    def __len__(self) -> int:
        return len(self._slots)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Slots) and self._slots == other._slots

    def __hash__(self) -> int:
        return hash(tuple(self._slots.items()))

    def __repr__(self) -> str:
        return f"Slots({self._slots!r})"

    def with_slot(self, name: str, slot: Slot) -> Slots:
        """The same with *name* set; an older value of that name is replaced and the slot becomes the newest."""
        rest = {key: value for key, value in self._slots.items() if key != name}
        return Slots({**rest, name: slot})

    def without(self, *names: str) -> Slots:
        """The same without *names*; names that are not set are passed over."""
        return Slots({key: value for key, value in self._slots.items() if key not in names})

    def lasting(self) -> Slots:
        """Those that the visitor said about themselves."""
        return Slots({name: slot for name, slot in self._slots.items() if slot.lasts})

    def newest(self, cap: int) -> Slots:
        """The *cap* slots that were set last."""
        return Slots(dict(list(self._slots.items())[-cap:])) if len(self._slots) > cap else self

    def to_json(self) -> dict[str, Any]:
        """Plain data for a snapshot."""
        return {name: _entry(slot) for name, slot in self._slots.items()}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Slots:
        """
        From a snapshot.

        Raises:
            KeyError, TypeError, ValueError: The data has another shape.
        """
        return cls({str(name): _slot(entry) for name, entry in data.items()})


def _entry(slot: Slot) -> dict[str, Any]:
    value = list(slot.value) if isinstance(slot.value, tuple) else slot.value
    entry = {"value": value, "shown": slot.shown, "turn": slot.turn}
    return {**entry, "lasts": True} if slot.lasts else entry


def _slot(entry: Mapping[str, Any]) -> Slot:
    value = entry["value"]
    if isinstance(value, list):
        value = tuple(str(part) for part in value)
    elif not isinstance(value, (str, int, float, bool)):
        raise TypeError(f"a slot cannot hold {type(value).__name__}")
    return Slot(value, str(entry["shown"]), int(entry["turn"]), entry.get("lasts") is True)


class SlotReading(Protocol):
    """What reads slots out of a message; it knows the owner's schema."""

    def read(self, message: str, slots: Slots, turn: int) -> Slots:
        """*slots* with what *message* sets, replaces or takes back."""
        ...

    def applying_to(self, slots: Slots, topic: str) -> Slots:
        """The slots that still mean something for a new *topic* (a budget does, a shoe size may not)."""
        ...

    def new_kind(self, before: Slots, after: Slots) -> str:
        """The kind of thing that *after* asks for and *before* did not; empty when there is none."""
        ...

    def tells_kind(self, name: str) -> bool:
        """Whether a slot tells which kind of thing is wanted."""
        ...

    def orders_goods(self, message: str) -> bool:
        """Whether *message* asks for the cheapest or dearest of goods."""
        ...

    def is_search(self, message: str, slots: Slots, turn: int) -> bool:
        """Whether *message*, of *turn*, says by filters what goods are wanted."""
        ...

    def same_kind(self, thing: str, question: str) -> str:
        """What of *question* is a value of the slot that *thing* is one of, as written; empty for nothing."""
        ...

    def boosts(self, slots: Slots) -> Mapping[str, float]:
        """Words that the slots add to lexical retrieval, with their weight."""
        ...

    @property
    def is_soft(self) -> bool:
        """Whether slots only raise what names them; then another topic is another wish."""
        ...

    @property
    def follows_page(self) -> bool:
        """Whether a page, and no list of goods, answered the message before."""
        ...

    @property
    def searches_goods(self) -> bool:
        """Whether filters choose among goods, so that they say what is wanted by themselves."""
        ...
