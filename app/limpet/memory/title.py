"""The page that the visitor looks at names what "it" is: its title is added when the message says little."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from limpet.memory.candidates import Candidate
from limpet.memory.question import Question, pointing_words

TITLE_SHARE: Final = 0.75
"""How likely a word of the title is lacking then; how often it was on a set with titles."""
SAYS_LITTLE_WORDS: Final = 3
"""Content words up to which a message says little."""


def with_title(words: Sequence[Candidate], shares: Sequence[float], question: Question) -> list[float]:
    """
    *shares* with the words of the page's title decided by rule: no data with titles may be learned from.

    Args:
        words: The candidates.
        shares: What the picker gives each.
        question: The message.
    """
    leans = bool(pointing_words(question)) or len(question.content) <= SAYS_LITTLE_WORDS
    title_share = TITLE_SHARE if leans else 0.0
    return [title_share if one.in_title else share for one, share in zip(words, shares, strict=True)]
