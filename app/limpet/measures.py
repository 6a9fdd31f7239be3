"""The heaviest, the longest, the newest of some goods, where their catalogue has a number for that."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from limpet.answer.catalogue import ordered_said
from limpet.answer.evidence import Composed, Evidence
from limpet.knowledge import Knowledge
from limpet.memory.measure_words import Measure, measure_of, words_beside_measure
from limpet.retrieval.document import Document, Hit
from limpet.retrieval.filtering import satisfies
from limpet.retrieval.records import NAME_FIELDS, TEXT_FIELDS, facet_name, facet_values
from limpet.text.tokens import stems
from limpet.thought import Thought

_NUMBER: Final = re.compile(r"\s*(\d+(?:[.,]\d+)?)\s*([a-z]*)\b.*", re.IGNORECASE | re.DOTALL)
_UNITS: Final[Mapping[str, float]] = {
    "kg": 1000.0, "g": 1.0, "mg": 0.001, "m": 100.0, "cm": 1.0, "mm": 0.1, "h": 60.0, "hours": 60.0, "hour": 60.0,
    "min": 1.0, "minutes": 1.0,
}  # fmt: skip
"""What units are of the smallest that stands beside them."""
_NO_FACETS: Final = frozenset({*NAME_FIELDS, *TEXT_FIELDS})
_FEWEST: Final = 2
_MOST: Final = 3
"""Records that share an end; more of them are no answer."""


def measured(thought: Thought, knowledge: Knowledge) -> tuple[Composed, list[Hit]] | None:
    """
    The record at the end of the measure that *thought* asks for, among those that fit its filters; None where it asks
    for none, names something else than goods, or fewer than two of them have a number for it.
    """
    measure, index = measure_of(thought.message), knowledge.index
    if measure is None or index is None or not thought.filters_records or thought.is_choice:
        return None
    records = [one for one in index.documents if one.format == "record"]
    words = words_beside_measure(thought.message)
    if not words <= frozenset(stem for one in records for stem in stems(one.text)):
        return None
    wanted = words & frozenset[str]().union(*map(_values, records))
    filters = {name: slot.value for name, slot in thought.understanding.used_slots.items()}
    held = [one for one in records if wanted <= _values(one) and satisfies(one, filters)]
    fitting = [(number, one) for one in held if (number := _number(one, measure)) is not None]
    if len(fitting) < _FEWEST:
        return None
    best = (max if measure.is_most else min)(number for number, _ in fitting)
    ends = [one for number, one in fitting if number == best]
    first = {one.document_id: one for one in reversed(index.fragments)}
    if len(ends) > _MOST:
        return None
    found = [(measure.word.capitalize(), one, Hit(first[one.document_id], 1.0)) for one in ends]
    asked = f"{thought.message} {' '.join(_fields(ends[0], measure))}"
    hits = [hit for _, _, hit in found]
    evidence = Evidence(asked, "", hits, knowledge.document, knowledge.idf, slots=filters, wants_records=True)
    return ordered_said(found, evidence), hits


def _values(record: Document) -> frozenset[str]:
    """Stems of its values that are neither its name nor prose: what it may be asked for by."""
    told = [value for name, value in record.fields.items() if facet_name(name) not in _NO_FACETS]
    return frozenset(stem for value in told for one in facet_values(value) for stem in stems(one))


def _fields(record: Document, measure: Measure) -> list[str]:
    """Names of the fields of *record* that hold the measure."""
    return [name for name in record.fields if not measure.fields.isdisjoint(stems(name.replace("_", " ")))]


def _number(record: Document, measure: Measure) -> float | None:
    numbers = [_parsed(record.fields[name]) for name in _fields(record, measure)]
    return next((one for one in numbers if one is not None), None)


def _parsed(value: Any) -> float | None:
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return float(value)
    match = _NUMBER.fullmatch(value) if isinstance(value, str) else None
    return float(match[1].replace(",", ".")) * _UNITS.get(match[2].lower(), 1.0) if match else None
