"""Words to their stems: Snowball, by language, with a bounded memo because a stem costs 4 to 60 µs, a look-up 0.1."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from limpet.text.folding import without_accents
from limpet.text.stemming_english import stem_english

MEMO_WORDS: Final = 4_096
"""Stems that are remembered; the least recently used leaves. About the vocabulary of a few hundred fragments."""

_ALGORITHMS: Final = {
    "ar": "arabic", "hy": "armenian", "eu": "basque", "ca": "catalan", "cs": "czech", "da": "danish", "nl": "dutch",
    "eo": "esperanto", "et": "estonian", "fi": "finnish", "fr": "french", "de": "german",
    "el": "greek", "hi": "hindi", "hu": "hungarian", "id": "indonesian", "ga": "irish", "it": "italian",
    "lt": "lithuanian", "ne": "nepali", "no": "norwegian", "nb": "norwegian", "nn": "norwegian", "fa": "persian",
    "pl": "polish", "pt": "portuguese", "ro": "romanian", "ru": "russian", "sr": "serbian", "es": "spanish",
    "sv": "swedish", "ta": "tamil", "tr": "turkish", "yi": "yiddish",
}  # fmt: skip


@lru_cache(maxsize=MEMO_WORDS)
def stem(token: str, language: str = "en") -> str:
    """
    The stem of a lower-cased *token*, without accents; codes and numbers stay as they are.

    Args:
        token: One token of :func:`limpet.text.tokens.tokens`.
        language: ISO 639-1; a language without a stemmer only loses accents.

    >>> stem("retrieving"), stem("v1.2"), stem("Größen".lower(), "de")
    ('retriev', 'v1.2', 'gross')
    """
    if not token.replace("'", "").isalpha():
        return without_accents(token)
    word = without_accents(token) if language == "en" else token
    return without_accents(_stemmer(language)(word))


def reserve_memo() -> None:
    """
    Fill the memo with numbers, which cost nothing and are the first to leave.

    Words that come later then take the place of others, so that memory is flat from the first message on.

    >>> reserve_memo(), stem.cache_info().currsize == MEMO_WORDS
    (None, True)
    """
    for number in range(MEMO_WORDS - stem.cache_info().currsize):
        stem(f"{number:08d}")


@lru_cache(maxsize=64)
def _stemmer(language: str) -> Callable[[str], str]:
    if language == "en":
        return stem_english
    name = _ALGORITHMS.get(language)
    if name is None:
        return str
    import snowballstemmer  # its thirty languages take 30 ms to import; a text without words needs none

    stem_word: Callable[[str], str] = snowballstemmer.stemmer(name).stemWord
    return stem_word
