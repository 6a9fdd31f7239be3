"""What limpet says of its own accord: no words of the documents, and none of the conversation's subject."""

from __future__ import annotations

from typing import Final

from limpet.text.own_sentences import every_wording, own_sentence

NOTHING_FOUND: Final = own_sentence("nothing_found")
_NOTHING_FOUND: Final = every_wording("nothing_found")


def finds_nothing(answer: str) -> bool:
    """Whether *answer* says, in whatever language, that the documents have none."""
    return answer.startswith(_NOTHING_FOUND)


def subject_of(answer: str) -> str:
    """
    *answer* as far as the conversation may be about it: not the sections that lie nearest to what is not covered.

    >>> subject_of("Green tea is steeped at 75 degrees."), subject_of(NOTHING_FOUND + "\\n\\nThe nearest sections are:")
    ('Green tea is steeped at 75 degrees.', '')
    """
    return "" if finds_nothing(answer) else answer
