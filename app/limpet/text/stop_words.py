"""Words that carry no subject, by language: data (``stop_words.json``), read once."""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib import resources
from types import MappingProxyType
from typing import Final


def _read() -> dict[str, frozenset[str]]:
    text = (resources.files("limpet.text") / "stop_words.json").read_text("utf-8")
    return {language: frozenset(" ".join(lines).split()) for language, lines in json.loads(text).items()}


STOP_WORDS: Final[Mapping[str, frozenset[str]]] = MappingProxyType(_read())
"""Lower-cased stop words by ISO 639-1 code; a language without a list has none."""

_NONE: Final[frozenset[str]] = frozenset()


def is_stop_word(token: str, language: str = "en") -> bool:
    """
    Whether a lower-cased *token* is a stop word of *language*.

    >>> is_stop_word("which"), is_stop_word("cotton")
    (True, False)
    """
    return token in STOP_WORDS.get(language, _NONE)
