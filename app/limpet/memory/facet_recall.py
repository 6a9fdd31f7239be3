"""The turns that answer a question to memory itself: found by what the metadata say, not by the question's words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from limpet.memory.asked_facet import AskedFacet, telling
from limpet.memory.block import RememberedTurn
from limpet.memory.library import Library
from limpet.memory.recall import RecalledTurn, RecallRequest, Recollection
from limpet.memory.recall_terms import recall_terms, term_hash
from limpet.memory.shelf import Shelf
from limpet.memory.stock import Stock
from limpet.memory.turn_score import OpenedBlock
from limpet.memory.when import TimeCue

MOST_TURNS: Final = 6
"""Turns that tell what was talked about; more would be a transcript."""
_MATTERS_FROM: Final = 0.5
_SURE: Final = 3.0
"""Score of the first turn that answers the question itself: above what any likeness gives."""
_STEP: Final = 0.01


@dataclass(frozen=True, slots=True)
class _Placed:
    turn: RememberedTurn
    opened: OpenedBlock


def fact_of(found: Recollection) -> AskedFacet | None:
    """The fact about the visitor that the best turn states, if it matters: a newer value of it would win."""
    if not found.turns or found.relevance < _MATTERS_FROM or found.turns[0].kind != "conversation":
        return None
    return next((AskedFacet("fact", fact.key[1]) for fact in found.turns[0].turn.facts if not fact.subject), None)


async def with_asked(
    found: Recollection, facet: AskedFacet, cue: TimeCue, request: RecallRequest, library: Library, stock: Stock
) -> Recollection:
    """*found* with the turns that answer *facet* in front."""
    shelf = stock.shelf
    rows = _rows_in_time(cue, shelf) if facet.kind == "talks" else _rows_with(facet.mark, shelf)
    opened = [
        block for row in rows[: library.limits.recall_depth]
        if (block := await library.open(request.user, shelf.id_at(int(row)))) is not None
    ]  # fmt: skip
    waiting = stock.waiting if facet.kind != "talks" or cue.spans else ()  # the running talk is not the last one
    placed = {id(turn): _Placed(turn, block) for block in (*opened, *waiting) for turn in block.block.turns}
    turns = [one.turn for one in placed.values()]
    chosen = _talked(turns, cue, shelf) if facet.kind == "talks" else telling(facet, turns)[:MOST_TURNS]
    first = [_recalled(placed[id(turn)], number, facet, chosen) for number, turn in enumerate(chosen)]
    known = {(one.session_id, one.turn_id) for one in first}
    rest = [one for one in found.turns if (one.session_id, one.turn_id) not in known]
    if facet.kind == "fact" and first:
        rest = [replace(one, is_superseded=one.is_superseded or _is_older(one, first, facet)) for one in rest]
    more = [block for block in opened if block.block.block_id not in found.opened]
    return Recollection(
        turns=(*first, *rest)[: max(request.k, len(first))],
        opened=(*found.opened, *(block.block.block_id for block in more)),
        skipped=found.skipped, skipped_count=found.skipped_count - len(more),
        opened_share=found.opened_share + sum(block.block.turn_count for block in more) / max(1, shelf.turns),
        coverage=1.0 if first else found.coverage, relevance=1.0 if first else found.relevance,
        is_lexical=found.is_lexical, asked=facet.kind, asked_turns=len(first),
    )  # fmt: skip


def _rows_with(mark: str, shelf: Shelf) -> NDArray[np.intp]:
    """Rows of the blocks whose metadata hold *mark*, the newest first."""
    rows = np.unique(shelf.holders(term_hash(mark)))
    rows = rows[shelf.rows["is_live"][rows]]
    order = np.argsort(-shelf.rows["end"][rows], kind="stable")
    return np.asarray(rows[order])


def _rows_in_time(cue: TimeCue, shelf: Shelf) -> NDArray[np.intp]:
    """Rows of the blocks in the stretches that are named, or of the first or the latest conversation; in order."""
    live = np.flatnonzero(shelf.rows["is_live"])
    starts, ends = shelf.rows["start"], shelf.rows["end"]
    if cue.spans:
        inside = [(starts[live] < end_s) & (ends[live] >= start_s) for start_s, end_s in _stretches(cue, shelf)]
        live = live[np.logical_or.reduce(inside)]
    elif live.size:
        end = live[np.argmin(starts[live])] if cue.walk == "oldest" else live[np.argmax(ends[live])]
        live = live[shelf.rows["session"][live] == shelf.rows["session"][end]]
    return live[np.argsort(starts[live], kind="stable")]


def _stretches(cue: TimeCue, shelf: Shelf) -> list[tuple[float, float]]:
    """The stretches that are named; half as long again on both sides when there is nothing in them."""
    live = shelf.rows["is_live"]
    starts, ends = shelf.rows["start"][live], shelf.rows["end"][live]
    spans = [(span.start_s, span.end_s) for span in cue.spans]
    if any(((starts < end_s) & (ends >= start_s)).any() for start_s, end_s in spans):
        return spans
    return [(start_s - (end_s - start_s) / 2, end_s + (end_s - start_s) / 2) for start_s, end_s in spans]


def _talked(turns: Sequence[RememberedTurn], cue: TimeCue, shelf: Shelf) -> list[RememberedTurn]:
    """The turns in the stretches that tell most, in order."""
    spans = _stretches(cue, shelf)
    inside = [turn for turn in turns if not spans or any(start_s <= turn.at_s < end_s for start_s, end_s in spans)]
    fullest = sorted(inside, key=lambda turn: -len(set(recall_terms(turn.message))))[:MOST_TURNS]
    return sorted(fullest, key=lambda turn: turn.at_s)


def _is_older(one: RecalledTurn, first: Sequence[RecalledTurn], facet: AskedFacet) -> bool:
    """Whether a turn states a value of the fact that was stated anew since."""
    return any(fact.key == ("", facet.name) for fact in one.turn.facts) and one.at_s < max(two.at_s for two in first)


def _recalled(one: _Placed, number: int, facet: AskedFacet, chosen: Sequence[RememberedTurn]) -> RecalledTurn:
    block = one.opened.block
    is_old = facet.kind == "fact" and any(other.at_s > one.turn.at_s for other in chosen)  # of two, the value before
    return RecalledTurn(
        one.turn, block.block_id, block.session_of(one.turn), block.kind, _SURE - _STEP * number, is_old
    )
