"""How near the sentences of a fragment are to a question."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from limpet.ports import Vector

if TYPE_CHECKING:
    from limpet.retrieval.index import Index

Nearness: TypeAlias = Sequence[tuple[int, float]]
"""Where sentences of one fragment begin in its document, ascending, and their cosine with a question."""


def near_to(index: Index | None, vector: Vector | None, is_learned: bool = True) -> Callable[[str], Nearness]:
    """
    What tells how near the sentences of a fragment are to *vector*, by its id; nothing where that is not known, and
    where its model has not learned the language of the message (*is_learned*).
    """
    if index is None or index.sentences is None or vector is None or not is_learned:
        return not_known
    return partial(index.sentences.near, vector=vector)


def nearness_at(near: Nearness, start: int, otherwise: float) -> float:
    """
    Of what begins at *start*: that of the last sentence which begins there or before.

    >>> [nearness_at([(0, 0.5), (40, 0.75)], start, 0.1) for start in (0, 30, 40)], nearness_at((), 7, 0.1)
    ([0.5, 0.5, 0.75], 0.1)
    """
    place = bisect_right([one for one, _ in near], start) - 1
    return near[max(0, place)][1] if near else otherwise


def not_known(_fragment_id: str) -> Nearness:
    """Without vectors of sentences nothing is known."""
    return ()
