"""The words of the conversation so far that a message may lack, and what is known about each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from limpet.memory.question import Question
from limpet.memory.words import WordUse, word_uses
from limpet.text.tokens import stem

MAX_CANDIDATES: Final = 120
"""Words that are scored; with more, the ones not heard for the longest time are left out."""


@dataclass(slots=True)
class Candidate:
    """
    A word of the history with its uses.

    Attributes:
        word: Lower-cased.
        form: As first written.
        stem: Its stem.
        user_uses: (distance in turns, use) in messages; distance 1 is the latest.
        answer_uses: The same in answers.
        in_title: It stands in the page's title.
        in_section: It stands in the page's section.
    """

    word: str
    form: str
    stem: str
    user_uses: list[tuple[int, WordUse]] = field(default_factory=list)
    answer_uses: list[tuple[int, WordUse]] = field(default_factory=list)
    in_title: bool = False
    in_section: bool = False

    @property
    def count(self) -> int:
        """Times it was said; a title counts as one mention."""
        said = sum(use.count for _, use in self.user_uses) + sum(use.count for _, use in self.answer_uses)
        return said + int(self.in_title) + int(self.in_section)


def candidates(question: Question, exchanges: Sequence[tuple[str, str]], page: Sequence[str] = ()) -> list[Candidate]:
    """
    Words of *page* and *exchanges* that are not in *question*, in order of first mention.

    Args:
        question: The message.
        exchanges: (message, answer) of the turns in memory, oldest first.
        page: Title and section, if the visitor is on a page.
    """
    skipped = set(question.words)
    found: dict[str, Candidate] = {}

    def at(word: str, form: str) -> Candidate:
        if word not in found:
            found[word] = Candidate(word, form, stem(word))
        return found[word]

    for place, text in enumerate(page[:2]):
        for word, use in word_uses(text).items():
            if word not in skipped:
                one = at(word, use.form)
                one.in_title, one.in_section = one.in_title or place == 0, one.in_section or place == 1
    for place, (message, answer) in enumerate(exchanges):
        distance = len(exchanges) - place
        for word, use in word_uses(message).items():
            if word not in skipped:
                at(word, use.form).user_uses.append((distance, use))
        for word, use in word_uses(answer).items():
            if word not in skipped:
                at(word, use.form).answer_uses.append((distance, use))
    return _capped(list(found.values()))


def _capped(words: list[Candidate]) -> list[Candidate]:
    if len(words) <= MAX_CANDIDATES:
        return words
    kept = {id(one) for one in sorted(words, key=_staleness)[:MAX_CANDIDATES]}
    return [one for one in words if id(one) in kept]


def _staleness(one: Candidate) -> tuple[int, int]:
    if one.in_title or one.in_section:
        return (0, 0)
    uses = (*one.user_uses, *one.answer_uses)
    return (min(distance for distance, _ in uses), -len(uses))
