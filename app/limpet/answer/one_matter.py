"""How to do something is told from where it begins: not with what a section tells before another of its examples."""

from __future__ import annotations

from collections.abc import Sequence

from limpet.answer.selection import Scored, leading


def of_one_matter(ordered: Sequence[Scored], scored: Sequence[Scored]) -> list[Scored]:
    """
    *ordered* without what stands before the best in its section, parted from it by a list or code that is not said.

    What has more of the message's words than the best stays.

    Args:
        ordered: What is said; one at least.
        scored: All that might be.
    """
    best = max(ordered, key=leading)
    name, number = best.unit.fragment.fragment_id, best.unit.number
    left = [
        one.unit.number
        for one in scored
        if one.unit.fragment.fragment_id == name and one.unit.kind in ("code", "list", "table") and one not in ordered
    ]
    last = max((place for place in left if place < number), default=-1)
    return [
        one
        for one in ordered
        if one.unit.fragment.fragment_id != name or one.unit.number > last or one.named_share > best.named_share
    ]
