"""Forgetting a text takes what turns that have left the session have left behind of it."""

from __future__ import annotations

from limpet.limits import Limits
from limpet.memory.session import SessionMemory
from limpet.memory.topic import Topic, Topics
from limpet.memory.turn import Turn
from limpet.memory.view import Conversation

LIMITS = Limits(session_turns=3, protected_turns=1)


def session_that_lost_the_turn() -> SessionMemory:
    session = SessionMemory(LIMITS)
    session.record(Turn("My sister lives in Zanzibar.", "Noted.", entities=("Zanzibar",)))
    topics = Topics(Topic("cotton", ("cotton",), 2, 4), (Topic("sister Zanzibar", ("sister", "zanzibar"), 1, 1),))
    slots = {"place": {"value": "Zanzibar"}, "fabric": {"value": "cotton"}}
    state = Conversation(topics.to_json(), slots, "In Zanzibar.")
    for _ in range(3):
        turn = Turn("Wash cotton?", "At 30 degrees.", entities=("cotton", "silk"), fragment_ids=("a", "b"))
        session.record(turn, None, state)
    return session


def test_no_trace_of_the_text_stays() -> None:
    session = session_that_lost_the_turn()
    assert "zanzibar" in session.to_snapshot().casefold()
    session.remove_text("ZANZIBAR")
    assert "zanzibar" not in session.to_snapshot().casefold()
    view = session.view()
    assert "cotton" in view.mentions
    assert set(view.slots) == {"fabric"}
    session.check()


def test_another_or_an_empty_text_takes_nothing() -> None:
    session = session_that_lost_the_turn()
    before = session.to_snapshot()
    assert session.remove_text("Madagascar") == session.remove_text("  ") == []
    assert session.to_snapshot() == before
