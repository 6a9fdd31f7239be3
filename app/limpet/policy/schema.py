"""The frozen layout of a policy's input: names, widths and scales of its numbers, and its version."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from limpet.memory.decision import Decision
from limpet.memory.engagement import ENGAGEMENTS, Trend

VERSION: Final = "3"
"""Of the layout below; a network that was trained on another one is refused."""
SUMMARY_DIMENSIONS: Final = 384
DECISIONS: Final[tuple[Decision, ...]] = (
    "standalone", "follow_up", "topic_change", "start_over", "correction", "answer_to_offer",
)  # fmt: skip
TRENDS: Final[tuple[Trend, ...]] = ("deepening", "broadening", "neutral")


@dataclass(frozen=True, slots=True)
class Column:
    """
    One feature as the network sees it.

    Attributes:
        name: Of the attribute of ``Features``.
        width: Numbers that it takes: 1, or the number of categories.
        most: What the value is divided by; categories are one-hot and have 1.
        categories: In the order of their numbers; empty when it is a number.
    """

    name: str
    width: int = 1
    most: float = 1.0
    categories: tuple[str, ...] = ()


COLUMNS: Final[tuple[Column, ...]] = (
    Column("top_score"), Column("second_score"), Column("entity_count", most=3), Column("names_hit"),
    Column("intent_scores", 5), Column("topic_similarity"), Column("topic_age_turns", most=8),
    Column("covered_share"), Column("query_words", most=32), Column("compares"), Column("asks_formal"),
    Column("asks_example"), Column("creativity_ceiling"), Column("domain_similarity"),
    Column("decision", len(DECISIONS), categories=DECISIONS), Column("was_ambiguous"), Column("confidence"),
    Column("agreement_share"), Column("difficulty", most=4), Column("kind_count", most=5), Column("shown_share"),
    Column("engagement", len(ENGAGEMENTS), categories=ENGAGEMENTS), Column("trend", len(TRENDS), categories=TRENDS),
    Column("recalled_coverage"), Column("session_similarity"), Column("term_share"), Column("added_share"),
    Column("shift_share"), Column("rival_count", most=4), Column("rival_share"), Column("open_share"),
    Column("cues", 20), Column("hits", 30),
    Column("summary", SUMMARY_DIMENSIONS),
)  # fmt: skip
WIDTH: Final = sum(column.width for column in COLUMNS)


def places(*names: str) -> list[int]:
    """
    Positions of these features in the vector.

    >>> places("second_score", "names_hit")
    [1, 3]
    """
    found: list[int] = []
    start = 0
    for column in COLUMNS:
        if column.name in names:
            found.extend(range(start, start + column.width))
        start += column.width
    return found
