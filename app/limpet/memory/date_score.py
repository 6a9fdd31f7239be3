"""How well a block's time fits the time that a question names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo
from typing import Final

import numpy as np
from numpy.typing import NDArray

from limpet.memory.calendar_range import DAY_S, Precision, TimeSpan, at, months

_FULL: Final[dict[Precision, float]] = {"day": 1.0, "week": 0.8, "month": 0.6, "season": 0.4, "year": 0.2, "open": 0.2}
"""What lying inside counts: the finer the question, the more it says."""
_AFTER_S: Final = 10 * DAY_S
_AFTER: Final = 0.2
"""People tell of a month until some days into the next."""
_NEAR_S: Final = 7 * DAY_S
_NEAR: Final = 0.5
_SAME_MONTH: Final = 0.25
_YEARS_AT_MOST: Final = 100


@dataclass(frozen=True, slots=True)
class Band:
    """A stretch of time with what it counts when a block lies in it."""

    start_s: float
    end_s: float
    score: float


def bands_of(spans: Sequence[TimeSpan], first_s: float, last_s: float, zone: tzinfo | None) -> list[Band]:
    """
    The *spans* as bands, best first; a recurring one once for every year from *first_s* to *last_s*.
    """
    bands = [band for span in spans for one in _recurring(span, first_s, last_s, zone) for band in _bands(one, zone)]
    return sorted(bands, key=lambda band: -band.score)


def date_scores(bands: Sequence[Band], start_s: NDArray[np.float64], end_s: NDArray[np.float64]) -> NDArray[np.float64]:
    """
    For blocks from *start_s* to *end_s* the best band that they touch, 0..1.

    >>> date_scores([Band(10, 20, 0.6)], np.array([5.0, 30.0]), np.array([12.0, 31.0])).tolist()
    [0.6, 0.0]
    """
    scores = np.zeros(start_s.shape)
    for band in bands:
        touches = (start_s < band.end_s) & (end_s >= band.start_s)
        scores = np.maximum(scores, np.where(touches, band.score, 0.0))
    return scores


def _recurring(span: TimeSpan, first_s: float, last_s: float, zone: tzinfo | None) -> Iterator[TimeSpan]:
    yield span
    if not span.recurs:
        return
    start = at(span.start_s, zone)
    first, last = at(first_s, zone).year, at(last_s, zone).year
    for number in range(max(first, last - _YEARS_AT_MOST), last + 1):
        try:
            moved = start.replace(year=number)
        except ValueError:  # 29 February
            continue
        shift = moved.timestamp() - span.start_s
        if shift:
            yield TimeSpan(span.start_s + shift, span.end_s + shift, span.precision)


def _bands(span: TimeSpan, zone: tzinfo | None) -> Iterator[Band]:
    full = _FULL[span.precision]
    yield Band(span.start_s, span.end_s, full)
    if span.precision == "day":
        yield Band(span.start_s - _NEAR_S, span.end_s + _NEAR_S, _NEAR)
        month_start, month_end = _month_around(span.start_s, zone)
        yield Band(month_start, month_end, _SAME_MONTH)
        yield Band(month_end, month_end + _AFTER_S, _AFTER)
    elif span.precision in ("week", "month"):
        yield Band(span.end_s, span.end_s + _AFTER_S, _AFTER)


def _month_around(seconds: float, zone: tzinfo | None) -> tuple[float, float]:
    moment: datetime = at(seconds, zone)
    return months(moment, 0)
