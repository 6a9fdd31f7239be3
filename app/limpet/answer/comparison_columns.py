"""Two columns of a table side by side: "the difference between standard and express delivery" is in their cells."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from limpet.answer.evidence import Composed, Evidence
from limpet.answer.fragments import Unit
from limpet.answer.looked_at import read
from limpet.answer.markdown import shown_inline
from limpet.text.tokens import stems

NEAREST: Final = 6
"""Best fragments that are looked at."""
MOST_ROWS: Final = 12
_BAR: Final = " | "


def with_columns(
    composed: Composed | None, evidence: Evidence, things: tuple[str, str], confidence: float
) -> Composed | None:
    """
    *composed*, which compares *things* or is None, with the columns that have their names below it; unchanged where no
    table has both.

    Args:
        composed: What sentences say of them.
        evidence: What was found.
        things: What is compared.
        confidence: That the documents answer, 0..1.
    """
    if composed is not None and composed.mode != "compare":
        return composed
    for one in read(evidence, [(hit, hit.score) for hit in evidence.hits[:NEAREST]]):
        for unit in one.units if one.document.format != "record" else ():
            lines = _lines(unit, things)
            if not lines or (composed is not None and unit.fragment.fragment_id in _told(composed)):
                continue
            before = () if composed is None else composed.citations
            mark, table = f"[{len(before) + 1}]", "\n".join(lines)
            piece = f"{unit.lead} {mark}\n\n{table}" if unit.lead else f"{table}\n\n{mark}"
            pieces = (piece,) if composed is None else (*composed.pieces, f"\n\n{piece}")
            citations = (*before, unit.citation(one.document))
            return Composed("".join(pieces), "compare", citations, confidence, (), pieces)
    return composed


def _told(composed: Composed) -> frozenset[str]:
    return frozenset(citation.fragment_id for citation in composed.citations)


def _lines(unit: Unit, things: tuple[str, str]) -> list[str]:
    """Markdown of the first column of a table with those of *things*; empty where it has not both."""
    rows = [line.split(_BAR) for line in unit.plain.split("\n") if _BAR in line] if unit.kind == "table" else []
    if len(rows) < 2:
        return []
    places = [_place(rows[0], thing, things) for thing in things]
    if None in places or places[0] == places[1]:
        return []
    kept = [0, *(place for place in places if place)]
    told = [row for row in rows[: MOST_ROWS + 1] if len(row) == len(rows[0])]
    cells = [" | ".join(shown_inline(row[place].strip(), []).replace("|", "\\|") for place in kept) for row in told]
    return [f"| {cells[0]} |", f"|{' --- |' * len(kept)}", *(f"| {row} |" for row in cells[1:])]


def _place(head: Sequence[str], thing: str, things: tuple[str, str]) -> int | None:
    """The one column behind the first whose head has words of *thing* that the other has not, and no others."""
    other = next((one for one in things if one != thing), "")
    own = set(stems(thing)) - set(stems(other))
    named = [place for place, cell in enumerate(head) if place and set(stems(cell)) and set(stems(cell)) <= own]
    return named[0] if len(named) == 1 else None
