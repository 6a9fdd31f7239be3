"""The default composer: an answer made of the documents' own sentences, each with its place."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from dataclasses import replace

from limpet.answer.catalogue import catalogue_answer
from limpet.answer.evidence import Citation, Composed, Evidence
from limpet.answer.fragments import units_of
from limpet.answer.not_covered import nearest_headings, not_covered, support_of
from limpet.answer.question import question_weights
from limpet.answer.selection import Scored, choose, reading_order, relevance
from limpet.answer.smalltalk import smalltalk
from limpet.answer.standing import by_standing
from limpet.errors import DocumentError
from limpet.retrieval.document import Document, Hit

_NEAR_SHARE = 0.6
"""A fragment that scores less than this share of the first one is not drawn on."""


def compose_answer(evidence: Evidence) -> Composed:
    """
    The answer that *evidence* carries; the same for the same evidence.

    >>> from limpet.retrieval.splitting import split
    >>> document = Document("care", "Care", "Dry-clean silk. Keep it dark.")
    >>> hit = Hit(split(document)[0], 1.0, bm25=5.0, cosine=0.7)
    >>> compose_answer(Evidence("How do I clean silk?", "clean silk", [hit], lambda name: document)).text
    'Dry-clean silk. [1] Keep it dark. [2]'
    """
    chat = smalltalk(evidence.message, evidence.view)
    if chat is not None:
        return chat
    support = support_of(evidence)
    products = catalogue_answer(evidence, support)
    if products is not None:
        return products
    is_thin = evidence.plan.mode == "not_covered" or support.confidence < evidence.plan.answers_from
    if is_thin or not evidence.hits:
        return not_covered(evidence, support.confidence)
    chosen = _chosen(evidence)
    if not chosen:
        return not_covered(evidence, support.confidence)
    return _said(evidence, chosen, support.confidence)


class ExtractiveComposer:
    """``compose_answer`` behind the ``Composer`` port."""

    async def compose(self, evidence: Evidence) -> AsyncGenerator[Composed, None]:
        """The answer as it grows, sentence by sentence; the last is the whole."""
        composed = compose_answer(evidence)
        said = ""
        for piece in composed.pieces[:-1]:
            said += piece
            yield replace(composed, text=said)
        yield composed


def _chosen(evidence: Evidence) -> list[Scored]:
    weights = question_weights(evidence.message, evidence.idf, evidence.extra_terms)
    scored = [
        Scored(unit, relevance(unit, weights, score, rank), rank)
        for rank, (hit, document, score) in enumerate(_drawn_on(evidence))
        for unit in units_of(document, hit.fragment)
    ]
    return reading_order(choose(scored, evidence.plan.length_words))


def _drawn_on(evidence: Evidence) -> list[tuple[Hit, Document, float]]:
    """The fragments that the plan allows: of few enough topics, scoring near the best; a record only as the first."""
    found: list[tuple[Hit, Document, float]] = []
    topics: list[str] = []
    ranked = by_standing(evidence.hits, evidence.message)
    best = ranked[0][1]
    for hit, score in ranked:
        if len(found) >= evidence.plan.fragment_count or (found and score < _NEAR_SHARE * best):
            break
        topic = hit.fragment.document_id
        if topic not in topics and len(set(topics)) >= evidence.plan.topic_count:
            continue
        document = document_of(evidence, hit)
        if document is not None and (document.format != "record" or not found):
            topics.append(topic)
            found.append((hit, document, score / best if best > 0 else 0.0))
    return found


def document_of(evidence: Evidence, hit: Hit) -> Document | None:
    """The source of a hit; None when it is not there any more."""
    try:
        return evidence.source(hit.fragment.document_id)
    except (KeyError, DocumentError):
        return None


def _said(evidence: Evidence, chosen: Sequence[Scored], confidence: float) -> Composed:
    pieces: list[str] = []
    citations: list[Citation] = []
    before: Scored | None = None
    for entry in chosen:
        unit = entry.unit
        citations.append(unit.citation(evidence.source(unit.fragment.document_id)))
        mark = f"[{len(citations)}]"
        if unit.kind in ("sentence", "item"):
            body = f"{unit.shown} {mark}"
        elif unit.lead:
            body = f"{unit.lead} {mark}\n\n{unit.shown}"
        else:
            body = f"{unit.shown}\n\n{mark}"
        pieces.append(_joint(before, entry) + body)
        before = entry
    options = nearest_headings(evidence.hits[len(chosen) :]) if evidence.plan.trend == "broadening" else ()
    return Composed("".join(pieces), "answer", tuple(citations), confidence, options, tuple(pieces))


def _joint(before: Scored | None, after: Scored) -> str:
    """White space between two units: a space in a paragraph, a line between items, an empty line otherwise."""
    if before is None:
        return ""
    if before.unit.kind == after.unit.kind == "item":
        return "\n"
    if before.unit.kind != "sentence" or after.unit.kind != "sentence":
        return "\n\n"
    is_same = before.unit.fragment is after.unit.fragment and before.unit.paragraph == after.unit.paragraph
    return " " if is_same else "\n\n"
