"""
How people speak of the conversation itself, language by language: data (``talk_words.json``).

A language holds ``questions`` about the conversation with the ``words`` that stand in their patterns, and patterns of
messages that ask ``again``, clear everything or the topic, say ``yes`` or ``no``, choose by order, or want a list that
``goes_on``; ``places`` tells which place a word of order is.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import lru_cache
from importlib import resources
from typing import Any, Final, Literal, TypeAlias

Way: TypeAlias = Literal[
    "again", "clears_everything", "clears_topic", "yes", "no", "chooses", "goes_on", "cheaper", "dearer"
]
ENGLISH: Final = "en"
_ENDS: Final = " \t\n ?.!…"


@lru_cache(maxsize=1)
def talk_words() -> Mapping[str, Mapping[str, Any]]:
    """The table by language."""
    table: Mapping[str, Mapping[str, Any]] = json.loads(
        (resources.files("limpet.memory") / "talk_words.json").read_text("utf-8")
    )
    return table


def said_in(way: Way, message: str) -> str:
    """
    The language, other than English, in which *message* is nothing but a *way* of speaking; empty for none.

    >>> said_in("again", "Wiederhole das bitte!"), said_in("chooses", "le deuxième"), said_in("again", "Say it again")
    ('de', 'fr', '')
    """
    text = plain(message)
    return next((language for language, pattern in _ways(way) if pattern.fullmatch(text)), "")


def holds(way: Way, message: str) -> bool:
    """Whether *message* has a phrase of a *way* of speaking in it, in a language other than English."""
    return any(re.search(rf"(?<!\w)(?:{pattern.pattern})(?!\w)", message, re.IGNORECASE) for _, pattern in _ways(way))


def plain(message: str) -> str:
    """*message* on one line with plain apostrophes, without the signs that it ends with."""
    return " ".join(message[:200].replace("’", "'").split()).strip(_ENDS)


@lru_cache(maxsize=1)
def places() -> Mapping[str, int]:
    """The place that a word of order means, from 0 or, for the last, -1; in all languages but English."""
    by_language = (words["places"] for language, words in talk_words().items() if language != ENGLISH)
    return {word: place for one in by_language for word, place in one.items()}


@lru_cache(maxsize=16)
def words_of_kind(language: str, kind: str) -> frozenset[str]:
    """The words of one entry of a language's table that is a list of words; none where it has none."""
    return frozenset(str(talk_words().get(language, {}).get(kind, "")).split())


@lru_cache(maxsize=8)
def _ways(way: Way) -> tuple[tuple[str, re.Pattern[str]], ...]:
    table = ((language, words[way]) for language, words in talk_words().items() if way in words)
    return tuple((language, re.compile(pattern, re.IGNORECASE)) for language, pattern in table)
