"""The table of a section that is called what is asked about goes before the sections below it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Final

from limpet.answer.looked_at import LookedAt
from limpet.answer.price_asked import PAYING_STEMS, PRICE_STEMS, tells_price
from limpet.text.tokens import stems

_LEAST_SHARE: Final = 0.4
"""Share of the first fragment's score that it must have."""
_EXTREMES: Final = frozenset(stems("cheap cheapest expensive dear dearest low lowest high highest most least"))
"""Words by which one of the prices is asked for."""


def titled_table_first(looked_at: Sequence[LookedAt], question: Collection[str]) -> list[LookedAt]:
    """
    "When are you open?" is answered by the table under "Opening hours", not by "Public holidays" below it, which has
    the word itself.

    The fragment moves to the front which holds a table and whose own heading has every stem of the question, save those
    that the table has ("Are you open on Mondays?"); only before fragments of its own document, and only where the
    first one's heading lacks the question.

    Args:
        looked_at: The most promising fragments, best first.
        question: Content stems of the message and of what it goes on about.
    """
    found = list(looked_at)
    asked = set(question)
    if not asked or not found or asked <= _title(found[0]):
        return found
    for place, one in enumerate(found):
        is_near = one.share >= _LEAST_SHARE and one.hit.fragment.document_id == found[0].hit.fragment.document_id
        if is_near and _has_table_for(one, asked):
            return [replace(one, score=found[0].score, share=found[0].share), *found[:place], *found[place + 1 :]]
    return found


def price_table_first(looked_at: Sequence[LookedAt], question: Collection[str]) -> list[LookedAt]:
    """
    "What does a ticket cost?" is answered by the table under "Prices" on the page "Tickets" alone, not by "Returning a
    ticket", which has the word itself.

    Args:
        looked_at: The most promising fragments, best first.
        question: Content stems of the message and of what it goes on about.
    """
    found = list(looked_at)
    asked = set(question) - PAYING_STEMS - _EXTREMES
    for one in found if asked else ():
        path = set(stems(" ".join(one.hit.fragment.heading_path)))
        tables = [unit for unit in one.units if unit.kind == "table" and tells_price(unit.plain)]
        is_titled = not _title(one).isdisjoint(PRICE_STEMS) and not path.isdisjoint(asked)
        if is_titled and any(asked <= path | unit.stems for unit in tables):
            return [replace(one, score=found[0].score, share=found[0].share)]
    return found


def _has_table_for(one: LookedAt, asked: set[str]) -> bool:
    title = _title(one)
    tables = [unit for unit in one.units if unit.kind == "table"]
    return not title.isdisjoint(asked) and any(asked <= title | unit.stems for unit in tables)


def _title(one: LookedAt) -> set[str]:
    path = one.hit.fragment.heading_path
    return set(stems(path[-1])) if path else set()
