"""Text to words: what counts as one token, in any script, for memory and retrieval alike."""

from __future__ import annotations

import re
from typing import Final

from limpet.text.folding import lower
from limpet.text.stemming import stem
from limpet.text.stop_words import STOP_WORDS, is_stop_word
from limpet.text.word_pattern import MARKS

__all__ = ["STOP_WORDS", "is_stop_word", "stem", "stems", "tokens"]

_MARKS: Final = MARKS
_WORD: Final = rf"[^\W_][\w{_MARKS}]*"
_TOKEN: Final = re.compile(
    rf"{_WORD}(?:['’.,+#-]+{_WORD})*(?:\+\+|\#(?!\w))?"  # words joined by one sign are taken apart below
)
_UNSPACED: Final = re.compile(
    "[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"
    "\U00020000-\U0003fa1f]+"
)
_THOUSANDS: Final = re.compile(r"(?<=\d),(?=\d{2,3}(?!\d))")
_HUMP: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_PARTS: Final = re.compile(rf"(?:[^\W\d_][{_MARKS}]*)+|\d+")
_LETTERS: Final = re.compile(rf"(?:[^\W\d_][{_MARKS}]*)+")
_ACRONYM: Final = re.compile(r"[^\W\d_](?:\.[^\W\d_])+")
_VERSION: Final = re.compile(r"v?\d+(?:\.\d+)+")
_NO_WORDS: Final[frozenset[str]] = frozenset()
_ELISION: Final = frozenset({"fr", "it", "ca", "ga"})


def tokens(text: str, language: str = "en") -> list[str]:
    """
    Lower-cased words of *text* in reading order.

    Numbers lose their thousands separators; versions, codes and identifiers come whole and in parts; scripts that
    are written without spaces come as pairs of characters.

    >>> tokens("Don't use get_userName v1.10.2 for ₹2,000 C++ items")
    ["don't", 'use', 'get_username', 'get', 'user', 'name', 'v1.10.2', 'for', '2000', 'c++', 'items']
    >>> tokens("東京都")
    ['東京', '京都']
    """
    found: list[str] = []
    for match in _TOKEN.finditer(text):
        piece = match[0]
        if piece.isascii() and piece.isalpha():
            if piece.islower():  # nearly all words
                found.append(piece)
            else:
                found.extend(_plain(piece))
        else:
            found.extend(_joined(piece, language))
    return found


def stems(text: str, language: str = "en") -> list[str]:
    """
    Stems of the words of *text* that carry meaning, in reading order, repeats included.

    >>> stems("Which of the retrieved fragments are retrieved again?")
    ['retriev', 'fragment', 'retriev']
    """
    stop_words = STOP_WORDS.get(language, _NO_WORDS)
    return [stem(token, language) for token in tokens(text, language) if token not in stop_words]


def _plain(piece: str) -> list[str]:
    """A word of ASCII letters; ``camelCase`` also in parts."""
    whole = piece.lower()
    if piece in (whole, piece.upper(), piece.capitalize()):
        return [whole]
    parts = [part.lower() for part in _HUMP.split(piece)]
    return [whole, *parts] if len(parts) > 1 else [whole]


def _joined(piece: str, language: str) -> list[str]:
    """A piece with signs, digits or letters beyond ASCII."""
    piece = _THOUSANDS.sub("", piece).strip("_")
    whole = lower(piece).replace("’", "'")
    if _UNSPACED.search(whole):
        return _with_pairs(whole)
    if language in _ELISION and "'" in whole:
        return [part for part in whole.split("'") if part]
    if _ACRONYM.fullmatch(whole):
        return [whole.replace(".", "")]
    if _VERSION.fullmatch(whole) or _LETTERS.fullmatch(whole.replace("'", "")) or whole[-1:] in "+#":
        return [whole] if whole else []
    if whole.isalnum() and not _HUMP.search(piece):
        return [whole]
    return _code(piece, whole)


def _code(piece: str, whole: str) -> list[str]:
    """Words joined by hyphens or commas come apart; an identifier or code comes whole and in parts."""
    words = [part for part in re.split("[-,+#]+", whole) if part]
    if all(_LETTERS.fullmatch(word.replace("'", "")) for word in words):
        return words
    parts = [lower(part) for hump in _HUMP.split(piece) for part in _PARTS.findall(hump)]
    return [whole, *parts] if len(parts) > 1 else [whole]


def _with_pairs(whole: str) -> list[str]:
    """Runs of an unspaced script as overlapping pairs, the rest as words."""
    found: list[str] = []
    at = 0
    for run in _UNSPACED.finditer(whole):
        found.extend(_PARTS.findall(whole[at : run.start()]))
        text = run[0]
        found.extend([text] if len(text) == 1 else [text[i : i + 2] for i in range(len(text) - 1)])
        at = run.end()
    found.extend(_PARTS.findall(whole[at:]))
    return found
