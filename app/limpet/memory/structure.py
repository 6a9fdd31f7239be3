"""How every bounded structure shows itself: in the memory panel, in ``inspect``, and to the property tests."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Structure:
    """
    One bounded structure at one moment.

    Attributes:
        name: As in ``limpet.limits``.
        size: Entries (or characters, for a text) held now.
        cap: The most it may hold, in the same unit.
        bytes: Bytes it takes in memory now.
        evicts: The rule by which things leave, for people.
    """

    name: str
    size: int
    cap: int
    bytes: int
    evicts: str

    @property
    def is_within_cap(self) -> bool:
        """Whether the cap holds."""
        return self.size <= self.cap
