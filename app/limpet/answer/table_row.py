"""The row of a table that a question is about, as a line: its first cell, then each column's head with its cell."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from limpet.answer.fragments import Unit
from limpet.answer.markdown import shown_inline
from limpet.text.tokens import stems

_BAR: Final = " | "
_LEAST_SHARE: Final = 0.3
"""Share of the first cell's words that the question must have."""


def asked_row(unit: Unit, question: Collection[str]) -> str:
    """
    Markdown of the one row whose first cell the question names; empty when none or several are.

    Columns that the question names are told alone; when it names none, all are.
    """
    if unit.kind != "table":
        return ""
    rows = [line.split(_BAR) for line in unit.plain.split("\n") if _BAR in line]
    if len(rows) < 2:
        return ""
    head, *others = rows
    named = [(_named(row[0], question), row) for row in others if len(row) == len(head)]
    best = max((words for words, _ in named), default=(0, 0.0))
    found = [row for words, row in named if words == best]
    if best[1] < _LEAST_SHARE or len(found) != 1:
        return ""
    row = found[0]
    places = [place for place in range(1, len(row)) if set(stems(head[place])) & set(question)]
    cells = [f"{head[place].strip()} {row[place].strip()}" for place in places or range(1, len(row))]
    return f"**{shown_inline(row[0].strip(), [])}**: {shown_inline('; '.join(cells), [])}"


def _named(cell: str, question: Collection[str]) -> tuple[int, float]:
    """How many of a cell's words the question has, and which share of them."""
    own = set(stems(cell)) or {cell.strip().lower()}
    shared = len(own & set(question))
    return shared, shared / len(own)
