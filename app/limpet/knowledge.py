"""
What the owner's documents say: documents, their index, the embedder, and the caches between them.

The only object that both builds and searches an index while a chat is running; everything it hands out is frozen.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

import numpy as np

from limpet.embed.cached import CachedEmbedder
from limpet.errors import DocumentError, EmbedderError
from limpet.limits import Limits
from limpet.memory.entities import EntityFinder
from limpet.ports import Embedder, Vector
from limpet.retrieval.builder import IndexBuilder
from limpet.retrieval.document import Document, Hit, Mode, Query, main_language
from limpet.retrieval.facets import slot_schema
from limpet.retrieval.filtering import allowed_fragments, has_days, to_relax, with_all
from limpet.retrieval.first_questions import FirstQuestion, first_questions
from limpet.retrieval.fitting_records import FittingRecords
from limpet.retrieval.index import Index
from limpet.retrieval.retrieval_key import retrieval_key
from limpet.retrieval.sentence_signs import without_documents
from limpet.retrieval.splitting import split
from limpet.retrieval.titles import Titles, names_of
from limpet.text.lru import LruCache
from limpet.text.scripts import is_learned_by, is_read_by
from limpet.text.stemming import MEMO_WORDS, reserve_memo
from limpet.text.tokens import stem, stems

_IDF_WITHOUT_INDEX: Final = 6.0
"""About what a content word has among a few thousand fragments."""
_EMBED_AT_ONCE: Final = 8
"""Texts between two looks at the event loop, so that a question need not wait for a whole document."""


class Knowledge:
    """
    Documents that can be searched.

    Args:
        limits: Caps of the caches and of a document.
        embedder: Text to vector; while it is not ready retrieval is lexical.
        index: A built index to start from, or None.
        document_embedder: The same model for the texts of documents, where it remembers them; ``embedder`` when None.

    Attributes:
        language: ISO 639-1 of most of the documents.

    >>> knowledge = Knowledge(Limits())
    >>> asyncio.run(knowledge.add([Document("d1", "Tea", "Green tea is steeped at 75 degrees.")]))
    1
    >>> [hit.fragment.document_id for hit in asyncio.run(knowledge.retrieve(Query("green tea"), k=1))]
    ['d1']
    """

    def __init__(
        self,
        limits: Limits,
        embedder: Embedder | None = None,
        index: Index | None = None,
        document_embedder: Embedder | None = None,
    ) -> None:
        self.limits = limits
        self._embedder = CachedEmbedder(embedder, limits) if embedder is not None else None
        self._document_embedder = document_embedder or embedder
        self._documents: dict[str, Document] = {}  # grows with the owner's documents, never with turns
        self._index = index
        if index is not None:
            self._documents.update((document.document_id, document) for document in index.documents)
        self._vectors: dict[str, Vector] = {}  # one a fragment, for the same reason
        most, most_bytes = limits.retrievals, limits.cache_bytes
        self._retrievals: LruCache[str, list[Hit]] = LruCache(most, most_bytes, lambda hits: 256 * (1 + len(hits)))
        self.fitting = FittingRecords(self._documents, limits)
        self._name(index)

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

    def is_learned(self, text: str) -> bool:
        """Whether cosines of *text* tell how near a fragment is, in its language."""
        return self._embedder is None or is_learned_by(self._embedder.name, text)

    async def add(self, documents: Sequence[Document]) -> int:
        """Index *documents* on top of what is there; one with a known id replaces it. Returns all fragments."""
        split_before = {} if self._index is None else self._index.by_document()
        for document in documents:
            split_before.pop(document.document_id, None)
        self._documents.update((document.document_id, document) for document in documents)
        builder = IndexBuilder()
        for document in self._documents.values():
            builder.add(document, split_before.get(document.document_id) or split(document))
        sentences = without_documents(None if self._index is None else self._index.sentences, documents)
        lexical = builder.build(None, "").with_sentences(sentences)
        vectors = await self._embed_fragments(lexical) if self.is_embedding else None
        self._retrievals.clear()
        self.fitting.cache.clear()
        self._index = lexical if vectors is None else lexical.with_vectors(vectors, self._embedder_name())
        self._name(self._index)
        return len(self._index.fragments)

    async def vector(self, text: str) -> Vector | None:
        """The vector of *text*; None without the embedder of the index, and for a script that it has not learned."""
        if self._embedder is None or not self._embedder.is_ready or not is_read_by(self._embedder.name, text):
            return None
        if self._index is not None and self._index.has_vectors and self._index.embedder_name != self._embedder.name:
            return None
        try:
            row: Vector = (await self._embedder.embed([text]))[0]
        except EmbedderError:  # it has said so itself; words alone still find something
            return None
        return row

    def idf(self, stem: str) -> float:
        """Rarity of a stem among the fragments; a middling value for every stem while there are none."""
        return _IDF_WITHOUT_INDEX if self._index is None else self._index.idf(stem)

    def nearest_cosine(self, vector: Vector) -> float:
        """Cosine of *vector* with the nearest fragment; 0 without one."""
        hits = [] if self._index is None else self._index.retrieve(Query("", vector), k=1, mode="dense")
        return hits[0].cosine if hits else 0.0

    async def retrieve(
        self,
        query: Query,
        k: int = 10,
        mode: Mode = "hybrid",
        penalties: Mapping[str, float] | None = None,
        shown_before: Collection[str] = (),
        filters: Mapping[str, Any] | None = None,
        only_records: bool = False,
        by_price: str = "",
    ) -> list[Hit]:
        """
        The best *k* fragments; an empty list when nothing is indexed.

        Records come only when they satisfy *filters*; with *only_records* nothing else comes, with *by_price* only the
        cheapest or dearest of them. Those *shown_before* give way a little.
        """
        if self._index is None:
            return []
        narrowed = {**(filters or {}), "": (only_records, by_price)}
        key = retrieval_key(query, k, mode, penalties or {}, shown_before, narrowed)
        if (known := self._retrievals.get(key)) is None:
            allowed = allowed_fragments(
                self._index.fragments,
                self._documents.values(),
                filters or {},
                only_records=only_records,
                by_price=by_price,
                most=k,
                fitting=self.fitting.of(filters or {}) if filters or only_records or by_price else None,
            )
            known = self._index.retrieve(query, k, mode, allowed, penalties or {}, shown_before)
            if only_records and allowed is not None and (known or has_days(filters or {})):  # filters alone say enough
                known = with_all(known, self._index.fragments, allowed, k)
            self._retrievals.put(key, known)
        return list(known)

    async def warm_up(self) -> None:
        """
        Stem the fragments' words while nobody asks, until the memo of stems is full of them.

        First answers need them; memory is then flat from the start.
        """
        reserve_memo()
        known = stem.cache_info().misses
        for fragment in self._index.fragments if self._index is not None else ():
            if stem.cache_info().misses - known >= MEMO_WORDS:
                return
            stems(fragment.text)
            await asyncio.sleep(0)

    def alike(self, first: str, second: str) -> float:
        """Likeness in meaning of two fragments by their ids, 0..1; 0 for different ones without vectors."""
        return 1.0 if first == second else 0.0 if self._index is None else self._index.alike(first, second)

    def filters_to_relax(
        self, filters: Mapping[str, Any], now: Collection[str] = (), last: Collection[str] = ()
    ) -> tuple[str, ...]:
        """Names of the filters to give up so that at least one record fits; see ``to_relax``."""
        return to_relax(self._documents.values(), filters, now, last)

    def suggestions(self, count: int) -> list[FirstQuestion]:
        """First questions that the documents should answer."""
        return first_questions(() if self._index is None else self._index.fragments, self._documents.values(), count)

    def entities_in(self, text: str) -> tuple[str, ...]:
        """Names that *text* is about: of the documents, quoted, capitalised, with numbers."""
        return self._finder.names_in(text)

    def titles_in(self, text: str) -> list[str]:
        """Titles of documents that *text* names, in full or by a head word that one title alone has."""
        return self._titles.named(text, self.entities_in(text))

    def names_record(self, text: str, *, in_part: bool = False) -> bool:
        """Whether *text* names a record in full, or *in_part* by words that its name alone has."""
        named = {name.casefold() for name in (self.titles_in(text) if in_part else self.entities_in(text))}
        return any(one.format == "record" and one.title.casefold() in named for one in self._documents.values())

    def slot_schema(self) -> Mapping[str, Any]:
        """The filters that the catalogue offers, as ``configure`` would take them."""
        return slot_schema(self._documents.values())

    def named_caches(self) -> list[tuple[str, LruCache[Any, Any]]]:
        """The bounded caches by name."""
        vectors = [] if self._embedder is None else [("query_vectors", self._embedder.cache)]
        stems_read = [] if self._index is None else [("fragment_stems", self._index.stems.cache)]
        return [*vectors, ("retrievals", self._retrievals), ("fitting", self.fitting.cache), *stems_read]

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

    def _name(self, index: Index | None) -> None:
        documents = self._documents.values()
        self._finder = EntityFinder(names_of(documents, index.fragments if index else ()))
        self._titles = Titles(documents)
        self.language = main_language(documents)

    def _embedder_name(self) -> str:
        return "" if self._embedder is None else self._embedder.name

    async def _embed_fragments(self, index: Index) -> Any:
        if self._document_embedder is None:
            return None
        texts = [fragment.embedding_text for fragment in index.fragments]
        fresh = [text for text in dict.fromkeys(texts) if text not in self._vectors]
        for start in range(0, len(fresh), _EMBED_AT_ONCE):
            some = fresh[start : start + _EMBED_AT_ONCE]
            rows = await self._document_embedder.embed(some)
            self._vectors.update(zip(some, rows, strict=True))
            await asyncio.sleep(0)
        self._vectors = {text: self._vectors[text] for text in texts}
        return np.stack([self._vectors[text] for text in texts]) if texts else None
