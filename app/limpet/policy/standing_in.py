"""A network with the rules behind it: whoever decided is named in the plan."""

from __future__ import annotations

from pathlib import Path

from limpet.errors import PolicyError
from limpet.policy.features import Features
from limpet.policy.heuristic import HeuristicPolicy
from limpet.policy.network import SHIPPED, PolicyNetwork, load
from limpet.policy.plan import Plan
from limpet.ports import Observer


class StandingIn:
    """
    Decides by the network; by the rules when there is none, or when it gives no number.

    Args:
        network: Or None.
        heuristic: What stands in.

    >>> StandingIn(None, HeuristicPolicy()).decide(Features()).decided_by
    'heuristic'
    """

    name = "network"

    def __init__(self, network: PolicyNetwork | None, heuristic: HeuristicPolicy) -> None:
        self._network = network
        self._heuristic = heuristic

    def decide(self, features: Features) -> Plan:
        """The network's plan, or that of the rules."""
        if self._network is not None:
            try:
                return self._network.decide(features)
            except PolicyError:  # a value that is not finite; the rules need none of its numbers
                pass
        return self._heuristic.decide(features)


def shipped_policy(path: Path = SHIPPED, observer: Observer | None = None) -> StandingIn:
    """The network at *path* if it can be used; a refusal is told to *observer* as ``policy_refused``."""
    try:
        network: PolicyNetwork | None = load(path)
    except PolicyError as error:
        network = None
        if observer is not None:
            observer("policy_refused", {"code": error.code, "detail": error.detail})
    return StandingIn(network, HeuristicPolicy())
