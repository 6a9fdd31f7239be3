"""Whether a message points at something that nobody has named."""

from __future__ import annotations

import pytest

from limpet.memory.contextual import understand
from limpet.memory.session import SessionMemory
from limpet.memory.turn import Turn
from limpet.memory.view import MemoryView
from limpet.policy.heuristic import TUNED
from limpet.policy.openness import WITH_VECTORS, WITHOUT_VECTORS, open_share, openness_cues

KURTAS = SessionMemory.of_turns([Turn("Do you have cotton kurtas?", "Yes, three cotton kurtas.")]).view()


def share(message: str, view: MemoryView | None = None) -> float:
    view = view or MemoryView()
    return open_share(openness_cues(understand(message, view), view, None), has_vectors=False)


def test_every_weight_has_a_cue() -> None:
    cues = set(openness_cues(understand("How much is it?", KURTAS), KURTAS, None))
    assert set(WITH_VECTORS) - {""} == cues
    assert set(WITHOUT_VECTORS) - {""} < cues


@pytest.mark.parametrize(
    "message", ["How much does it cost?", "How long does it take?", "Does this clinic take veterans?", "Are they open?"]
)
def test_pointing_at_nothing_leaves_it_open(message: str) -> None:
    assert share(message) >= TUNED.asks_back_from


@pytest.mark.parametrize(
    "message",
    [
        "How much does the Neem kurta cost?",
        "Is it possible to return earrings?",
        "How long does it take to deliver to Delhi?",
        "What is a kurta?",
        "linen shirts",
    ],
)
def test_a_whole_question_leaves_nothing_open(message: str) -> None:
    assert share(message) < TUNED.asks_back_from


def test_what_was_just_spoken_of_is_not_open() -> None:
    assert share("Are these cotton kurtas warm?", KURTAS) < share("Are these cotton kurtas warm?")
