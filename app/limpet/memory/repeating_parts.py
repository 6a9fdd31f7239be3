"""Which parts of "understood as" only repeat the message, so that a reader learns nothing from them."""

from __future__ import annotations

from collections.abc import Sequence

from limpet.memory.understanding import Part
from limpet.text.language import language_of
from limpet.text.tokens import stems, tokens


def repeating(parts: Sequence[Part], message: str) -> frozenset[str]:
    """
    Keys of the parts that have no word of meaning that neither *message* nor a longer part has.

    Filters and mended words never count: they say how a word was taken, not which word was.

    Args:
        parts: In the order in which they are told.
        message: As sent.

    >>> parts = [Part("topic", "the pier"), Part("word:winter", "winter"), Part("slot:size", "size L")]
    >>> sorted(repeating(parts, "And at the piers? Size L."))
    ['topic']
    >>> sorted(repeating([Part("topic", "pier"), Part("question", "When does the pier open?")], "And today?"))
    ['topic']
    """
    language = language_of(message)
    said = _words(message, language)
    fresh = {one.part: _words(one.shown, language) - said for one in parts if _may_repeat(one)}
    told = {one.part: _words(one.shown, language) for one in parts}

    def is_in_longer(key: str) -> bool:
        return any(len(words) > len(told[key]) and fresh[key] <= words for words in told.values())

    return frozenset(key for key, words in fresh.items() if not words or is_in_longer(key))


def _may_repeat(part: Part) -> bool:
    return part.part in ("topic", "question") or part.part.startswith("word:")


def _words(text: str, language: str) -> frozenset[str]:
    """The stems of *text* that carry meaning; where none does, all its words."""
    return frozenset(stems(text, language) or tokens(text, language))
