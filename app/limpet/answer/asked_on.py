"""The form that a message wants which puts another thing into the question before: "And an uploaded file?"."""

from __future__ import annotations

from limpet.memory.substitution import thing_put_in
from limpet.memory.view import MemoryView
from limpet.text.question_form import Asked, asked_for


def asked_on(message: str, view: MemoryView | None) -> Asked:
    """
    The form of answer that *message* wants, or where it only names another thing, that of the question before.

    >>> asked_on("How do I wash silk?", None), asked_on("And linen?", None)
    ('steps', 'other')
    """
    asked = asked_for(message)
    last = view.last_turn if view is not None else None
    if asked != "other" or last is None or thing_put_in(message) is None:
        return asked
    return asked_for(last.message)
