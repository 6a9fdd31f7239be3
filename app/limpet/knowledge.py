"""
What the owner's documents say: documents, their index, the embedder, and the caches between them.

The only object that both builds and searches an index while a chat is running; everything it hands out is frozen.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from limpet.embed.cached import CachedEmbedder
from limpet.errors import DocumentError, WireError
from limpet.limits import Limits
from limpet.ports import Embedder, Vector
from limpet.retrieval.builder import IndexBuilder
from limpet.retrieval.document import Document, Hit, Mode, Query
from limpet.retrieval.index import Index
from limpet.retrieval.splitting import split

_EMBED_AT_ONCE = 8
"""Texts between two looks at the event loop, so that a question need not wait for a whole document."""


class Knowledge:
    """
    Documents that can be searched.

    Args:
        limits: Caps of the caches and of a document.
        embedder: Text to vector; while it is not ready retrieval is lexical.
        index: A built index to start from, or None.

    >>> knowledge = Knowledge(Limits())
    >>> asyncio.run(knowledge.add([Document("d1", "Tea", "Green tea is steeped at 75 degrees.")]))
    1
    >>> [hit.fragment.document_id for hit in asyncio.run(knowledge.retrieve(Query("green tea"), k=1))]
    ['d1']
    """

    def __init__(self, limits: Limits, embedder: Embedder | None = None, index: Index | None = None) -> None:
        self._limits = limits
        self._embedder = CachedEmbedder(embedder, limits) if embedder is not None else None
        self._documents: dict[str, Document] = {}  # grows with the owner's documents, never with turns
        self._index = index
        if index is not None:
            self._documents.update((document.document_id, document) for document in index.documents)
        self._vectors: dict[str, Vector] = {}  # one a fragment, for the same reason

    @property
    def index(self) -> Index | None:
        """What is searched; None before the first document."""
        return self._index

    @property
    def embedder(self) -> CachedEmbedder | None:
        """Text to vector, remembered for the latest texts."""
        return self._embedder

    @property
    def is_embedding(self) -> bool:
        """Whether vectors can be had now."""
        return self._embedder is not None and self._embedder.is_ready

    async def add(self, documents: Sequence[Document]) -> int:
        """Index *documents* on top of what is there; one with a known id replaces it. Returns all fragments."""
        for document in documents:
            self._documents[document.document_id] = document
        builder = IndexBuilder()
        for document in self._documents.values():
            builder.add(document, split(document))
        lexical = builder.build(None, "")
        vectors = await self._embed_fragments(lexical) if self.is_embedding else None
        self._index = lexical if vectors is None else lexical.with_vectors(vectors, self._embedder_name())
        return len(self._index.fragments)

    async def vector(self, text: str) -> Vector | None:
        """The vector of *text*, or None while there is no embedder."""
        if self._embedder is None or not self._embedder.is_ready or not text.strip():
            return None
        row: Vector = (await self._embedder.embed([text]))[0]
        return row

    async def retrieve(
        self, query: Query, k: int = 10, mode: Mode = "hybrid", penalties: Mapping[str, float] | None = None
    ) -> list[Hit]:
        """The best *k* fragments; an empty list when nothing is indexed."""
        if self._index is None:
            return []
        return self._index.retrieve(query, k=k, mode=mode, penalties=penalties or {})

    def document(self, document_id: str) -> Document:
        """
        One document as it was given.

        Raises:
            DocumentError: ``unknown-document``.
        """
        try:
            return self._documents[document_id]
        except KeyError:
            raise DocumentError("unknown-document", f'There is no document "{document_id[:80]}".') from None

    def _embedder_name(self) -> str:
        return "" if self._embedder is None else self._embedder.name

    async def _embed_fragments(self, index: Index) -> Any:
        if self._embedder is None:
            return None
        texts = [fragment.embedding_text for fragment in index.fragments]
        fresh = [text for text in dict.fromkeys(texts) if text not in self._vectors]
        for start in range(0, len(fresh), _EMBED_AT_ONCE):
            some = fresh[start : start + _EMBED_AT_ONCE]
            rows = await self._embedder.inner.embed(some)
            self._vectors.update(zip(some, rows, strict=True))
            await asyncio.sleep(0)
        self._vectors = {text: self._vectors[text] for text in texts}
        return np.stack([self._vectors[text] for text in texts]) if texts else None


def document_from(given: object, limits: Limits) -> Document:
    """
    A document of an ``add_documents`` message.

    Raises:
        WireError: ``bad-document``: which document, and what about it.
    """
    if not isinstance(given, dict):
        raise WireError("bad-document", "A document is an object with id, title and text.")
    document_id, text = given.get("id"), given.get("text", "")
    if not isinstance(document_id, str) or not document_id.strip():
        raise WireError("bad-document", 'A document needs an "id", a text that is not empty.')
    title, shape, fields = given.get("title") or "", given.get("format") or "markdown", given.get("fields") or {}
    wrong = [
        name
        for name, value, kind in (("text", text, str), ("title", title, str), ("format", shape, str), ("fields", fields, dict))
        if not isinstance(value, kind)
    ]
    if wrong:
        raise WireError("bad-document", f'"{wrong[0]}" of the document "{document_id[:80]}" has the wrong type.')
    if shape not in ("markdown", "html", "text", "record"):
        raise WireError("bad-document", f'The format "{shape[:20]}" is unknown; known: markdown, html, text, record.')
    if len(text) > limits.document_bytes:
        raise WireError("bad-document", f'The document "{document_id[:80]}" is larger than {limits.document_bytes} bytes.')
    return Document(document_id, title, text, shape, fields, str(given.get("language") or "en"), str(given.get("url") or ""))
