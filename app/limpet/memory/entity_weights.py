"""Entities fade: a weight that halves every five turns since the last mention."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from typing import Final

HALF_LIFE_TURNS: Final = 5


def entity_weight(age_turns: int) -> float:
    """
    Weight of an entity last mentioned *age_turns* ago: ``0.5 ** (age / 5)``, in (0, 1].

    >>> entity_weight(0), entity_weight(5), entity_weight(10)
    (1.0, 0.5, 0.25)
    """
    return float(0.5 ** (max(0, age_turns) / HALF_LIFE_TURNS))


def weights(mentions: Mapping[str, int], current_turn: int) -> dict[str, float]:
    """
    The weight of every entity, strongest first, at *current_turn*.

    >>> weights({"kurta": 1, "linen": 6}, current_turn=6)
    {'linen': 1.0, 'kurta': 0.5}
    """
    ranked = sorted(mentions.items(), key=lambda entry: -entry[1])
    return {name: entity_weight(current_turn - turn) for name, turn in ranked}


def mentioned(
    mentions: Mapping[str, int],
    names: Iterable[str],
    current_turn: int,
    cap: int,
    floor: float,
    cap_bytes: int = 2**31,
) -> dict[str, int]:
    """
    The last mention of every entity after *names* were mentioned in *current_turn*.

    Those under *floor* leave; beyond *cap* entities or *cap_bytes* the weakest leaves (ties: the one first mentioned).

    >>> mentioned({"old": 1, "kurta": 20}, ["kurta", "size L"], current_turn=30, cap=2, floor=0.05)
    {'kurta': 30, 'size L': 30}
    """
    after = {name: turn for name, turn in mentions.items() if entity_weight(current_turn - turn) >= floor}
    for name in names:
        after.pop(name, None)
        after[name] = current_turn
    size_bytes = sum(map(sys.getsizeof, after))
    while len(after) > cap or size_bytes > cap_bytes:
        weakest = min(after, key=after.__getitem__)
        size_bytes -= sys.getsizeof(weakest)
        del after[weakest]
    return after
