"""Vectors of sentences at one bit a number: which sentence of a fragment is nearest to a question."""

from __future__ import annotations

import math
from collections.abc import Collection, Container, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from limpet.errors import IndexFormatError
from limpet.ports import Vector, Vectors
from limpet.retrieval.document import Document, Fragment
from limpet.retrieval.nearness import Nearness

SIGN_SCALE: Final = math.sqrt(math.pi / 2.0)
"""By so much the product of a vector with the signs of another, over the root of their number, is less in the mean than
with the other itself, where its numbers are normally distributed."""


@dataclass(frozen=True, slots=True)
class SentenceSigns:
    """
    The signs of the vectors of sentences, those of one fragment after the other.

    Attributes:
        numbers: Place in ``starts`` of each fragment that has sentences here, by its id.
        starts: Where a fragment's sentences begin, int32, one more than there are fragments.
        offsets: First code point of each sentence in its document, int32, ascending within a fragment.
        signs: One row a sentence, uint8, ``dimensions / 8`` bytes.
    """

    numbers: Mapping[str, int]
    starts: NDArray[np.int32]
    offsets: NDArray[np.int32]
    signs: NDArray[np.uint8]

    def near(self, fragment_id: str, vector: Vector) -> Nearness:
        """
        The sentences of a fragment with how near they are to *vector*, about their cosine; none for an unknown one.

        >>> fragment = Fragment("a#1", "a", (), 0, 9, "One. Two.")
        >>> rows = np.array([[0.6, 0.8] * 4, [0.6, -0.8] * 4], dtype=np.float32) / 2
        >>> signs = sentence_signs([(fragment, [0, 5])], rows)
        >>> [(start, round(cosine, 1)) for start, cosine in signs.near("a#1", rows[1])]
        [(0, -0.2), (5, 1.2)]
        """
        number = self.numbers.get(fragment_id)
        if number is None or self.signs.shape[1] * 8 != len(vector):
            return ()
        held = slice(self.starts[number], self.starts[number + 1])
        cosines = self._cosines(held, vector)
        return list(zip(self.offsets[held].tolist(), cosines.tolist(), strict=True))

    def nearest(self, fragment_ids: Sequence[str], vector: Vector) -> NDArray[np.float32]:
        """About the cosine of *vector* with the nearest sentence of each fragment; NaN where there are none."""
        out = np.full(len(fragment_ids), np.nan, dtype=np.float32)
        if self.signs.shape[1] * 8 != len(vector):
            return out
        places = {place: self.numbers[name] for place, name in enumerate(fragment_ids) if name in self.numbers}
        held = [np.arange(self.starts[number], self.starts[number + 1]) for number in places.values()]
        if held:
            cosines = self._cosines(np.concatenate(held), vector)
            firsts = np.cumsum([0, *map(len, held[:-1])])
            out[list(places)] = np.maximum.reduceat(cosines, firsts)
        return out

    def _cosines(self, rows: slice | NDArray[np.intp], vector: Vector) -> NDArray[np.float32]:
        signs = np.unpackbits(self.signs[rows], axis=1).astype(np.float32) * np.float32(2.0) - np.float32(1.0)
        scale = np.float32(SIGN_SCALE / math.sqrt(len(vector)))
        products: NDArray[np.float32] = np.einsum("ij,j->i", signs, vector.astype(np.float32, copy=False))
        return (products * scale).astype(np.float32)


def sentence_signs(places: Sequence[tuple[Fragment, Sequence[int]]], vectors: Vectors) -> SentenceSigns:
    """
    The signs of *vectors*.

    Args:
        places: Fragments, and where each of their sentences begins in the document.
        vectors: One row a sentence, in that order; a multiple of eight numbers.
    """
    counts = [len(offsets) for _, offsets in places]
    return SentenceSigns(
        {fragment.fragment_id: number for number, (fragment, _) in enumerate(places)},
        np.concatenate([[0], np.cumsum(counts)]).astype(np.int32),
        np.array([offset for _, offsets in places for offset in offsets], dtype=np.int32),
        np.packbits(np.asarray(vectors) >= 0, axis=1),
    )


def checked(signs: SentenceSigns | None, fragment_ids: Container[str]) -> SentenceSigns | None:
    """
    The same *signs*, where they are of fragments of *fragment_ids* and agree with themselves.

    Raises:
        IndexFormatError: ``bad-sentences``.

    >>> one = sentence_signs([(Fragment("a#1", "a", (), 0, 9, "One. Two."), [0, 5])], np.ones((2, 8), dtype=np.float32))
    >>> checked(one, {"a#1"}) is one
    True
    >>> checked(one, {"b#1"})
    Traceback (most recent call last):
    limpet.errors.IndexFormatError: bad-sentences: The sentences name the fragment a#1, which the index lacks.
    """
    if signs is None:
        return None
    strange = next((name for name in signs.numbers if name not in fragment_ids), None)
    if strange is not None:
        raise IndexFormatError("bad-sentences", f"The sentences name the fragment {strange}, which the index lacks.")
    starts, rows = signs.starts, len(signs.signs)
    is_whole = starts.ndim == 1 and signs.signs.ndim == 2 and signs.offsets.shape == (rows,) and len(starts) > 0
    is_within = is_whole and starts[0] >= 0 and starts[-1] <= rows and bool((np.diff(starts) >= 0).all())
    if not is_within or not all(0 <= number < len(starts) - 1 for number in signs.numbers.values()):
        raise IndexFormatError(
            "bad-sentences", f"The sentences of the index do not agree: {rows} vectors, starts {starts.tolist()[-3:]}."
        )
    return signs


def without_documents(signs: SentenceSigns | None, documents: Collection[Document]) -> SentenceSigns | None:
    """*signs* without the sentences of *documents*, which have been given anew."""
    if signs is None:
        return None
    gone = {document.document_id for document in documents}
    kept = {name: number for name, number in signs.numbers.items() if name.rpartition("#")[0] not in gone}
    if len(kept) == len(signs.numbers):
        return signs
    ranges = [range(signs.starts[number], signs.starts[number + 1]) for number in kept.values()]
    rows = np.array([row for held in ranges for row in held], dtype=np.intp)
    starts = np.concatenate([[0], np.cumsum([len(held) for held in ranges])]).astype(np.int32)
    return SentenceSigns(dict(zip(kept, range(len(kept)), strict=True)), starts, signs.offsets[rows], signs.signs[rows])
