"""A question that was asked before in the session, and what earlier answers showed."""

from __future__ import annotations

from typing import Final

from limpet.answer.asked_on import asked_on
from limpet.answer.connectives import recent_connectives
from limpet.memory.asking_again import wants_same_again
from limpet.memory.exposure import wants_repeat
from limpet.memory.message_stems import message_stems
from limpet.memory.offer import shown_items
from limpet.memory.view import MemoryView

LATELY_TURNS: Final = 2
"""Answers that a visitor still has before the eyes."""


def shown_before(message: str, view: MemoryView | None) -> tuple[frozenset[str], str]:
    """
    Fragments and text of the answers that this question already got; nothing when it is new or a repeat is wanted.

    Two messages are the same question when they have the same content stems.

    >>> shown_before("How is silk washed?", MemoryView())
    (frozenset(), '')
    """
    asked = message_stems(message)
    if view is None or not asked or wants_repeat(message):
        return frozenset(), ""
    same = [turn for turn in view.turns if message_stems(turn.message) == asked]
    return frozenset(name for turn in same for name in turn.fragment_ids), "\n".join(turn.answer for turn in same)


def lately_shown(message: str, view: MemoryView | None) -> str:
    """
    Text of the last answers; empty where *message* was asked before or wants something once more.

    >>> lately_shown("Why salt?", None)
    ''
    """
    if view is None or wants_repeat(message) or wants_same_again(message) or shown_before(message, view)[1]:
        return ""
    return "\n".join(turn.answer for turn in view.turns[-LATELY_TURNS:])


def new_stems(message: str, view: MemoryView | None) -> frozenset[str]:
    """
    Stems of *message* that the last messages lack: what it goes on with, "and on Windows?".

    >>> sorted(new_stems("And in winter?", None))
    ['winter']
    """
    before = [] if view is None else [turn.message for turn in view.turns[-LATELY_TURNS:]]
    return message_stems(message).difference(*map(message_stems, before))


def session_key(message: str, view: MemoryView) -> str:
    """All that an answer's wording takes from the session, as a text for a cache."""
    fragments, text = shown_before(message, view)
    listed = view.last_turn.fragment_ids if view.last_turn is not None and shown_items(view.offer) else ()
    shown = lately_shown(message, view)
    new = new_stems(message, view) if shown else frozenset[str]()
    groups = (fragments, new, recent_connectives(view))
    parts = (text, shown, asked_on(message, view), ",".join(listed), *(",".join(sorted(group)) for group in groups))
    return "\x01".join(parts)
