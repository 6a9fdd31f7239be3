"""Several values of one filter at once: "sarees and kurtas", "silk or linen"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final

from limpet.memory.slot_applying import BETWEEN_VALUES
from limpet.memory.slot_words import Found, Piece

_JOINS: Final = frozenset({"and", "or", ",", "&", "/", "and/or"})
_MOST: Final = 4
"""Values that are wanted at once; a longer list narrows nothing."""


def alternatives(chosen: Mapping[str, str], found: Sequence[Found], pieces: Sequence[Piece]) -> dict[str, str]:
    """
    *chosen* where a value that is joined to others of its slot stands for all of them: "saree | kurta".

    A size is one: of several the first is meant.

    Args:
        chosen: One value of each slot.
        found: All values in the message, in its order.
        pieces: Its words and signs.

    >>> from limpet.memory.slot_words import pieces_of
    >>> found = [Found("kind", "saree", 0, 1, True), Found("kind", "kurta", 2, 3, True)]
    >>> alternatives({"kind": "saree"}, found, pieces_of("sarees and kurtas"))
    {'kind': 'saree | kurta'}
    >>> alternatives({"kind": "saree"}, found, pieces_of("sarees not kurtas"))
    {'kind': 'saree'}
    """
    told = dict(chosen)
    for name, value in chosen.items():
        named = [one for one in found if one.slot == name]
        if name.rpartition(" ")[2] == "size" or not named or named[0].value != value:
            continue
        values = [value]
        for before, one in pairwise(named):
            between = [piece.text.lower() for piece in pieces[before.last : one.first]]
            if not between or not _JOINS.issuperset(between) or one.value in values:
                break
            values.append(one.value)
        told[name] = BETWEEN_VALUES.join(values[:_MOST])
    return told
