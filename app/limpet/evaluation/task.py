"""What a task of ``limpet eval`` is: a function of two folders that returns a table of figures."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

Figures: TypeAlias = dict[str, float]
"""Metric name (``nDCG@10``, ``R@5``, ``acc@1``, ``F1``, ``joint``, ``AUC``) to its value."""


@dataclass(frozen=True, slots=True)
class Measured:
    """
    The outcome of one task.

    Attributes:
        count: Queries, turns or dialogues that were measured.
        systems: Figures by system (``bm25``, ``dense``, ``hybrid``; ``last``, ``ours``, ``rewrite``; ...).
        parts: The same by part of the set (domain, category), for the table.
        notes: Sentences that belong to the figures.
    """

    count: int
    systems: dict[str, Figures]
    parts: dict[str, Measured] | None = None
    notes: tuple[str, ...] = ()


Task: TypeAlias = Callable[[Path, Path | None], Measured]
"""``task(directory, corpus)``: what to measure, and where a corpus lies that *directory* lacks (``readers.find``)."""
