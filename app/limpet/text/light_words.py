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

EDGE_WEIGHT: Final = 0.1
"""What a pair with a sign of grammar counts."""
_GRAMMAR: Final = frozenset(
    "的了吗呢吧啊么是在和与及或我你您他她它们这那哪什谁怎几多少久请问需要可以能会有没把被给就都也还很"
    "はがをにのでかすまてともへやねよたっいくさしれられ"
)


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
    return LIGHT_WEIGHT if term in light_stems(language) else pair_weight(term)


def pair_weight(term: str) -> float:
    """
    What a pair of signs of an unspaced script counts: little with a sign of asking or of grammar in it, for it is
    then mostly the edge of two words.

    >>> pair_weight("胸围"), pair_weight("多少"), pair_weight("kurta")
    (1.0, 0.1, 1.0)
    """
    is_edge = len(term) == 2 and not term.isascii() and not _GRAMMAR.isdisjoint(term)
    return EDGE_WEIGHT if is_edge else 1.0


@lru_cache(maxsize=16)
def light_stems(language: str) -> frozenset[str]:
    """The stems of the light words of *language*; none when it has no list."""
    return frozenset(stem(word, language) for word in LIGHT_WORDS.get(language, ()))
