"""Which blocks a recall opens, in which order, and when it stops."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from limpet.memory.coverage import evidence_shares
from limpet.memory.date_score import date_scores
from limpet.memory.recall import Order, RecallRequest, Skipped
from limpet.memory.recall_query import RecallQuery
from limpet.memory.recall_terms import term_hash
from limpet.memory.shelf import Shelf

CENTRE: Final = 2.0
DATE: Final = 0.8
"""Weights of a block's centre and date beside its words (measured: a centre alone is weak, all stems carry most)."""
THRESHOLD: Final = 0.5
"""A block opens when its metadata score is at least this share of the best one's (from the printed curve)."""
SKIPPED_SHOWN: Final = 100


@dataclass(frozen=True, slots=True)
class Path:
    """
    The walk as planned from metadata alone.

    Attributes:
        rows: Rows of the shelf to open, in order.
        scores: Metadata score of every row, 0 for dead ones.
        words: Share of the question's words that each row's block holds; part of its turns' scores.
        dates: How well each row's time fits, 0..1; likewise.
        evidence: For each of *rows* the share of the evidence that its block is expected to hold; less than 1 together
        when the depth leaves candidates closed.
    skipped: The best blocks that stay closed, with the reason.
    is_in_time: A time that the question names bounds the walk.
    """

    rows: tuple[int, ...]
    scores: NDArray[np.float64]
    words: NDArray[np.float64]
    dates: NDArray[np.float64]
    evidence: NDArray[np.float64]
    skipped: tuple[Skipped, ...]
    is_in_time: bool = False


def plan_walk(query: RecallQuery, shelf: Shelf, request: RecallRequest, default_depth: int) -> Path:
    """
    Score every block by its metadata and choose what to open.

    Candidates are the blocks within ``threshold`` of the best; when more pass than the depth allows, the best stay.
    They are walked newest first (oldest first when the first time is asked for).
    """
    words, dates = word_shares(query, shelf), date_scores(query.bands, shelf.rows["start"], shelf.rows["end"])
    cosines = np.zeros(words.shape) if query.vector is None else shelf.cosines(query.vector)
    live = shelf.rows["is_live"]
    scores = np.where(live, words + CENTRE * np.maximum(cosines, 0.0) + DATE * dates, 0.0)
    allowed = _bounded(query, shelf, live)
    threshold = THRESHOLD if request.threshold is None else request.threshold
    if request.exhaustive:
        chosen = candidates = np.flatnonzero(live)
    else:
        best = float(scores[allowed].max()) if allowed.any() else 0.0
        candidates = np.flatnonzero(allowed & (scores >= threshold * best))
        depth = default_depth if request.depth is None else request.depth
        chosen = _deepest(query, shelf, scores, candidates, depth)
    order = _order(query, shelf, scores, chosen, request.order)
    skipped = _skipped(shelf, scores, chosen, candidates, allowed)
    evidence = np.zeros(scores.shape)
    evidence[candidates] = evidence_shares(scores[candidates], threshold)
    is_in_time = not bool(allowed[live].all())
    return Path(tuple(map(int, order)), scores, words, dates, evidence[order], skipped, is_in_time)


def word_shares(query: RecallQuery, shelf: Shelf) -> NDArray[np.float64]:
    """For each row the share, by IDF over blocks, of the question's known stems that its block holds; 0..1."""
    shares = np.zeros(len(shelf.rows))
    total = sum(query.block_terms.values())
    for term, weight in query.block_terms.items():
        shares[shelf.holders(term_hash(term))] += weight / total  # a row given twice is counted once
    return shares


def _bounded(query: RecallQuery, shelf: Shelf, live: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Rows that may open: all, or those in the time that a question about earlier talks names, if there are any."""
    if not (query.cue.spans and query.cue.is_about_talks):
        return live
    inside = live & (date_scores(query.bands, shelf.rows["start"], shelf.rows["end"]) > 0)
    return inside if inside.any() else live


def _deepest(
    query: RecallQuery, shelf: Shelf, scores: NDArray[np.float64], candidates: NDArray[np.intp], depth: int
) -> NDArray[np.intp]:
    """At most *depth* of the candidates: the best ones, or the oldest when the first time is asked for."""
    if candidates.size <= depth:
        return candidates
    keys = shelf.rows["start"][candidates] if query.cue.walk == "oldest" else -scores[candidates]
    return candidates[least(keys, depth)]


def least(keys: NDArray[np.float64], count: int) -> NDArray[np.intp]:
    """
    Places of the *count* least keys, the least first, of equals the first one.

    The others are not sorted: sorting thousands of blocks would take longer than scoring them.

    >>> least(np.array([3.0, 1.0, 2.0, 1.0]), 3).tolist()
    [1, 3, 2]
    """
    places = np.arange(keys.size)
    if 0 < count < keys.size:
        places = np.flatnonzero(keys <= np.partition(keys, count - 1)[count - 1])
    return places[np.argsort(keys[places], kind="stable")[:count]]


def _order(
    query: RecallQuery, shelf: Shelf, scores: NDArray[np.float64], rows: NDArray[np.intp], order: Order
) -> NDArray[np.intp]:
    if order == "best":
        return rows[np.argsort(-scores[rows], kind="stable")]
    ends = shelf.rows["end"][rows]
    return rows[np.argsort(ends if query.cue.walk == "oldest" else -ends, kind="stable")]


def _skipped(
    shelf: Shelf, scores: NDArray[np.float64], chosen: NDArray[np.intp], candidates: NDArray[np.intp],
    allowed: NDArray[np.bool_],
) -> tuple[Skipped, ...]:  # fmt: skip
    """The best of the rows that stay closed."""
    stays_closed = shelf.rows["is_live"].copy()
    stays_closed[chosen] = False
    closed = np.flatnonzero(stays_closed)
    best = closed[least(-scores[closed], SKIPPED_SHOWN)]
    passing = set(candidates.tolist())
    return tuple(
        Skipped(
            shelf.id_at(row),
            "depth" if row in passing else "metadata" if allowed[row] else "time",
            round(float(scores[row]), 4),
        )
        for row in best.tolist()
    )
