"""Greetings, thanks, goodbyes and "who are you", answered without retrieval; anything more is a question."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from limpet.answer.evidence import Composed
from limpet.text.courtesy import smalltalk_kind

if TYPE_CHECKING:
    from limpet.memory.view import MemoryView

_REPLIES: Final[Mapping[str, tuple[str, ...]]] = {
    "greeting": (
        "Hello! Ask me anything about these documents.",
        "Hi! What would you like to know?",
        "Hello! I answer from the documents of this site. What are you looking for?",
    ),
    "how_are_you": (
        "All is well, thank you. What would you like to know?",
        "Fine, thank you. What can I look up for you?",
    ),
    "thanks": (
        "You are welcome. Is there anything else you would like to know?",
        "Glad to help. Ask on if something is still open.",
        "You are welcome!",
    ),
    "praise": ("Good. Ask on whenever you like.", "Glad to hear it. What next?"),
    "goodbye": ("Goodbye!", "Goodbye, and come back any time.", "See you!"),
    "who": (
        "I am limpet, a program that answers from the documents of this site, in your browser. I quote and cite, and I "
        "say so when something is not covered.",
    ),
    "help": (
        "Ask a question in your own words; I answer with sentences from the documents of this site and cite each of "
        'them. You can ask on ("what about ...?"), or say "start over".',
    ),
}


def smalltalk(message: str, view: MemoryView | None = None) -> Composed | None:
    """
    The reply to a message that is nothing but small talk; None for all else, and for an "ok" to an offer.

    The wording turns with the number of turns so far, so that the same state gives the same reply.

    >>> smalltalk("Hellooo!!").mode, smalltalk("hi, do you have kurtas?")
    ('smalltalk', None)
    """
    kind = smalltalk_kind(message)
    if kind is None or (kind == "praise" and view is not None and view.offer):
        return None
    replies = _REPLIES[kind]
    turns = len(view.turns) if view is not None else 0
    text = replies[turns % len(replies)]
    return Composed(text, "smalltalk", (), 1.0, (), (text,))
