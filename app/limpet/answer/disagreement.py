"""Sentences of other fragments that give another number for what an answer says: they are said too."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from limpet.answer.contradiction import SAME_SUBJECT_SHARE, amounts, contradicts
from limpet.answer.evidence import Evidence
from limpet.answer.fragments import Unit, units_of
from limpet.answer.looked_at import LOOKED_AT, document_of
from limpet.answer.selection import MOST_UNITS
from limpet.retrieval.document import Hit


def with_rivals(units: Sequence[Unit], evidence: Evidence, stems_of: Callable[[Hit], frozenset[str]]) -> list[Unit]:
    """
    *units*, each followed by one of another fragment that contradicts it.

    Only fragments that have nearly all words of a sentence with an amount are read for it.
    """
    found: list[Unit] = []
    for unit in units:
        if any(unit == one for one in found):
            continue
        found.append(unit)
        rival = _rival(unit, units, evidence, stems_of)
        if rival is not None and rival not in found:
            found.append(rival)
    return found[:MOST_UNITS]


def _rival(
    unit: Unit, units: Sequence[Unit], evidence: Evidence, stems_of: Callable[[Hit], frozenset[str]]
) -> Unit | None:
    if unit.kind != "sentence" or not amounts(unit.plain):
        return None
    for other in units:
        if contradicts(unit, other):
            return other
    words = frozenset(stem for stem in unit.stems if not any(sign.isdigit() for sign in stem))
    for hit in evidence.hits[:LOOKED_AT]:
        is_own = hit.fragment.fragment_id == unit.fragment.fragment_id
        if is_own or len(words & stems_of(hit)) < SAME_SUBJECT_SHARE * len(words):
            continue
        document = document_of(evidence, hit)
        if document is None or document.format == "record":
            continue
        for other in units_of(document, hit.fragment):
            if contradicts(unit, other):
                return other
    return None
