"""What a text says, word by word: counts, places, capitals; memoised, since every message looks back."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from limpet.text.tokens import STOP_WORDS, stem
from limpet.text.word_pattern import WORD

_WORD: Final = re.compile(WORD)
_SENTENCE_END: Final = re.compile(r"[.!?:]['\")\]]*\s|\n")
_SCAN_CHARS: Final = 2_000
"""Characters of a text that are looked at: an answer says what it is about early."""
_CITATION: Final = re.compile(r"\s?\[(?:\d{1,2}|\?)\]")
"""A citation's mark in an answer of ours: no word of the conversation."""
_LOOK_BACK_CHARS: Final = 80
"""Quotes, brackets and blanks before a word are no more."""
_MEMO_TEXTS: Final = 72
"""The texts of a full session and a few more, so that one session never evicts its own."""


def word_set(words: str) -> frozenset[str]:
    """The words of a text that is a list of words."""
    return frozenset(words.split())


_CONTRACTION_ENDS: Final = word_set("s t d m ll re ve don doesn didn isn aren wasn weren won wouldn couldn")
FUNCTION_WORDS: Final = STOP_WORDS["en"] | _CONTRACTION_ENDS
"""Words that are never an antecedent."""


COLUMNS: Final = (
    "count", "capitals", "position_share", "in_first_sentence", "after_the", "phrase_pairs",
    "length", "is_number", "ends_ing", "ends_ed", "ends_ly", "ends_s",
)  # fmt: skip
"""Columns of ``TextWords.numbers``."""


@dataclass(frozen=True, slots=True, eq=False)
class TextWords:
    """
    The candidate words of one text, in order of first mention.

    Attributes:
        words: Lower-cased, each once.
        forms: As first written.
        stems: Of each.
        stem_set: The same without order.
        numbers: One row a word, read-only; in the order of ``COLUMNS``: times it occurs; times it is capitalised where
            no sentence begins, or all capitals; place of its first letter in the text, 0..1; whether it occurs in the
            first sentence; whether "the" ever stands before it; times it is capitalised beside another capitalised
            word; its letters by 12, at most 1; whether it is a number; and four endings.
    """

    words: tuple[str, ...]
    forms: tuple[str, ...]
    stems: tuple[str, ...]
    stem_set: frozenset[str]
    numbers: NDArray[np.float32]


def spoken_words(text: str) -> list[str]:
    """
    All words, lower-cased, in order.

    >>> spoken_words("What's the R-value?")
    ['what', 's', 'the', 'r', 'value']
    """
    return _WORD.findall(text.lower())


@lru_cache(maxsize=_MEMO_TEXTS)
def words_of(text: str) -> TextWords:
    """
    The candidate words of *text* (its beginning, when it is long; without the marks of citations).

    >>> linen = words_of("Linen keeps cool. The linen kurta costs more [1].")
    >>> linen.words, int(linen.numbers[0][COLUMNS.index("count")])
    (('linen', 'keeps', 'cool', 'kurta', 'costs'), 2)
    """
    text = _CITATION.sub("", text[: 2 * _SCAN_CHARS])[:_SCAN_CHARS]
    rows: dict[str, list[float]] = {}
    forms: list[str] = []
    first_end = _first_sentence_end(text)
    capital_before = False
    previous = ""
    matches = list(_WORD.finditer(text))
    capitals = _capitals(text, matches)
    for place, match in enumerate(matches):
        word = sys.intern(match[0].lower())  # the texts of a session share most of their words
        capital = capitals[place]
        next_capital = capitals[place + 1] and _touches(text, match.end(), matches[place + 1].start())
        if word not in FUNCTION_WORDS:
            row = rows.get(word)
            if row is None:
                start = match.start()
                row = rows[word] = [0.0, 0.0, start / max(len(text), 1), float(start < first_end), 0.0, 0.0]
                row += _shape(word)
                forms.append(sys.intern(match[0]))
            row[0] += 1.0
            row[1] += capital
            row[4] = max(row[4], float(previous == "the"))
            row[5] += capital and (capital_before or next_capital)
        capital_before = capital and next_capital
        previous = word
    numbers = np.array(list(rows.values()), dtype=np.float32).reshape(-1, len(COLUMNS))
    numbers.flags.writeable = False
    stems = tuple(map(stem, rows))
    return TextWords(tuple(rows), tuple(forms), stems, frozenset(stems), numbers)


def stems_in(sentence: str) -> frozenset[str]:
    """
    Stems of the content words of a text that is read once, so that no session's text leaves the memo for it.

    >>> sorted(stems_in("The linen kurtas"))
    ['kurta', 'linen']
    """
    return frozenset(stem(word) for word in spoken_words(sentence[:_SCAN_CHARS]) if word not in FUNCTION_WORDS)


def _shape(word: str) -> list[float]:
    ends = [float(word.endswith(ending)) for ending in ("ing", "ed", "ly", "s")]
    return [min(len(word), 12) / 12.0, float(word.isdigit()), *ends]


def _first_sentence_end(text: str) -> int:
    found = _SENTENCE_END.search(text, 20) if len(text) > 20 else None
    return found.end() if found else len(text)


def _touches(text: str, end: int, start: int) -> bool:
    return start - end == 1 and text[end] in " -"


def _capitals(text: str, matches: Sequence[re.Match[str]]) -> list[bool]:
    """Whether each word is capitalised for a reason of its own; False once more at the end."""
    return [*(_is_capitalised(match[0], text, match.start()) for match in matches), False]


def _is_capitalised(form: str, text: str, start: int) -> bool:
    if len(form) > 1 and form.isupper():
        return True
    if not form[0].isupper():
        return False
    before = text[max(0, start - _LOOK_BACK_CHARS) : start].rstrip(" \"'([*_#-")[-1:]
    return bool(before) and before not in ".!?:\n"
