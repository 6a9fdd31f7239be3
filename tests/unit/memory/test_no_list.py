"""Messages that choose where nothing was listed."""

from __future__ import annotations

import pytest

from limpet.memory.no_list import KEPT_TURNS, kept_list, points_at_no_list
from limpet.memory.session import SessionMemory
from limpet.memory.turn import Turn
from limpet.memory.view import Conversation, MemoryView

LISTED = [{"label": "Neem", "price": 9.0, "words": ""}, {"label": "Asha", "price": 7.0, "words": ""}]


def after(answer: str, offer: object = None) -> MemoryView:
    memory = SessionMemory()
    memory.record(Turn("What do you sell?", answer), None, Conversation(offer=offer))
    return memory.view()


@pytest.mark.parametrize(
    "message",
    [
        "the second", "the first one", "The cheaper one, please", "tell me about the third one", "a cheaper one",
        "I'll take the second", "what about the last one?", "option 2", "anything cheaper?", "cheaper than that one",
        "das zweite", "le deuxième", "die günstigere",
    ],
)  # fmt: skip
def test_nothing_was_listed(message: str) -> None:
    assert points_at_no_list(message, MemoryView())
    assert points_at_no_list(message, after("We sell tea."))
    assert not points_at_no_list(message, after("We sell tea.", {"text": "", "shown": LISTED}))
    assert not points_at_no_list(message, after("We sell:\n- tea\n- coffee"))


@pytest.mark.parametrize(
    "message", ["the second world war", "first aid", "which one is first?", "the blue one", "cheaper shipping?", "last"]
)
def test_more_than_a_place_in_a_list_is_said(message: str) -> None:
    assert not points_at_no_list(message, MemoryView())


def test_a_list_is_kept_for_some_answers_of_another_kind() -> None:
    offer: object = {"text": "", "shown": LISTED}
    for turn in range(2, 3 + KEPT_TURNS):
        kept = kept_list(offer, "We send it.", turn)
        assert (kept is not None) == (turn <= 1 + KEPT_TURNS), turn
        offer = kept
    assert kept_list({"text": "", "shown": LISTED}, "- one\n- two", 2) is None
    assert kept_list("Shall I go on?", "We send it.", 2) is None
