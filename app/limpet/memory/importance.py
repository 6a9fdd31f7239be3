"""How much a turn is worth keeping: the formula that decides which turn is evicted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from limpet.memory.turn import Turn

RECENCY_HALF_LIFE_TURNS: Final = 5
"""A turn's bonus for having been active halves in as many turns as an entity's weight."""

MAX_FRAGMENTS: Final = 3
"""More distinct fragments than this add nothing."""


def recency(age_turns: int) -> float:
    """
    Bonus of a turn that was last active *age_turns* ago, in [0, 1): breaks ties, never outranks content.

    >>> recency(0) < 1, recency(4), recency(9)
    (True, 0.5, 0.25)
    """
    return float(0.5 ** ((max(0, age_turns) + 1) / RECENCY_HALF_LIFE_TURNS))


def content_importance(turn: Turn) -> int:
    """
    What the turn contributes, whatever its age: ``2 * has_entities + (ambiguous or correction) + min(fragments, 3)``.

    >>> content_importance(Turn("a", "b", entities=("kurta",), fragment_ids=("f1", "f2"), was_correction=True))
    5
    """
    fragments = min(len(set(turn.fragment_ids)), MAX_FRAGMENTS)
    return 2 * bool(turn.entities) + (turn.was_ambiguous or turn.was_correction) + fragments


def importance(turn: Turn, current_turn: int) -> float:
    """
    ``content_importance`` plus ``recency``, at *current_turn*, in [0, 7).

    >>> importance(Turn("a", "b", number=1, last_active_turn=1), current_turn=5)
    0.5
    """
    return content_importance(turn) + recency(current_turn - turn.last_active_turn)


def least_important(turns: Sequence[Turn], protected_turns: int) -> int | None:
    """
    Place of the turn to evict among *turns* (oldest first); ties: the older. None when all are protected.

    >>> turns = [Turn("q", "a", number=n, last_active_turn=n, entities=("x",) * (n == 1)) for n in (1, 2, 3)]
    >>> least_important(turns, protected_turns=1)
    1
    """
    candidates = len(turns) - protected_turns
    if candidates <= 0:
        return None
    contents = [content_importance(turn) for turn in turns[:candidates]]
    lowest = min(contents)  # a recency is below 1, so that only these can be the least important
    places = [place for place, content in enumerate(contents) if content == lowest]
    return min(places, key=lambda place: (turns[place].last_active_turn, turns[place].number))
