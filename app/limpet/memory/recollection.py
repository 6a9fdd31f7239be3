"""The walk itself: open a block, rank its turns, go on to the next until enough is found."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from limpet.memory.block import RememberedTurn
from limpet.memory.coverage import DEFAULT_STOP, coverage, met_share
from limpet.memory.date_score import date_scores
from limpet.memory.facts import asks_for_before, superseded
from limpet.memory.library import Library
from limpet.memory.recall import RecalledTurn, RecallRequest, Recollection, Skipped
from limpet.memory.recall_query import TIME_NEED, RecallQuery
from limpet.memory.recall_terms import recall_terms
from limpet.memory.shelf import Shelf
from limpet.memory.statement_score import STATEMENT_SCALE, relevance_of_statements, statement_scores
from limpet.memory.stock import Stock
from limpet.memory.turn_score import CONVERSATION, OpenedBlock, lexical_scores
from limpet.memory.walk import Path, plan_walk
from limpet.memory.when import tells_time

_BEST_FOR_COVERAGE: Final = 3
"""Turns whose words count as found: what an answer would be made of."""
_HALF_RELEVANT: Final = 1.6
_HALF_IN_TIME: Final = 1.2
"""Score that is as likely to matter as not; less where a named time has left few turns to choose from."""
_RELEVANCE_SLOPE: Final = 3.0


@dataclass(frozen=True, slots=True)
class _Found:
    """A turn with its score, before it becomes part of the answer."""

    score: float
    opened: OpenedBlock
    place: int

    @property
    def turn(self) -> RememberedTurn:
        return self.opened.block.turns[self.place]


async def recollect(request: RecallRequest, query: RecallQuery, library: Library, stock: Stock) -> Recollection:
    """What the blocks of one user, and what waits for its block, hold for *request*."""
    shelf = stock.shelf
    path = plan_walk(query, shelf, request, library.limits.recall_depth)
    stop_at = DEFAULT_STOP if request.coverage is None else request.coverage
    mean_length, room = stock.mean_terms, max(request.k, 4 * _BEST_FOR_COVERAGE)
    found = _in_waiting(stock, query, path, room)
    opened: list[str] = []
    reached, evidence, turns_opened, step = 0.0, 0.0, 0, 0
    for step, row in enumerate(path.rows, 1):
        block = await library.open(request.user, shelf.id_at(row))
        if block is None:
            continue
        opened.append(block.block.block_id)
        turns_opened += block.block.turn_count
        found = _best(found, (block, _scored(block, query, mean_length, path, row)), room)
        evidence += float(path.evidence[step - 1])
        if not request.exhaustive or step == len(path.rows):
            reached = coverage(_met(found, query), min(1.0, evidence))
            if not request.exhaustive and reached >= stop_at:
                break
    if not path.rows:
        reached = coverage(_met(found, query), 1.0)
    ranked = newest_fact_first(_recalled(found), asks_for_before(request.text))[: request.k]
    _count_recalls(shelf, ranked)
    closed = tuple(Skipped(shelf.id_at(row), "coverage", round(float(path.scores[row]), 4)) for row in path.rows[step:])
    return Recollection(
        turns=tuple(ranked), opened=tuple(opened), skipped=(*closed, *path.skipped),
        skipped_count=shelf.size - len(opened), opened_share=turns_opened / max(1, shelf.turns), coverage=reached,
        relevance=_relevance(ranked, request, path), is_lexical=query.vector is None,
    )  # fmt: skip


def _scored(opened: OpenedBlock, query: RecallQuery, mean_length: float, path: Path, row: int) -> NDArray[np.float64]:
    """The absolute scores of the turns of one block."""
    if opened.block.kind == "statements":
        return statement_scores(opened, query, mean_length)
    return conversation_scores(opened, query, mean_length, float(path.words[row]), float(path.dates[row]))


def _in_waiting(stock: Stock, query: RecallQuery, path: Path, room: int) -> list[_Found]:
    """The best of the turns that wait: their blocks are open, and cost no depth."""
    found: list[_Found] = []
    total = sum(query.block_terms.values())
    for one in stock.waiting:
        start, end = np.array([one.block.start_s]), np.array([one.block.end_s])
        date = float(date_scores(query.bands, start, end)[0])
        if path.is_in_time and date == 0.0:
            continue
        words = sum(weight for term, weight in query.block_terms.items() if term in one.postings)
        share = words / total if total else 0.0
        found = _best(found, (one, conversation_scores(one, query, stock.mean_terms, share, date)), room)
    return found


def _best(found: list[_Found], more: tuple[OpenedBlock, NDArray[np.float64]], room: int) -> list[_Found]:
    """The *room* best of *found* and a block's turns, the newer first among equals."""
    opened, scores = more
    floor = found[-1].score if len(found) >= room else -np.inf
    places = np.flatnonzero(scores >= floor).tolist()
    if not places:
        return found
    both = [*found, *(_Found(float(scores[place]), opened, place) for place in places)]
    return sorted(both, key=lambda one: (-one.score, -one.turn.at_s))[:room]


def _recalled(found: Sequence[_Found]) -> list[RecalledTurn]:
    """Each turn once: one that waits may be stored already, while its confirmation is on its way."""
    recalled: dict[tuple[str, str], RecalledTurn] = {}
    for one in found:
        block = one.opened.block
        turn = RecalledTurn(one.turn, block.block_id, block.session_of(one.turn), block.kind, one.score)
        recalled.setdefault((turn.session_id, turn.turn_id), turn)
    return list(recalled.values())


def conversation_scores(
    opened: OpenedBlock, query: RecallQuery, mean_length: float, word_share: float, date: float
) -> NDArray[np.float64]:
    """
    ``bm + 2.5 cos + .7 blk + 1.0 date + .4 when + .2 spk`` of every turn of a block (weights: ``CONVERSATION``).

    Args:
        opened: The block.
        query: The question.
        mean_length: Mean stems a turn over the whole store.
        word_share: blk, the share of the question's words that the block holds.
        date: How well the block's time fits.
    """
    weights = CONVERSATION
    scores = lexical_scores(opened, query.terms, mean_length, query.ceiling)
    if query.vector is not None and opened.vectors.shape[0] and opened.vectors.shape[1] == query.vector.shape[0]:
        scores = scores + weights.cosine * np.einsum("td,d->t", opened.vectors, query.vector)
    scores = scores + weights.block * word_share + weights.date * date
    if query.cue.asks_when:
        scores = scores + weights.when * np.array([tells_time(turn.spoken) for turn in opened.block.turns])
    if query.speaker:
        said = np.array([turn.speaker == query.speaker for turn in opened.block.turns])
        scores = scores + weights.speaker * said
    return np.asarray(scores, dtype=np.float64)


def _met(found: Sequence[_Found], query: RecallQuery) -> float:
    """Share of the question's needs that the best turns meet."""
    texts = [one.turn.spoken for one in found[:_BEST_FOR_COVERAGE]]
    terms = {term for text in texts for term in recall_terms(text)}
    if any(tells_time(text) for text in texts):
        terms.add(TIME_NEED)
    return met_share(query.needs, terms)


def newest_fact_first(found: list[RecalledTurn], wants_before: bool) -> list[RecalledTurn]:
    """Mark superseded facts; within the places that rivals hold, the newest comes first (the oldest when asked for)."""
    old = superseded([(one.at_s, one.turn.facts) for one in found])
    ranked = [replace(one, is_superseded=bool(keys)) for one, keys in zip(found, old, strict=True)]
    places: dict[tuple[str, str], list[int]] = {}
    for place, one in enumerate(ranked):
        for fact in one.turn.facts:
            places.setdefault(fact.key, []).append(place)
    for rivals in places.values():
        rivals = sorted(set(rivals))
        if not any(old[place] for place in rivals):
            continue
        by_age = sorted((ranked[place] for place in rivals), key=lambda one: one.at_s, reverse=not wants_before)
        scores = [ranked[place].score for place in rivals]
        for place, one, score in zip(rivals, by_age, scores, strict=True):
            ranked[place] = replace(one, score=score)
    return ranked


def _count_recalls(shelf: Shelf, ranked: Sequence[RecalledTurn]) -> None:
    for block_id in {one.block_id for one in ranked[:_BEST_FOR_COVERAGE]}:
        row = shelf.row_of(block_id)
        if row is not None:
            shelf.count_recall(row)


def _relevance(ranked: Sequence[RecalledTurn], request: RecallRequest, path: Path) -> float:
    """How sure it is that the best turn matters, 0..1."""
    if not ranked:
        return 0.0
    if ranked[0].kind == "statements":
        return relevance_of_statements(ranked[0].score / STATEMENT_SCALE, request.text, request.messages_before)
    half = _HALF_IN_TIME if path.is_in_time else _HALF_RELEVANT
    return 1.0 / (1.0 + math.exp(-_RELEVANCE_SLOPE * (ranked[0].score - half)))
