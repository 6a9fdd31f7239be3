"""
The best constant plan, and the best thresholds of the rules, on the conversations that may be learned from.

Both are fitted on the table of rewards, each message by itself, as the network is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from tabulating import Table

from limpet.evaluation.metrics import mean
from limpet.evaluation.policy_baselines import ConstantPolicy
from limpet.evaluation.policy_replay import Replay
from limpet.policy.heads import CONTEXTS, HEADS, choices_of
from limpet.policy.heuristic import HeuristicPolicy, Thresholds
from limpet.policy.plan import LENGTHS_WORDS, Plan
from limpet.ports import Policy

GRID: dict[str, Sequence[Any]] = {
    "answers_from": [step / 25 for step in range(23)],
    "asks_back_from": [step / 20 for step in range(4, 21)] + [2.0],
    "context": range(len(CONTEXTS)),
    "fragments": range(1, 6),
    "length_words": LENGTHS_WORDS,
    "deep_fragments": range(1, 6),
    "deep_length_words": LENGTHS_WORDS,
}
ROUNDS = 3


def score_by_table(policy: Policy, conversations: Sequence[Replay], table: Table) -> float:
    """Mean reward of a reply, each message taken by itself."""
    return mean(
        table.worth(moment, policy.decide(moment.features())) for one in conversations for moment in one.moments
    )


def best_constant(conversations: Sequence[Replay], table: Table) -> dict[str, int]:
    """The plan that is best for all, one head after the other until nothing gets better."""
    grid = {
        head.name: range(len(head.choices))
        for head in HEADS
        if head.name in ("mode", "context", "fragment_count", "length")
    }

    def worth(choices: dict[str, int]) -> float:
        return score_by_table(ConstantPolicy(choices), conversations, table)

    return ascended(
        {**choices_of(Plan()), "topic_count": 3}, grid, lambda choices, name, value: {**choices, name: value}, worth
    )


def tuned_thresholds(conversations: Sequence[Replay], table: Table) -> Thresholds:
    """The thresholds that are best for all, one after the other until nothing gets better."""

    def worth(thresholds: Thresholds) -> float:
        return score_by_table(HeuristicPolicy(thresholds), conversations, table)

    return ascended(Thresholds(), GRID, lambda limits, name, value: replace(limits, **{name: value}), worth)


def ascended(
    start: Any, grid: dict[str, Sequence[Any]], changed: Callable[[Any, str, Any], Any], worth: Callable[[Any], float]
) -> Any:
    """Coordinate ascent over *grid*; of equals the first is kept."""
    best, best_worth = start, worth(start)
    for _ in range(ROUNDS):
        before = best_worth
        for name, values in grid.items():
            for value in values:
                candidate = changed(best, name, value)
                found = worth(candidate)
                if found > best_worth + 1e-9:
                    best, best_worth = candidate, found
        if best_worth == before:
            break
    return best
