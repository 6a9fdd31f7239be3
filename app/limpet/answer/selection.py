"""Which units are said: relevance to the question against likeness to what is chosen already, within a length."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from limpet.answer.fragments import Unit
from limpet.text.tokens import stems

RELEVANCE_SHARE: Final = 0.75
"""Weight of relevance against novelty (maximal marginal relevance, Carbonell and Goldstein 1998)."""
TERM_SHARE: Final = 0.5
"""Weight of the question's words in a unit against its fragment's own score."""
HEADING_SHARE: Final = 0.5
"""What a word counts that only the innermost heading has: it speaks for every sentence below it."""
RANK_COST: Final = 0.04
"""Taken off for every better fragment: the retriever knows more than the words do."""
FLOOR_SHARE: Final = 0.38
"""A unit of the best unit's fragment that is less relevant than this share of it is not said."""
OTHER_FLOOR_SHARE: Final = 0.7
"""The same for units of other fragments: an idea is finished before another is begun."""
MOST_UNITS: Final = 5
SHORT_WORDS: Final = 80
"""An answer of this length or less shows one block of code at most."""
FIRST_BONUS: Final = 0.08
"""The first sentence of a fragment says what it is about."""


@dataclass(frozen=True, slots=True)
class Scored:
    """A unit with its relevance 0..1 and the rank of its fragment."""

    unit: Unit
    relevance: float
    rank: int


def relevance(unit: Unit, weights: Mapping[str, float], fragment_score: float, rank: int) -> float:
    """
    How well a unit answers, 0..1: the rarity-weighted share of the question's stems in it, and its fragment's score.

    Args:
        unit: What might be said.
        weights: The question's stems.
        fragment_score: Score of its fragment, 0..1 where the best has 1.
        rank: Fragments that scored better.
    """
    total = sum(weights.values())
    if total <= 0:
        return fragment_score
    heading = frozenset(stems(unit.fragment.heading_path[-1])) if unit.fragment.heading_path else frozenset[str]()
    found = sum(
        weight * (1.0 if stem in unit.stems else HEADING_SHARE)
        for stem, weight in weights.items()
        if stem in unit.stems or stem in heading
    )
    bonus = FIRST_BONUS if unit.number == 0 else 0.0
    share = TERM_SHARE * found / total + (1 - TERM_SHARE) * fragment_score + bonus - RANK_COST * rank
    return max(0.0, min(1.0, share))


def likeness(first: frozenset[str], second: frozenset[str]) -> float:
    """
    Share of the smaller set of stems that the other has too, 0..1.

    >>> likeness(frozenset({"silk", "wash"}), frozenset({"silk"}))
    1.0
    """
    smaller = min(len(first), len(second))
    return len(first & second) / smaller if smaller else 0.0


def choose(scored: Sequence[Scored], length_words: int) -> list[Scored]:
    """
    Up to five units in order of choice: the best first, then by relevance and novelty, until the length is used.

    The best unit is always taken, whatever its length; one that points back brings the sentence before it.
    """
    if not scored:
        return []
    best = max(scored, key=lambda entry: (entry.relevance, -entry.rank, -entry.unit.number))
    chosen = _with_antecedent(best, scored, [])
    words = sum(entry.unit.words for entry in chosen)
    left = [entry for entry in scored if entry not in chosen and entry.relevance >= _floor(entry, best)]
    while left and len(chosen) < MOST_UNITS:
        pick = max(left, key=lambda entry: (_marginal(entry, chosen), -entry.rank, -entry.unit.number))
        left.remove(pick)
        added = _with_antecedent(pick, scored, chosen)
        size = sum(entry.unit.words for entry in added)
        is_repeat = any(likeness(pick.unit.stems, entry.unit.stems) > 0.85 for entry in chosen)
        is_more_code = length_words <= SHORT_WORDS and any(entry.unit.kind == "code" for entry in chosen)
        if (
            is_repeat
            or (is_more_code and pick.unit.kind == "code")
            or words + size > length_words
            or len(chosen) + len(added) > MOST_UNITS
        ):
            continue
        chosen.extend(added)
        left = [entry for entry in left if entry not in added]
        words += size
    return chosen


def reading_order(chosen: Sequence[Scored]) -> list[Scored]:
    """By fragment, the fragment of the first choice first, then by place."""
    ranks: dict[str, int] = {}
    for entry in chosen:
        ranks.setdefault(entry.unit.fragment.fragment_id, len(ranks))
    return sorted(chosen, key=lambda entry: (ranks[entry.unit.fragment.fragment_id], entry.unit.number))


def _floor(entry: Scored, best: Scored) -> float:
    is_same = entry.unit.fragment.fragment_id == best.unit.fragment.fragment_id
    return (FLOOR_SHARE if is_same else OTHER_FLOOR_SHARE) * best.relevance


def _marginal(entry: Scored, chosen: Sequence[Scored]) -> float:
    nearest = max((likeness(entry.unit.stems, other.unit.stems) for other in chosen), default=0.0)
    return RELEVANCE_SHARE * entry.relevance - (1 - RELEVANCE_SHARE) * nearest


def _with_antecedent(entry: Scored, scored: Sequence[Scored], chosen: Sequence[Scored]) -> list[Scored]:
    """A unit that begins with "it" or "this" and the one or two before it that tell what that is."""
    found = [entry]
    while found[0].unit.is_pointing and len(found) < 3:
        first = found[0].unit
        before = [
            other for other in scored if other.unit.fragment is first.fragment and other.unit.number == first.number - 1
        ]
        if not before or before[0] in chosen or before[0].unit.kind not in ("sentence", "list"):
            break
        found.insert(0, before[0])
    return found
