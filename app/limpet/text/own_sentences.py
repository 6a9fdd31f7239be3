"""What limpet says of its own accord, in the languages that it says it in: data (``own_sentences.json``)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from importlib import resources
from typing import Final

FALLBACK: Final = "en"


@lru_cache(maxsize=1)
def _table() -> Mapping[str, Mapping[str, tuple[str, ...]]]:
    text = (resources.files("limpet.text") / "own_sentences.json").read_text("utf-8")
    return {key: {lang: tuple(said) for lang, said in by.items()} for key, by in json.loads(text).items()}


def own_sentence(key: str, language: str = FALLBACK, number: int = 0) -> str:
    """
    What is said, in *language* or else in English; *number* chooses among several wordings.

    >>> own_sentence("thanks", "de"), own_sentence("goodbye", "sv")
    ('Gern geschehen. Möchten Sie noch etwas wissen?', 'Goodbye!')
    """
    by_language = _table()[key]
    wordings = by_language.get(language) or by_language[FALLBACK]
    return wordings[number % len(wordings)]


def every_wording(key: str) -> tuple[str, ...]:
    """What may be said, in all languages."""
    return tuple(one for wordings in _table()[key].values() for one in wordings)
