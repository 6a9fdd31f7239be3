"""How much a statement about the user matters to what is being talked about now."""

from __future__ import annotations

import math
import re
from typing import Final

import numpy as np
from numpy.typing import NDArray

from limpet.memory.recall_query import RecallQuery
from limpet.memory.turn_score import OpenedBlock, lexical_scores

WITH_PREVIOUS: Final = 0.5
REPLY: Final = 0.4
LEXICAL: Final = 0.05
"""
Weights beside the cosine of the message itself. Statements share few words with a message, so the cosine leads; what
was said before helps a little when scores are added (measured: putting the texts together does not).
"""
STATEMENT_SCALE: Final = 1.4
"""Brings a good statement's score near that of a good turn, for stores that hold both."""

_FIRST_PERSON: Final = re.compile(r"\b(?:i|me|my|mine|myself|i'm|i've|i'd|we|our|us)\b", re.IGNORECASE)
_HALF: Final = 0.40
_SLOPE: Final = 12.0


def statement_scores(opened: OpenedBlock, query: RecallQuery, mean_length: float) -> NDArray[np.float64]:
    """
    ``cos(message) + .5 cos(previous + message) + .4 cos(last reply) + .05 bm`` of every statement, scaled.

    A part whose text is missing takes the message's cosine in its place, so that the first message of a conversation
    and a later one lie on the same scale. Without the embedder words alone count.
    """
    words = lexical_scores(opened, query.terms, mean_length, query.ceiling)
    if query.vector is None or opened.vectors.shape[0] == 0 or opened.vectors.shape[1] != query.vector.shape[0]:
        return STATEMENT_SCALE * words
    message = np.einsum("td,d->t", opened.vectors, query.vector)
    with_previous, reply = (
        message if vector is None else np.einsum("td,d->t", opened.vectors, vector) for vector in query.context_vectors
    )
    mixed = (message + WITH_PREVIOUS * with_previous + REPLY * reply) / (1.0 + WITH_PREVIOUS + REPLY)
    return np.asarray(STATEMENT_SCALE * (mixed + LEXICAL * words / (1.0 + words)), dtype=np.float64)


def relevance_of_statements(best: float, text: str, messages_before: int) -> float:
    """
    How sure it is that a statement is needed, 0..1.

    A logistic curve of ``best + .1 (the message speaks in the first person) - .01 (messages before)``: people bring
    themselves up at the start and when they say "I". It is a weak sign; show at most one statement, quietly.

    >>> relevance_of_statements(0.6, "What can I eat?", 0) > 0.5 > relevance_of_statements(0.2, "Who won?", 8)
    True
    """
    cue = best + 0.1 * (_FIRST_PERSON.search(text) is not None) - 0.01 * messages_before
    return 1.0 / (1.0 + math.exp(-_SLOPE * (cue - _HALF)))
