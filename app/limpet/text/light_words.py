"""Words that carry little: verbs and adjectives of any talk (``light_words.json``), searched for at a low weight."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from importlib import resources
from types import MappingProxyType
from typing import Final

from limpet.text.stemming import stem

LIGHT_WEIGHT: Final = 0.3
"""What a light word counts in a query, when another counts 1. Flat from 0.15 to 0.5 on the public sets."""


def _read() -> dict[str, tuple[str, ...]]:
    text = (resources.files("limpet.text") / "light_words.json").read_text("utf-8")
    return {language: tuple(" ".join(lines).split()) for language, lines in json.loads(text).items()}


LIGHT_WORDS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(_read())
"""Light words by ISO 639-1 code; none of them is a stop word."""


def query_weight(term: str, language: str = "en") -> float:
    """
    What a stem counts in a query.

    In a few thousand fragments a word of everyday talk can be as rare as a name, so its IDF overrates it.

    >>> query_weight("kurta"), query_weight(stem("wondering"))
    (1.0, 0.3)
    """
    return LIGHT_WEIGHT if term in light_stems(language) else 1.0


@lru_cache(maxsize=16)
def light_stems(language: str) -> frozenset[str]:
    """The stems of the light words of *language*; none when it has no list."""
    return frozenset(stem(word, language) for word in LIGHT_WORDS.get(language, ()))
