"""Greetings, thanks, goodbyes and "who are you", answered without retrieval; anything more is a question."""

from __future__ import annotations

from typing import TYPE_CHECKING

from limpet.answer.evidence import Composed
from limpet.answer.spoken import language_said
from limpet.memory.offer import asks_something
from limpet.text.courtesy import courtesy_language, smalltalk_kind
from limpet.text.own_sentences import own_sentence

if TYPE_CHECKING:
    from limpet.memory.view import MemoryView


def smalltalk(message: str, view: MemoryView | None = None) -> Composed | None:
    """
    The reply to a message that is nothing but small talk; None for all else, and for an "ok" to an offer.

    It is in the language of the message; "ok" goes by the message before. The wording turns with the number of turns so
    far, so that the same state gives the same reply.

    >>> smalltalk("Hellooo!!").mode, smalltalk("hi, do you have kurtas?")
    ('smalltalk', None)
    """
    kind = smalltalk_kind(message)
    if kind is None or (kind == "praise" and view is not None and asks_something(view.offer)):
        return None
    turns = view.turns if view is not None else ()
    language = courtesy_language(message) or (language_said(message, view) if kind == "praise" else "en")
    return Composed.own(own_sentence(kind, language, len(turns)))
