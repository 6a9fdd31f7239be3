"""Words by which people want a list of goods to go on or to be in order, of all languages (``list_words.json``)."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import lru_cache
from importlib import resources
from typing import Any, Final, Literal, TypeAlias

WordKind: TypeAlias = Literal["up", "down", "price", "sorts", "beside"]
_LANGUAGE_KEYS: Final = ("goes_on",)


def words_of(kind: WordKind) -> frozenset[str]:
    """
    The words of one sort, lower-cased.

    >>> "günstigste" in words_of("up"), "primero" in words_of("sorts")
    (True, True)
    """
    return _sets()[kind]


def goes_on(text: str) -> bool:
    """
    Whether *text*, plain, is nothing but the wish that a list goes on, in another language than English.

    >>> goes_on("mostrar más"), goes_on("laat meer zien"), goes_on("mostrami la taglia")
    (True, True, False)
    """
    return _going_on().fullmatch(text) is not None


@lru_cache(maxsize=1)
def _table() -> Mapping[str, Any]:
    table: Mapping[str, Any] = json.loads((resources.files("limpet.memory") / "list_words.json").read_text("utf-8"))
    return table


@lru_cache(maxsize=1)
def _sets() -> Mapping[str, frozenset[str]]:
    return {name: frozenset(words.split()) for name, words in _table().items() if name not in _LANGUAGE_KEYS}


@lru_cache(maxsize=1)
def _going_on() -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{pattern})" for pattern in _table()["goes_on"].values()), re.IGNORECASE)
