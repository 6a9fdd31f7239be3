"""Comparisons: two records as a table of what both have, two subjects of the documents side by side."""

from __future__ import annotations

from typing import Final

from limpet.answer.catalogue import cheapest_said, prices_said
from limpet.answer.comparison_columns import with_columns
from limpet.answer.comparison_documents import documents_compared
from limpet.answer.comparison_pair import (
    MOST_COMPARED,
    asks_price,
    compared_things,
    compares_shown,
    names_shown,
    orders_shown,
    place_priced,
    places_compared,
)
from limpet.answer.comparison_records import records_compared, records_named, records_shown
from limpet.answer.evidence import Composed, Evidence
from limpet.memory.offer import MOST_SHOWN

_SURE: Final = 0.8
"""Confidence at least when both things are records that the message names."""


def comparison_answer(evidence: Evidence, confidence: float) -> Composed | None:
    """
    The two things of a comparison side by side, or what is asked about the prices of things that were shown; None when
    neither is asked for, or one of them is not there.
    """
    if places := places_compared(evidence.message):
        listed = records_shown(evidence, MOST_SHOWN)
        picked = [listed[place] for place in places if place < len(listed)]
        return records_compared(picked, max(confidence, _SURE)) if len(listed) > 1 and len(picked) > 1 else None
    if most := compares_shown(evidence.message):
        shown = records_shown(evidence, most)
        return records_compared(shown, max(confidence, _SURE)) if len(shown) > 1 else None
    if orders_shown(evidence.message):
        shown = records_shown(evidence, MOST_COMPARED)
        is_whole = len(shown) < MOST_COMPARED or names_shown(evidence.message)  # a longer list may have been cut
        return cheapest_said(shown, evidence, max(confidence, _SURE)) if is_whole and len(shown) > 1 else None
    if asks_price(evidence.message):
        shown = records_shown(evidence, MOST_SHOWN)
        place = place_priced(evidence.message)
        picked = [shown[place]] if place is not None and -len(shown) <= place < len(shown) else shown
        return prices_said(picked, evidence, max(confidence, _SURE))
    things = evidence.things or compared_things(evidence.message)
    if things is None:
        return None
    named = records_named(evidence, things)
    if named:
        return records_compared(named, max(confidence, _SURE))
    if evidence.plan.mode == "not_covered" or confidence < evidence.plan.answers_from:
        return None
    return with_columns(documents_compared(evidence, things, confidence), evidence, things, confidence)
