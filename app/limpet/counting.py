"""How many records fit: the number before the list."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

from limpet.answer.question import question_weights
from limpet.memory.slots import Slots
from limpet.retrieval.document import Document
from limpet.retrieval.filtering import satisfies
from limpet.text.tokens import stems

_HOW_MANY: Final = re.compile(r"\bhow many\b|\b(?:the|what) (?:total )?number of\b", re.IGNORECASE)
_STAND_INS: Final = frozenset(
    stems(
        "one ones thing things item items product products piece pieces kinds total number different stock fit choose"
        " event events entry entries record records article articles"
    )
)


def counts_records(message: str, slots: Slots) -> bool:
    """
    Whether *message* asks how many records there are of what its filters say, and nothing that these do not say.

    >>> from limpet.memory.slots import Slot
    >>> kurtas = Slots({"type": Slot("kurta", "kurta", 1)})
    >>> counts_records("How many kurtas do you have?", kurtas), counts_records("How many pockets does it have?", kurtas)
    (True, False)
    """
    if not _HOW_MANY.search(message):
        return False
    said = {stem for name, slot in slots.items() for stem in stems(f"{name} {slot.value} {slot.shown}")}
    asked = question_weights(_HOW_MANY.sub(" ", message), lambda _: 1.0, {"": 1.0})
    return {stem for stem in asked if stem} <= said | _STAND_INS


def counted(documents: Iterable[Document], filters: Mapping[str, Any], shown: str, most: int) -> str:
    """The sentence before the list: how many records satisfy *filters*, which people read as *shown*."""
    count = sum(document.format == "record" and satisfies(document, filters) for document in documents)
    fits = f"{count} {'fits' if count == 1 else 'fit'} {shown}" if shown else f"There are {count}"
    return f"{fits}{', among them' if count > most else ''}:"
