"""
Typos of the documents' words: "kurtta" is read as "kurta", shown as such, and can be taken back.

A word is mended only when neither the documents nor English know it, when one letter more, less, other or changed
places makes a word of the documents of it, and when no second word of them is as near.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Final

from limpet.knowledge import Knowledge
from limpet.memory.understanding import Part
from limpet.memory.view import MemoryView
from limpet.retrieval.index import Index
from limpet.text.known_words import is_known_word
from limpet.text.language import language_of
from limpet.text.lru import LruCache
from limpet.text.stemming import stem
from limpet.text.stop_words import is_stop_word
from limpet.text.tokens import tokens

FEWEST_OF_STEM: Final = 4
"""Letters of the stem that a typo becomes."""
RARE_LETTERS: Final = 6
"""A shorter stem must stand in two fragments to be what was meant."""
AHEAD: Final = 4
"""Times as many fragments as the second candidate that the first one must stand in."""
_FORMS_FROM: Final = 4
"""Fragments in which the written form of a stem is looked for."""
_MOST_UNKNOWN: Final = 3
"""A message with more words that nobody knows is no English sentence with typos."""
_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"
_WORD: Final = re.compile(r"(?<![\w@#./\\`'’-])[A-Za-z]{5,24}(?![\w@/\\`(-]|[.'’]\w)")
_LONG_BLANKS: Final = re.compile(r"\s{3,}")
_LANGUAGE: Final = "en"
KEY: Final = "mended:"
"""Begins the key of a part of "understood as" that takes a mending back."""


@dataclass(frozen=True, slots=True)
class Mended:
    """
    A message with its typos mended.

    Attributes:
        text: What is understood.
        parts: What the visitor can take back.
    """

    text: str
    parts: tuple[Part, ...] = ()


class Mender:
    """
    Mends words by the documents' own.

    Args:
        knowledge: The documents.
    """

    def __init__(self, knowledge: Knowledge) -> None:
        self._knowledge = knowledge
        self._index: Index | None = None
        self._is_english = False
        limits = knowledge.limits
        most_bytes = limits.cache_bytes
        self._meant: LruCache[str, str] = LruCache(limits.mended_words, most_bytes, lambda word: 64 + len(word))
        self._said: LruCache[str, str] = LruCache(limits.session_turns, most_bytes, lambda text: 64 + 4 * len(text))

    def mended(self, message: str, without: Collection[str] = ()) -> Mended:
        """
        *message* with what was meant in place of its typos, but for those whose keys are in *without*, and with one
        blank in place of three or more: thousands of them would take patterns seconds, and tell nothing.
        """
        index, message = self._english_index(), _LONG_BLANKS.sub(" ", message)
        if index is None:
            return Mended(message)
        meant: dict[tuple[int, int], str] = {}
        unknown = 0
        for match in _WORD.finditer(message):
            is_name = match[0][0].isupper() and match[0][1:].islower() and match.start() > 0
            known = self._word(index, match[0], is_name=is_name)
            unknown += known is None
            if known and f"{KEY}{match[0].lower()}" not in without:
                meant[match.span()] = known
        if not meant or unknown > _MOST_UNKNOWN or language_of(message) != _LANGUAGE:
            return Mended(message)
        text, parts = message, []
        for (start, end), word in reversed(meant.items()):
            typed = message[start:end]
            text = f"{text[:start]}{word}{text[end:]}"
            parts.append(Part(f"{KEY}{typed.lower()}", f"{typed} → {word}"))
        return Mended(text, tuple(dict.fromkeys(reversed(parts))))

    def view(self, view: MemoryView) -> MemoryView:
        """*view* with the typos of the visitor's earlier messages mended: their words may be added to this one."""
        self._english_index()
        texts = [self._said_before(turn.message) for turn in view.turns]
        if all(text is turn.message for text, turn in zip(texts, view.turns, strict=True)):
            return view
        turns = tuple(replace(turn, message=text) for text, turn in zip(texts, view.turns, strict=True))
        return replace(view, turns=turns)

    def _said_before(self, message: str) -> str:
        """The same for a message of a turn that is kept: each is read again with every new message."""
        if (known := self._said.get(message)) is None:
            text = self.mended(message).text
            known = message if text == message else text
            self._said.put(message, known)
        return message if known == message else known

    def _english_index(self) -> Index | None:
        """The index where all documents are in English; the words of other languages nobody knows here."""
        index = self._knowledge.index
        if index is not self._index:
            self._index = index
            self._meant.clear()
            self._said.clear()
            self._is_english = index is not None and index.languages == (_LANGUAGE,)
        return index if index is not None and self._is_english else None

    def _word(self, index: Index, typed: str, *, is_name: bool) -> str | None:
        """What was meant by *typed*; empty for a word that needs no mending, None for one that nobody knows."""
        lower = typed.lower()
        if (known := self._meant.get(typed)) is not None:
            return known or None if known != "?" else None
        word = stem(lower)
        found: str | None = ""
        if not (is_stop_word(lower) or word in index.postings.terms or lower in index.postings.terms):
            found = "" if is_known_word(word) else _meant_by(index, typed, word)
            if found and is_name and found.islower():
                found = None
        self._meant.put(typed, "?" if found is None else found)
        return found


def _meant_by(index: Index, typed: str, word: str) -> str | None:
    counts = {
        near: len(index.postings.rows_of(near))
        for near in neighbours(word)
        if near[0] == word[0] and len(near) >= FEWEST_OF_STEM and near in index.postings.terms
    }
    ranked = sorted(counts, key=lambda near: (-counts[near], near))
    if not ranked or (counts[ranked[0]] < 2 and len(ranked[0]) < RARE_LETTERS):
        return None
    if len(ranked) > 1 and counts[ranked[0]] < AHEAD * counts[ranked[1]]:
        return None
    return _form(index, ranked[0], typed)


def _form(index: Index, word: str, typed: str) -> str | None:
    """How the documents write a stem: of the words in its first fragments the one most like what was typed."""
    fragments = [index.fragments[row] for row in index.postings.rows_of(word)[:_FORMS_FROM].tolist()]
    text = "\n".join(f"{fragment.heading}\n{fragment.text}" for fragment in fragments)
    forms = {form for form in tokens(text) if form.isalpha() and form[0] == typed[0].lower() and stem(form) == word}
    best = max(forms, key=lambda form: (_likeness(form, typed.lower()), form), default=None)
    if best is None or typed.islower() or typed.istitle() or typed.isupper():
        return best
    written = re.findall(rf"\b{re.escape(best)}\b", text, re.IGNORECASE)  # a name of code has capitals inside
    return max(written, key=lambda form: (_likeness(form, typed), form), default=best)


def _likeness(first: str, second: str) -> float:
    """Share of their letters that two words have in common from both ends."""
    common = _begun_alike(first, second) + _begun_alike(first[::-1], second[::-1])
    return min(common, len(first), len(second)) / max(len(first), len(second))


def _begun_alike(first: str, second: str) -> int:
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(first, second, strict=False)))


def neighbours(word: str) -> Iterator[str]:
    """
    All words at one letter left out, added, changed, or changed places with the next, the word itself among them.

    >>> {"kurta", "kuta", "krutta"} <= set(neighbours("kurtta"))
    False
    >>> {"kurta", "krutta"} <= set(neighbours("kurtta"))
    True
    """
    for place in range(len(word) + 1):
        front, back = word[:place], word[place:]
        if back:
            yield front + back[1:]
            for letter in _LETTERS:
                yield front + letter + back[1:]
        if len(back) > 1:
            yield front + back[1] + back[0] + back[2:]
        for letter in _LETTERS:
            yield front + letter + back
