"""What a forgetting did, counted and proved; it never quotes what was forgotten."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

LEFT_TURNS: Final = 1_000
"""Turns that a receipt names; nobody shows more."""


@dataclass(frozen=True, slots=True)
class Receipt:
    """
    What a forgetting did; it never quotes what was forgotten.

    Attributes:
        kind: ``text``, ``turn``, ``block``, ``entity``, ``session`` or ``all``.
        turns: Remembered turns that went, waiting ones included.
        vectors: Their vectors.
        entities: Their mentions of entities.
        slots: Their confirmed filters.
        blocks_removed: Blocks that went whole.
        blocks_changed: Blocks that were made anew without the turns, labels and vectors included.
        pending: Waiting turns among ``turns``.
        cached: Opened blocks that left the cache.
        searched: Places that were searched afterwards.
        found_in: Places where something was still found; empty when the forgetting is proved.
        marks_kept: The mark that keeps it from coming back is written down; else there was no room yet, and it lasts
            until the program ends.
        left: Session and turn id of what left, for those who show it; at most ``LEFT_TURNS``.
    """

    kind: str
    turns: int = 0
    vectors: int = 0
    entities: int = 0
    slots: int = 0
    blocks_removed: int = 0
    blocks_changed: int = 0
    pending: int = 0
    cached: int = 0
    searched: tuple[str, ...] = ()
    found_in: tuple[str, ...] = ()
    marks_kept: bool = True
    left: tuple[tuple[str, str], ...] = ()

    @property
    def verified(self) -> bool:
        """Whether nothing was found afterwards."""
        return not self.found_in
