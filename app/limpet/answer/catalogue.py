"""Answers from a catalogue: the records that fit, a line each with name, price and what was asked for."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from limpet.answer.asked_fields import fields_asked
from limpet.answer.by_price import by_price
from limpet.answer.evidence import Citation, Composed, Evidence
from limpet.answer.for_whom import is_for, is_meant_for
from limpet.answer.markdown import shown_inline
from limpet.answer.not_covered import COVERED, not_covered
from limpet.answer.one_size import size_for_all
from limpet.answer.question import question_weights
from limpet.answer.spread import spread
from limpet.errors import DocumentError
from limpet.policy.asked_fact import lacks_asked
from limpet.retrieval.document import Document, Fragment, Hit
from limpet.retrieval.filtering import KIND_FIELDS, satisfies
from limpet.retrieval.records import (
    PRICE_FIELDS,
    TEXT_FIELDS,
    facet_name,
    price_of,
    record_name,
    record_text,
)
from limpet.text.sentences import split_sentences
from limpet.text.tokens import stems

MOST_RECORDS: Final = 4
_SIGNED: Final = re.compile(r"[^\d\s.,]")
"""A price with more than digits in it says by itself that it is one."""
_USUAL_FACETS: Final = 2
"""Facets told when none was asked for."""
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
_COURTESY: Final = frozenset(stems("fine okay good nice great please colour color size fabric price"))
"""Words that no sentence of a record is told for."""
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
    wanted = "\n".join((evidence.message, *(f"for {word}" for word in evidence.extra_terms)))
    fitting = [
        record
        for record in records
        if satisfies(record.document, evidence.slots)
        and (record.named >= 0.99 or is_for(wanted, f"{record.name}\n{record.document.text}"))
    ]
    if not fitting:
        return not_covered(evidence, min(confidence, _NOTHING_FITS))
    named = [record for record in fitting if record.named >= 0.99]
    if evidence.wants_records:
        fitting = [one for one in fitting if is_meant_for(evidence.message, one.document)] or fitting
        kept = named or spread(by_price(fitting, evidence), {} if evidence.by_price else evidence.slots)
        return _said(kept[:MOST_RECORDS], evidence, max(confidence, _FILTERED))
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
    return _said(kept[:MOST_RECORDS], evidence, min(1.0, confidence))


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


def _said(records: Sequence[_Record], evidence: Evidence, confidence: float, labels: Sequence[str] = ()) -> Composed:
    pieces: list[str] = []
    citations: list[Citation] = []
    for number, record in enumerate(records, start=1):
        label = f"{labels[number - 1]}: " if labels else ""
        line = f"- {label}**{shown_inline(record.name, [])}**: {_facts(record, evidence)} [{number}]"
        pieces.append(line if number == 1 else f"\n{line}")
        fragment = record.hit.fragment
        quote = record.document.text[fragment.start : fragment.end]
        citations.append(
            Citation(fragment.fragment_id, fragment.document_id, fragment.heading, fragment.start, fragment.end, quote)
        )
    return Composed("".join(pieces), "answer", tuple(citations), confidence, (), tuple(pieces))


def _facts(record: _Record, evidence: Evidence) -> str:
    """The price line and the asked facets, as the record's own text has them; its sentences when one was named."""
    asked = set(stems(evidence.message)) | {stem for word in evidence.extra_terms for stem in stems(word)}
    asked |= fields_asked(evidence.message)
    slots = {facet_name(slot) for slot in evidence.slots}
    name = set(stems(record.name))
    kinds = name | asked | {stem for slot in KIND_FIELDS for stem in stems(str(evidence.slots.get(slot, "")))}
    lines = record_lines(record.document, record.name)
    price: list[str] = []
    wanted: list[str] = []
    other: list[str] = []
    sentences: list[str] = []
    for line in lines:
        label, colon, value = line.partition(": ")
        if not colon or len(label) > 40:
            sentences.append(line)
        elif facet_name(label) in PRICE_FIELDS:
            price.append(value if _SIGNED.search(value) else f"{label.lower()} {value}")
        elif set(stems(value)) <= (kinds if facet_name(label) in KIND_FIELDS else name):
            continue
        elif told_size := size_for_all(facet_name(label), value, evidence):
            wanted.append(f"{label.lower()} {told_size}")
        elif facet_name(label) in slots or set(stems(label)) & asked or set(stems(value)) & asked:
            wanted.append(f"{label.lower()} {value}")
        else:
            other.append(f"{label.lower()} {value}")
    told = [*price, *wanted, *other[: max(0, _USUAL_FACETS - len(wanted))]]
    facts = shown_inline("; ".join(told), [])
    told_stems = name | set(stems(" ".join(told)))
    sentence = _sentence(sentences, asked - told_stems - _COURTESY, is_named=record.named >= 0.99)
    return f"{facts}. {shown_inline(sentence, [])}" if facts and sentence else facts or shown_inline(sentence, [])


def record_lines(document: Document, name: str) -> list[str]:
    """The lines of a record below its name; one that is written as prose gets its facets from its fields first."""
    first, *lines = document.text.split("\n")
    if first.strip() == name:
        return lines
    facets = {key: value for key, value in document.fields.items() if facet_name(key) not in TEXT_FIELDS}
    return [*(line for line in record_text(facets).split("\n") if ": " in line), first, *lines]


def _sentence(lines: Sequence[str], asked: set[str], *, is_named: bool) -> str:
    """Of a record's sentences the one with most of the asked words; without any, the first if the record was named."""
    sentences = [line[start:end] for line in lines for start, end in split_sentences(line)]
    found = [(len(asked & set(stems(sentence))), -place, sentence) for place, sentence in enumerate(sentences)]
    best = max(found, default=(0, 0, ""))
    return best[2] if best[0] or is_named else ""
