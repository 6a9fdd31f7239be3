"""What the nearest sentence of a fragment adds to its score: a long fragment may answer a question in one sentence."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from limpet.retrieval.document import Query
from limpet.text.tokens import stems

if TYPE_CHECKING:
    from limpet.retrieval.index import Index

SENTENCE_WEIGHT: Final = 0.5
"""
What a difference of 1 between cosines of nearest sentences counts in scores of 0 to 1. Chosen on the questions over the
demos that ``limpet eval site`` calls those of tuning; with .35 about as many answers are found.
"""
LOOKED_AT: Final = 24
"""Best fragments as wholes whose sentences are looked at; the others count as far as the farthest of these."""
_NUMBER: Final = re.compile(r"\d")


@dataclass(frozen=True, slots=True)
class Candidates:
    """
    Fragments with their scores, one element a candidate; at least one.

    Attributes:
        rows: Fragment numbers.
        scores: As wholes, 0 or more.
        cosines: As wholes.
    """

    rows: NDArray[np.intp]
    scores: NDArray[np.float32]
    cosines: NDArray[np.float32]


def by_sentences(index: Index, query: Query, found: Candidates) -> NDArray[np.float32]:
    """
    The scores of *found* less by how much farther the nearest sentence of each is than that of the best; 0 at least.

    They stay where *index* has no vectors of sentences, where a record comes first (records are not told sentence by
    sentence), where the question names a kind of goods (sentences that name it too are near for that alone), and where
    it has a number: vectors hardly tell one from another.
    """
    fragments = [index.fragments[row] for row in found.rows.tolist()]
    best = fragments[int(np.argmax(found.scores))]
    is_record = index.document(best.document_id).format == "record"
    if index.sentences is None or query.vector is None or is_record or _is_for_wholes(index, query):
        return found.scores
    looked_at = np.argsort(-found.scores, kind="stable")[:LOOKED_AT]
    told = index.sentences.nearest([fragments[place].fragment_id for place in looked_at], query.vector)
    nearest = np.where(np.isnan(told), found.cosines[looked_at], told)
    everywhere = np.full_like(found.scores, nearest.min())
    everywhere[looked_at] = nearest
    return lowered(found.scores, everywhere)


def lowered(scores: NDArray[np.float32], nearest: NDArray[np.float32]) -> NDArray[np.float32]:
    """
    *scores* less :data:`SENTENCE_WEIGHT` for each 1 that *nearest* lacks of its highest.

    >>> lowered(np.array([0.75, 1.0, 0.0], dtype=np.float32), np.array([0.5, 0.25, 0.0], dtype=np.float32)).tolist()
    [0.75, 0.875, 0.0]
    """
    lacking = nearest.max() - nearest
    left: NDArray[np.float32] = np.maximum(0.0, scores - SENTENCE_WEIGHT * lacking).astype(np.float32)
    return left


def _is_for_wholes(index: Index, query: Query) -> bool:
    if query.as_wholes or _NUMBER.search(query.text):
        return True
    return bool(index.catalogue.records) and not index.catalogue.kind_stems.isdisjoint(stems(query.text))
