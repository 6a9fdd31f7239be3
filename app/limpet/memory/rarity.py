"""How rare a word is in general, before or beside an index: a small table of common stems."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import lru_cache
from importlib import resources
from typing import Final

RAREST_IDF: Final = 10.0
"""Idf of a word that hardly any text holds; ``UNKNOWN`` stands in for a stem outside the table."""
UNKNOWN_IDF: Final = 7.0


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


def rarity(stem: str, index_idf: Callable[[str], float] | None) -> float:
    """
    The lower of the general idf and the index's own: a word must be rare in both to tell something.

    An index of sixty products calls every unseen word rare, and the general table knows no shop's favourite words.
    """
    general = general_idf(stem)
    return general if index_idf is None else min(general, index_idf(stem))
