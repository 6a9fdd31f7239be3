"""What the documents say, read-only: the best fragments for a query."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from limpet.ports import Vectors
from limpet.retrieval.bm25 import Postings
from limpet.retrieval.document import Document, Fragment, Hit, Mode, Query
from limpet.retrieval.fusion import fuse
from limpet.retrieval.rerank import penalised
from limpet.retrieval.top_k import top_k
from limpet.retrieval.vectors import ExactRows, Int8Rows, quantise
from limpet.text.stemming import stem
from limpet.text.tokens import stems

CANDIDATES: Final = 100
"""Fragments that each of the two scores puts forward for fusion."""

_NO_PENALTIES: Final[Mapping[str, float]] = MappingProxyType({})


class Index:
    """
    Fragments with their postings and vectors; made by :class:`~limpet.retrieval.builder.IndexBuilder` or a file.

    Attributes:
        fragments: All fragments; a row number of a mask or of the vectors is a position here.
        language: ISO 639-1 of the queries.
        embedder_name: Which embedder made the vectors.
    """

    def __init__(
        self,
        documents: Iterable[Document],
        fragments: Sequence[Fragment],
        postings: Postings,
        vectors: Int8Rows | None,
        embedder_name: str,
        language: str,
    ) -> None:
        self.fragments: Final = tuple(fragments)
        self.language: Final = language
        self.embedder_name: Final = embedder_name
        self.vectors: Final = vectors
        self._documents = {document.document_id: document for document in documents}
        self.postings: Final = postings
        self._rows = None if vectors is None else ExactRows(vectors)

    @property
    def documents(self) -> tuple[Document, ...]:
        """All documents, as first added."""
        return tuple(self._documents.values())

    @property
    def has_vectors(self) -> bool:
        """Whether dense retrieval is possible."""
        return self._rows is not None

    def document(self, document_id: str) -> Document:
        """The document of that id; ``KeyError`` when there is none."""
        return self._documents[document_id]

    def idf(self, stem: str) -> float:
        """How much a stem tells; an unknown one counts as the rarest."""
        return self.postings.idf(stem)

    def with_vectors(self, vectors: Vectors | Int8Rows, embedder_name: str | None = None) -> Index:
        """
        The same index with other vectors, one row a fragment; a row of zeros is a fragment without a vector yet.

        Raises:
            ValueError: The number of rows is not the number of fragments.
        """
        rows = vectors if isinstance(vectors, Int8Rows) else quantise(vectors)
        if len(rows.codes) != len(self.fragments):
            raise ValueError(f"{len(rows.codes)} vectors for {len(self.fragments)} fragments")
        name = self.embedder_name if embedder_name is None else embedder_name
        return Index(self.documents, self.fragments, self.postings, rows, name, self.language)

    def retrieve(
        self,
        query: Query,
        k: int = 10,
        mode: Mode = "hybrid",
        allowed: NDArray[np.bool_] | None = None,
        penalties: Mapping[str, float] = _NO_PENALTIES,
    ) -> list[Hit]:
        """
        The best fragments for *query*, best first.

        Args:
            query: Without a vector, ``hybrid`` is lexical and ``dense`` finds nothing.
            k: How many at most.
            mode: Which scores count.
            allowed: One truth value a fragment; the others are left out.
            penalties: By fragment id, taken off the score (0..1).

        Raises:
            DimensionError: The query's vector has another length than the index's.
        """
        bm25 = self._lexical(query)
        cosine = np.zeros(len(self.fragments), dtype=np.float32)
        is_dense = mode != "bm25" and query.vector is not None and self._rows is not None
        if is_dense and self._rows is not None and query.vector is not None:
            cosine = self._rows.cosines(query.vector)
        rows = self._candidates(bm25, cosine, mode, allowed, k)
        if not is_dense:
            scores = fuse(bm25[rows], cosine[rows], 0.0) if mode != "dense" else cosine[rows]
        else:
            scores = cosine[rows] if mode == "dense" else fuse(bm25[rows], cosine[rows])
        scores = penalised(scores, [self.fragments[row].fragment_id for row in rows], penalties)
        return [self._hit(rows[i], scores[i], bm25, cosine) for i in top_k(scores, k)]

    def save(self, path: str | Path) -> int:
        """Write the index to one file; its size in bytes."""
        from limpet.retrieval.index_file import save

        return save(self, Path(path))

    @staticmethod
    def load(path: str | Path) -> Index:
        """Read an index from its file; ``IndexFormatError`` when it is not a whole one of ours."""
        from limpet.retrieval.index_file import load

        return load(Path(path))

    def _lexical(self, query: Query) -> NDArray[np.float32]:
        terms: dict[str, float] = dict(Counter(stems(query.text, self.language)))
        for word, weight in query.extra_terms.items():
            term = word if word in self.postings.terms else stem(word, self.language)
            terms[term] = max(terms.get(term, 0.0), weight)
        scores = np.zeros(len(self.fragments), dtype=np.float32)
        self.postings.add_scores(terms.items(), scores)
        return scores

    def _candidates(
        self, bm25: NDArray[np.float32], cosine: NDArray[np.float32], mode: Mode, allowed: Any, k: int
    ) -> NDArray[np.intp]:
        wanted = max(CANDIDATES, k)
        found = [
            top_k(scores, wanted) for scores, name in ((bm25, "bm25"), (cosine, "dense")) if mode in ("hybrid", name)
        ]
        rows = np.unique(np.concatenate(found))
        keep = (bm25[rows] > 0) | (cosine[rows] > 0)
        if allowed is not None:
            keep &= allowed[rows]
        return rows[keep]

    def _hit(self, row: Any, score: Any, bm25: NDArray[np.float32], cosine: NDArray[np.float32]) -> Hit:
        return Hit(self.fragments[row], float(score), float(bm25[row]), float(cosine[row]))
