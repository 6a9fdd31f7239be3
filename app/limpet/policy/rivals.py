"""Topics that compete for a message: what an answer could be about, and what is asked back with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from limpet.retrieval.document import Fragment, Hit
from limpet.retrieval.standing import by_standing

MOST_RIVALS: Final = 4
"""Options that a person can still read at a glance."""
NEAR_SHARE: Final = 0.7
"""A topic whose best fragment scores less than this share of the first one's does not compete."""


@dataclass(frozen=True, slots=True)
class Rival:
    """
    One topic that competes.

    Attributes:
        name: Of its document, or of the heading where all stand in one document.
        fragment_id: Of its best fragment.
        share: Score of that fragment by the score of the best of all, 0..1.
    """

    name: str
    fragment_id: str
    share: float


def topics_of(hits: Sequence[Hit]) -> tuple[Rival, ...]:
    """
    The topics of *hits*, the best first; documents, or the headings of the one document that all come from.

    >>> tea = Fragment("a#1", "a", ("Green tea", "Water"), 0, 1, "x")
    >>> coffee = Fragment("b#1", "b", ("Coffee", "Water"), 0, 1, "x")
    >>> [(one.name, one.share) for one in topics_of([Hit(tea, 0.8), Hit(coffee, 0.6)])]
    [('Green tea', 1.0), ('Coffee', 0.75)]
    """
    is_one = len({_title(hit.fragment) for hit in hits}) == 1
    best = max((hit.score for hit in hits), default=0.0)
    found: dict[str, Rival] = {}
    for hit in hits:
        path = hit.fragment.heading_path
        name = path[min(1, len(path) - 1)] if is_one and path else _title(hit.fragment)
        share = max(0.0, min(1.0, hit.score / best)) if best > 0 else 0.0
        if name not in found or share > found[name].share:
            found[name] = Rival(name, hit.fragment.fragment_id, round(share, 4))
    return tuple(sorted(found.values(), key=lambda rival: -rival.share))


def rivals_of(hits: Sequence[Hit], message: str | None = None) -> tuple[Rival, ...]:
    """
    The two to four topics that score nearly the same; empty when one is ahead of all others.

    Args:
        hits: Best first.
        message: Release notes and their like compete only where it is about these; None where it is not known.
    """
    if message is not None:
        hits = [replace(hit, score=score) for hit, score in by_standing(hits, message)]
    near = [one for one in topics_of(hits) if one.share >= NEAR_SHARE][:MOST_RIVALS]
    return tuple(near) if len(near) > 1 else ()


def _title(fragment: Fragment) -> str:
    return fragment.heading_path[0] if fragment.heading_path else fragment.document_id
