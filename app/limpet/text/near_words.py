"""
Other words that pages use for what a visitor says: "ship" for "send", "other countries" for Canada.

A short list of everyday talk, chosen by hand; vectors know many more, and what they find is not counted here again.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import lru_cache
from importlib import resources
from typing import Final

from limpet.text.places import countries
from limpet.text.tokens import stems

NEAR_WEIGHT: Final = 0.7
"""What a word counts that is there in other words only; from .5 to .9 the ranking of our own questions by confidence is
the same."""
_NONE: Final = frozenset[str]()


def near_stems(stem: str) -> frozenset[str]:
    """
    Stems that say nearly the same as *stem*; of a country's name those of abroad.

    >>> sorted(near_stems("clean")), "countri" in near_stems("canada"), near_stems("kurta")
    (['launder', 'wash', 'wipe'], True, frozenset())
    """
    return _near().get(stem, _NONE)


def share_of(stem: str, found: frozenset[str]) -> float:
    """
    How far *found* has *stem*: 1, ``NEAR_WEIGHT`` in other words, or 0.

    >>> share_of("ship", frozenset({"deliv"})), share_of("ship", frozenset({"boat"}))
    (0.7, 0.0)
    """
    if stem in found:
        return 1.0
    near = _near().get(stem)
    return NEAR_WEIGHT if near and not near.isdisjoint(found) else 0.0


def in_known_words(weights: Mapping[str, float], idf: Callable[[str], float]) -> dict[str, float]:
    """
    *weights* of stems, where one that no fragment has counts in the near words that some have.

    >>> in_known_words({"canada": 4.0, "ship": 2.0}, lambda stem: 3.0 if stem in ("countri", "ship") else 5.0)
    {'countri': 2.8, 'ship': 2.0}
    """
    unseen = idf("")
    told: dict[str, float] = {}
    for stem, weight in weights.items():
        known = sorted(near for near in near_stems(stem) if idf(near) < unseen) if idf(stem) >= unseen else []
        for word in known or [stem]:
            told[word] = max(told.get(word, 0.0), round(weight * NEAR_WEIGHT, 6) if known else weight)
    return told


@lru_cache(maxsize=1)
def _near() -> dict[str, frozenset[str]]:
    told = json.loads(resources.files("limpet.text").joinpath("near_words.json").read_text("utf-8"))
    near: dict[str, frozenset[str]] = {}
    for line in told["groups"]:
        group = frozenset(stems(line))
        for word in group:
            near[word] = near.get(word, _NONE) | (group - {word})
    abroad = frozenset(stems(told["abroad"]))
    for word in abroad:
        near[word] = near.get(word, _NONE) | (abroad - {word})
    for name in countries():
        words = stems(name)
        if len(words) == 1:  # the last word of "United States" is a word of its own
            near.setdefault(words[0], abroad)
    return near
