"""The texts of a saved document in which something forgotten could hide: people's words, not the format's."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

_NAMED_BY_PEOPLE: Final = frozenset({"mentions", "slots"})
"""Objects whose keys are names of the conversation; all other keys are the format's."""
_OF_THE_FORMAT: Final = frozenset(
    "kind format version embedder engagement engagements summary_vector turn_vectors rows scales fragment_ids exposures"
    " evictions".split()
)
"""Fields that hold words of the format, vectors, or names of documents."""


def texts_of(document: Any, key: str = "") -> Iterator[str]:
    """
    All texts of a JSON document.

    Args:
        document: As parsed.
        key: The field that it stands in.

    >>> sorted(texts_of({"kind": "limpet-session", "mentions": {"Pune": 2}, "turns": [{"message": "Grüße"}]}))
    ['Grüße', 'Pune']
    """
    if isinstance(document, str):
        yield document
    elif isinstance(document, Mapping):
        for name, value in document.items():
            if key in _NAMED_BY_PEOPLE:
                yield str(name)
            if name not in _OF_THE_FORMAT or key in _NAMED_BY_PEOPLE:
                yield from texts_of(value, str(name))
    elif isinstance(document, (list, tuple)):
        for value in document:
            yield from texts_of(value, key)


def texts_in(saved: str) -> list[str]:
    """
    The texts of a saved document; the whole of one that is no JSON object.

    >>> texts_in('{"turns": [{"message": "Gr\\\\u00fc\\\\u00dfe"}]}'), texts_in("plain")
    (['Grüße'], ['plain'])
    """
    try:
        document = json.loads(saved)
    except (ValueError, RecursionError):
        return [saved]
    return list(texts_of(document)) if isinstance(document, (Mapping, list)) else [saved]
