"""
Gist: an old answer as its most informative clauses, at most 120 characters, nothing cut in two.

The worth of a choice of clauses is what it keeps, each thing counted once, less what makes it hard to read::

    1.0 * words of the message + 1.0 * numbers with a unit + 0.5 * entities + 0.25 * bare numbers
        + 0.9 * share of the answer's own words (its centroid)
        - 0.4 * gaps between clauses - 0.25 * beginnings in mid-sentence

so that a fact that was asked for outweighs how typical a clause is, and one run of clauses is preferred to pieces.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from operator import attrgetter
from typing import Final, NamedTuple

from limpet.memory.clauses import leading_phrase, sentence_clauses
from limpet.memory.kept_text import cut_between_words
from limpet.memory.quantities import numbers
from limpet.memory.word_key import word_keys

GAP: Final = " … "
"""Between clauses that do not follow each other."""

_GAP_COST: Final = 0.4
_MIDDLE_COST: Final = 0.25
_ENTITY: Final = 0.5
_BARE_NUMBER: Final = 0.25
_CENTROID: Final = 0.9
_SCAN_CHARS: Final = 4_000
"""Characters of an answer that are looked at: it says what it is about early, and a turn takes 2 ms at most."""
_CANDIDATES: Final = 12
_BEAM: Final = 3
_MAX_CLAUSES: Final = 4
_VALUE: Final = attrgetter("value")


@dataclass(frozen=True, slots=True)
class _Clause:
    start: int
    end: int
    opens_sentence: bool
    is_whole: bool


class _Row(NamedTuple):
    """What the search asks of a clause again and again."""

    start: int
    end: int
    kept: int
    """Bits of the wanted things that the clause holds."""
    typical: float
    opening_cost: float
    runs_on: bool
    """Whether nothing but marks and white space can stand between it and the next one."""


class _Choice(NamedTuple):
    places: tuple[int, ...]
    chars: int
    value: tuple[float, int]


class _Worths:
    """Worth of the wanted things in a set of bits: few weights occur, so each one's bits are counted at once."""

    def __init__(self, weights: Iterable[float]) -> None:
        masks: dict[float, int] = {}
        for place, weight in enumerate(weights):
            masks[weight] = masks.get(weight, 0) | 1 << place
        self._masks = tuple(masks.items())

    def of(self, kept: int) -> float:
        worth = 0.0
        for weight, mask in self._masks:
            worth += weight * (kept & mask).bit_count()
        return worth


def gist(message: str, answer: str, entities: Iterable[str] = (), max_chars: int = 120) -> str:
    """
    The clauses of *answer* that keep most of what was asked and said, in their order; at most *max_chars* code points.

    Of an answer without a clause that fits the first whole words stay.

    Args:
        message: What was asked.
        answer: What was answered; returned as it is when it is short enough.
        entities: Names that the turn is about.
        max_chars: Room for the gist.

    >>> gist("Do you ship to Norway?", "Good question. We ship to Norway in five days. Ask us anything else.", (), 40)
    'We ship to Norway in five days.'
    """
    text = answer.strip()
    if len(text) <= max_chars:
        return text
    text = text[:_SCAN_CHARS]
    clauses = _fitting(text, max_chars)
    if not clauses:
        return cut_between_words(text, max_chars)
    worths, rows = _rows(text, clauses, message, entities)
    best = _best_choice(rows, worths, max_chars)
    return _joined(text, [clauses[place] for place in best.places])


def _fitting(text: str, max_chars: int) -> list[_Clause]:
    found = []
    for spans in sentence_clauses(text):
        for place, span in enumerate(spans):
            is_whole = span[1] - span[0] <= max_chars
            short = span if is_whole else leading_phrase(text, span, max_chars)
            if short is not None:
                found.append(_Clause(*short, place == 0, is_whole))
    return found


def _rows(text: str, clauses: Sequence[_Clause], message: str, entities: Iterable[str]) -> tuple[_Worths, list[_Row]]:
    """Worths of the wanted things, and what each clause holds of them."""
    wanted: dict[str, float] = {}
    for name in entities:
        wanted.update(dict.fromkeys(word_keys(name), _ENTITY))
    wanted.update(dict.fromkeys(word_keys(message), 1.0))
    found = numbers(text)
    wanted.update({f"#{number.key}": 1.0 if number.has_unit else _BARE_NUMBER for number in found})
    bits = {name: 1 << place for place, name in enumerate(wanted)}
    words_of = [word_keys(text[clause.start : clause.end]) for clause in clauses]
    counts = Counter(word for words in words_of for word in words)
    total = sum(count * count for count in counts.values()) or 1
    rows = []
    for place, (clause, words) in enumerate(zip(clauses, words_of, strict=True)):
        kept = 0
        for word in words:
            kept |= bits.get(word, 0)
        for number in found:
            if clause.start <= number.start and number.end <= clause.end:
                kept |= bits[f"#{number.key}"]
        typical = _CENTROID * sum(map(counts.__getitem__, words)) / total
        opening_cost = 0.0 if clause.opens_sentence else _MIDDLE_COST
        runs_on = place + 1 < len(clauses) and _is_run(clause, clauses[place + 1])
        rows.append(_Row(clause.start, clause.end, kept, typical, opening_cost, runs_on))
    return _Worths(wanted.values()), rows


def _best_choice(rows: Sequence[_Row], worths: _Worths, max_chars: int) -> _Choice:
    """Beam search over sets of clauses: so little room holds few, so a narrow beam finds the best one nearly always."""
    single = [_choice((place,), rows, worths) for place in range(len(rows))]
    single.sort(key=_VALUE, reverse=True)
    candidates = [choice.places[0] for choice in single[:_CANDIDATES]]
    lengths = [row.end - row.start for row in rows]
    beam, best = single[:_BEAM], single[0]
    for _ in range(_MAX_CLAUSES - 1):
        sets = {
            tuple(sorted((*old.places, new)))
            for old in beam
            for new in candidates
            if old.chars + lengths[new] < max_chars and new not in old.places
        }
        longer = [choice for places in sets if (choice := _choice(places, rows, worths)).chars <= max_chars]
        if not longer:
            break
        beam = sorted(longer, key=_VALUE, reverse=True)[:_BEAM]
        if beam[0].value <= best.value:
            break
        best = beam[0]
    return best


def _choice(places: tuple[int, ...], rows: Sequence[_Row], worths: _Worths) -> _Choice:
    before = places[0]
    start, end, kept, typical, cost, runs_on = rows[before]
    chars = end - start
    for place in places[1:]:
        start, next_end, holds, share, opening_cost, next_runs_on = rows[place]
        if runs_on and place == before + 1:
            chars += next_end - end
        else:
            chars += next_end - start + len(GAP)
            cost += _GAP_COST + opening_cost
        kept |= holds
        typical += share
        before, end, runs_on = place, next_end, next_runs_on
    return _Choice(places, chars, (worths.of(kept) + typical - cost, -places[0]))


def _is_run(left: _Clause, right: _Clause) -> bool:
    """Whether nothing but marks and white space can stand between the two."""
    return left.is_whole and right.start - left.end <= len(GAP)


def _joined(text: str, chosen: Sequence[_Clause]) -> str:
    """Neighbours with the marks that stand between them, others with an ellipsis; white space runs become one space."""
    pieces = [text[chosen[0].start : chosen[0].end]]
    for left, right in pairwise(chosen):
        pieces.append(text[left.end : right.end] if _is_run(left, right) else GAP + text[right.start : right.end])
    return " ".join("".join(pieces).split())
