"""What a network is held against: the best plan that never changes, and the rules with tuned thresholds."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from limpet.errors import DocumentError
from limpet.policy.features import Features
from limpet.policy.heads import HEADS, plan_of
from limpet.policy.heuristic import HeuristicPolicy, Thresholds
from limpet.policy.plan import Plan

TUNED_FILE: Final = Path(__file__).with_name("policy_baselines.json")
"""Written by ``models/policy/train.py``, from the conversations that the network was trained on."""


class ConstantPolicy:
    """
    The same plan for every message; behind the ``Policy`` port.

    Args:
        choices: The number of each head's choice.

    >>> ConstantPolicy({head.name: 0 for head in HEADS}).decide(Features()).length_words
    60
    """

    name = "constant"

    def __init__(self, choices: Mapping[str, int]) -> None:
        self.choices = dict(choices)

    def decide(self, features: Features) -> Plan:
        """The plan."""
        return plan_of(self.choices, features, self.name)


@dataclass(frozen=True, slots=True)
class Baselines:
    """
    Both, and what they were tuned on.

    Attributes:
        constant: The number of each head's choice.
        thresholds: Of the rules.
        trained_on: Marks of the conversations.
    """

    constant: dict[str, int]
    thresholds: Thresholds
    trained_on: frozenset[str]

    def policies(self) -> tuple[ConstantPolicy, HeuristicPolicy]:
        """Behind the ``Policy`` port."""
        return ConstantPolicy(self.constant), HeuristicPolicy(self.thresholds)

    def save(self, path: Path = TUNED_FILE) -> None:
        """Write them as JSON."""
        marks = sorted(self.trained_on)
        content = {"constant": self.constant, "thresholds": asdict(self.thresholds), "trained_on": marks}
        path.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")


def load_baselines(path: Path = TUNED_FILE) -> Baselines:
    """
    Read them.

    Raises:
        DocumentError: ``bad-data``: the file is missing, or its plan or thresholds are not those of this program.
    """
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        constant = {head.name: int(content["constant"][head.name]) for head in HEADS}
        thresholds = Thresholds(**content["thresholds"])
        return Baselines(constant, thresholds, frozenset(content["trained_on"]))
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise DocumentError("bad-data", f"{path.name} cannot be used ({error!r}); run `make policy`.") from None
