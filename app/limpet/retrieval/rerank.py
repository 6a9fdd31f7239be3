"""Hits that were shown before move down: a little in a follow-up, for good when they were shown often."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

SHOWN_BEFORE: Final = 0.97
"""
What is left of the score of a fragment that was shown before, in a follow-up: words of the history draw back to where
they came from. Measured on CAsT 2021, where .95 and .90 bring more, and on MTRAG, where .90 harms: a follow-up may well
be answered by the same fragment.
"""


def penalised(
    scores: NDArray[np.float32], fragment_ids: Sequence[str], penalties: Mapping[str, float]
) -> NDArray[np.float32]:
    """
    *scores* (0..1) less each fragment's penalty; a missing one is 0.

    >>> penalised(np.array([0.75, 0.625], dtype=np.float32), ["a", "b"], {"a": 0.5})
    array([0.25 , 0.625], dtype=float32)
    """
    if not penalties:
        return scores
    return scores - np.array([penalties.get(name, 0.0) for name in fragment_ids], dtype=np.float32)


def given_way(
    scores: NDArray[np.float32], fragment_ids: Sequence[str], shown_before: Collection[str]
) -> NDArray[np.float32]:
    """
    *scores* (0 or more) with those of fragments that were *shown_before* times ``SHOWN_BEFORE``.

    >>> given_way(np.array([1.0, 0.99], dtype=np.float32), ["a", "b"], {"a"}).round(2).tolist()
    [0.9700000286102295, 0.9900000095367432]
    """
    if not shown_before:
        return scores
    return scores * np.array([SHOWN_BEFORE if name in shown_before else 1.0 for name in fragment_ids], dtype=np.float32)
