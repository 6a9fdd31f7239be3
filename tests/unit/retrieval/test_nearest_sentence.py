"""Fragments ranked by their nearest sentences, among the best as wholes."""

from __future__ import annotations

import numpy as np

from limpet.retrieval.builder import IndexBuilder
from limpet.retrieval.document import Document, Query
from limpet.retrieval.index import Index
from limpet.retrieval.nearest_sentence import LOOKED_AT, Candidates, by_sentences
from limpet.retrieval.sentence_signs import sentence_signs
from limpet.retrieval.splitting import split

DIMENSIONS = 384
WANTED = np.ones(DIMENSIONS, dtype=np.float32) / np.float32(np.sqrt(DIMENSIONS))


def row(agreeing: int) -> np.ndarray:
    """Signs of which so many are those of the question."""
    signs = np.full(DIMENSIONS, -1.0, dtype=np.float32)
    signs[:agreeing] = 1.0
    return signs / np.float32(np.sqrt(DIMENSIONS))


def index(sentences: list[list[np.ndarray]]) -> Index:
    """One document a fragment, with the given rows as its sentences."""
    builder = IndexBuilder()
    for number in range(len(sentences)):
        document = Document(f"page-{number}", f"Page {number}", "# Part\n\nOne line. Another line.")
        builder.add(document, split(document))
    places = [(one, list(range(len(rows)))) for one, rows in zip(builder.fragments, sentences, strict=True)]
    return builder.build(None, "").with_sentences(sentence_signs(places, np.concatenate(sentences)))


def ranked(sentences: list[list[np.ndarray]], scores: list[float]) -> list[float]:
    values = np.array(scores, dtype=np.float32)
    found = Candidates(np.arange(len(values)), values, values)
    return [float(one) for one in by_sentences(index(sentences), Query("which part", WANTED), found)]


def test_the_fragment_with_the_nearer_sentence_goes_first() -> None:
    far, near = ranked([[row(200), row(210)], [row(200), row(300)]], [0.6, 0.55])
    assert near > far


def test_only_the_best_as_wholes_are_looked_at() -> None:
    count = LOOKED_AT + 1
    sentences = [[row(200), row(205)] for _ in range(count - 1)] + [[row(200), row(380)]]
    scores = [0.9 - 0.01 * place for place in range(count)]
    assert int(np.argmin(ranked(sentences, scores))) == count - 1
    assert int(np.argmax(ranked(sentences[::-1], scores))) == 0
