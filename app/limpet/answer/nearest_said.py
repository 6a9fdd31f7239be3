"""
The sentence that is nearest to a question that nothing surely answers: the documents may say it in other words.

Nothing is claimed of it. It is looked for only where the question is about what the documents are about at all, and
only by meaning: what has the question's words has been weighed already, and was not enough.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from limpet.answer.evidence import Evidence
from limpet.answer.fragments import Unit, units_of
from limpet.answer.injection import order_in
from limpet.answer.purpose import only_refers
from limpet.errors import DocumentError
from limpet.retrieval.document import Hit
from limpet.retrieval.nearness import nearness_at
from limpet.retrieval.standing import is_news
from limpet.text.question_form import asked_for

SAID_FROM: Final = 0.3
"""Confidence from which the nearest sentence is told; chosen, like the next three, on the demo sites' questions."""
SAID_COSINE: Final = 0.45
"""Cosine from which a sentence is near enough to be told."""
AS_NEAR: Final = 0.05
"""A second sentence is told that is by no more than this farther away: of two as near either may be the one."""
LOOKED_AT: Final = 5
"""Best fragments that are looked at."""
MOST_SAID: Final = 2
CROWD: Final = 4
"""So many sentences that are as near share no more than the subject with a question of yes or no: what says yes or no
stands out. Of the refused questions on our sites four that nothing answers have so many, and none of the others.
"""
_MOST_WORDS: Final = 60
"""Longer tables and lists are for an answer."""
_LEAST_WORDS: Final = 4
"""Words outside of code; fewer are a label or a signature."""
_CODE: Final = re.compile(r"(`+).*?\1", re.DOTALL)
_WORD: Final = re.compile(r"[^\W\d_]+")


def nearest_said(evidence: Evidence, confidence: float) -> list[Unit]:
    """
    The nearest sentence, or two as near, nearest first; none where nothing is near, or its nearness is not known.

    >>> from limpet.retrieval.document import Document
    >>> from limpet.retrieval.splitting import split
    >>> page = Document("a", "Wool", "We card it by hand. Threads from abroad are not taken in. Do call.")
    >>> near = lambda name: [(0, 0.2), (20, 0.61), (56, 0.1)]
    >>> evidence = Evidence("Do you import?", "", [Hit(split(page)[0], 1.0, cosine=0.5)], lambda name: page, near=near)
    >>> [unit.plain for unit in nearest_said(evidence, 0.4)], nearest_said(evidence, 0.1)
    (['Threads from abroad are not taken in.'], [])
    """
    hits = [hit for hit in evidence.hits if not is_news(hit.fragment)][:LOOKED_AT]
    found = _nearest_first(evidence, hits) if confidence >= SAID_FROM else []
    least = max(SAID_COSINE, found[0][0] - AS_NEAR) if found else 1.0
    as_near = [unit for cosine, unit in found if cosine >= least]
    is_crowd = len(as_near) >= CROWD and asked_for(evidence.message) == "yes_no"
    said = [] if is_crowd else as_near[:MOST_SAID]
    if said or not evidence.reads_on:
        return said
    alone = _nearest_first(evidence, evidence.hits[:1])[:1]  # that fragment was found for the one that stands out
    return [unit for _, unit in alone]


def _nearest_first(evidence: Evidence, hits: Sequence[Hit]) -> list[tuple[float, Unit]]:
    """What of *hits* can be said by itself, with how near it is."""
    return sorted((entry for hit in hits for entry in _near(evidence, hit)), key=lambda entry: -entry[0])


def _near(evidence: Evidence, hit: Hit) -> Iterator[tuple[float, Unit]]:
    """What of *hit* can be said by itself, with how near it is."""
    near = evidence.near(hit.fragment.fragment_id)
    try:
        document = evidence.source(hit.fragment.document_id)
    except (KeyError, DocumentError):
        return
    units = units_of(document, hit.fragment) if document.format != "record" else []
    if not near and len(units) > 1:  # one alone is as near as its fragment
        return
    for unit in units:
        if stands_alone(unit):
            yield nearness_at(near, unit.start, hit.cosine), unit


def stands_alone(unit: Unit) -> bool:
    """Whether it is a sentence, or a short list or table, that is understood without what stands around it."""
    is_text = len(_WORD.findall(_CODE.sub(" ", unit.shown))) >= _LEAST_WORDS
    is_whole = not (unit.is_scrap or unit.is_pointing or unit.plain.rstrip().endswith((":", "：")))
    is_fit = unit.kind != "code" and unit.words <= _MOST_WORDS
    return is_fit and is_text and is_whole and not only_refers(unit.plain) and not order_in(unit.plain)
