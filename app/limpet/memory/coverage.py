"""How much of what a question needs has been found: when the walk may stop."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

DEFAULT_STOP: Final = 0.70
_CALIBRATION: Final = 4.0
"""Power that turns the guarded share into an estimate of the recall already reached (from the printed curve)."""


def met_share(needs: Mapping[str, float], found: Collection[str]) -> float:
    """
    Share of the *needs* (need -> weight) that *found* meets; 1 without needs.

    Needs are the question's stems weighted by IDF, its entities, and the time that it asks for.

    >>> met_share({"router": 3.0, "spring": 1.0}, {"router"})
    0.75
    """
    total = sum(needs.values())
    return sum(weight for need, weight in needs.items() if need in found) / total if total > 0 else 1.0


def coverage(met: float, best_opened: float, best_unopened: float) -> float:
    """
    Estimated share of what a question needs that the walk has found, 0..1.

    ``(met * min(1, best_opened / best_unopened)) ** 4``: words alone overestimate it, so a better block that is still
    closed lowers it, and the power maps the rest to the recall that was measured.

    Args:
        met: Share of the needs met by the best turns so far.
        best_opened: Best metadata score among opened blocks.
        best_unopened: Best metadata score among candidates still closed; 0 when none is left.

    >>> coverage(1.0, 2.0, 0.0), coverage(1.0, 1.0, 2.0)
    (1.0, 0.0625)
    """
    if best_unopened <= 0:
        guard = 1.0
    else:
        guard = min(1.0, best_opened / best_unopened)
    return float((met * guard) ** _CALIBRATION)
