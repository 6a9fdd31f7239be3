"""
``limpet eval policy``: conversations answered turn after turn by the network, by the rules with tuned thresholds and
as they ship, and by one constant plan.

Conversations that the network or the thresholds were fitted on are left out when they are in the folder.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from limpet.errors import DocumentError, PolicyError
from limpet.evaluation.bootstrap import differences, interval
from limpet.evaluation.metrics import mean
from limpet.evaluation.policy_baselines import load_baselines
from limpet.evaluation.policy_context import context_parts
from limpet.evaluation.policy_episode import Kitchen, rewards
from limpet.evaluation.policy_replay import Replay, replays, split
from limpet.evaluation.task import Figures, Measured, Task
from limpet.policy.heuristic import HeuristicPolicy
from limpet.policy.network import PolicyNetwork, load
from limpet.policy.standing_in import StandingIn
from limpet.ports import Policy

Values = list[list[float]]
RIVALS: Final = ("heuristic", "constant")
"""What a network must beat; the rules' thresholds and the plan are tuned for the same reward."""


def compared(values: dict[str, Values]) -> dict[str, Figures]:
    """
    Mean reward of every system with its interval; for the network also its gain over the better of the others.

    >>> found = compared({"network": [[0.5], [0.7]], "heuristic": [[0.4], [0.6]], "constant": [[0.0], [0.1]]})
    >>> round(found["network"]["gain_low"], 3)
    0.1
    """
    figures = {name: _figures(one) for name, one in values.items()}
    others = [name for name in RIVALS if name in values]
    if "network" in values and others:
        better = max(others, key=lambda name: figures[name]["reward"])
        gains = differences(values["network"], values[better])
        low, high = interval(gains)
        figures["network"] |= {"gain": _mean(gains), "gain_low": low, "gain_high": high}
    return figures


def unseen(found: Sequence[Replay], marks: frozenset[str]) -> list[Replay]:
    """
    The conversations that nothing was fitted on; tells how many were left out.

    Raises:
        DocumentError: ``bad-data``: none is left.
    """
    seen, left = split(found, marks)
    if seen:
        names = " ".join(sorted(one.mark for one in left))
        sys.stderr.write(
            f"{len(seen)} of {len(found)} conversations were trained on and are left out; measured: {names}\n"
        )
    if not left:
        raise DocumentError("bad-data", "Every conversation here was trained on.")
    return left


def shipped_network() -> PolicyNetwork | None:
    """The network of this installation; None, and a line about it, when rules decide."""
    try:
        return load()
    except PolicyError as error:
        sys.stderr.write(f"{error.detail}\n")
        return None


def _policy(directory: Path, corpus: Path | None) -> Measured:
    network, baselines = shipped_network(), load_baselines()
    constant, heuristic = baselines.policies()
    as_shipped = StandingIn(network, HeuristicPolicy()) if network is not None else None
    rules: dict[str, Policy] = {"heuristic": heuristic, "constant": constant, "rules as shipped": HeuristicPolicy()}
    policies: dict[str, Policy | None] = {"network": as_shipped, **rules}
    trained_on = baselines.trained_on | (network.trained_on if network else frozenset())
    conversations = unseen(replays(directory, corpus), trained_on)
    kitchen = Kitchen()
    values = {name: rewards(policy, conversations, kitchen) for name, policy in policies.items() if policy is not None}
    contexts = context_parts(network or HeuristicPolicy(), conversations, directory, corpus)
    parts = {**_by_wanted(conversations, values), **contexts}
    return Measured(sum(len(one.moments) for one in conversations), compared(values), parts)


def _by_wanted(conversations: Sequence[Replay], values: dict[str, Values]) -> dict[str, Measured]:
    """The same by what people wanted to be done."""
    wanted = [[moment.wanted.mode for moment in one.moments] for one in conversations]
    parts = {}
    for mode in sorted({mode for one in wanted for mode in one}):
        own = {
            name: [
                [v for v, m in zip(some, modes, strict=True) if m == mode]
                for some, modes in zip(all_, wanted, strict=True)
            ]
            for name, all_ in values.items()
        }
        own = {name: [some for some in found if some] for name, found in own.items()}
        parts[f"wanted: {mode}"] = Measured(sum(mode == m for one in wanted for m in one), compared(own))
    return parts


def _figures(values: Values) -> Figures:
    low, high = interval(values)
    return {"reward": _mean(values), "low": low, "high": high}


def _mean(values: Values) -> float:
    return mean(value for one in values for value in one)


TASKS: Final[dict[str, Task]] = {"policy": _policy}
