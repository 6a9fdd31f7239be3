"""How the visitor engages: one class a message, and the trend of the last few."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

Engagement: TypeAlias = Literal[
    "deepening", "challenging", "clarifying", "acknowledging", "new_topic", "redirecting"
]
Trend: TypeAlias = Literal["deepening", "broadening", "neutral"]

ENGAGEMENTS: Final[tuple[Engagement, ...]] = (
    "deepening", "challenging", "clarifying", "acknowledging", "new_topic", "redirecting",
)  # fmt: skip


def trend_of(engagements: Sequence[Engagement]) -> Trend:
    """
    Where the last messages lead: into the subject, or across subjects.

    >>> trend_of(["deepening", "challenging", "acknowledging"]), trend_of(["new_topic", "redirecting"]), trend_of([])
    ('deepening', 'broadening', 'neutral')
    """
    inward = sum(kind in ("deepening", "challenging", "clarifying") for kind in engagements)
    outward = sum(kind in ("new_topic", "redirecting") for kind in engagements)
    if len(engagements) < 2 or inward == outward:
        return "neutral"
    return "deepening" if inward > outward else "broadening"
