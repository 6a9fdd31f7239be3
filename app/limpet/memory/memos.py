"""What is remembered about texts for speed alone: emptied when something is forgotten, since it holds their words."""

from __future__ import annotations

from typing import Any, Final

from limpet.memory.aside import is_aside
from limpet.memory.facts import facts_in
from limpet.memory.message_stems import message_stems
from limpet.memory.recall_terms import recall_terms
from limpet.memory.when import tells_time
from limpet.memory.words import words_of
from limpet.text.courtesy import smalltalk_kind
from limpet.text.language import language_of_start

TEXT_MEMOS: Final[tuple[Any, ...]] = (
    facts_in,
    is_aside,
    language_of_start,
    message_stems,
    recall_terms,
    smalltalk_kind,
    tells_time,
    words_of,
)
"""Every function of memory and text that remembers what it found out about a whole text."""


def forget_texts() -> None:
    """
    Empty the memos of texts; they fill again as they are needed.

    >>> is_aside("Thanks!"), forget_texts(), is_aside.cache_info().currsize
    (True, None, 0)
    """
    for memo in TEXT_MEMOS:
        memo.cache_clear()
