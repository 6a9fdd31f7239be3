"""Things of a kind that documents tell apart by their titles: green tea and black tea, one model and another."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Final

from limpet.retrieval.document import Hit
from limpet.text.tokens import stems

NAMED_FROM_SHARE: Final = 0.25
"""Weight from which a word of the history names a thing."""
_NUMERIC: Final = re.compile(r"\d")


def are_two_of_a_kind(first: Sequence[str], second: Sequence[str]) -> bool:
    """
    Whether two heading paths begin with names of two things that share their head word, or differ in numbers alone.

    >>> are_two_of_a_kind(["Green tea", "Brewing"], ["Black tea"]), are_two_of_a_kind(["Tea"], ["Black tea"])
    (True, False)
    >>> are_two_of_a_kind(["Router X200"], ["Router X300"]), are_two_of_a_kind(["Returns policy"], ["Returns FAQ"])
    (True, False)
    """
    ours, theirs = (stems(" ".join(path[:1])) for path in (first, second))
    if set(ours) <= set(theirs) or set(theirs) <= set(ours):
        return False
    are_models = bool(set(ours) & set(theirs)) and all(_NUMERIC.search(stem) for stem in set(ours) ^ set(theirs))
    return are_models or (len(ours) > 1 and len(theirs) > 1 and ours[-1] == theirs[-1])


def without_other_things(ranked: Sequence[tuple[Hit, float]], named: Collection[str]) -> list[tuple[Hit, float]]:
    """
    *ranked* without the fragments of things that the message does not name, where it names another of their kind.

    Args:
        ranked: Hits with their scores.
        named: Stems of the message and of what it lacks.
    """
    paths = [hit.fragment.heading_path for hit, _ in ranked]
    return [
        entry
        for entry, path in zip(ranked, paths, strict=True)
        if not any(_is_meant_instead(other, path, named) for other in paths)
    ]


def named_stems(message: str, extra: Mapping[str, float]) -> frozenset[str]:
    """Stems of *message* and of the words of the history that surely belong to it."""
    words = " ".join(word for word, share in extra.items() if share >= NAMED_FROM_SHARE)
    return frozenset(stems(f"{message} {words}"))


def _is_meant_instead(other: Sequence[str], path: Sequence[str], named: Collection[str]) -> bool:
    if other[:1] == path[:1]:
        return False
    ours, theirs = (set(stems(" ".join(one[:1]))) for one in (other, path))
    if (ours - theirs).isdisjoint(named) or not (theirs - ours).isdisjoint(named):
        return False
    are_parallel = len(other) > 1 and len(path) > 1 and other[-1] == path[-1] and bool(theirs - ours)
    return are_parallel or are_two_of_a_kind(other, path)
