"""What a text says, word by word: counts, places, capitals; memoised, since every message looks back."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from limpet.text.tokens import STOP_WORDS

_WORD: Final = re.compile(r"[^\W_]+")
_SENTENCE_END: Final = re.compile(r"[.!?:]['\")\]]*\s|\n")
_SCAN_CHARS: Final = 2_000
"""Characters of a text that are looked at: an answer says what it is about early."""
_MEMO_TEXTS: Final = 64
"""A little over the texts of a full session, so that one session never evicts its own."""


def word_set(words: str) -> frozenset[str]:
    """The words of a text that is a list of words."""
    return frozenset(words.split())


_CONTRACTION_ENDS: Final = word_set("s t d m ll re ve don doesn didn isn aren wasn weren won wouldn couldn")
FUNCTION_WORDS: Final = STOP_WORDS["en"] | _CONTRACTION_ENDS
"""Words that are never an antecedent."""


@dataclass(frozen=True, slots=True)
class WordUse:
    """
    How one word stands in one text.

    Attributes:
        form: As first written.
        count: Times it occurs.
        capitals: Times it is capitalised where no sentence begins, or all capitals.
        position_share: Place of its first letter in the text, 0..1.
        in_first_sentence: Whether it occurs there.
        after_the: Whether "the" ever stands before it.
        phrase_pairs: Times it is capitalised beside another capitalised word.
    """

    form: str
    count: int
    capitals: int
    position_share: float
    in_first_sentence: bool
    after_the: bool
    phrase_pairs: int


def spoken_words(text: str) -> list[str]:
    """
    All words, lower-cased, in order.

    >>> spoken_words("What's the R-value?")
    ['what', 's', 'the', 'r', 'value']
    """
    return _WORD.findall(text.lower())


@lru_cache(maxsize=_MEMO_TEXTS)
def word_uses(text: str) -> Mapping[str, WordUse]:
    """
    The candidate words of *text* (its beginning, when it is long) in order of first mention.

    >>> word_uses("Linen keeps cool. The linen kurta costs more.")["linen"].count
    2
    """
    text = text[:_SCAN_CHARS]
    matches = list(_WORD.finditer(text))
    first_end = _first_sentence_end(text)
    seen: dict[str, WordUse] = {}
    capital_before = False
    previous = ""
    for place, match in enumerate(matches):
        form = match.group()
        word = form.lower()
        capital = _is_capitalised(form, text, match.start())
        next_capital = (
            place + 1 < len(matches)
            and _touches(text, match.end(), matches[place + 1].start())
            and _is_capitalised(matches[place + 1].group(), text, matches[place + 1].start())
        )
        if word not in FUNCTION_WORDS:
            old = seen.get(word)
            pair = int(capital and (capital_before or next_capital))
            seen[word] = WordUse(
                form=old.form if old else form,
                count=(old.count if old else 0) + 1,
                capitals=(old.capitals if old else 0) + int(capital),
                position_share=old.position_share if old else match.start() / max(len(text), 1),
                in_first_sentence=old.in_first_sentence if old else match.start() < first_end,
                after_the=(old.after_the if old else False) or previous == "the",
                phrase_pairs=(old.phrase_pairs if old else 0) + pair,
            )
        capital_before = capital and next_capital
        previous = word
    return seen


def _first_sentence_end(text: str) -> int:
    found = _SENTENCE_END.search(text, 20) if len(text) > 20 else None
    return found.end() if found else len(text)


def _touches(text: str, end: int, start: int) -> bool:
    return start - end == 1 and text[end] in " -"


def _is_capitalised(form: str, text: str, start: int) -> bool:
    if len(form) > 1 and form.isupper():
        return True
    if not form[0].isupper():
        return False
    before = text[:start].rstrip(" \"'([*_#-")[-1:]
    return bool(before) and before not in ".!?:\n"
