"""Answers from a catalogue: the records that fit, a line each with name, price and what was asked for."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from limpet.answer.by_price import by_price
from limpet.answer.evidence import Citation, Composed, Evidence
from limpet.answer.for_whom import is_for, is_meant_for
from limpet.answer.markdown import shown_inline
from limpet.answer.not_covered import COVERED, not_covered
from limpet.answer.question import question_weights
from limpet.answer.record_facts import record_facts
from limpet.answer.spread import spread
from limpet.errors import DocumentError
from limpet.memory.number_wanted import number_wanted
from limpet.memory.slot_prices import orders_one
from limpet.policy.asked_fact import lacks_asked
from limpet.retrieval.document import Document, Fragment, Hit
from limpet.retrieval.filtering import satisfies
from limpet.retrieval.records import (
    price_of,
    record_name,
)
from limpet.text.tokens import stems

MOST_RECORDS: Final = 4
"""Records of a list that goes on."""
WHOLE_TO: Final = 6
"""A list of so many records is not worth cutting."""
_PRICE_WORDS: Final = "price cost expensive cheap cheapest lowest highest costliest affordable budget rupees pay amount"
_PRICE_STEMS: Final = frozenset(stems(_PRICE_WORDS))
_NEAR_HITS: Final = 5
PROSE_LEAD: Final = 0.15
"""A fragment that is no record answers when it has this much more of the question than the best record."""
DEARER: Final = re.compile(r"\b(?:dear|costl|most expensive)", re.IGNORECASE)
_NOTHING_FITS: Final = 0.3
"""Confidence at most, when records are there but none keeps the conditions."""
_FILTERED: Final = 0.8
"""Confidence at least of records that fit filters which the visitor has just set: they hold exactly."""
EXPLANATION: Final = re.compile(
    r"\W*(?:how (?!much|many)|why|when|where|who|(?:can|may|should|must|shall) (?:i|we|one)\b"
    r"|(?:and |but |so )?(?:what )?if\b|what should (?:i|we)\b|(?:will|would|does|do) (?:my|it|they)\b)",
    re.IGNORECASE,
)
"""Questions about doing rather than about what there is."""


@dataclass(frozen=True, slots=True)
class _Record:
    hit: Hit
    document: Document
    name: str
    covered: float
    """Share of the question's weighted stems in its facets and text."""
    named: float
    """Share of its name's stems in the question."""


def catalogue_answer(evidence: Evidence, confidence: float) -> Composed | None:
    """
    The fitting records as a list; None when the question is not about the catalogue or nothing in it fits.

    Records are dropped by confirmed slots alone. Where these say what is wanted, all that are left are the answer;
    else what is left must carry the question's words nearly as well as the best does.
    """
    records = _records(evidence)
    if not records or not (evidence.wants_records or _is_about_records(evidence, records)):
        return None
    fitting = [
        record
        for record in records
        if satisfies(record.document, evidence.slots) and (record.named >= 0.99 or is_listed(evidence, record.document))
    ]
    if not fitting:
        return not_covered(evidence, min(confidence, _NOTHING_FITS))
    named = [record for record in fitting if record.named >= 0.99]
    if evidence.wants_records:
        fitting = [one for one in fitting if is_meant_for(evidence.message, one.document)] or fitting
        kept = named or spread(by_price(fitting, evidence), {} if evidence.by_price else evidence.slots)
        return _listed(kept, evidence, max(confidence, _FILTERED), is_called=bool(named) or _wants_one(evidence))
    if lacks_asked(evidence.message, [record.hit for record in fitting]):
        return None
    best = max(record.covered for record in fitting)
    if best < _covered_by_prose(evidence) - PROSE_LEAD:
        return None
    kept = by_price(named or [record for record in fitting if record.covered >= 0.8 * best], evidence)
    if not named and (best < 0.6 or confidence < COVERED - 0.25):
        return None
    if not named and confidence < COVERED and best < 0.9:
        return None
    confidence = max(confidence, 0.5 + 0.4 * best) if best >= 0.9 else confidence
    return _listed(kept, evidence, min(1.0, confidence), is_called=bool(named))


def is_listed(evidence: Evidence, document: Document) -> bool:
    """Whether a record is for whom the message wants it."""
    wanted = "\n".join((evidence.message, *(f"for {word}" for word in evidence.extra_terms)))
    return is_for(wanted, f"{_name(document)}\n{document.text}")


def _wants_one(evidence: Evidence) -> bool:
    """Whether the one thing at an end of the prices is asked for, which is no list that goes on."""
    return bool(evidence.by_price) and orders_one(evidence.message)


def _covered_by_prose(evidence: Evidence) -> float:
    """Share of the question's weighted stems in the best near fragment that is no record."""
    weights = question_weights(evidence.message, evidence.idf, evidence.extra_terms)
    total = sum(weights.values())
    shares = [0.0]
    for hit in evidence.hits[:_NEAR_HITS]:
        try:
            is_record = evidence.source(hit.fragment.document_id).format == "record"
        except (KeyError, DocumentError):
            continue
        if not is_record and total > 0:
            words = set(stems(f"{hit.fragment.heading}\n{hit.fragment.text}"))
            shares.append(sum(weight for stem, weight in weights.items() if stem in words) / total)
    return max(shares)


def cheapest_said(shown: Sequence[tuple[Document, Fragment]], evidence: Evidence, confidence: float) -> Composed | None:
    """Of some records the cheapest, or the dearest when that is asked for; None when they have no prices."""
    is_dearest = DEARER.search(evidence.message) is not None
    priced = [(price[0], pair) for pair in shown if (price := price_of(pair[0].fields)) is not None]
    if not priced:
        return None
    best = max(price for price, _ in priced) if is_dearest else min(price for price, _ in priced)
    records = [
        _Record(Hit(fragment, 1.0), document, _name(document), 1.0, 0.0)
        for price, (document, fragment) in priced
        if price == best
    ]
    return _said(records, evidence, confidence)


def prices_said(shown: Sequence[tuple[Document, Fragment]], evidence: Evidence, confidence: float) -> Composed | None:
    """The records last shown with their prices, or those that are found first; None when none has a price."""
    first = evidence.hits[0] if evidence.hits else None
    found = [record for record in _records(evidence) if satisfies(record.document, evidence.slots)]
    is_first = bool(found) and found[0].hit is first
    pairs = list(shown) or [(record.document, record.hit.fragment) for record in found if is_first]
    records = [
        _Record(Hit(fragment, 1.0), document, _name(document), 1.0, 0.0)
        for document, fragment in pairs
        if price_of(document.fields) is not None
    ]
    return _said(records[:MOST_RECORDS], evidence, confidence) if records else None


def list_said(found: Sequence[tuple[Document, Hit]], evidence: Evidence) -> Composed:
    """Records as a list, cut where it is long, or where the message of *evidence* wants it."""
    return _listed([_Record(hit, document, _name(document), 1.0, 0.0) for document, hit in found], evidence, _FILTERED)


def ordered_said(found: Sequence[tuple[str, Document, Hit]], evidence: Evidence) -> Composed:
    """One record a wish, each behind what it is: "Cheapest"."""
    records = [_Record(hit, document, _name(document), 1.0, 0.0) for _, document, hit in found]
    return _said(records, evidence, _FILTERED, [label for label, _, _ in found])


def _records(evidence: Evidence) -> list[_Record]:
    weights = question_weights(evidence.message, evidence.idf, evidence.extra_terms)
    total = sum(weights.values())
    asked = set(stems(evidence.message))
    found: list[_Record] = []
    for hit in evidence.hits:
        try:
            document = evidence.source(hit.fragment.document_id)
        except (KeyError, DocumentError):
            continue
        name = _name(document)
        if document.format != "record" or not name:
            continue
        words = {*stems(name), *stems(document.text)} | (_PRICE_STEMS if price_of(document.fields) else frozenset())
        covered = sum(weight for stem, weight in weights.items() if stem in words) / total if total else 0.0
        name_stems = stems(name)
        named = sum(1 for stem in name_stems if stem in asked) / len(name_stems) if name_stems else 0.0
        found.append(_Record(hit, document, name, covered, named))
    return found


def _is_about_records(evidence: Evidence, records: Sequence[_Record]) -> bool:
    """Whether one of the first three is named in full, or the first hit is a record and no explanation is asked."""
    near = {hit.fragment.document_id for hit in evidence.hits[:3]}
    if any(record.named >= 0.99 and record.document.document_id in near for record in records):
        return True
    return records[0].hit is evidence.hits[0] and not EXPLANATION.match(evidence.message)


def _name(document: Document) -> str:
    return record_name(document.fields) or document.title


def _listed(records: Sequence[_Record], evidence: Evidence, confidence: float, *, is_called: bool = False) -> Composed:
    """The first of *records*, and all of few; what is left out is told by its ids, unless they are called by name."""
    once = list({record.document.document_id: record for record in reversed(records)}.values())[::-1]
    shown = number_wanted(evidence.message) or (len(once) if len(once) <= WHOLE_TO else MOST_RECORDS)
    rest = tuple(record.document.document_id for record in once[shown:])
    said = _said(once[:shown], evidence, confidence)
    return said if is_called and not rest else replace(said, rest=rest)


def _said(records: Sequence[_Record], evidence: Evidence, confidence: float, labels: Sequence[str] = ()) -> Composed:
    pieces: list[str] = []
    citations: list[Citation] = []
    for number, record in enumerate(records, start=1):
        label = f"{labels[number - 1]}: " if labels else ""
        told = record_facts(record.document, record.name, evidence, is_named=record.named >= 0.99)
        line = f"- {label}**{shown_inline(record.name, [])}**: {told} [{number}]"
        pieces.append(line if number == 1 else f"\n{line}")
        fragment = record.hit.fragment
        quote = record.document.text[fragment.start : fragment.end]
        citations.append(
            Citation(fragment.fragment_id, fragment.document_id, fragment.heading, fragment.start, fragment.end, quote)
        )
    return Composed("".join(pieces), "answer", tuple(citations), confidence, (), tuple(pieces))
