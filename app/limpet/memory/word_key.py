"""A cheap stem: what inflected forms of a word share, at a hundredth of Snowball's cost for a word seen first."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from limpet.text.folding import lower
from limpet.text.stop_words import STOP_WORDS
from limpet.text.word_pattern import WORD

_KEY_CHARS: Final = 7
_MEMO_WORDS: Final = 512
_STOP: Final = STOP_WORDS["en"]
_WORD: Final = re.compile(WORD)


def word_keys(text: str) -> set[str]:
    """
    The keys of the words of *text* that carry meaning.

    >>> sorted(word_keys("How does the return of returned shirts work?"))
    ['return', 'shirt', 'work']
    """
    return {word_key(word) for word in _WORD.findall(lower(text)) if word not in _STOP}


@lru_cache(maxsize=_MEMO_WORDS)
def word_key(word: str) -> str:
    """
    A lower-cased word without its commonest endings, its first seven letters; numbers and codes stay.

    >>> word_key("studies") == word_key("study"), word_key("shipping") == word_key("shipped"), word_key("v1.2")
    (True, True, 'v1.2')
    """
    if not word.isalpha() or len(word) < 4:
        return word
    if word.endswith("ies"):
        word = word[:-3] + "y"
    elif word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    for ending in ("ing", "ed"):
        if word.endswith(ending) and len(word) - len(ending) >= 4:
            word = word[: -len(ending)]
            break
    return word[:_KEY_CHARS]
