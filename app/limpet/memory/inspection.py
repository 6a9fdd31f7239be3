"""What session memory holds, for people and for tests: sizes, caps, bytes, invariants."""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import pairwise
from typing import Final

import numpy as np

from limpet.limits import Limits
from limpet.memory import recording
from limpet.memory.byte_size import bytes_of
from limpet.memory.entity_weights import entity_weight
from limpet.memory.kept_text import text_bytes
from limpet.memory.structure import Structure
from limpet.memory.view import MemoryView

SESSION_BYTES: Final = 262_144
"""The most that one session may take in memory, all structures together."""


def own_bytes(view: MemoryView) -> int:
    """Bytes of everything that a session keeps."""
    return bytes_of(view)


def structures(view: MemoryView, limits: Limits) -> list[Structure]:
    """Every bounded structure of a session, in a fixed order."""
    summary = view.summary_vector
    dimensions = 0 if summary is None else int(summary.size)
    state = view.conversation
    oldest = "the one set longest ago leaves"
    return [
        Structure("session_turns", len(view.turns), limits.session_turns, bytes_of(view.turns),
                  "the least important turn beyond the protected ones leaves"),
        Structure("session_text_bytes", sum(map(text_bytes, view.turns)), recording.TEXT_BYTES,
                  sum(map(text_bytes, view.turns)), "long messages and answers of the oldest turns are shortened"),
        Structure("protected_turns", min(len(view.turns), limits.protected_turns), limits.protected_turns, 0,
                  "the oldest becomes a gist"),
        Structure("turn_vectors", len(view.turn_vectors), limits.session_turns, bytes_of(view.turn_vectors),
                  "leaves with its turn"),
        Structure("summary_vector", dimensions, dimensions, bytes_of(summary), "0.75 * old + 0.25 * new"),
        Structure("entities", len(view.mentions), limits.entities, bytes_of(view.mentions),
                  f"the weakest leaves, and any below {limits.entity_floor}"),
        Structure("conversation_bytes", bytes_of(state), recording.CONVERSATION_BYTES, bytes_of(state),
                  "a larger state is refused"),
        Structure("exposures", len(view.exposures), limits.exposures, bytes_of(view.exposures),
                  "the one shown longest ago leaves"),
        Structure("engagement_turns", len(view.engagements), limits.engagement_turns, bytes_of(view.engagements),
                  "the oldest leaves"),
        Structure("slots", len(view.slots), limits.slots, bytes_of(state.slots), oldest),
        Structure("rolling_summary_chars", len(view.rolling_summary), limits.rolling_summary_chars,
                  bytes_of(state.rolling_summary), "made anew each turn"),
        Structure("evictions", len(view.evictions), recording.EVICTIONS, bytes_of(view.evictions), "the oldest leaves"),
    ]  # fmt: skip


def check(view: MemoryView, limits: Limits) -> None:
    """
    Hold every invariant of a view.

    Raises:
        AssertionError: When one is broken; says which.
    """
    for structure in structures(view, limits):
        assert structure.is_within_cap, f"{structure.name}: {structure.size} of {structure.cap}"
    _check_turns(view, limits)
    _check_vectors(view)
    assert all(1 <= turn <= view.turn_count for turn in view.mentions.values()), "a mention in no turn"
    weights = [entity_weight(view.turn_count - turn) for turn in view.mentions.values()]
    assert all(weight >= limits.entity_floor for weight in weights), "an entity below the floor"
    assert all(shown >= 1 for shown in view.exposures.values()), "a fragment that was never shown"
    assert view.last_active_s is None or math.isfinite(view.last_active_s), "no time"
    total_bytes = own_bytes(view)
    assert total_bytes <= SESSION_BYTES, f"{total_bytes} bytes of {SESSION_BYTES}"


def _check_turns(view: MemoryView, limits: Limits) -> None:
    numbers = [turn.number for turn in view.turns]
    assert _is_rising(numbers), "turns out of order"
    assert not numbers or (numbers[0] >= 1 and numbers[-1] <= view.turn_count), "a turn that was never recorded"
    for turn in view.turns:
        assert turn.number <= turn.last_active_turn <= view.turn_count, f"turn {turn.number}: active in no turn"
        assert not turn.is_gist or len(turn.answer) <= limits.gist_chars, f"turn {turn.number}: a long gist"
    old = view.turns[: max(0, len(view.turns) - limits.protected_turns)]
    assert all(turn.is_gist for turn in old), "an old answer that is no gist"


def _check_vectors(view: MemoryView) -> None:
    numbers = {turn.number for turn in view.turns}
    assert numbers >= set(view.turn_vectors), "a vector without its turn"
    if view.summary_vector is not None:
        assert np.isfinite(view.summary_vector).all(), "a summary vector that is not finite"
        size = view.summary_vector.size
        assert all(row.size == size for row in view.turn_vectors.values()), "vectors of several sizes"


def _is_rising(numbers: Iterable[int]) -> bool:
    return all(a < b for a, b in pairwise(numbers))
