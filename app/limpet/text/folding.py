"""Case and accents taken off, so that what people type meets what was written."""

from __future__ import annotations

import unicodedata
from typing import Final

_LETTERS: Final = str.maketrans({
    "ß": "ss", "ẞ": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ł": "l", "ħ": "h", "ı": "i", "þ": "th", "ð": "d",
})  # fmt: skip
"""Letters that Unicode does not decompose."""


def lower(text: str) -> str:
    """
    *text* in its compatibility form and lower case; full-width letters, ligatures and the like become plain.

    >>> lower("ＡＢＣ ﬁne École")
    'abc fine école'
    """
    return text.lower() if text.isascii() else unicodedata.normalize("NFKC", text).lower()


def without_accents(word: str) -> str:
    """
    A lower-cased *word* with accents and vowel points taken off; Indic vowel signs are letters and stay.

    >>> without_accents("naïveté"), without_accents("straße"), without_accents("हिन्दी")
    ('naivete', 'strasse', 'हिन्दी')
    """
    if word.isascii():
        return word
    decomposed = unicodedata.normalize("NFD", word.translate(_LETTERS))
    kept = "".join(c for c in decomposed if not _is_accent(c))
    return unicodedata.normalize("NFC", kept)


def _is_accent(character: str) -> bool:
    """Latin, Greek and Cyrillic accents, Hebrew points, Arabic vowel marks."""
    is_point = "\u0300" <= character <= "\u036f" or "\u0591" <= character <= "\u05c7"
    return is_point or "\u064b" <= character <= "\u065f" or character == "\u0670"
