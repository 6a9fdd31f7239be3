"""Turns that gather become blocks: cut where the subject changes, at a pause, or at the cap."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Final

import numpy as np

from limpet.memory.block import Block, Floats, RememberedTurn, StoreKind, as_int8, block_id_of, no_rows
from limpet.memory.keywords import keywords_of, theme_of
from limpet.memory.recall_terms import recall_terms

MIN_TURNS: Final = 6
"""A shorter stretch holds too little for its metadata to tell it from others."""
PAUSE_S: Final = 3_600.0
"""A silence this long ends a stretch whatever it is about."""
CUT_BELOW: Final = 0.18
"""Likeness of the turns on both sides of a place under which it is a change of subject."""
_SIDE_TURNS: Final = 4


def likeness(
    before: Sequence[RememberedTurn], after: Sequence[RememberedTurn], vectors: tuple[Floats, Floats] | None
) -> float:
    """
    How much two neighbouring stretches are about the same, 0..1.

    The mean of the shared stems (as a share of the smaller side's, entities counted with them) and, when there are
    vectors, the cosine of the sides' means.
    """
    left, right = _words(before), _words(after)
    shared = len(left & right) / max(1, min(len(left), len(right)))
    if vectors is None:
        return min(1.0, 2.0 * shared)
    a, b = (side.mean(axis=0) for side in vectors)
    norm = float(np.sqrt(np.einsum("d,d->", a, a) * np.einsum("d,d->", b, b)))
    cosine = float(np.einsum("d,d->", a, b)) / max(norm, 1e-9)
    return 0.5 * min(1.0, 2.0 * shared) + 0.5 * max(0.0, cosine)


def cut_places(turns: Sequence[RememberedTurn], vectors: Floats | None, cap_turns: int) -> list[int]:
    """
    Places (index of the first turn after a cut) where *turns* come apart, in order.

    A pause always cuts. Inside a stretch longer than twice the least length the place of least likeness cuts when it
    is a change of subject, or when the stretch is longer than *cap_turns*.

    >>> cut_places([RememberedTurn(str(i), "word", at_s=0.0 if i < 8 else 90_000.0) for i in range(16)], None, 24)
    [8]
    """
    places = [i for i in range(1, len(turns)) if turns[i].at_s - turns[i - 1].at_s >= PAUSE_S]
    edges = [0, *places, len(turns)]
    for start, end in pairwise(edges):
        places.extend(_cuts_within(turns, vectors, start, end, cap_turns))
    return sorted(places)


def stretches(turns: Sequence[RememberedTurn], vectors: Floats | None, cap_turns: int) -> list[tuple[int, int]]:
    """From and to (exclusive) of each stretch of *turns*."""
    edges = [0, *cut_places(turns, vectors, cap_turns), len(turns)]
    return [(start, end) for start, end in pairwise(edges) if end > start]


def consolidate(
    turns: Sequence[RememberedTurn],
    vectors: Floats | None,
    *,
    user_id: str,
    session_id: str,
    kind: StoreKind,
    embedder: str,
    now_s: float,
    idf: Callable[[str], float],
) -> Block:
    """
    One stretch as a block.

    Args:
        turns: In order, at least one.
        vectors: A row a turn, or None before the embedder is there.
        user_id: Whose it is.
        session_id: Where it comes from.
        kind: What the turns are.
        embedder: Name of what made *vectors*.
        now_s: The time of consolidation.
        idf: Weight of a stem, for the keywords.
    """
    times = [turn.at_s for turn in turns]
    texts = [turn.message for turn in turns]
    topics = tuple(dict.fromkeys(topic for turn in turns for topic in turn.topics))[:4]
    given = (*(word for turn in turns for word in turn.keywords), *topics)
    keywords = keywords_of([turn.spoken for turn in turns], idf, given)
    rows, scales = no_rows() if vectors is None else as_int8(vectors)
    return Block(
        block_id=block_id_of(user_id, session_id, turns[0].turn_id), user_id=user_id, session_id=session_id, kind=kind,
        created_s=now_s, start_s=min(times), end_s=max(times), turns=tuple(turns), keywords=keywords,
        theme=theme_of(texts, keywords), rows=rows, scales=scales, embedder=embedder if vectors is not None else "",
    )  # fmt: skip


def _cuts_within(
    turns: Sequence[RememberedTurn], vectors: Floats | None, start: int, end: int, cap_turns: int
) -> list[int]:
    places = range(start + MIN_TURNS, end - MIN_TURNS + 1)
    if not places:
        return _even_cuts(start, end, cap_turns)
    likenesses = [_likeness_at(turns, vectors, start, place, end) for place in places]
    weakest = places[int(np.argmin(likenesses))]
    if min(likenesses) >= CUT_BELOW and end - start <= cap_turns:
        return []
    left = _cuts_within(turns, vectors, start, weakest, cap_turns)
    return [*left, weakest, *_cuts_within(turns, vectors, weakest, end, cap_turns)]


def _even_cuts(start: int, end: int, cap_turns: int) -> list[int]:
    return list(range(start + cap_turns, end, cap_turns))


def _likeness_at(turns: Sequence[RememberedTurn], vectors: Floats | None, start: int, place: int, end: int) -> float:
    left, right = slice(max(start, place - _SIDE_TURNS), place), slice(place, min(end, place + _SIDE_TURNS))
    sides = None if vectors is None else (vectors[left], vectors[right])
    return likeness(turns[left], turns[right], sides)


def _words(turns: Sequence[RememberedTurn]) -> set[str]:
    words = {term for turn in turns for term in recall_terms(turn.message)}
    return words | {name.casefold() for turn in turns for name in turn.entities}
