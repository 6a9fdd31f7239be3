"""Lexical scores: BM25 with everything that does not depend on the query worked out when the index is built."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from limpet.text.bm25_weight import bm25_weight
from limpet.text.idf import idf


@dataclass(frozen=True, slots=True)
class Postings:
    """
    For every term the fragments that hold it and the score that it gives them; compressed sparse rows.

    Attributes:
        terms: Number of each stem.
        starts: Where a term's postings begin, int32, one more than there are terms.
        rows: Fragment numbers, ascending within a term, int32.
        weights: IDF times BM25 weight, float32, one a posting.
        idfs: IDF by term, float32.
        fragments: How many fragments there are.
    """

    terms: Mapping[str, int]
    starts: NDArray[np.int32]
    rows: NDArray[np.int32]
    weights: NDArray[np.float32]
    idfs: NDArray[np.float32]
    fragments: int

    def add_scores(self, query: Iterable[tuple[str, float]], scores: NDArray[np.float32]) -> None:
        """Add each term's score times its weight in *query* to *scores*, one a fragment."""
        for term, weight in query:
            number = self.terms.get(term)
            if number is not None:
                held = slice(self.starts[number], self.starts[number + 1])
                # a term names a fragment once, so a plain indexed addition is right and ten times faster than add.at
                scores[self.rows[held]] += self.weights[held] * np.float32(weight)

    def rows_of(self, term: str) -> NDArray[np.int32]:
        """Numbers of the fragments that hold a stem, ascending; none for an unknown one."""
        number = self.terms.get(term)
        return self.rows[:0] if number is None else self.rows[self.starts[number] : self.starts[number + 1]]

    @property
    def rarest_idf(self) -> float:
        """IDF of a term in a single fragment, above 0 also when there is none."""
        return idf(1, max(self.fragments, 2))

    def idf(self, term: str) -> float:
        """IDF of a stem; an unknown one counts as the rarest."""
        number = self.terms.get(term)
        return idf(0, self.fragments) if number is None else float(self.idfs[number])


def build_postings(
    bodies: Sequence[Sequence[str]], headings: Sequence[Sequence[str]], heading_weight: float
) -> Postings:
    """
    Postings of fragments given as stems.

    Args:
        bodies: Stems of each fragment's text.
        headings: Stems of its heading path.
        heading_weight: What a word in a heading counts, when one in the text counts 1.
    """
    frequencies = [_weighted_counts(b, h, heading_weight) for b, h in zip(bodies, headings, strict=True)]
    lengths = np.array([sum(counts.values()) for counts in frequencies], dtype=np.float64)
    held: dict[str, list[tuple[int, float]]] = {}
    for row, counts in enumerate(frequencies):
        for term, frequency in counts.items():
            held.setdefault(term, []).append((row, frequency))
    terms = sorted(held)
    starts = np.zeros(len(terms) + 1, dtype=np.int32)
    starts[1:] = np.cumsum([len(held[term]) for term in terms], dtype=np.int64)
    rows = np.array([row for term in terms for row, _ in held[term]], dtype=np.int32)
    counts_of = np.array([count for term in terms for _, count in held[term]], dtype=np.float64)
    idfs = np.array([idf(len(held[term]), len(bodies)) for term in terms], dtype=np.float64)
    mean_length = float(lengths.mean()) if len(lengths) and lengths.any() else 1.0
    weights = bm25_weight(counts_of, lengths[rows], mean_length) * np.repeat(idfs, np.diff(starts))
    numbers = {term: number for number, term in enumerate(terms)}
    return Postings(numbers, starts, rows, weights.astype(np.float32), idfs.astype(np.float32), len(bodies))


def _weighted_counts(body: Sequence[str], heading: Sequence[str], heading_weight: float) -> dict[str, float]:
    counts: dict[str, float] = dict(Counter(body))
    for term in heading:
        counts[term] = counts.get(term, 0.0) + heading_weight
    return counts
