"""A network with the rules behind it, or the rules alone: whoever decided is named in the plan."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from limpet.errors import ConfigError, PolicyError
from limpet.policy.features import Features
from limpet.policy.heads import CONTEXTS
from limpet.policy.heuristic import HeuristicPolicy
from limpet.policy.network import SHIPPED, PolicyNetwork, load
from limpet.policy.plan import Plan
from limpet.ports import Observer, Policy
from limpet.text.idf import idf

POLICIES: Final = ("rules", "network")
"""What can be asked for by name."""


class StandingIn:
    """
    Decides by the network; by the rules without one, where it gives no number, without vectors, among fewer fragments
    than told, and where they ask back: it has seen too few questions that leave something open to learn when
    (``models/policy``).

    Args:
        network: Or None.
        heuristic: What stands in.
        refusal: Why there is no network, or why it did not decide last; None when it can.
        from_fragments: The network decides where so many are searched, or more.

    >>> StandingIn(None, HeuristicPolicy()).decide(Features()).decided_by
    'heuristic'
    """

    def __init__(
        self,
        network: PolicyNetwork | None,
        heuristic: HeuristicPolicy,
        refusal: PolicyError | None = None,
        from_fragments: int = 0,
    ) -> None:
        self._network = network
        self._heuristic = heuristic
        self._from_idf = idf(0, from_fragments)
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
        if self._network is None or rules.mode == "clarify" or not self._is_at_home(features):
            return rules
        try:
            return self._network.decide(features)
        except PolicyError as error:
            self.refusal = error
            return rules

    def _is_at_home(self, features: Features) -> bool:
        """Whether the message was searched for with vectors too, among fragments enough."""
        return features.domain_similarity > 0 and features.unseen_idf >= self._from_idf


def policy_named(wanted: str = "", path: Path = SHIPPED, observer: Observer | None = None) -> StandingIn:
    """
    The policy that is asked for by name.

    Args:
        wanted: ``rules``; ``network``: the trained network on sites of any size; empty: the network where it is
            recorded to be better than the rules (``PolicyNetwork.decides_from_fragments``), otherwise the rules.
        path: Of the network. Where it cannot be used, the rules stand in.
        observer: Is told a refusal, as ``policy_refused``.

    Raises:
        ConfigError: ``bad-policy``: there is none of that name.

    >>> policy_named("rules").name
    'heuristic'
    """
    rules = HeuristicPolicy()
    if wanted == "rules":
        return StandingIn(None, rules)
    if wanted not in ("", *POLICIES):
        raise ConfigError("bad-policy", f'There is no policy "{wanted[:40]}"; there are: {", ".join(POLICIES)}.')
    try:
        network = load(path)
    except PolicyError as error:
        if observer is not None:
            observer("policy_refused", {"code": error.code, "detail": error.detail})
        return StandingIn(None, rules, error)
    if wanted == "network":
        return StandingIn(network, rules)
    decides_from = network.decides_from_fragments
    return StandingIn(None, rules) if decides_from is None else StandingIn(network, rules, from_fragments=decides_from)


def policy_from(wanted: Policy | str | None) -> Policy:
    """A policy as it is, or the one of that name; None as the empty name in ``policy_named``."""
    return policy_named(wanted or "") if wanted is None or isinstance(wanted, str) else wanted
