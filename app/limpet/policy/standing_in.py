"""A network with the rules behind it: whoever decided is named in the plan."""

from __future__ import annotations

from pathlib import Path

from limpet.errors import PolicyError
from limpet.policy.features import Features
from limpet.policy.heads import CONTEXTS
from limpet.policy.heuristic import HeuristicPolicy
from limpet.policy.network import SHIPPED, PolicyNetwork, load
from limpet.policy.plan import Plan
from limpet.ports import Observer


class StandingIn:
    """
    Decides by the network; by the rules without one, where it gives no number, for what it was not trained on, and
    where they ask back: it has seen too few questions that leave something open to learn when (``models/policy``).

    Args:
        network: Or None.
        heuristic: What stands in.
        refusal: Why there is no network, or why it did not decide last; None when it can.

    >>> StandingIn(None, HeuristicPolicy()).decide(Features()).decided_by
    'heuristic'
    """

    def __init__(
        self, network: PolicyNetwork | None, heuristic: HeuristicPolicy, refusal: PolicyError | None = None
    ) -> None:
        self._network = network
        self._heuristic = heuristic
        self.refusal = refusal

    @property
    def name(self) -> str:
        """Who is asked first: ``network`` or ``heuristic``."""
        return self._heuristic.name if self._network is None else self._network.name

    @property
    def chooses_context(self) -> bool:
        """Whether some message may be searched for with another share of its context than the whole."""
        return self._network is not None or CONTEXTS[self._heuristic.thresholds.context] != (1.0, 0.0)

    def decide(self, features: Features) -> Plan:
        """The network's plan, or that of the rules."""
        rules = self._heuristic.decide(features)
        if self._network is None or rules.mode == "clarify" or not self._network.is_at_home(features):
            return rules
        try:
            return self._network.decide(features)
        except PolicyError as error:
            self.refusal = error
            return rules


def shipped_policy(path: Path = SHIPPED, observer: Observer | None = None) -> StandingIn:
    """The network at *path* if it can be used; a refusal is told to *observer* as ``policy_refused``."""
    try:
        return StandingIn(load(path), HeuristicPolicy())
    except PolicyError as error:
        if observer is not None:
            observer("policy_refused", {"code": error.code, "detail": error.detail})
        return StandingIn(None, HeuristicPolicy(), error)
