"""What was found for a message, made ready for an answer: what speaks of it, and what says what a thing is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from limpet.put_in import speaking_of
from limpet.retrieval.document import Hit, Query
from limpet.retrieval.index import Index
from limpet.retrieval.standing import is_news
from limpet.text.defining import defines, thing_to_define
from limpet.thought import Thought
from limpet.told_for_all import first_for_all

MOST_READ: Final = 300
"""Fragments with the thing's rarest word that are looked into for what says what it is."""
MOST_DEFINING: Final = 2


def ready(index: Index | None, thought: Thought, hits: list[Hit]) -> list[Hit]:
    """*hits* for *thought* with their stems: of "and to Austria?" those that speak of Austria."""
    if index is None or not hits:
        return hits
    spoken = speaking_of(thought.understanding.put_in, index.with_stems(hits))
    return with_definitions(index, thought.query, first_for_all(thought.understanding.query_text, spoken))


def with_definitions(index: Index, query: Query, hits: list[Hit]) -> list[Hit]:
    """
    *hits*, and behind them for "What is a lantern?" fragments that begin with saying so, however many others name it
    more often.
    """
    thing = thing_to_define(query.text)
    known = {hit.fragment.fragment_id for hit in hits}
    rows = [row for row in _defining(index, thing) if index.fragments[row].fragment_id not in known]
    if not rows:
        return hits
    allowed = np.zeros(len(index.fragments), dtype=np.bool_)
    allowed[rows] = True
    more = index.with_stems(index.retrieve(query, MOST_DEFINING, allowed=allowed))
    return [*hits, *more]


def _defining(index: Index, thing: frozenset[str]) -> Sequence[int]:
    """Rows of prose that begins with what *thing* is."""
    if not thing:
        return ()
    rarest = max(thing, key=lambda stem: (index.idf(stem), stem))
    found = []
    for row in index.postings.rows_of(rarest)[:MOST_READ].tolist():
        fragment = index.fragments[row]
        is_prose = index.document(fragment.document_id).format != "record" and not is_news(fragment)
        if is_prose and defines(thing, fragment.text):
            found.append(row)
    return found
