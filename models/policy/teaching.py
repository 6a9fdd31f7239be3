"""
What each reply is worth, told from the features: a ridge regression and a kernel regression, averaged.

With a few hundred messages a network that is trained on them directly learns them by heart; these two are held back in
closed form, and the network then learns what they say, anywhere among the messages and not at these alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from tabulating import Table

from limpet.evaluation.policy_replay import Moment
from limpet.policy.heads import CONTEXTS, HEADS

Rows = np.ndarray[Any, np.dtype[np.float64]]
CONTEXT = CONTEXTS.index((1.0, 0.0))
FRAGMENTS = 2
"""Number of the choice, three fragments: choosing by message brought nothing on conversations left out."""
LENGTHS = len(next(head for head in HEADS if head.name == "length").choices)
REFUSING, ASKING, ANSWERING = 0, 1, 2
_CHUNK = 256


@dataclass
class Scale:
    """Columns at mean 0 and deviation 1; those that never change, and those left out, are 0."""

    mean: Rows
    spread: Rows

    @classmethod
    def of(cls, rows: Rows, left_out: Sequence[int]) -> Scale:
        """From *rows*."""
        spread = rows.std(axis=0)
        spread[spread < 1e-6] = np.inf
        spread[list(left_out)] = np.inf
        return cls(rows.mean(axis=0), spread)

    def __call__(self, rows: Rows) -> Rows:
        """*rows* scaled."""
        scaled: Rows = (rows - self.mean) / self.spread
        return scaled


class Teacher:
    """
    Values of replies, by the features.

    Args:
        rows: Features of the messages to learn from.
        values: What refusing, asking back and answering at each length are worth there.
        left_out: Places of the features that are not looked at.
        ridge: Penalty of the regression.
        kernel_ridge: Penalty of the kernel regression.
        width: Of its kernel, ``exp(-width * mean |x - y|)``; smooth and local, as a forest is.
        weights: What each row counts; 1 each when None.
    """

    def __init__(
        self,
        rows: Rows,
        values: Rows,
        left_out: Sequence[int],
        ridge: float,
        kernel_ridge: float,
        width: float,
        weights: Rows | None = None,
    ) -> None:
        weights = np.ones(len(rows)) if weights is None else weights
        self._scale = Scale.of(rows, left_out)
        self._used = np.flatnonzero(np.isfinite(self._scale.spread))
        self._width = width
        self._known = self._scale(rows)[:, self._used]
        self._mean = np.average(values, axis=0, weights=weights)
        residual, known = values - self._mean, self._known
        heavy = known.T * weights
        self._linear = np.linalg.solve(heavy @ known + ridge * np.eye(known.shape[1]), heavy @ residual)
        self._local = np.linalg.solve(self._kernel(known) + kernel_ridge * np.diag(1 / weights), residual)

    def __call__(self, rows: Rows) -> Rows:
        """The values of refusing, asking back and answering at each length."""
        scaled = self._scale(rows)[:, self._used]
        local = [self._kernel(scaled[at : at + _CHUNK]) @ self._local for at in range(0, len(scaled), _CHUNK)]
        told: Rows = self._mean + (scaled @ self._linear + np.concatenate(local)) / 2
        return told

    def _kernel(self, rows: Rows) -> Rows:
        far = np.zeros((len(rows), len(self._known)))
        for column in range(rows.shape[1]):
            far += np.abs(rows[:, column, None] - self._known[None, :, column])
        near: Rows = np.exp(-self._width / rows.shape[1] * far)
        return near


def values_of(moments: Sequence[Moment], table: Table) -> Rows:
    """What refusing, asking back and answering at each length are worth for each of *moments*."""
    rows = []
    for moment in moments:
        refusing, asking, ways = table.of(moment)
        rows.append([refusing, asking, *ways[CONTEXT, FRAGMENTS]])
    return np.array(rows, dtype=np.float64)
