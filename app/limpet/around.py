"""
What stands around the last answers in their documents, for understanding what follows: a visitor who was told one
sentence of a section asks on about the section.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from limpet.answer.fragments import units_of
from limpet.answer.going_on import USUAL_WORDS
from limpet.memory.turn import Turn
from limpet.memory.view import MemoryView
from limpet.retrieval.index import Index

ENOUGH_WORDS: Final = 50
"""From so many words on an answer says enough of what it is about."""
_CODE: Final = re.compile(r"^ *```.*?^ *```", re.MULTILINE | re.DOTALL)
_TURNS: Final = 2
"""Older answers weigh too little for it to matter."""


def with_surroundings(view: MemoryView, index: Index | None) -> MemoryView:
    """
    *view*, where each of the last answers that is short is followed by the sentences that stand behind it in its
    section. Lists of goods and what no document told stay as they are.

    >>> with_surroundings(MemoryView(), None).turns
    ()
    """
    if index is None or not any(turn.fragment_ids for turn in view.turns[-_TURNS:]):
        return view
    return replace(view, turns=(*view.turns[:-_TURNS], *(_filled(turn, index) for turn in view.turns[-_TURNS:])))


def _filled(turn: Turn, index: Index) -> Turn:
    fragment = index.fragment(turn.fragment_ids[0]) if turn.fragment_ids else None
    told = len(_CODE.sub(" ", turn.answer).split())
    room = USUAL_WORDS - told  # what answers that told their whole section had
    if fragment is None or told >= ENOUGH_WORDS or turn.is_gist:
        return turn
    document = index.document(fragment.document_id)
    filled = [turn.answer]
    is_after = False
    for unit in [] if document.format == "record" else units_of(document, fragment):
        is_told = unit.kind == "table" or unit.shown in turn.answer
        if is_after and not is_told and unit.kind != "code" and unit.words <= room:
            filled.append(unit.plain)
            room -= unit.words
        is_after = is_after or is_told
    return replace(turn, answer="\n".join(filled)) if len(filled) > 1 else turn
