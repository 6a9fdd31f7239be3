"""What the documents say, read-only: the best fragments for a query."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Final

import numpy as np
from numpy.typing import NDArray

from limpet.limits import DEFAULT_LIMITS, Limits
from limpet.ports import Vectors
from limpet.retrieval.bm25 import Postings
from limpet.retrieval.catalogue_facts import CatalogueFacts
from limpet.retrieval.dense import dense_rows
from limpet.retrieval.document import Document, Fragment, Hit, Mode, Query
from limpet.retrieval.feedback import fuse_twice
from limpet.retrieval.fragment_stems import FragmentStems
from limpet.retrieval.fusion import coverage, lexical_weight
from limpet.retrieval.kinds import refined
from limpet.retrieval.nearest_sentence import Candidates, by_sentences
from limpet.retrieval.page_words import PageWords
from limpet.retrieval.query_terms import query_terms
from limpet.retrieval.ranking import Ranking, RankingCache, ranking_key
from limpet.retrieval.rerank import given_way, penalised
from limpet.retrieval.sentence_signs import SentenceSigns, checked
from limpet.retrieval.top_k import best_positive, top_k
from limpet.retrieval.vectors import Int8Rows, quantise

CANDIDATES: Final = 100
"""Fragments that each of the two scores puts forward for fusion."""

_DECIMALS: Final = 6
"""Scores are rounded so far before they are ranked: machines differ by less, and equals then keep their order."""

_QUESTION_LANGUAGE: Final = "en"
"""As composers stem questions; fragments of documents in other languages are stemmed anew to be compared with them."""

_NO_ROWS: Final[NDArray[np.intp]] = np.empty(0, dtype=np.intp)
_NO_PENALTIES: Final[Mapping[str, float]] = MappingProxyType({})


class Index:
    """
    Fragments with their postings and vectors; made by :class:`~limpet.retrieval.builder.IndexBuilder` or a file.

    Attributes:
        fragments: All fragments; a row number of a mask or of the vectors is a position here.
        postings: The lexical part.
        language: ISO 639-1 of the queries.
        languages: That, and those of the documents.
        embedder_name: Which embedder made the vectors.
        cache: Rankings of the latest queries; another index has another cache.
        stems: Stems of the latest fragments; the same.
        sentences: Signs of the vectors of sentences; None where no build has made any.
    """

    def __init__(
        self,
        documents: Iterable[Document],
        fragments: Sequence[Fragment],
        postings: Postings,
        vectors: Int8Rows | None,
        embedder_name: str,
        language: str,
        limits: Limits = DEFAULT_LIMITS,
        sentences: SentenceSigns | None = None,
    ) -> None:
        self.fragments: Final = tuple(fragments)
        self.postings: Final = postings
        self.language: Final = language
        self.embedder_name: Final = embedder_name
        self.cache: Final = RankingCache(limits)
        self.stems: Final = FragmentStems(postings, limits)
        self.sentences: Final = sentences
        self._limits = limits
        self._documents = {document.document_id: document for document in documents}
        self._dense = None if vectors is None else dense_rows(vectors)
        others = sorted({document.language for document in self._documents.values()} - {language})
        self.languages = (language, *others)

    @property
    def documents(self) -> tuple[Document, ...]:
        """All documents, as first added."""
        return tuple(self._documents.values())

    @cached_property
    def catalogue(self) -> CatalogueFacts:
        """What all records have in common, found when it is first asked for."""
        return CatalogueFacts(self.documents)

    @cached_property
    def rows(self) -> Mapping[str, int]:
        """The row of each fragment by its id; those of one document follow one another."""
        return {fragment.fragment_id: row for row, fragment in enumerate(self.fragments)}

    @cached_property
    def page_words(self) -> PageWords:
        """Which words are of pages and which of records, the same."""
        return PageWords(self.postings, [self._documents[one.document_id].format == "record" for one in self.fragments])

    @property
    def vectors(self) -> Int8Rows | None:
        """One row a fragment, or None."""
        return None if self._dense is None else self._dense.rows

    @property
    def has_vectors(self) -> bool:
        """Whether dense retrieval is possible."""
        return self._dense is not None

    def document(self, document_id: str) -> Document:
        """The document of that id; ``KeyError`` when there is none."""
        return self._documents[document_id]

    def fragment(self, fragment_id: str) -> Fragment | None:
        """The fragment of that id; None when there is none."""
        row = self.rows.get(fragment_id)
        return None if row is None else self.fragments[row]

    def by_document(self) -> dict[str, list[Fragment]]:
        """The fragments of each document by its id, in reading order."""
        found: dict[str, list[Fragment]] = {}
        for fragment in self.fragments:
            found.setdefault(fragment.document_id, []).append(fragment)
        return found

    def idf(self, stem: str) -> float:
        """How much a stem tells; an unknown one counts as the rarest."""
        return self.postings.idf(stem)

    def alike(self, first: str, second: str) -> float:
        """Cosine of two fragments by their ids, at least 0; 0 when one of them has no vector or is not here."""
        if self._dense is None:
            return 0.0
        known = self.rows
        rows = [known[name] for name in (first, second) if name in known]
        if len(rows) < 2:
            return 0.0
        vectors = self._dense.floats(np.array(rows, dtype=np.intp))
        return max(0.0, float(np.einsum("i,i->", vectors[0], vectors[1])))

    def with_stems(self, hits: Sequence[Hit]) -> list[Hit]:
        """The same hits with the stems of their fragments, where these are stemmed as questions are."""
        known = self.rows
        rows = {
            hit.fragment.fragment_id: known[hit.fragment.fragment_id]
            for hit in hits
            if self._documents[hit.fragment.document_id].language == _QUESTION_LANGUAGE
        }
        stems = dict(zip(rows, self.stems(list(rows.values())), strict=True))
        return [replace(hit, known_stems=stems.get(hit.fragment.fragment_id)) for hit in hits]

    def with_vectors(self, vectors: Vectors | Int8Rows, embedder_name: str | None = None) -> Index:
        """
        The same index with other vectors, one row a fragment; a row of zeros is a fragment without a vector yet.

        The kinds of fragments that had none before are told anew with them.

        Raises:
            ValueError: The number of rows is not the number of fragments.
        """
        rows = vectors if isinstance(vectors, Int8Rows) else quantise(np.asarray(vectors, dtype=np.float32))
        if len(rows.codes) != len(self.fragments):
            raise ValueError(f"{len(rows.codes)} vectors for {len(self.fragments)} fragments")
        name = self.embedder_name if embedder_name is None else embedder_name
        fragments = refined(self.fragments, rows, name)
        return Index(self.documents, fragments, self.postings, rows, name, self.language, self._limits, self.sentences)

    def with_sentences(self, sentences: SentenceSigns | None) -> Index:
        """The same index with other sentences; ``IndexFormatError`` (``bad-sentences``) where they are not of it."""
        shared = (self.documents, self.fragments, self.postings, self.vectors, self.embedder_name, self.language)
        return Index(*shared, self._limits, checked(sentences, self.rows))

    def retrieve(
        self,
        query: Query,
        k: int = 10,
        mode: Mode = "hybrid",
        allowed: NDArray[np.bool_] | None = None,
        penalties: Mapping[str, float] = _NO_PENALTIES,
        shown_before: Collection[str] = (),
    ) -> list[Hit]:
        """
        The best fragments for *query*, best first.

        Args:
            query: Without a vector, ``hybrid`` is lexical and ``dense`` finds nothing.
            k: How many at most.
            mode: Which scores count.
            allowed: One truth value a fragment; the others are left out.
            penalties: By fragment id, taken off the score (0..1).
            shown_before: Ids of fragments that give way a little.

        Raises:
            DimensionError: The query's vector has another length than the index's.
        """
        ranking = self._ranking(query, max(k, CANDIDATES), mode, allowed)
        is_bent = penalties or shown_before
        names = [self.fragments[row].fragment_id for row in ranking.rows.tolist()] if is_bent else []
        is_worn = (
            bool(names) and names[int(np.argmax(ranking.scores))] in penalties
        )  # gives way among wholes, as fitted
        ranked = ranking.wholes if is_worn else ranking.scores
        scores = penalised(given_way(ranked, names, shown_before), names, penalties)
        return [ranking.hit(i, self.fragments[ranking.rows[i]], float(scores[i])) for i in top_k(scores, k).tolist()]

    def save(self, path: str | Path) -> int:
        """Write the index to one file; its size in bytes."""
        from limpet.retrieval.index_file import save

        return save(self, Path(path))

    @staticmethod
    def load(path: str | Path) -> Index:
        """Read an index from its file; ``IndexFormatError`` when it is not a whole one of ours."""
        from limpet.retrieval.index_file import load

        return load(Path(path))

    def _ranking(self, query: Query, wanted: int, mode: Mode, allowed: NDArray[np.bool_] | None) -> Ranking:
        key = ranking_key(query, wanted, mode, allowed)
        known = self.cache.get(key)
        if known is not None:
            return known
        made = self._ranked(query, wanted, mode, allowed)
        self.cache.put(key, made)
        return made

    def _ranked(self, query: Query, wanted: int, mode: Mode, allowed: NDArray[np.bool_] | None) -> Ranking:
        bm25, query_idf = self._lexical(query, allowed)
        if mode == "bm25" or query.vector is None or self._dense is None:
            rows = _NO_ROWS if mode == "dense" else best_positive(bm25, wanted)
            covered = np.round(coverage(bm25[rows], query_idf), _DECIMALS)
            return Ranking(rows, covered, bm25[rows], np.zeros_like(covered), covered)
        rows = self._dense.nearest(query.vector, wanted, allowed)
        rows = np.sort(rows) if mode == "dense" else np.union1d(best_positive(bm25, wanted), rows)
        vectors = self._dense.floats(rows)
        cosines = np.einsum("ij,j->i", vectors, query.vector.astype(np.float32, copy=False))
        scores = wholes = cosines
        if mode == "hybrid" and len(rows):
            covered = coverage(bm25[rows], query_idf)
            weight = lexical_weight(query_idf, self.postings.rarest_idf, float(cosines.max()), float(covered.max()))
            wholes = fuse_twice(covered, cosines, weight, query.vector, vectors)
            scores = by_sentences(self, query, Candidates(rows, wholes, cosines))
        return Ranking(rows, np.round(scores, _DECIMALS), bm25[rows], cosines, np.round(wholes, _DECIMALS))

    def _lexical(self, query: Query, allowed: NDArray[np.bool_] | None) -> tuple[NDArray[np.float32], float]:
        """BM25 of every fragment, 0 for those left out, and the sum of the query's weighted IDFs."""
        terms = query_terms(query, self.languages, self.postings.terms)
        scores = np.zeros(len(self.fragments), dtype=np.float32)
        self.postings.add_scores(terms.items(), scores)
        if allowed is not None:
            scores[~allowed] = 0
        return scores, sum(weight * self.postings.idf(term) for term, weight in terms.items())
