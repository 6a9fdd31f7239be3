"""Messages that are about no subject: small talk, and questions about the conversation itself."""

from __future__ import annotations

from functools import lru_cache

from limpet.memory.conversation_question import conversation_question
from limpet.text.courtesy import smalltalk_kind


@lru_cache(maxsize=64)
def is_aside(message: str) -> bool:
    """
    Whether *message* leaves the subject where it is, and gives no word to a later one.

    >>> is_aside("Thanks!"), is_aside("What did I ask first?"), is_aside("What is tea?")
    (True, True, False)
    """
    return smalltalk_kind(message) is not None or conversation_question(message) is not None
