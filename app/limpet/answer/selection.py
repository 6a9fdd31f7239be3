"""Which units are said: the best first, then what adds most of the worth that is not said yet, within a length."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from limpet.answer.contradiction import contradicts
from limpet.answer.fragments import Unit
from limpet.answer.going_on import PRICE, SHORT_WORDS, USUAL_WORDS, beside, priced_words, worth_per_word
from limpet.answer.sameness import remembered, says_the_same
from limpet.text.near_words import share_of

TERM_SHARE: Final = 0.5
"""Weight of the question's words in a unit against its fragment's own score."""
HEADING_SHARE: Final = 0.5
"""What a word counts that only the innermost heading has: it speaks for every sentence below it."""
RANK_COST: Final = 0.05
"""Taken off for every better fragment: the retriever knows more than the words do."""
LEAD_BONUS: Final = 0.02
"""What a unit of the best fragment may lack in relevance and still begin the answer."""
LEAD_NEARNESS: Final = 3.0
"""
What a difference of 1 between cosines counts in the choice of what begins the answer: a sentence in other words than
the question's may be the one that answers it. From 2 to 4 about as many answers of the demos begin right.
"""
FLOOR_SHARE: Final = 0.5
"""A unit of the best unit's fragment that is less relevant than this share of it is not said."""
OTHER_FLOOR_SHARE: Final = 0.65
"""The same for units of other fragments: an idea is finished before another is begun."""
FIRST_BONUS: Final = 0.08
"""The first sentence of a fragment says what it is about."""
LEAD_SHARE: Final = 0.8
"""A unit with this share of the best one's relevance, and of the question's words in it, may be chosen before it."""
NOVELTY_SHARE: Final = 0.25
"""Weight of likeness to what is chosen against worth (maximal marginal relevance, Carbonell and Goldstein 1998)."""
_CODES: Final = ((170, 1), (350, 2))
"""Blocks of code at most by length."""
MOST_UNITS: Final = 12
"""As many places as are kept of one answer."""
_UNITS: Final = ((SHORT_WORDS, 4), (80, 5), (170, 9))
"""Units at most by length."""


@dataclass(frozen=True, slots=True)
class Scored:
    """
    A unit that might be said.

    Attributes:
        unit: What it is.
        relevance: How well it answers, 0..1.
        rank: Fragments drawn on before its own.
        score: Of its fragment; the best has 1.
        named_share: Of the message's own words, antecedent left out, by weight.
        worth_factor: What its words are worth, when those of another unit are worth 1.
        tells_how: It begins with what the question wants done, as what it is for.
        nearness: Its cosine with the message; after ``less_near`` less that of the nearest.
    """

    unit: Unit
    relevance: float
    rank: int
    score: float = 1.0
    named_share: float = 0.0
    worth_factor: float = 1.0
    tells_how: bool = False
    nearness: float = 0.0


@dataclass(frozen=True, slots=True)
class Budget:
    """
    What an answer may spend.

    Attributes:
        words: In all.
        per_fragment: Units of one fragment.
        price: What a unit beyond the usual length must be worth; 0 where nothing may be left out.
    """

    words: int
    per_fragment: int = MOST_UNITS
    price: float = PRICE

    @property
    def units(self) -> int:
        """Units in all."""
        return next((count for words, count in _UNITS if self.words <= words), MOST_UNITS)

    @property
    def codes(self) -> int:
        """Blocks of code in all."""
        return next((count for words, count in _CODES if self.words <= words), 3)


def relevance(
    unit: Unit, weights: Mapping[str, float], heading: frozenset[str], fragment_score: float, rank: int
) -> float:
    """
    How well a unit answers, 0..1: the rarity-weighted share of the question's stems in it, and its fragment's score.

    Args:
        unit: What might be said.
        weights: The question's stems.
        heading: Stems of its innermost heading.
        fragment_score: Score of its fragment, 0..1 where the best has 1.
        rank: Fragments that scored better.
    """
    total = sum(weights.values())
    if total <= 0:
        return fragment_score
    found = sum(
        weight * max(share_of(stem, unit.stems), HEADING_SHARE if stem in heading else 0.0)
        for stem, weight in weights.items()
    )
    bonus = FIRST_BONUS if unit.number == 0 else 0.0
    share = TERM_SHARE * found / total + (1 - TERM_SHARE) * fragment_score + bonus - RANK_COST * rank
    return max(0.0, min(1.0, share))


def named_share(unit: Unit, weights: Mapping[str, float]) -> float:
    """Share of the question's weight that stands in the unit itself, 0..1."""
    total = sum(weights.values())
    return sum(weight * share_of(stem, unit.stems) for stem, weight in weights.items()) / total if total > 0 else 0.0


def choose(
    scored: Sequence[Scored],
    budget: Budget,
    worth: Mapping[str, float],
    alike: Callable[[str, str], float],
) -> list[Scored]:
    """
    Units, the most relevant first: one of the most relevant, then by worth that is not said yet and by novelty; beyond
    the usual length what stands beside them, and nothing that is not worth its words.

    The first is always taken, whatever its length; one that points back brings the sentence before it or stays out.

    Args:
        scored: What might be said.
        budget: Words and units.
        worth: Of stems.
        alike: Likeness in meaning of two fragments by their ids, 0..1.
    """
    if not scored:
        return []
    alike = remembered(alike)
    best = _first(scored, worth, alike)
    chosen = with_antecedent(best, scored, []) or [best]
    said = frozenset[str]().union(*(entry.unit.stems for entry in chosen))
    left = [entry for entry in scored if entry not in chosen and entry.relevance >= _floor(entry, best)]
    while left and len(chosen) < budget.units:
        goes_on = sum(entry.unit.words for entry in chosen) >= USUAL_WORDS
        places = {(entry.unit.fragment.fragment_id, entry.unit.number) for entry in chosen if goes_on}
        gains = [_gain(one, chosen, said, worth, alike) * beside(one.unit, places) for one in left]
        pick = left.pop(max(range(len(left)), key=lambda at: (gains[at], -left[at].rank, -left[at].unit.number)))
        added = with_antecedent(pick, scored, chosen)
        if not added or not _fits(pick, added, chosen, budget):
            continue
        carried = pick.worth_factor * beside(pick.unit, places)
        if goes_on and carried * worth_per_word([one.unit for one in added], said, worth) < budget.price:
            continue
        chosen.extend(added)
        left = [entry for entry in left if entry not in added]
        said = said.union(*(entry.unit.stems for entry in added))
    return _most_relevant_first(chosen)


def with_antecedent(entry: Scored, scored: Sequence[Scored], chosen: Sequence[Scored]) -> list[Scored]:
    """
    A unit with the one or two before it that tell what its first words point at; nothing when these are not there.

    A first sentence that points at its heading ("It ...", under the name of a thing) stands by itself.
    """
    found = [entry]
    name = entry.unit.fragment.fragment_id
    while found[0].unit.is_pointing and found[0].unit.number > 0:
        first = found[0].unit
        before = next(
            (
                other
                for other in scored
                if other.unit.number == first.number - 1 and other.unit.fragment.fragment_id == name
            ),
            None,
        )
        if before is None or before.unit.kind not in ("sentence", "list") or len(found) > 2:
            return []
        if before in chosen:
            break
        found.insert(0, before)
    return found


def _most_relevant_first(chosen: Sequence[Scored]) -> list[Scored]:
    """What answers most directly stands first, with what it points back at; the others keep their order."""
    best = _most_relevant(chosen)
    begin = with_antecedent(best, chosen, []) or [best]
    return [*begin, *(entry for entry in chosen if entry not in begin)]


def _first(scored: Sequence[Scored], worth: Mapping[str, float], alike: Callable[[str, str], float]) -> Scored:
    """What tells how, or what is worth most per word of those nearly as relevant as the best and as near the words."""
    best = _most_relevant(scored)
    if how := [one for one in scored if one.tells_how and one.relevance >= LEAD_SHARE * best.relevance]:
        return _most_relevant(how)
    near = [
        one
        for one in scored
        if leading(one) >= LEAD_SHARE * leading(best) and one.named_share >= LEAD_SHARE * best.named_share
    ]
    return max(near, key=lambda one: (_gain(one, [], frozenset(), worth, alike), -one.rank, -one.unit.number))


def _most_relevant(scored: Sequence[Scored]) -> Scored:
    return max(scored, key=lambda one: (leading(one), -one.rank, -one.unit.number))


def leading(entry: Scored) -> float:
    """How well a unit begins the answer."""
    return entry.relevance + LEAD_NEARNESS * entry.nearness + (LEAD_BONUS if entry.rank == 0 else 0.0)


def _floor(entry: Scored, best: Scored) -> float:
    is_same = entry.unit.fragment.fragment_id == best.unit.fragment.fragment_id
    return (FLOOR_SHARE if is_same else OTHER_FLOOR_SHARE) * best.relevance


def _gain(
    entry: Scored,
    chosen: Sequence[Scored],
    said: frozenset[str],
    worth: Mapping[str, float],
    alike: Callable[[str, str], float],
) -> float:
    new = sum(worth.get(stem, 0.0) for stem in entry.unit.stems if stem not in said)
    name = entry.unit.fragment.fragment_id
    others = {one.unit.fragment.fragment_id for one in chosen} - {name}
    near = max((alike(name, other) for other in others), default=0.0)
    value = new * entry.score * entry.worth_factor * math.sqrt(entry.relevance) * (1.0 - NOVELTY_SHARE * near)
    return value / priced_words(entry.unit.words)


def _fits(pick: Scored, added: Sequence[Scored], chosen: Sequence[Scored], budget: Budget) -> bool:
    if any(says_the_same(pick.unit, entry.unit) and not contradicts(pick.unit, entry.unit) for entry in chosen):
        return False
    if pick.unit.kind == "code" and sum(1 for one in chosen if one.unit.kind == "code") >= budget.codes:
        return False
    everything = [*chosen, *added]
    same = sum(1 for entry in everything if entry.unit.fragment.fragment_id == pick.unit.fragment.fragment_id)
    return (
        same <= budget.per_fragment
        and len(everything) <= budget.units
        and sum(entry.unit.words for entry in everything) <= budget.words
    )
