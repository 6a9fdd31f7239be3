"""A question that was asked before in the session, and what its earlier answers showed."""

from __future__ import annotations

from limpet.answer.connectives import recent_connectives
from limpet.memory.exposure import wants_repeat
from limpet.memory.offer import shown_items
from limpet.memory.view import MemoryView
from limpet.text.tokens import stems


def shown_before(message: str, view: MemoryView | None) -> tuple[frozenset[str], str]:
    """
    Fragments and text of the answers that this question already got; nothing when it is new or a repeat is wanted.

    Two messages are the same question when they have the same content stems.

    >>> shown_before("How is silk washed?", MemoryView())
    (frozenset(), '')
    """
    asked = frozenset(stems(message))
    if view is None or not asked or wants_repeat(message):
        return frozenset(), ""
    same = [turn for turn in view.turns if frozenset(stems(turn.message)) == asked]
    return frozenset(name for turn in same for name in turn.fragment_ids), "\n".join(turn.answer for turn in same)


def session_key(message: str, view: MemoryView) -> str:
    """All that an answer's wording takes from the session, as a text for a cache."""
    fragments, text = shown_before(message, view)
    listed = view.last_turn.fragment_ids if view.last_turn is not None and shown_items(view.offer) else ()
    parts = (",".join(sorted(fragments)), text, ",".join(sorted(recent_connectives(view))), ",".join(listed))
    return "\x01".join(parts)
