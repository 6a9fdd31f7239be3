"""Chosen units as Markdown: sentences in paragraphs, steps as a numbered list, each with its citation."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from limpet.answer.connectives import connectives, lowered
from limpet.answer.evidence import Citation
from limpet.answer.fragments import Unit
from limpet.answer.row_bounds import measure_in
from limpet.answer.subject import asks_which, heading_in_front, record_in_front
from limpet.answer.table_row import asked_rows, row_of_its_words
from limpet.retrieval.document import Document
from limpet.text.question_form import Asked, is_step

_ORDERED: Final = re.compile(
    r"(?:first(?:ly)?|then|next|after(?:wards| that)|finally|lastly|second(?:ly)?)\b", re.IGNORECASE
)
LEAST_STEPS: Final = 3
"""Sentences that tell what to do, from which they are numbered."""


@dataclass(frozen=True, slots=True)
class Worded:
    """Pieces that make the text, and the places they cite."""

    pieces: tuple[str, ...]
    citations: tuple[Citation, ...]


def worded(
    units: Sequence[Unit],
    asked: Asked,
    question: Mapping[str, float],
    own: Collection[str],
    resting: Collection[str],
    source: Callable[[str], Document],
    first_number: int = 1,
    message: str = "",
) -> Worded:
    """
    *units* in their order as pieces of Markdown.

    Args:
        units: What is said.
        asked: The form of the question: steps are numbered when it asks for them.
        question: Its stems with their weights, those of its antecedent included.
        own: The message's own stems: the row of a table that they name is told first.
        resting: Connectives that are not to be used now.
        source: The document of an id.
        first_number: Of the first citation.
        message: What was asked.
    """
    subject = max(question, key=lambda stem: (question[stem], stem), default="")
    is_named = asks_which(message)
    joins = connectives(units, asked, resting)
    steps = _numbered(units, joins) if asked == "steps" else {}
    pieces: list[str] = []
    citations: list[Citation] = []
    for place, unit in enumerate(units):
        before = units[place - 1] if place else None
        cited = unit.citation(source(unit.fragment.document_id))
        if before is not None and _goes_with(before, unit):
            text = source(unit.fragment.document_id).text
            start = citations[-1].start
            citations[-1] = replace(citations[-1], end=cited.end, quote=text[start : cited.end])
            pieces.append(f"\n\n{unit.shown}")
            continue
        citations.append(cited)
        mark = f"[{first_number + len(citations) - 1}]"
        if place in steps:
            white = "" if before is None else "\n" if place - 1 in steps else "\n\n"
            pieces.append(f"{white}{steps[place]}. {unit.shown} {mark}")
            continue
        rows = [] if asked in ("steps", "reason") else _rows(unit, question, own, asked, message)
        opening = joins[place] or heading_in_front(before, unit, subject, is_named=is_named).rstrip()
        opening = opening or record_in_front(before, unit, source(unit.fragment.document_id))
        body = _told_rows(rows, mark) if rows else _body(unit, opening, mark)
        pieces.append(_white(before, unit, is_after_step=place - 1 in steps) + body)
    return Worded(tuple(pieces), tuple(citations))


def _goes_with(before: Unit, unit: Unit) -> bool:
    """Whether code follows the sentence about it, so that one citation holds both."""
    is_same = before.fragment.fragment_id == unit.fragment.fragment_id and unit.number == before.number + 1
    return is_same and unit.kind == "code" and not unit.lead and before.kind == "sentence"


def _rows(unit: Unit, question: Collection[str], own: Collection[str], asked: Asked, message: str) -> list[str]:
    """The rows that the message is about, else those that it is about with what it goes on about."""
    measure = measure_in(message)
    return (
        asked_rows(unit, own, own, asked, message, measure)
        or row_of_its_words(unit, own, asked, measure)
        or asked_rows(unit, question, own, asked, measure=measure)
    )


def _told_rows(rows: Sequence[str], mark: str) -> str:
    return f"{rows[0]} {mark}" if len(rows) == 1 else "\n".join(f"- {row} {mark}" for row in rows)


def _body(unit: Unit, opening: str, mark: str) -> str:
    if unit.kind in ("sentence", "item"):
        shown = unit.shown if not opening or opening.endswith(":") else lowered(unit) or unit.shown
        return f"{opening} {shown} {mark}" if opening else f"{shown} {mark}"
    above = f"{opening}\n\n" if opening.startswith("**") else ""
    if unit.lead:
        return f"{above}{unit.lead} {mark}\n\n{unit.shown}"
    is_line = unit.kind == "list" and not unit.shown.endswith(("```", "~~~"))
    return f"{above}{unit.shown} {mark}" if is_line else f"{above}{unit.shown}\n\n{mark}"


def _numbered(units: Sequence[Unit], joins: Sequence[str]) -> dict[int, int]:
    """Number of each unit that is a step, where at least three in a row are steps of one fragment."""
    numbers: dict[int, int] = {}
    run: list[int] = []
    for place, unit in enumerate(units):
        is_next = unit.kind == "sentence" and is_step(unit.plain) and not joins[place]
        is_next = is_next and unit.fragment.kind == "procedure"
        goes_on = bool(run) and units[run[-1]].fragment.fragment_id == unit.fragment.fragment_id
        if is_next and (goes_on or not run):
            run.append(place)
        else:
            numbers.update(_counted(run, units))
            run = [place] if is_next else []
    numbers.update(_counted(run, units))
    return numbers


def _counted(run: Sequence[int], units: Sequence[Unit]) -> dict[int, int]:
    is_ordered = any(_ORDERED.match(units[place].plain) for place in run)
    is_unbroken = is_ordered and all(later == earlier + 1 for earlier, later in pairwise(run))
    is_list = len(run) >= LEAST_STEPS and is_unbroken
    return {place: number for number, place in enumerate(run, start=1)} if is_list else {}


def _white(before: Unit | None, after: Unit, *, is_after_step: bool) -> str:
    """White space between two units: a space in a paragraph, a line between items, an empty line otherwise."""
    if before is None:
        return ""
    if before.kind == after.kind == "item":
        return "\n"
    if is_after_step or before.kind != "sentence" or after.kind != "sentence":
        return "\n\n"
    is_same = before.fragment.fragment_id == after.fragment.fragment_id
    return " " if is_same and before.paragraph == after.paragraph else "\n\n"
