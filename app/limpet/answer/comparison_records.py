"""Records of a catalogue side by side: a column a record, a row for every facet that all of them have."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from limpet.answer.evidence import Citation, Composed, Evidence
from limpet.answer.markdown import shown_inline
from limpet.answer.record_facts import record_lines
from limpet.errors import DocumentError
from limpet.memory.offer import shown_items
from limpet.retrieval.document import Document, Fragment
from limpet.retrieval.records import PRICE_FIELDS, facet_name, record_name
from limpet.retrieval.splitting import split
from limpet.text.tokens import stems

_LABEL_CHARS: Final = 40
_VALUE_WORDS: Final = 14
"""A longer value is prose, not a facet."""
_NAMED_SHARE: Final = 0.99
"""Share of a thing's words that a record must have in its name or facets."""

Found = tuple[Document, Fragment]


def records_named(evidence: Evidence, things: tuple[str, str]) -> list[Found]:
    """The first hit that each of *things* names by its name or facets; nothing unless both name one of their own."""
    found: list[Found] = []
    for thing in things:
        wanted = set(stems(thing))
        for hit in evidence.hits:
            document = _record(evidence, hit.fragment.document_id)
            if document is None or any(document is other for other, _ in found):
                continue
            name = set(stems(record_name(document.fields) or document.title))
            words = name | set(stems(document.text))
            if wanted & name and len(wanted & words) >= _NAMED_SHARE * len(wanted):
                found.append((document, hit.fragment))
                break
    return found if len(found) == len(things) else []


def records_shown(evidence: Evidence, most: int) -> list[Found]:
    """The first *most* records that the last answer listed, as they were listed."""
    view = evidence.view
    if view is None or view.last_turn is None or not shown_items(view.offer):
        return []
    found: list[Found] = []
    for name in view.last_turn.fragment_ids[:most]:
        document = _record(evidence, name.rpartition("#")[0])
        fragment = next((one for one in split(document) if one.fragment_id == name), None) if document else None
        if document is not None and fragment is not None:
            found.append((document, fragment))
    return found


def records_compared(records: Sequence[Found], confidence: float) -> Composed | None:
    """The table; None when they have no facet in common."""
    columns = [_facets(document) for document, _ in records]
    labels = [label for label in columns[0] if all(label in column for column in columns)]
    labels.sort(key=lambda label: facet_name(label) not in PRICE_FIELDS)
    if not labels:
        return None
    names = [record_name(document.fields) or document.title for document, _ in records]
    marked = [f"{_cell(name)} [{number}]" for number, name in enumerate(names, start=1)]
    lines = [f"| | {' | '.join(marked)} |", f"| --- |{' --- |' * len(records)}"]
    lines += [f"| {_cell(label)} | {' | '.join(_cell(column[label]) for column in columns)} |" for label in labels]
    citations = tuple(_citation(document, fragment) for document, fragment in records)
    pieces = tuple(line if number == 0 else f"\n{line}" for number, line in enumerate(lines))
    return Composed("".join(pieces), "compare", citations, confidence, (), pieces)


def _record(evidence: Evidence, document_id: str) -> Document | None:
    try:
        document = evidence.source(document_id)
    except (KeyError, DocumentError):  # it was there when the answer was given
        return None
    return document if document.format == "record" else None


def _facets(document: Document) -> dict[str, str]:
    """Label to value of the short lines of a record, as its text has them."""
    facets: dict[str, str] = {}
    for line in record_lines(document, record_name(document.fields) or document.title):
        label, colon, value = line.partition(": ")
        if colon and len(label) <= _LABEL_CHARS and len(value.split()) <= _VALUE_WORDS:
            facets.setdefault(label, value)
    return facets


def _cell(text: str) -> str:
    return shown_inline(text, []).replace("|", "\\|")


def _citation(document: Document, fragment: Fragment) -> Citation:
    quote = document.text[fragment.start : fragment.end]
    return Citation(fragment.fragment_id, fragment.document_id, fragment.heading, fragment.start, fragment.end, quote)
