"""Whether a trained network decides unasked, and whether it takes the place of the one that is there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from limpet.evaluation.task import Figures
from limpet.policy.network import FILE_BYTES, PolicyNetwork

HOME_FRAGMENTS: Final = 800
"""From so many on a network decides that is good enough: about as many as the smallest collection that it is trained on
has. On parts of these of 200 to 1,600 fragments networks gain as well, but over a program's documentation of 462 they
refuse much that the rules answer rightly."""
SAME_CHOICES_SHARE: Final = 0.97
NUMPY_ONNX_MOST: Final = 1e-4
PARTS: Final = ("left out in turn", "validation")


@dataclass(frozen=True, slots=True)
class Worth:
    """
    A network on the validation part.

    Attributes:
        decides: Whether it is good enough to decide unasked.
        earns: Its mean reward.
    """

    decides: bool
    earns: float


def shortfalls(figures: dict[str, dict[str, Figures]]) -> list[str]:
    """
    Why a network is not surely better than the others in conversations that it was not trained on; empty when it is.

    Args:
        figures: Of every system, left out in turn and on the validation part, on the features of today.

    >>> known = {"left out in turn": {"network": {"gain_low": 0.01}}, "validation": {"network": {"gain_low": -0.01}}}
    >>> shortfalls(known)
    ['on the validation part the lower end of its gain is -0.010']
    """
    where = {"left out in turn": "left out in turn", "validation": "on the validation part"}
    lows = {part: figures.get(part, {}).get("network", {}).get("gain_low", float("-inf")) for part in PARTS}
    return [f"{where[part]} the lower end of its gain is {low:+.3f}" for part, low in lows.items() if not low > 0]


def refusals(
    size_bytes: int,
    agreement: dict[str, float],
    contexts: dict[str, dict[str, Figures]],
    new: Worth,
    held: Worth | None,
) -> list[str]:
    """
    Why a network does not take the place of the one that is there; empty when it does.

    Args:
        size_bytes: Of the exported file.
        agreement: As ``exporting.parity`` gives it.
        contexts: Ranking by context, by set.
        new: What the network is worth.
        held: The same of the one that is there, on the features of today; None without one.
    """
    said = []
    is_same = agreement["numpy_onnx"] <= NUMPY_ONNX_MOST and agreement["same_choices"] >= SAME_CHOICES_SHARE
    if size_bytes >= FILE_BYTES or not is_same:
        said.append("the exported file is too large or does not agree")
    said += [f"the context that it chooses finds less on {name}" for name, one in contexts.items() if _finds_less(one)]
    if held is not None and held.decides and not new.decides:
        said.append("the one that is there is good enough to decide")
    elif held is not None and held.decides == new.decides and held.earns >= new.earns:
        said.append(f"the one that is there earns {held.earns:.3f} on the validation part, and it {new.earns:.3f}")
    return said


def recorded(network: PolicyNetwork, *, decides: bool) -> PolicyNetwork:
    """The same network with the record of where it decides unasked."""
    return PolicyNetwork(network.layers, network.trained_on, HOME_FRAGMENTS if decides else None)


def _finds_less(systems: dict[str, Figures]) -> bool:
    """Whether the chosen context ranks worse than one of those that never change."""
    chosen = systems["chosen"]
    return any(one[metric] > chosen[metric] for one in systems.values() for metric in chosen)
