"""
Whether a passage says what a sentence of a model says: a check of words, not of meaning.

A sentence is borne out when most of its content stems stand together in the passage, and when every number, every name
and every piece of code in it stands in the passage too, and when both deny or neither does.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from limpet.answer.fragments import Unit, units_of
from limpet.answer.prompt import Passage
from limpet.text.tokens import stem, stems, tokens

BORNE_OUT_SHARE: Final = 0.55
"""Share of a sentence's content stems that have to stand together in the passage: of .4 to .75 a
share that tells sentences of reference answers well from the same against other passages of their conversation (MTRAG,
development half)."""
_CLAUSE_SHARE: Final = 0.6
"""The same for two clauses, of which one may deny what the other says."""
WINDOW_UNITS: Final = 3
"""Sentences of a passage that may bear out one sentence together."""
_UNIT_COST: Final = 0.05
"""What a further sentence in the window must add, so that a citation stays as short as can be."""
_NUMBER: Final = re.compile(r"(?<![\w.])\d+(?:[.,:]\d+)*")
_THOUSANDS: Final = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_COUNTED: Final = {
    word: str(number)
    for number, word in enumerate("zero one two three four five six seven eight nine ten eleven twelve".split())
    if number > 1
}
_CODE: Final = re.compile(r"`+([^`]+)`+")
_NAME: Final = re.compile(r"(?<=[\w,;)] )[A-Z][\w’'-]*\w")
_DENIAL: Final = re.compile(
    r"\b(?:not|no|never|none|nor|neither|nothing|nobody|cannot|without|\w+n['’]t"
    r"|nicht|kein\w*|nie|ohne|pas|jamais|sans|nunca|sin|não|sem|non|mai|senza)\b",
    re.IGNORECASE,
)
_CLAUSE: Final = re.compile(r"[,;:)–—]\s+|\s+[(–—]|\s+(?:but|whereas|although|unless|except)\s+", re.IGNORECASE)
_CASED_NOUNS: Final = frozenset({"de"})
"""Languages that write every noun with a capital, so that a capital does not tell a name."""


@dataclass(frozen=True, slots=True)
class Ground:
    """
    Where a passage comes nearest to a sentence.

    Attributes:
        passage: The passage.
        share: Share of the sentence's content stems that stand there, 0..1.
        start: First code point of the place in the document.
        end: Code point after its last one.
        holds: Whether the sentence is borne out.
    """

    passage: Passage
    share: float
    start: int
    end: int
    holds: bool


class Grounds:
    """
    Sentences against one passage.

    Args:
        passage: What a model was given.
        question: Names in it may be repeated without being in the passage.
    """

    def __init__(self, passage: Passage, question: str) -> None:
        self.passage = passage
        self._units = units_of(passage.document, passage.fragment)
        title = f"{passage.document.title}\n{passage.fragment.heading}"
        whole = f"{title}\n{passage.fragment.text}\n" + "\n".join(unit.plain for unit in self._units)
        self._heading = frozenset(stems(title))
        self._numbers = numbers_in(whole)
        self._words = _words(f"{whole}\n{question}")
        self._flat = _flat(f"{whole}\n{question}")

    def of(self, sentence: str) -> Ground:
        """How well the passage bears *sentence* out, and where."""
        wanted = frozenset(stems(sentence))
        share, window = self._nearest(wanted)
        fragment = self.passage.fragment
        start, end = (window[0].start, max(u.end for u in window)) if window else (fragment.start, fragment.end)
        holds = share >= BORNE_OUT_SHARE and self._has_all(sentence) and not _is_denied(sentence, window)
        return Ground(self.passage, share, start, end, holds)

    def _nearest(self, wanted: frozenset[str]) -> tuple[float, Sequence[Unit]]:
        if not wanted:
            return 0.0, ()
        best: tuple[float, float, Sequence[Unit]] = (-1.0, 0.0, ())
        for first in range(len(self._units)):
            found = wanted & self._heading
            for last in range(first, min(first + WINDOW_UNITS, len(self._units))):
                found |= wanted & self._units[last].stems
                share = len(found) / len(wanted)
                worth = share - _UNIT_COST * (last - first)
                if worth > best[0]:
                    best = (worth, share, self._units[first : last + 1])
        return best[1], best[2]

    def _has_all(self, sentence: str) -> bool:
        if not numbers_in(sentence) <= self._numbers:
            return False
        if not all(_flat(code) in self._flat for code in _CODE.findall(sentence)):
            return False
        if self.passage.document.language in _CASED_NOUNS:
            return True
        return all(_words(name) <= self._words for name in _NAME.findall(_CODE.sub(" ", sentence)))


def numbers_in(text: str) -> frozenset[str]:
    """
    The numbers of *text* in one spelling, words up to twelve included.

    >>> sorted(numbers_in("Three of 2,499.50 rupees, v1.2.3, at 10:30"))
    ['10:30', '2499.5', '3']
    """
    found = {_same(match.group()) for match in _NUMBER.finditer(_THOUSANDS.sub("", text))}
    return frozenset(found | {_COUNTED[word] for word in re.findall(r"[a-z]+", text.lower()) if word in _COUNTED})


def _same(number: str) -> str:
    return number.rstrip("0").rstrip(".") if number.count(".") == 1 and ":" not in number else number


def _is_denied(sentence: str, window: Sequence[Unit]) -> bool:
    """Whether a clause denies what the likest clause of the window says, or the other way round."""
    known = [clause for unit in window for clause in _clauses(unit.plain)]
    for wanted, says_no in _clauses(sentence):
        shares = [(len(wanted & found) / len(wanted), denies != says_no) for found, denies in known]
        best = max((share for share, _ in shares), default=0.0)
        if best >= _CLAUSE_SHARE and all(differs for share, differs in shares if share == best):
            return True
    return False


def _clauses(text: str) -> list[tuple[frozenset[str], bool]]:
    """Content stems of each clause that has at least two, and whether it denies."""
    clauses = [(frozenset(stems(clause)), _DENIAL.search(clause) is not None) for clause in _CLAUSE.split(text)]
    return [(found, denies) for found, denies in clauses if len(found) > 1]


def _words(text: str) -> frozenset[str]:
    """The words of *text* by their stems, those without meaning of their own included."""
    return frozenset(stem(token) for token in tokens(text))


def _flat(text: str) -> str:
    return "".join(text.lower().split())
