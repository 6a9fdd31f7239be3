"""Documents and their fragments, gathered until they become an index."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from limpet.ports import Vectors
from limpet.retrieval.bm25 import build_postings
from limpet.retrieval.document import Document, Fragment
from limpet.retrieval.index import Index
from limpet.retrieval.kinds import refined_by_layer
from limpet.text.tokens import stems

HEADING_WEIGHT: Final = 1.0
"""What a word in a heading counts, when one in the text counts 1."""


class IndexBuilder:
    """
    Mutable until :meth:`build`; more can be added and built again afterwards.

    Args:
        language: ISO 639-1 of the queries; a document's own language chooses the stemmer of its text.

    >>> builder = IndexBuilder()
    >>> document = Document("a", "A", "Cotton is soft.")
    >>> builder.add(document, [Fragment("a#1", "a", ("A",), 0, 15, "Cotton is soft.")])
    >>> len(builder.build(None, "").fragments)
    1
    """

    def __init__(self, language: str = "en") -> None:
        self.language = language
        self._documents: dict[str, Document] = {}
        self._fragments: dict[str, list[Fragment]] = {}
        self._stems: dict[str, tuple[list[list[str]], list[list[str]]]] = {}

    def add(self, document: Document, fragments: Sequence[Fragment]) -> None:
        """Take in *document* with its *fragments*; one with the same id is replaced."""
        name = document.document_id
        self._documents[name] = document
        self._fragments[name] = list(fragments)
        bodies = [stems(fragment.text, document.language) for fragment in fragments]
        headings = [stems(" ".join(fragment.heading_path), document.language) for fragment in fragments]
        self._stems[name] = (bodies, headings)

    @property
    def fragments(self) -> list[Fragment]:
        """All fragments in the order of their rows: by document as first added, then as given."""
        return [fragment for name in self._documents for fragment in self._fragments[name]]

    def document(self, fragment: Fragment) -> Document:
        """The document that *fragment* is of."""
        return self._documents[fragment.document_id]

    def build(self, vectors: Vectors | None, embedder_name: str, layer_means: Vectors | None = None) -> Index:
        """
        A read-only index of what was added so far.

        Args:
            vectors: One unit-length row a fragment, in the order of :attr:`fragments`; None for a lexical index.
            embedder_name: Which embedder made *vectors*.
            layer_means: Mean states of its inner layer, one row a fragment, that tell the kinds; without them the kinds
                are told by *vectors*.

        Raises:
            ValueError: The number of rows is not the number of fragments.
        """
        bodies = [body for name in self._documents for body in self._stems[name][0]]
        headings = [heading for name in self._documents for heading in self._stems[name][1]]
        postings = build_postings(bodies, headings, HEADING_WEIGHT)
        fragments = self.fragments if layer_means is None else refined_by_layer(self.fragments, layer_means)
        index = Index(self._documents.values(), fragments, postings, None, embedder_name, self.language)
        return index if vectors is None else index.with_vectors(vectors)
