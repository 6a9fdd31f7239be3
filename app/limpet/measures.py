"""The heaviest, the longest, the newest of some goods, where their catalogue has a number for that."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from limpet.answer.catalogue import ordered_said
from limpet.answer.evidence import Composed, Evidence
from limpet.knowledge import Knowledge
from limpet.memory.measure_words import Measure, measure_of, words_beside_measure
from limpet.retrieval.catalogue_facts import NO_FACETS
from limpet.retrieval.document import Document, Hit
from limpet.retrieval.filtering import satisfies
from limpet.retrieval.index import Index
from limpet.retrieval.quantities import Quantity, has_digits, quantity_of
from limpet.retrieval.records import facet_name, facet_values
from limpet.text.tokens import stems
from limpet.thought import Thought

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
    facts, words = index.catalogue, words_beside_measure(thought.message)
    if not any(_holds(name, measure) for name in facts.fields) or not all(_is_of_goods(one, index) for one in words):
        return None
    wanted = words & facts.value_stems
    places = _places_of(wanted, index)
    filters = {name: slot.value for name, slot in thought.understanding.used_slots.items()}
    near = [one for one in facts.records if one.document_id in places] if wanted else facts.records
    held = [one for one in near if satisfies(one, filters) and wanted <= _values(one, wanted)]
    fitting = _amounts(held, measure)
    if fitting is None or len(fitting) < _FEWEST:
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


def _is_of_goods(stem: str, index: Index) -> bool:
    """Whether a record has *stem*."""
    rows = index.postings.rows_of(stem)
    return any(index.document(index.fragments[row].document_id).format == "record" for row in rows)


def _places_of(words: frozenset[str], index: Index) -> set[str]:
    """Ids of the documents that have each of *words*; none where there are no words."""
    held = [{index.fragments[row].document_id for row in index.postings.rows_of(one).tolist()} for one in words]
    return set[str]().union(*held[:1]).intersection(*held)


def _values(record: Document, wanted: frozenset[str]) -> frozenset[str]:
    """Stems of its values that are neither its name nor prose, where any are *wanted*: what it may be asked for by."""
    fields = record.fields.items() if wanted else ()
    told = [value for name, value in fields if facet_name(name) not in NO_FACETS]
    return frozenset(stem for value in told for one in facet_values(value) for stem in stems(one))


def _holds(field: str, measure: Measure) -> bool:
    return not measure.fields.isdisjoint(stems(field.replace("_", " ")))


def _fields(record: Document, measure: Measure) -> list[str]:
    """Names of the fields of *record* that hold the measure."""
    return [name for name in record.fields if _holds(name, measure)]


def _amounts(records: Sequence[Document], measure: Measure) -> list[tuple[float, Document]] | None:
    """
    How much each of *records* that tells it has of *measure*; None where these cannot be compared: one may be the most
    whose amount cannot be read, or is of another kind.
    """
    found: list[tuple[Quantity, Document]] = []
    fields = {name for one in records for name in one.fields}
    measuring = {name for name in fields if _holds(name, measure)}
    for record in records:
        told = [(name, value) for name, value in record.fields.items() if name in measuring and has_digits(value)]
        if told:
            quantity = quantity_of(told[0][1], told[0][0])
            if quantity is None:
                return None
            found.append((quantity, record))
    if len({quantity.kind for quantity, _ in found}) > 1:
        return None
    return [(quantity.amount, record) for quantity, record in found]
