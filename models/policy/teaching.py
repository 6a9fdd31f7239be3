"""
What each reply is worth, told from the features: a ridge regression and a kernel regression, mixed.

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
        local_share: Of the kernel regression in what is told; the other one has the rest.
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
        local_share: float = 0.5,
        weights: Rows | None = None,
    ) -> None:
        weights = np.ones(len(rows)) if weights is None else weights
        self._scale = Scale.of(rows, left_out)
        self._used = np.flatnonzero(np.isfinite(self._scale.spread))
        self._width, self._share = width, local_share
        self._known = self._scale(rows)[:, self._used]
        self._mean = np.average(values, axis=0, weights=weights)
        residual, known = values - self._mean, self._known
        heavy = known.T * weights
        self._linear = np.linalg.solve(heavy @ known + ridge * np.eye(known.shape[1]), heavy @ residual)
        self._local = np.zeros_like(residual)
        if local_share > 0:
            self._local = np.linalg.solve(self._kernel(known) + kernel_ridge * np.diag(1 / weights), residual)

    def __call__(self, rows: Rows) -> Rows:
        """The values of refusing, asking back and answering at each length."""
        scaled = self._scale(rows)[:, self._used]
        told: Rows = self._mean + (1 - self._share) * (scaled @ self._linear)
        if self._share > 0:
            local = [self._kernel(scaled[at : at + _CHUNK]) @ self._local for at in range(0, len(scaled), _CHUNK)]
            told += self._share * np.concatenate(local)
        return told

    def _kernel(self, rows: Rows) -> Rows:
        some, known = rows.astype(np.float32), self._known.astype(np.float32)
        far = np.zeros((len(some), len(known)), dtype=np.float32)
        for column in range(some.shape[1]):
            far += np.abs(some[:, column, None] - known[None, :, column])
        near: Rows = np.exp(-self._width / some.shape[1] * far.astype(np.float64))
        return near


@dataclass
class Teachers:
    """
    Two that are heard: about refusing and answering both, about asking back one alone.

    Attributes:
        few: Knows the few features that tell best whether the evidence was found.
        all: Knows all that are used at all.
        few_share: What the first counts.
    """

    few: Teacher
    all: Teacher
    few_share: float

    def __call__(self, rows: Rows) -> Rows:
        """The values of refusing, asking back and answering at each length."""
        every = self.all(rows)
        told = self.few_share * self.few(rows) + (1 - self.few_share) * every
        told[:, ASKING] = every[:, ASKING]
        return told


def values_of(moments: Sequence[Moment], table: Table) -> Rows:
    """What refusing, asking back and answering at each length are worth for each of *moments*."""
    rows = []
    for moment in moments:
        answering = [table.way(moment, (CONTEXT, FRAGMENTS, length)) for length in range(LENGTHS)]
        rows.append([*table.modes(moment), *answering])
    return np.array(rows, dtype=np.float64)
