"""How rare a word is in general, before or beside an index: a small table of common stems."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import lru_cache
from importlib import resources
from typing import Final

UNKNOWN_IDF: Final = 7.0
"""Idf of a stem outside the table."""
NOTHING_BELOW_IDF: Final = 3.0
"""An index whose rarest word is no rarer (about twenty fragments) says nothing about rarity."""
FULL_FROM_IDF: Final = 6.0
"""One of some four hundred fragments and more is believed."""


@lru_cache(maxsize=1)
def _table() -> Mapping[str, float]:
    text = resources.files("limpet.memory").joinpath("common_stems.json").read_text("utf-8")
    levels: dict[str, str] = json.loads(text)["idf_tenths"]
    return {stem: int(level) / 10.0 for level, stems in levels.items() for stem in stems.split()}


def general_idf(stem: str) -> float:
    """
    Natural-log inverse document frequency of a stem in general English prose.

    >>> general_idf("time") < general_idf("kurta")
    True
    """
    return _table().get(stem, UNKNOWN_IDF)


def rarity_in(index_idf: Callable[[str], float] | None) -> Callable[[str], float]:
    """
    The lower of the general idf and the index's own, as a function of a stem: a word must be rare in both to tell
    something.

    An index of sixty products calls every unseen word rare, and the general table knows no shop's favourite words. A
    tiny index says nothing: it counts the more, the rarer a word can be in it, from ``NOTHING_BELOW_IDF`` on.

    >>> rarity_in(lambda stem: 1.0)("kurta") == general_idf("kurta")
    True
    """
    if index_idf is None:
        return general_idf
    rarest = index_idf("")  # a stem that no fragment holds
    share = min(1.0, max(0.0, (rarest - NOTHING_BELOW_IDF) / (FULL_FROM_IDF - NOTHING_BELOW_IDF)))
    if share == 0.0:
        return general_idf
    table = _table()

    def rarity(stem: str) -> float:
        general = table.get(stem, UNKNOWN_IDF)
        return general + share * (min(general, index_idf(stem)) - general)

    return rarity
