"""Clocks: the machine's, and one that stands still until it is told."""

from __future__ import annotations

import time


class SystemClock:
    """The machine's clock."""

    def now_s(self) -> float:
        """Seconds since the epoch."""
        return time.time()


class FixedClock:
    """
    A clock that shows what it was set to; for tests and for ``limpet wire --now``.

    >>> clock = FixedClock(60.0)
    >>> clock.advance(5)
    >>> clock.now_s()
    65.0
    """

    def __init__(self, now_s: float) -> None:
        self._now_s = now_s

    def now_s(self) -> float:
        """Seconds since the epoch."""
        return self._now_s

    def set(self, now_s: float) -> None:
        """Show this time from now on."""
        self._now_s = now_s

    def advance(self, by_s: float) -> None:
        """Let time pass."""
        self._now_s += by_s
