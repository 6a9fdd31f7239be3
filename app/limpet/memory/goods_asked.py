"""
Whether a message that names values of a catalogue asks for goods, of which a list is wanted, or asks the pages.

"Red sarees", "do you have a blouse?" ask for goods; "do I have to take it to a post office?" does not, though office is
an occasion that goods are for.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Final

from limpet.memory.goods_cues import Lean, Named, goods_cues, question_span, tells_of_had
from limpet.memory.property_question import asks_of_property
from limpet.memory.self_statements import self_statements
from limpet.memory.slot_wishes import wishes

WEIGHTS: Final[Mapping[str, float]] = {
    "how": -0.867, "how many": 0.123, "may I": -0.380, "others": -0.493, "do you": -0.541, "which": 0.299,
    "wish": 0.134, "wish word": 0.854, "property": -1.391, "bare": 0.848, "acts before": -0.213, "must": -0.187,
    "your": -0.222, "kind": 0.436, "value": 0.666, "elsewhere": -0.672, "mine": -0.329, "acts": -0.104,
    "chooses": 0.203, "unnamed share": -0.733, "unnamed": -0.370, "pages": -0.380, "most pages": -0.922, "": 0.266,
}  # fmt: skip
"""Weight of each cue, and of 1; fitted by ``models/goods/train.py``, whose card tells on what."""
GOODS_FROM: Final = 0.5
"""Share from which a list is shown."""


def cues_of(message: str, named: Sequence[Named], lean: Lean | None = None) -> dict[str, float] | None:
    """What the share rests on; None for a message that names nothing of the catalogue."""
    return goods_cues(message, named, lean) if named else None


def wants_pages(message: str, named: Sequence[Named], lean: Lean | None) -> bool:
    """
    Whether *message* asks the pages. The one place that decides it.

    By the table where a value of the catalogue is named and there are pages, else by what asks about a property: then
    there is nothing to weigh.

    Args:
        message: Of the visitor, in a shop.
        named: The values of the catalogue in it.
        lean: Tells words of pages from those of records; None without pages.

    >>> saree = "Can I return a saree?", [Named((15, 20), True)]
    >>> wants_pages(*saree, lambda word: 1.0), wants_pages("Does the dye bleed?", [], None), wants_pages("Hi", [], None)
    (True, True, False)
    """
    cues = cues_of(message, named, lean) if lean is not None else None
    if cues is None:
        return asks_of_property(message) and not self_statements(message)
    return goods_share(cues) < GOODS_FROM


def wished_beside(message: str) -> str:
    """
    What *message* wishes for or states of the visitor beside its question to the pages.

    >>> wished_beside("I need a red saree. How long does delivery take?")
    'I need a red saree.'
    """
    start, end = question_span(message)
    others = [one.strip(" ,;:\n") for one in (message[:start], message[end:])]
    return ". ".join(dict.fromkeys([*(one for one in others if wishes(one)), *self_statements(message)])).strip()


def without_told(message: str, named: Sequence[Named]) -> str:
    """
    What *message* asks, without what it tells of goods that somebody had before, where its question says what is
    wanted now; of one that names no kind ("in silk") with the kind that was told of.

    >>> text = "I returned a cotton kurta. Which silk kurtas do you have?"
    >>> without_told(text, [Named((19, 24), True), Named((38, 44), True)])
    'Which silk kurtas do you have?'
    >>> without_told("I bought a cotton kurta. Do you have it in silk?", [Named((18, 23), True), Named((43, 47))])
    'kurta. Do you have it in silk?'
    """
    start, end = question_span(message)
    told = message[:start]
    asked = [one for one in named if start <= one.span[0] < end]
    if not asked or not tells_of_had(told) or wishes(told):
        return message
    kinds = [] if any(one.is_kind for one in asked) else [one for one in named if one.is_kind and one.span[0] < start]
    return ". ".join((*self_statements(told), *(message[slice(*one.span)] for one in kinds[-1:]), message[start:]))


def goods_share(cues: Mapping[str, float]) -> float:
    """
    How likely it is that goods are asked for, 0..1.

    Args:
        cues: Of ``goods_cues``; one that the table does not name counts nothing.
    """
    return 1.0 / (
        1.0 + math.exp(-sum(weight * cues.get(name, 0.0) for name, weight in WEIGHTS.items() if name) - WEIGHTS[""])
    )
