"""The rows of a table that a question is about, each as a line: its first cell, then the heads with their cells."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Final

from limpet.answer.extreme_price import extreme_rows
from limpet.answer.fragments import Unit
from limpet.answer.markdown import shown_inline
from limpet.answer.row_bounds import holds_for, unbound
from limpet.answer.value_row import rows_by_value
from limpet.text.question_form import Asked, has_form
from limpet.text.tokens import stems

_BAR: Final = " | "
_LEAST_SHARE: Final = 0.3
"""Share of the first cell's words that the question must have."""
_WHOLE: Final = 0.99
"""The same for each of several rows."""
_CHOOSES: Final = re.compile(r"\b(?:which|what|who|whose|list|show|any|are there|is there|do you)\b", re.IGNORECASE)
MOST_ROWS: Final = 6
_FEWEST_LINES: Final = 3


def asked_rows(
    unit: Unit,
    question: Collection[str],
    own: Collection[str] | None = None,
    asked: Asked = "other",
    message: str = "",
    measure: int | None = None,
) -> list[str]:
    """
    Markdown of the rows that a question is about; none where that is unclear.

    That is the row with its number in a column that it names, or the cheapest or dearest row, where it asks for that,
    else the one row whose first cell the question names
    best, all rows whose first cell it names in full, or, where it asks which things are so, all rows that have a cell
    of its words: "Which courses are free?".

    Columns that the question names are told alone, with those that tell a time when one is asked for; when it names
    none, all are.

    Args:
        unit: A table; anything else has no rows.
        question: Stems of the question, those of its antecedent included.
        own: Stems of the message alone, which name columns; *question* when None.
        asked: The form of answer that it wants.
        message: The message, to know whether it asks which.
        measure: An age, a weight or an amount that rows with bounds must take in.
    """
    if unit.kind != "table":
        return []
    rows = [line.split(_BAR) for line in unit.plain.split("\n") if _BAR in line]
    if len(rows) < 2:
        return []
    head, *others = rows
    others = [row for row in others if len(row) == len(head)]
    if measure is not None:
        others = [row for row in others if holds_for(row[0], measure)]
    said = question if own is None else own
    found = [list(row) for row in rows_by_value(head, others, said, message)]
    found = found or extreme_rows(others, message) or _named_rows(others, question, measure is not None)
    if not found and _CHOOSES.search(message):
        found = [row for row in others if any(_is_said(cell, question) for cell in row[1:])]
        found = found if len(found) < len(others) else []
    columns = _columns(head, found, said, asked)
    return [_line(head, row, columns) for row in found[:MOST_ROWS]]


def row_of_its_words(unit: Unit, own: Collection[str], asked: Asked = "other", measure: int | None = None) -> list[str]:
    """
    The one row whose first cell has words of the message, however many others that cell has: "What about seniors?" is
    about "Reduced (students, seniors over 65)". None where several rows have such words, or where a table has few rows.
    """
    if unit.kind != "table":
        return []
    rows = [line.split(_BAR) for line in unit.plain.split("\n") if _BAR in line]
    named = [row for row in rows[1:] if len(row) == len(rows[0]) and set(stems(row[0])) & set(own)]
    if len(rows) < _FEWEST_LINES or len(named) != 1 or (measure is not None and not holds_for(named[0][0], measure)):
        return []
    return [_line(rows[0], named[0], _columns(rows[0], named, own, asked))]


def _named_rows(rows: Sequence[list[str]], question: Collection[str], is_bound: bool = False) -> list[list[str]]:
    named = [(_named(unbound(row[0]) if is_bound else row[0], question), row) for row in rows]
    best = max((words for words, _ in named), default=(0, 0.0))
    if best[1] < _LEAST_SHARE:
        return []
    said = [set(stems(row[0])) & set(question) for row in rows]
    whole = [  # "Other cities" is no second thing beside "Metro cities"
        row
        for ((_, share), row), words in zip(named, said, strict=True)
        if share >= _WHOLE and not any(words < others for others in said)
    ]
    if len(whole) > 1:
        return whole if len(whole) < len(rows) else []
    found = [row for words, row in named if words == best]
    alike = [row for row in rows if not is_bound and _thing_in(row) == _thing_in(found[0])]  # children of every age
    if len(alike) > 1 and all(row in alike for row in found):
        return alike if len(alike) < len(rows) else []
    return found if len(found) == 1 else []


def _thing_in(row: Sequence[str]) -> frozenset[str]:
    return frozenset(stems(unbound(row[0])))


def _columns(head: Sequence[str], rows: Sequence[Sequence[str]], own: Collection[str], asked: Asked) -> list[int]:
    every = list(range(1, len(head)))
    if asked == "yes_no":
        return every
    places = [place for place in every if set(stems(head[place])) & set(own)]
    if asked == "time":
        places += [place for place in every if rows and all(has_form(asked, row[place]) for row in rows)]
    return sorted(set(places)) or every


def _line(head: Sequence[str], row: Sequence[str], columns: Sequence[int]) -> str:
    told = [f"{head[place].strip()} {row[place].strip()}" for place in columns]
    if len(columns) > 1 and len({row[place].strip() for place in columns}) == 1:  # "Sunday: closed"
        told = [row[columns[0]].strip()]
    return f"**{shown_inline(row[0].strip(), [])}**: {shown_inline('; '.join(told), [])}"


def _is_said(cell: str, question: Collection[str]) -> bool:
    words = set(stems(cell))
    return bool(words) and words <= set(question)


def _named(cell: str, question: Collection[str]) -> tuple[int, float]:
    """How many of a cell's words the question has, and which share of them."""
    own = set(stems(cell)) or {cell.strip().lower()}
    shared = len(own & set(question))
    return shared, shared / len(own)
