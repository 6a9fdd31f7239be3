"""What a list says of a record behind its name: the price, what was asked for, and a sentence that has it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from limpet.answer.asked_fields import fields_asked
from limpet.answer.evidence import Evidence
from limpet.answer.markdown import shown_inline
from limpet.answer.one_size import size_for_all
from limpet.retrieval.document import Document
from limpet.retrieval.filtering import KIND_FIELDS
from limpet.retrieval.records import PRICE_FIELDS, TEXT_FIELDS, facet_name, record_text
from limpet.text.sentences import split_sentences
from limpet.text.tokens import stems

_SIGNED: Final = re.compile(r"[^\d\s.,]")
"""A price with more than digits in it says by itself that it is one."""
_USUAL_FACETS: Final = 2
"""Facets told when none was asked for."""
_COURTESY: Final = frozenset(stems("fine okay good nice great please colour color size fabric price"))
"""Words that no sentence of a record is told for."""


def record_facts(document: Document, name: str, evidence: Evidence, *, is_named: bool) -> str:
    """The price line and the asked facets, as the record's own text has them; its sentences when one was named."""
    asked = set(stems(evidence.message)) | {stem for word in evidence.extra_terms for stem in stems(word)}
    asked |= fields_asked(evidence.message)
    slots = {facet_name(slot) for slot in evidence.slots}
    own = set(stems(name))
    kinds = own | asked | {stem for slot in KIND_FIELDS for stem in stems(str(evidence.slots.get(slot, "")))}
    lines = record_lines(document, name)
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
        elif set(stems(value)) <= (kinds if facet_name(label) in KIND_FIELDS else own):
            continue
        elif told_size := size_for_all(facet_name(label), value, evidence):
            wanted.append(f"{label.lower()} {told_size}")
        elif facet_name(label) in slots or set(stems(label)) & asked or set(stems(value)) & asked:
            wanted.append(f"{label.lower()} {value}")
        else:
            other.append(f"{label.lower()} {value}")
    told = [*price, *wanted, *other[: max(0, _USUAL_FACETS - len(wanted))]]
    facts = shown_inline("; ".join(told), [])
    told_stems = own | set(stems(" ".join(told)))
    sentence = _sentence(sentences, asked - told_stems - _COURTESY, is_named=is_named)
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
