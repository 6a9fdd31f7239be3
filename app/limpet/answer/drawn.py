"""The fragments that an answer may draw on, and their units with how well each answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from limpet.answer.asked import Asked, has_form
from limpet.answer.discourse import FACTS, kind_bonus
from limpet.answer.evidence import Evidence
from limpet.answer.fragments import units_of
from limpet.answer.injection import order_in
from limpet.answer.question import question_weights
from limpet.answer.repeated import shown_before
from limpet.answer.selection import Scored, relevance
from limpet.answer.standing import by_standing
from limpet.answer.term_worth import stems_of
from limpet.errors import DocumentError
from limpet.retrieval.document import Document, Hit
from limpet.text.tokens import stems

NEAR_SHARE: Final = 0.6
"""A fragment that scores less than this share of the first one is not drawn on."""
CLOSE_SHARE: Final = 0.85
"""A fragment that only fills up must score this share of the first."""
ENOUGH_SHARE: Final = 0.8
"""Share of the answer's length that the fragments drawn on must hold to be enough."""
LACKING_SHARE: Final = 0.5
"""Share of the question that only a further fragment has, from which it is drawn on for that."""
FORM_BONUS: Final = 0.12
"""Relevance that a sentence gains when it has the form that was asked for: an amount, a time, a reason."""
SHOWN_SHARE: Final = 0.8
"""What the score of a fragment counts that answered the same question before."""
REPEATED_COST: Final = 0.3
"""Relevance that a sentence loses which stood in the earlier answer to the same question."""
CODE_SHARE: Final = 0.5
"""Relevance that is left to code when a fact was asked for."""
ADDRESSED_SHARE: Final = 0.5
"""Relevance that is left to a sentence which speaks to an assistant."""


def drawn_on(evidence: Evidence) -> list[tuple[Hit, Document, float]]:
    """
    The fragments that the plan allows: of few enough topics, scoring near the best; a record only as the first.

    One that answered this same question before stands behind a rival within reach.
    """
    found: list[tuple[Hit, Document, float]] = []
    topics: list[str] = []
    before, _ = shown_before(evidence.message, evidence.view)
    ranked = [
        (hit, score * (SHOWN_SHARE if hit.fragment.fragment_id in before else 1.0))
        for hit, score in by_standing(evidence.hits, evidence.message)
    ]
    ranked.sort(key=lambda entry: -entry[1])
    best = ranked[0][1]
    is_wanted = _Wanted(evidence)
    for hit, score in ranked:
        if len(found) >= evidence.plan.fragment_count or (found and score < NEAR_SHARE * best):
            break
        topic = hit.fragment.document_id
        if topic not in topics and len(set(topics)) >= evidence.plan.topic_count:
            continue
        if found and not is_wanted(hit, score / best if best > 0 else 0.0):
            continue
        document = document_of(evidence, hit)
        if document is not None and (document.format != "record" or not found):
            topics.append(topic)
            found.append((hit, document, score / best if best > 0 else 0.0))
            is_wanted = is_wanted.after(hit)
    return found


class _Wanted:
    """
    Whether one more fragment is drawn on, after those before it: an idea is finished before another is begun.

    It is, when the ones before are too short for the answer, when it has words of the question that they lack, or when
    the conversation goes deeper or broader.
    """

    def __init__(self, evidence: Evidence, words: int = 0, met: frozenset[str] = frozenset()) -> None:
        self._evidence, self._words, self._met = evidence, words, met
        question = question_weights(evidence.message, evidence.idf, {})
        total = sum(question.values()) or 1.0
        self._shares = {stem: weight / total for stem, weight in question.items()}

    def __call__(self, hit: Hit, score: float) -> bool:
        plan = self._evidence.plan
        lacking = sum(share for stem, share in self._shares.items() if stem in stems_of(hit) and stem not in self._met)
        is_short = self._words < ENOUGH_SHARE * plan.length_words
        goes_on = plan.trend != "neutral" or plan.mode == "compare"
        return lacking >= LACKING_SHARE or (score >= CLOSE_SHARE and (is_short or goes_on))

    def after(self, hit: Hit) -> _Wanted:
        """The same once *hit* is drawn on."""
        words = self._words + len(hit.fragment.text.split())
        return _Wanted(self._evidence, words, self._met | stems_of(hit))


def document_of(evidence: Evidence, hit: Hit) -> Document | None:
    """The source of a hit; None when it is not there any more."""
    try:
        return evidence.source(hit.fragment.document_id)
    except (KeyError, DocumentError):
        return None


def scored_units(evidence: Evidence, drawn: Sequence[tuple[Hit, Document, float]], asked: Asked) -> list[Scored]:
    """Every unit of the fragments drawn on, with its relevance."""
    weights = question_weights(evidence.message, evidence.idf, evidence.extra_terms)
    _, said = shown_before(evidence.message, evidence.view)
    scored: list[Scored] = []
    for rank, (hit, document, score) in enumerate(drawn):
        path = hit.fragment.heading_path
        heading = frozenset(stems(path[-1])) if path else frozenset[str]()
        bonus = kind_bonus(hit.fragment.kind, evidence.plan.intent)
        for unit in units_of(document, hit.fragment):
            value = relevance(unit, weights, heading, score, rank) + bonus
            if asked not in ("yes_no", "other") and has_form(asked, unit.plain):
                value += FORM_BONUS
            if said and unit.shown in said:
                value -= REPEATED_COST
            if unit.kind == "code" and asked in FACTS:
                value *= CODE_SHARE
            if order_in(unit.plain):
                value *= ADDRESSED_SHARE
            scored.append(Scored(unit, max(0.0, min(1.0, value)), rank, score))
    return scored
