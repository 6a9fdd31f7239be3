"""
Stems of English words: Porter's second algorithm ("Porter2", https://snowballstem.org/algorithms/english/stemmer.html).

The stems are those of Snowball 3.1; the generated Python of Snowball moves a cursor letter by letter, this works on
whole strings and takes a fifth of the time.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

_VOWELS: Final = frozenset("aeiouy")
_NOT_AFTER_SHORT: Final = frozenset("aeiouywxY")
_SPECIAL: Final[Mapping[str, str]] = {
    "skis": "ski", "skies": "sky", "idly": "idl", "gently": "gentl", "ugly": "ugli", "early": "earli", "only": "onli",
    "singly": "singl",
} | {word: word for word in "andes atlas bias cosmos howe news sky".split()}  # fmt: skip
_BEGINNING: Final = re.compile(r"(?:arsen|commun|emerg|gener|inter|later|organ|past|univers)")
_REGION: Final = re.compile(r"[^aeiouy]*[aeiouy]+[^aeiouy]")
_POSSESSIVE: Final = re.compile(r"(?:'s'|'s|')\Z")
_PAST: Final = re.compile(r"(?:eedly|ingly|edly|eed|ing|ed)\Z")
_KEPT_BEFORE_EED: Final = frozenset({"succ", "proc", "exc"})
_KEPT_BEFORE_ING: Final = frozenset({"even", "cann", "inn", "earr", "herr", "out"})
_DOUBLES: Final = frozenset("bb dd ff gg mm nn pp rr tt".split())
_SHORTENED: Final[Mapping[str, str]] = {
    "anci": "ance", "enci": "ence", "ogi": "og", "li": "", "bli": "ble", "abli": "able", "alli": "al", "fulli": "ful",
    "lessli": "less", "ousli": "ous", "entli": "ent", "aliti": "al", "biliti": "ble", "iviti": "ive",
    "tional": "tion", "ational": "ate", "alism": "al", "ation": "ate", "ization": "ize", "izer": "ize", "ator": "ate",
    "iveness": "ive", "fulness": "ful", "ousness": "ous", "ogist": "og",
}  # fmt: skip
_FURTHER: Final[Mapping[str, str]] = {
    "icate": "ic", "ative": "", "alize": "al", "iciti": "ic", "ical": "ic", "tional": "tion", "ational": "ate",
    "ful": "", "ness": "",
}  # fmt: skip
_REMOVED: Final = frozenset("ic ance ence able ible ate ive ize iti al ism ion er ous ant ent ment ement".split())
_BEFORE_LI: Final = frozenset("cdeghkmnrt")


def stem_english(word: str) -> str:
    """
    The stem of a lower-cased English *word*; letters that English lacks count as consonants.

    >>> [stem_english(word) for word in ("retrieving", "generously", "dying", "happily", "sky", "it's")]
    ['retriev', 'generous', 'die', 'happili', 'sky', 'it']
    """
    if word in _SPECIAL:
        return _SPECIAL[word]
    if len(word) < 3:
        return word
    if word[0] == "'":
        word = word[1:]
    if "y" in word:
        word = _with_consonants(word)
    first, second = _regions(word)
    word = _without_plural(word)
    word = _without_past(word, first)
    if len(word) > 2 and word[-1] in "yY" and word[-2] not in _VOWELS:
        word = word[:-1] + "i"
    word = _shortened(word, first, second)
    word = _without_ending(word, second)
    return _without_last(word, first, second).replace("Y", "y")


def _with_consonants(word: str) -> str:
    """A "y" that is a consonant, at the beginning or after a vowel, becomes "Y"."""
    letters = list(word)
    for place, letter in enumerate(letters):
        if letter == "y" and (place == 0 or letters[place - 1] in _VOWELS):
            letters[place] = "Y"
    return "".join(letters)


def _regions(word: str) -> tuple[int, int]:
    """Where the two regions begin in which endings are taken off."""
    begun = _BEGINNING.match(word) or _REGION.match(word)
    if begun is None:
        return len(word), len(word)
    further = _REGION.match(word, begun.end())
    return begun.end(), further.end() if further else len(word)


def _without_plural(word: str) -> str:
    if word.endswith(("'", "'s")):
        word = _POSSESSIVE.sub("", word)
    if word[-1:] == "s":
        if word.endswith("sses"):
            return word[:-2]
        if word.endswith("ies"):
            return word[:-2] if len(word) > 4 else word[:-1]
        has_vowel = not word.endswith(("ss", "us")) and not _VOWELS.isdisjoint(word[:-2])
        return word[:-1] if has_vowel else word
    if word.endswith("ied"):
        return word[:-2] if len(word) > 4 else word[:-1]
    return word


def _without_past(word: str, first: int) -> str:
    found = _PAST.search(word)
    if found is None:
        return word
    rest, ending = word[: found.start()], found[0]
    if ending in ("eed", "eedly"):
        return f"{rest}ee" if len(rest) >= first and rest not in _KEPT_BEFORE_EED else word
    if ending == "ing":
        if rest in _KEPT_BEFORE_ING:
            return word
        if len(rest) == 2 and rest[1] == "y" and rest[0] not in _VOWELS:
            return f"{rest[0]}ie"
    if _VOWELS.isdisjoint(rest):
        return word
    if rest.endswith(("at", "bl", "iz")):
        return f"{rest}e"
    if rest[-2:] in _DOUBLES:
        return rest if len(rest) == 3 and rest[0] in "aeo" else rest[:-1]
    return f"{rest}e" if len(rest) == first and _is_short(rest) else rest


def _is_short(word: str) -> bool:
    """Whether *word* ends with a short syllable."""
    if len(word) > 2 and word[-1] not in _NOT_AFTER_SHORT and word[-2] in _VOWELS and word[-3] not in _VOWELS:
        return True
    return (len(word) == 2 and word[1] not in _VOWELS and word[0] in _VOWELS) or word.endswith("past")


def _shortened(word: str, first: int, second: int) -> str:
    """Long endings made shorter, twice."""
    if word[-1:] in "ilmnrst" and (ending := _longest(word, _SHORTENED, 7)) and len(word) - len(ending) >= first:
        rest = word[: -len(ending)]
        is_fit = rest[-1:] == "l" if ending == "ogi" else rest[-1:] in _BEFORE_LI if ending == "li" else True
        word = rest + _SHORTENED[ending] if is_fit else word
    if word[-1:] not in "eils" or not (ending := _longest(word, _FURTHER, 7)):
        return word
    is_fit = len(word) - len(ending) >= (max(first, second) if ending == "ative" else first)
    return word[: -len(ending)] + _FURTHER[ending] if is_fit else word


def _without_ending(word: str, second: int) -> str:
    if word[-1:] not in "ceilmnrst" or not (ending := _longest(word, _REMOVED, 5)):
        return word
    rest = word[: -len(ending)]
    return word if len(rest) < second or (ending == "ion" and rest[-1:] not in ("s", "t")) else rest


def _without_last(word: str, first: int, second: int) -> str:
    rest = word[:-1]
    if word[-1:] == "e":
        return rest if len(rest) >= second or (len(rest) >= first and not _is_short(rest)) else word
    return rest if word.endswith("ll") and len(rest) >= second else word


def _longest(word: str, endings: Mapping[str, str] | frozenset[str], most: int) -> str:
    """The longest of *endings* that *word* ends with; empty for none."""
    for length in range(min(most, len(word)), 1, -1):
        if word[-length:] in endings:
            return word[-length:]
    return ""
