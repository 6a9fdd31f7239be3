"""Titles of documents that a text names: in full, or by words that one title alone has."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import pairwise
from typing import Final

from limpet.retrieval.document import Document, Fragment
from limpet.text.tokens import stems

_SHORTEST_HEAD: Final = 4
"""Characters of a head word's stem; shorter ones are too often part of something else."""


class Titles:
    """
    The titles of all documents.

    >>> titles = Titles([Document("a", "Cell membrane", ""), Document("b", "Green tea", ""), Document("c", "Tea", "")])
    >>> titles.named("what about the membrane", ()), titles.named("is tea healthy", ())
    (['Cell membrane'], [])
    """

    def __init__(self, documents: Iterable[Document] = ()) -> None:
        self._folded: set[str] = set()
        parts: dict[tuple[str, ...], set[str]] = {}  # head words, and words that follow each other
        for document in documents:
            if document.title.casefold() in self._folded:
                continue
            self._folded.add(document.title.casefold())
            words = tuple(stems(document.title))
            if words and len(words[-1]) >= _SHORTEST_HEAD:
                parts.setdefault(words[-1:], set()).add(document.title)
            for pair in pairwise(words):
                parts.setdefault(pair, set()).add(document.title)
        self._parts = {part: min(titles) for part, titles in parts.items() if len(titles) == 1}

    def named(self, text: str, names: Collection[str]) -> list[str]:
        """
        Titles that *text* names.

        Args:
            text: What the visitor wrote.
            names: Names that were found in it, as the documents write them.
        """
        whole = [name for name in names if name.casefold() in self._folded]
        if whole:
            return whole
        said = stems(text)
        parts = [*pairwise(said), *((stem,) for stem in said)]
        return list(dict.fromkeys(self._parts[part] for part in parts if part in self._parts))


def names_of(documents: Iterable[Document], fragments: Iterable[Fragment]) -> Iterator[str]:
    """Names that messages may mention: headings, titles, and the short values of catalogue records."""
    for fragment in fragments:
        yield from fragment.heading_path
    for document in documents:
        yield document.title
        for value in document.fields.values():
            yield from [part for part in (value if isinstance(value, list) else [value]) if isinstance(part, str)]
