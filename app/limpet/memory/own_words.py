"""What limpet says of its own accord: no words of the documents, and none of the conversation's subject."""

from __future__ import annotations

from typing import Final

NOTHING_FOUND: Final = "I found nothing in these documents that answers this."


def subject_of(answer: str) -> str:
    """
    *answer* as far as the conversation may be about it: not the sections that lie nearest to what is not covered.

    >>> subject_of("Green tea is steeped at 75 degrees."), subject_of(NOTHING_FOUND + "\\n\\nThe nearest sections are:")
    ('Green tea is steeped at 75 degrees.', '')
    """
    return "" if answer.startswith(NOTHING_FOUND) else answer
