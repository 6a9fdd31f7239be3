"""A message that only names another thing asks in the form of the question before."""

from __future__ import annotations

import pytest

from limpet.answer.asked_on import asked_on
from limpet.answer.repeated import session_key
from limpet.memory.session import SessionMemory
from limpet.memory.turn import Turn
from limpet.memory.view import MemoryView


def after(message: str) -> MemoryView:
    memory = SessionMemory()
    memory.record(Turn(message, "So."))
    return memory.view()


@pytest.mark.parametrize(
    ("before", "message", "form"),
    [
        ("When is the Leeds shop open?", "And York?", "time"),
        ("How do I wash a lantern?", "What about a lamp?", "steps"),
        ("How do I wash a lantern?", "What does a lamp cost?", "amount"),
        ("How do I wash a lantern?", "Tell me about lamps", "other"),
    ],
)
def test_the_form_of_the_question_before(before: str, message: str, form: str) -> None:
    assert asked_on(message, after(before)) == form


def test_answers_that_are_kept_tell_the_forms_apart() -> None:
    assert session_key("And York?", after("When is Leeds open?")) != session_key("And York?", after("Why Leeds?"))
