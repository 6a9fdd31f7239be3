"""Which language a text is in: by its script, and among those in Latin letters by their commonest words."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from limpet.text.stop_words import STOP_WORDS

SCAN_CHARS: Final = 4_000
"""A text shows its language early."""
LEAST_WORDS: Final = 2
"""Common words of another language that a text holds before it counts as that language."""
MORE_THAN_ENGLISH: Final = 1.3
"""Times as many of them as of English ones: names and quotations are not enough."""

_LATIN_WORD: Final = re.compile(r"[a-zà-öø-ÿœß]+(?:['’](?=[a-zà-öø-ÿ]))?")
_BARE_LETTERS: Final = frozenset("bcdfghjklmnpqrstvwxz")
"""By themselves they are sizes and names; lists of stop words have some for "l'" and "d'"."""
_SCRIPTS: Final = tuple(
    (language, re.compile(f"[{letters}]"))
    for language, letters in (
        ("ja", "\u3040-\u30ff"),
        ("ko", "\uac00-\ud7af"),
        ("zh", "\u3400-\u9fff"),
        ("hi", "\u0900-\u097f"),
        ("fa", "\u067e\u0686\u0698\u06af"),
        ("ar", "\u0600-\u06ff"),
        ("ta", "\u0b80-\u0bff"),
        ("th", "\u0e00-\u0e7f"),
        ("el", "\u0370-\u03ff"),
        ("ru", "\u0400-\u04ff"),
        ("hy", "\u0530-\u058f"),
        ("he", "\u0590-\u05ff"),
    )
)
_SCRIPT_SHARE: Final = 0.3
"""Share of a text's letters in a script that decides; of kana and of Persian's own letters a tenth is plenty."""
_FEW_ARE_PLENTY: Final = frozenset({"ja", "fa"})

_MEMO_TEXTS: Final = 32
"""A message, what it may mean, and those before it."""


def language_of(text: str, default: str = "en") -> str:
    """
    ISO 639-1 code of the language that *text* is most likely in; *default* when nothing speaks for another.

    By script, and among the languages in Latin letters those with a list of stop words. Hindi stands for all that is
    written in Devanagari.

    >>> language_of("Die Kosten der Rücksendung trägt der Käufer."), language_of("退货政策"), language_of("Tea")
    ('de', 'zh', 'en')
    """
    return language_of_start(text[:SCAN_CHARS], default)


@lru_cache(maxsize=_MEMO_TEXTS)
def language_of_start(text: str, default: str) -> str:
    """
    The same of the beginning of a text alone; a message is asked for many times in one turn.

    >>> language_of_start("Wie lange dauert die Lieferung?", "en")
    'de'
    """
    start = text.lower()
    letters = sum(character.isalpha() for character in start)
    if not letters:
        return default
    for language, script in _SCRIPTS:
        share = len(script.findall(start)) / letters
        if share >= (_SCRIPT_SHARE / 3 if language in _FEW_ARE_PLENTY else _SCRIPT_SHARE):
            return language
    found = [word.replace("’", "'") for word in _LATIN_WORD.findall(start)]
    words = [word for word in found if len(word) > 1 or word not in _BARE_LETTERS]
    counts = {language: sum(word in common for word in words) for language, common in STOP_WORDS.items()}
    best = max(counts, key=lambda language: (counts[language], language == default))
    is_clear = counts[best] >= LEAST_WORDS and counts[best] > MORE_THAN_ENGLISH * counts["en"]
    return best if is_clear or (best == "en" and counts["en"] >= LEAST_WORDS) else default
