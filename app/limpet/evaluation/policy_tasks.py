"""
``limpet eval policy``: conversations answered turn after turn by the network as it decides where it is asked for, by
the rules with tuned thresholds and as they ship, and by one constant plan; and which of them ships.

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
RULES: Final = "rules as shipped"
_CARD: Final = (
    "What the network is worth left out in turn, and without the summary vector or the engagement features: "
    "models/policy/README.md."
)


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
    rules = HeuristicPolicy()
    asked_for = StandingIn(network, rules) if network is not None else None
    others: dict[str, Policy] = {"heuristic": heuristic, "constant": constant, RULES: rules}
    policies: dict[str, Policy | None] = {"network": asked_for, **others}
    trained_on = baselines.trained_on | (network.trained_on if network else frozenset())
    conversations = unseen(replays(directory, corpus), trained_on)
    kitchen = Kitchen()
    values = {name: rewards(policy, conversations, kitchen) for name, policy in policies.items() if policy is not None}
    figures = compared(values)
    ships = ships_of(network)
    for name in figures:
        figures[name]["ships"] = float(name == ships)
    choosing: dict[str, Policy] = {"chosen": policies[ships] or rules}
    if asked_for is not None and ships != "network":
        choosing["chosen by the network"] = asked_for
    parts = {**_by_wanted(conversations, values), **context_parts(choosing, conversations, directory, corpus)}
    return Measured(sum(len(one.moments) for one in conversations), figures, parts, notes_of(network, figures))


def ships_of(network: PolicyNetwork | None) -> str:
    """
    The system that decides where nothing else is asked for.

    >>> ships_of(None)
    'rules as shipped'
    """
    return "network" if network is not None and network.decides_from_fragments is not None else RULES


def notes_of(network: PolicyNetwork | None, figures: dict[str, Figures]) -> tuple[str, ...]:
    """Which system ships, why, and where the other measurements of the network are, in sentences."""
    if network is None:
        ships = "Ships: the rules; there is no network that can be used."
    elif network.decides_from_fragments is None:
        ships = "Ships: the rules, on sites of any size. The network decides only where it is asked for."
    else:
        ships = f"Ships: the network, on sites of {network.decides_from_fragments} fragments or more; below, the rules."
    if "gain" not in figures.get("network", {}):
        return (ships, _CARD)
    gain, low, high = (figures["network"][name] for name in ("gain", "gain_low", "gain_high"))
    gained = (
        f"Gain of the network over the better of heuristic and constant, both tuned where it was trained: {gain:+.3f} "
        f"(gain_low {low:+.3f}, gain_high {high:+.3f})."
    )
    return (ships, gained, _CARD)


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
