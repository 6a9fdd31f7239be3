"""Small talk by its wording: greetings, thanks, goodbyes, "who are you"; it says nothing about any subject."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from importlib import resources
from typing import Final

_YOU: Final = r"(?:you|u|ya)"
_TO: Final = r"(?: (?:there|all|everyone|team|bot|limpet|friend|folks|again|so much|very much|a lot|a ton|you|u))*"
_LEAD: Final = r"(?:(?:ok(?:ay)?|great|perfect|nice|cool|super|awesome|wonderful|lovely|alright|and|so) )?"
_PHRASES: Final[Mapping[str, tuple[str, ...]]] = {
    "greeting": (
        rf"(?:hi+|hey+|hel+o+|hul+o|yo+|hiya|howdy|greetings){_TO}(?: how (?:are|r) {_YOU}(?: doing| today)?)?",
        rf"(?:namaste|namaskar|salaa?m){_TO}",
        rf"(?:good (?:morning|afternoon|evening|day)|gm|morning|evening){_TO}",
    ),
    "how_are_you": (
        rf"{_LEAD}how (?:are|r) {_YOU}(?: doing| today)*",
        r"how(?: i|')?s it going|what'?s up|wass?up|sup",
    ),
    "thanks": (
        rf"{_LEAD}(?:many |lots of )?(?:than(?:k|x|ks)+|thank ?{_YOU}|thx+|thnx|tx|ty(?:vm|sm)?|cheers)"
        rf"{_TO}(?: for (?:(?:your|the|all|quick) )*(?:help|info|information|answer|time))?",
        rf"(?:shukriya|dhanyavad){_TO}",
    ),
    "praise": (
        r"(?:that(?:'?s| is| was) )?(?:very |really |so |all )?(?:great|perfect|nice|cool|super|awesome|useful)",
        r"(?:that(?:'?s| is| was) )?(?:very |really |so )?(?:helpful|brilliant|excellent|wonderful)",
        r"good (?:job|bot)|well done|got it|ok(?:ay)?|k|alright|understood|i see",
    ),
    "goodbye": (
        rf"{_LEAD}(?:good ?)?bye(?: ?bye)*(?: for now)?{_TO}|good ?night{_TO}|farewell|later|take care|cya",
        rf"see {_YOU}(?: later| soon| tomorrow)?",
        r"that(?:'?s| is| will be) all(?: for (?:now|today))?",
        r"have a (?:nice|good|great) (?:day|one|evening|weekend)",
    ),
    "who": (
        rf"{_LEAD}(?:who|what) (?:are|r) {_YOU}(?: exactly)?|who (?:made|built|wrote) (?:{_YOU}|this)",
        r"what(?:'?s| is) your name|your name|who am i (?:talking|chatting|speaking) (?:to|with)",
        r"are you (?:an? )?(?:real )?(?:bot|robot|human|person|real|ai|machine|chatgpt|alive)",
    ),
    "help": (
        rf"help(?: me)?(?: please)?|what (?:can|do) {_YOU} do(?: for me)?|how (?:can|do) {_YOU} help(?: me)?",
        r"how does this work|what can i ask(?: you)?|what (?:do|can) you know(?: about)?|menu|start",
    ),
}
_ENGLISH: Final = {kind: re.compile("|".join(f"(?:{p})" for p in phrases)) for kind, phrases in _PHRASES.items()}
_CHAINED: Final = frozenset({"greeting", "how_are_you", "thanks", "praise", "goodbye"})
"""Kinds that follow each other; "start menu" is none of them."""
_LONGEST_CHARS: Final = 80
_SIGNS: Final[Mapping[str, str]] = {
    "greeting": "👋",
    "thanks": "🙏",
    "praise": "👍👌🙂😊😀😃😄😁😆😉😍🥰🤩😎🤗🙌👏💪🎉🎊💯✅✔❤💚💙☺🆗🔥⭐🌟✨",
}
_DRESS: Final = re.compile("[\\s\\ufe0f\\u200d\\U0001f3fb-\\U0001f3ff!.,]")
"""What dresses a sign: skin tones, joiners, variation selectors."""
_KIND_OF_SIGN: Final = {sign: kind for kind, signs in _SIGNS.items() for sign in signs}


@lru_cache(maxsize=64)
def smalltalk_kind(message: str) -> str | None:
    """
    Which small talk a message is: every sentence of it must be one; the last one decides.

    >>> smalltalk_kind("Great, thank you so much! Bye"), smalltalk_kind("thanks, and the price?")
    ('goodbye', None)
    >>> smalltalk_kind("ok thanks bye"), smalltalk_kind("start menu")
    ('goodbye', None)
    """
    if len(message) > _LONGEST_CHARS:
        return None
    signs = _DRESS.sub("", message)
    if signs and all(sign in _KIND_OF_SIGN for sign in signs):
        return _KIND_OF_SIGN[signs[-1]]
    kinds: list[str] = []
    for words in _parts(message):
        if kinds and words in ("please", "dear", "limpet", "and", "ok", "okay"):
            continue
        kind = _kind_of(words) or _last_of_several(words)
        if kind is None:
            return None
        kinds.append(kind)
    return kinds[-1] if kinds else None


def courtesy_language(message: str) -> str:
    """
    The language that a courtesy is one of; empty for one that is English or none.

    >>> courtesy_language("Vielen Dank!"), courtesy_language("Thanks!")
    ('de', '')
    """
    if len(message) > _LONGEST_CHARS:
        return ""
    return next((language for words in _parts(message) for language, _ in [_abroad(words)] if language), "")


def _parts(message: str) -> list[str]:
    plain = unicodedata.normalize("NFKC", message).casefold().replace("’", "'")
    plain = re.sub(r"([a-z])\1{2,}", r"\1\1", plain)
    parts = re.split(r"[.!?,;:()\n]+", re.sub(r"[^\w\s'.!?,;:()]", " ", plain))
    return [words for part in parts if (words := " ".join(part.split()))]


@lru_cache(maxsize=1)
def _other_languages() -> Mapping[tuple[str, str], re.Pattern[str]]:
    text = (resources.files("limpet.text") / "courtesies.json").read_text("utf-8")
    by_language: dict[str, dict[str, str]] = json.loads(text)
    return {
        (language, kind): re.compile(phrase)
        for language, phrases in by_language.items()
        for kind, phrase in phrases.items()
    }


def _abroad(words: str) -> tuple[str, str | None]:
    """Language and kind of a courtesy that is not English."""
    found = (key for key, pattern in _other_languages().items() if pattern.fullmatch(words))
    return next(found, ("", None))


def _kind_of(words: str) -> str | None:
    return next((name for name, pattern in _ENGLISH.items() if pattern.fullmatch(words)), None) or _abroad(words)[1]


def _last_of_several(words: str) -> str | None:
    """The kind of the last of several courtesies that follow each other without a comma: "ok thanks bye"."""
    said = words.split()
    for count in range(len(said) - 1, 0, -1):
        if _kind_of(" ".join(said[:count])) in _CHAINED:
            rest = " ".join(said[count:])
            kind = _kind_of(rest) or _last_of_several(rest)
            return kind if kind in _CHAINED else None
    return None
