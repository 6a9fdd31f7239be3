"""How well a remembered turn answers a question: one absolute number, whatever else is open."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from limpet.memory.block import Block, Floats
from limpet.memory.recall_terms import recall_terms
from limpet.text.bm25_weight import bm25_weight

K1: Final = 0.9
B: Final = 0.1
"""Turns are short: their length says little (measured: k1 .4-2 and b 0-.1 are equal, b .75 loses 4 points of R@10)."""
NEIGHBOUR: Final = 0.3
"""Weight of the turns before and after in a turn's derived vector (measured: .15-.5 all good)."""


@dataclass(frozen=True, slots=True)
class ConversationWeights:
    """
    What each part of a turn's score counts, for all stores of conversations alike.

    ``bm + cosine * cos + block * blk + date * date + when * when + speaker * spk``; from a measured study of recall
    over 5,882 turns. Date and when are general; a name is worth little.
    """

    cosine: float = 2.5
    block: float = 0.7
    date: float = 1.0
    when: float = 0.4
    speaker: float = 0.2


CONVERSATION: Final = ConversationWeights()


@dataclass(frozen=True, slots=True)
class OpenedBlock:
    """
    A block prepared for ranking its turns.

    Attributes:
        block: As stored.
        postings: Stem -> (turn, times) of the turns that hold it.
        lengths: Stems of each turn.
        vectors: Derived vectors, ``unit(v_i + .3 v_(i-1) + .3 v_(i+1))``, float32 (turns, dimensions); no rows
            when the block has none.
    """

    block: Block
    postings: Mapping[str, Sequence[tuple[int, int]]]
    lengths: NDArray[np.float64]
    vectors: Floats

    @property
    def size_bytes(self) -> int:
        """Bytes it takes, roughly; for its cache."""
        return self.vectors.nbytes + 64 * sum(map(len, self.postings.values())) + 120 * len(self.postings)


def postings_of(texts: Sequence[str]) -> tuple[dict[str, list[tuple[int, int]]], NDArray[np.float64]]:
    """
    Stem -> (text, times), and the length of each text in stems.

    >>> postings_of(["red kurta, red shoes", "kurta"])[0]["red"]
    [(0, 2)]
    """
    postings: dict[str, list[tuple[int, int]]] = {}
    lengths = np.zeros(len(texts))
    for i, text in enumerate(texts):
        terms = recall_terms(text)
        lengths[i] = len(terms)
        for term in dict.fromkeys(terms):
            postings.setdefault(term, []).append((i, terms.count(term)))
    return postings, lengths


def derived_vectors(vectors: Floats, neighbour: float = NEIGHBOUR) -> Floats:
    """
    Each turn's vector with a share of its neighbours', of unit length; the stored vectors stay as they are.

    >>> bool(np.allclose(derived_vectors(np.eye(2, dtype=np.float32), 1.0), 0.5 ** 0.5))
    True
    """
    mixed = vectors.copy()
    mixed[1:] += neighbour * vectors[:-1]
    mixed[:-1] += neighbour * vectors[1:]
    lengths = np.sqrt(np.einsum("td,td->t", mixed, mixed))[:, None]
    return np.asarray(mixed / np.maximum(lengths, 1e-9), dtype=np.float32)


def lexical_scores(
    opened: OpenedBlock, weights: Mapping[str, float], mean_length: float, ceiling: float
) -> NDArray[np.float64]:
    """
    BM25 of every turn as a share of what the question's known words could give; about 0..1.5.

    Args:
        opened: The block.
        weights: IDF of each distinct stem of the question.
        mean_length: Mean stems a turn over the whole store.
        ceiling: Sum of the IDF of the stems that the store knows.
    """
    scores = np.zeros(len(opened.lengths))
    for term, idf in weights.items():
        for turn, times in opened.postings.get(term, ()):
            scores[turn] += idf * bm25_weight(float(times), float(opened.lengths[turn]), mean_length, K1, B)
    return scores / ceiling if ceiling > 0 else scores


def open_block(block: Block) -> OpenedBlock:
    """*block* with its words counted and its derived vectors made."""
    postings, lengths = postings_of([turn.spoken for turn in block.turns])
    vectors = np.asarray(block.rows.astype(np.float32) * block.scales[:, None], dtype=np.float32)
    if block.has_vectors and block.kind == "conversation":
        vectors = derived_vectors(vectors)
    return OpenedBlock(block, postings, lengths, vectors)
