"""What is said of each of two compared things alone, and what is said of both."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from limpet.answer.selection import MOST_UNITS, Scored
from limpet.retrieval.standing import opens
from limpet.text.light_words import query_weight
from limpet.text.tokens import stems

SUBJECT_WORDS: Final = 3
"""Words within which a sentence names what it is about."""
EARLY_WORDS: Final = 7
"""Words within which a sentence about both things has named one."""
CONTRAST_BONUS: Final = 0.3
"""Relevance that a unit gains where the other thing has one of the same matter."""
CONTRAST_WEIGHT: Final = 6.0
"""IDF of the words that two units share from which they surely are of the same matter."""

_Place = tuple[str, int]


@dataclass(frozen=True, slots=True)
class Side:
    """
    One of the compared things with what is said of it alone.

    Attributes:
        thing: As the message calls it.
        units: The most telling first.
    """

    thing: str
    units: list[Scored]


def by_side(
    scored: Sequence[Scored],
    things: tuple[str, str],
    own: tuple[frozenset[str], frozenset[str]],
    telling: Sequence[str],
    idf: Callable[[str], float],
) -> tuple[list[Scored], tuple[Side, Side]]:
    """
    Sentences about both things, and those of each side, by words or else by heading, with what goes on with them.

    Args:
        scored: All that might be said.
        things: What is compared.
        own: Stems that each of them has alone.
        telling: The stem that tells each of them from the other.
        idf: Rarity of a stem.
    """
    both: list[Scored] = []
    found: tuple[list[Scored], list[Scored]] = ([], [])
    sides: dict[_Place, int] = {}
    for entry in sorted(scored, key=lambda one: (one.rank, one.unit.number)):
        side = _side_of(entry, telling, sides)
        if side in (0, 1):
            sides[_place(entry)] = side
            found[side].append(entry)
        elif side is not None and _names_both(entry, own):
            both.append(entry)
    begun = {(name, at) for name, number in sides for at in range(number, number + MOST_UNITS)}
    both = sorted((one for one in both if _place(one) not in begun), key=lambda one: -one.relevance)
    units = [
        _under_its_name(sorted(side, key=lambda one: -one.relevance), *names)
        for side, names in zip(found, zip(telling, things, strict=True), strict=True)
    ]
    named = frozenset(stems(" ".join(things)))
    ours, theirs = (_by_contrast(units[place], units[1 - place], named, idf) for place in (0, 1))
    return both, (Side(things[0], ours), Side(things[1], theirs))


def telling_stem(
    own: frozenset[str], others: frozenset[str], paths: Sequence[Sequence[str]], idf: Callable[[str], float]
) -> str:
    """
    The rarest of the stems *own* that a thing has alone, rather one that does not head the *others* of the other thing
    too: "silk" of "caring for silk", where linen stands under "Fabric care" as well.

    >>> under_care = [("Fabric care", "Linen")]
    >>> telling_stem(frozenset({"care", "silk"}), frozenset({"linen"}), under_care, lambda stem: float(stem == "care"))
    'silk'
    """
    shared = frozenset[str]().union(
        *(stems(" ".join(path[:-1])) for path in paths if not others.isdisjoint(stems(" ".join(path[-1:]))))
    )
    return max(own, key=lambda stem: (stem not in shared, idf(stem), len(stem), stem))


def _names_both(entry: Scored, own: tuple[frozenset[str], frozenset[str]]) -> bool:
    """Whether a sentence has each thing in all its words, one of them early on, and needs nothing before it."""
    unit = entry.unit
    early = frozenset(stems(" ".join(unit.plain.split()[:EARLY_WORDS])))
    is_about = any(side <= early for side in own) and all(side <= unit.stems for side in own)
    return is_about and unit.kind == "sentence" and not unit.is_pointing


def _place(entry: Scored) -> _Place:
    return entry.unit.fragment.fragment_id, entry.unit.number


def _side_of(entry: Scored, telling: Sequence[str], sides: Mapping[_Place, int]) -> int | None:
    """0 or 1 for what is about one of the things, 2 for both, None for neither."""
    unit = entry.unit
    path = frozenset(stems(" ".join(unit.fragment.heading_path)))
    named = [stem in unit.stems for stem in telling]
    subject = frozenset(stems(" ".join(unit.plain.split()[:SUBJECT_WORDS])))
    is_subject = [stem in subject for stem in telling]
    if all(named):
        return is_subject.index(True) if sum(is_subject) == 1 and unit.kind == "sentence" else 2
    headed = [stem in path for stem in telling]
    for place in (0, 1):
        if named[place] or (headed[place] and not headed[1 - place] and not named[1 - place]):
            return place
    name, number = _place(entry)
    return sides.get((name, number - 1)) if unit.is_pointing and unit.kind == "sentence" else None


def _under_its_name(side: list[Scored], telling: str, thing: str) -> list[Scored]:
    """What stands under a heading that names the thing, if anything does: elsewhere it is only mentioned."""
    headed = [entry for entry in side if telling in stems(" ".join(entry.unit.fragment.heading_path))]
    return sorted(headed, key=lambda one: not (one.unit.number == 0 and opens(one.unit.fragment, thing))) or side


def _by_contrast(
    side: list[Scored], other: Sequence[Scored], named: frozenset[str], idf: Callable[[str], float]
) -> list[Scored]:
    """
    *side* with what opens it first, then what has its match on the *other*; then its code in order, which both have or
    none shows; no single items and scraps.
    """
    sentences = [one.unit.stems for one in other if one.unit.kind != "code"]

    def told(entry: Scored) -> tuple[int, float]:
        unit = entry.unit
        if unit.kind == "code":
            return 1, -unit.number
        shared = [(unit.stems & theirs) - named for theirs in sentences]
        most = max((sum(idf(stem) * query_weight(stem) for stem in each) for each in shared), default=0.0)
        return 2, entry.relevance + CONTRAST_BONUS * min(1.0, most / CONTRAST_WEIGHT)

    has_code = any(one.unit.kind == "code" for one in other)
    left_out = {"item"} if has_code else {"item", "code"}
    rest = [one for one in side[1:] if not one.unit.is_scrap and one.unit.kind not in left_out]
    return [*side[:1], *sorted(rest, key=told, reverse=True)]
