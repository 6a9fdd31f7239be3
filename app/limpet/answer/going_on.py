"""How an answer goes on beyond the usual length: rather with what stands beside what is said, and without filler."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from limpet.answer.fragments import Unit

USUAL_WORDS: Final = 80
"""Words of an answer from which on it goes on: the usual length of a plan."""
PRICE: Final = 0.1
"""
What a unit must be worth then, per word: one of twenty words two words of a person's reply. Chosen, with the next two,
on the conversations of MTRAG and MTRAG-UN that ``limpet eval answers`` calls those of tuning: with dearer prices
answers have more of the reply in as many words, and fewer words; from here on (to .2) that changes nothing any more.
"""
BESIDE_FACTOR: Final = 1.4
"""How much more it is worth for each of its two neighbours in the document that is said: it reads on from there."""
LENGTH_POWER: Final = 0.8
"""Of two units the one with more worth per word to this power is said: 0 favours long ones, 1 short ones."""
SHORT_WORDS: Final = 66
"""The shortest plan may end so late: of a text of 60 words the last sentence hardly ever ends at the sixtieth."""
SHORTEST_WORDS: Final = 6
"""A unit counts as long as this at least, so that scraps do not win."""


def priced_words(words: int) -> float:
    """
    What *words* words count when units are compared.

    >>> priced_words(1) == priced_words(6) < priced_words(12) < 2 * priced_words(6)
    True
    """
    return float(max(SHORTEST_WORDS, words) ** LENGTH_POWER)


def most_words(length_words: int) -> int:
    """
    Words that an answer may have at most.

    >>> most_words(60), most_words(80)
    (66, 80)
    """
    return max(length_words, SHORT_WORDS)


def beside(unit: Unit, said: Collection[tuple[str, int]]) -> float:
    """
    :data:`BESIDE_FACTOR` for each neighbour of *unit* that is said, multiplied.

    Args:
        unit: What might be said.
        said: Fragment and number of the units that are.
    """
    name = unit.fragment.fragment_id
    return BESIDE_FACTOR ** sum((name, unit.number + step) in said for step in (-1, 1))


def worth_per_word(units: Sequence[Unit], said: frozenset[str], worth: Mapping[str, float]) -> float:
    """
    What the new stems of *units* are worth, added up, for their words.

    >>> worth_per_word([], frozenset(), {})
    0.0

    Args:
        units: What would be said together.
        said: Stems that are said already.
        worth: Of stems.
    """
    new = frozenset[str]().union(*(unit.stems for unit in units)) - said
    return sum(worth.get(stem, 0.0) for stem in new) / max(SHORTEST_WORDS, sum(unit.words for unit in units))
