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
_SAID_BESIDE: Final = re.compile(
    r"\b(?:(?:do|can|could|will) (?:you|i|we) (?:have|sell|stock|offer|carry|get|buy|choose)|have you(?: got)?"
    r"|(?:are|is)(?: there| available| in stock)?|there|you have|available|in stock|in total)\b|[?!.].*$",
    re.IGNORECASE,
)
_NO_NAME: Final = re.compile(r"(?:of|in|for|from|with|under|that|are|other|do|have|which|to|at|on)\b", re.IGNORECASE)
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


def counted(documents: Iterable[Document], filters: Mapping[str, Any], shown: str, message: str = "") -> str:
    """
    The words before the list: how many records satisfy *filters*, which people read as *shown*, with the name that the
    visitor gives them, where there are several.
    """
    count = count_of(documents, filters)
    called = things_counted(message)
    if called and count != 1:
        return f"{count} {called}:"
    return f"{count} {'fits' if count == 1 else 'fit'} {shown}:" if shown else f"There are {count}:"


def things_counted(message: str) -> str:
    """
    What *message* asks the number of, in its own words; empty where it does not begin with a name for them.

    >>> things_counted("How many events are there in May?"), things_counted("And how many in size L?")
    ('events in May', '')
    """
    asked = _HOW_MANY.search(message)
    called = " ".join(_SAID_BESIDE.sub(" ", message[asked.end() :].replace("’", "'")).split()) if asked else ""
    return "" if _NO_NAME.match(called) else called.strip(" ,;:")


def count_of(documents: Iterable[Document], filters: Mapping[str, Any]) -> int:
    """How many records satisfy *filters*."""
    return sum(document.format == "record" and satisfies(document, filters) for document in documents)
