"""How many records fit: the number before the list."""

from __future__ import annotations

import re
from typing import Final

from limpet.answer.question import is_asking, question_weights
from limpet.memory.slots import Slots
from limpet.text.tokens import stems

_HOW_MANY: Final = re.compile(r"\bhow many\b|\b(?:the|what) (?:total )?number of\b", re.IGNORECASE)
_SAID_BESIDE: Final = re.compile(
    r"\b(?:(?:do|can|could|will) (?:you|i|we) (?:have|sell|stock|offer|carry|get|buy|choose)|have you(?: got)?"
    r"|(?:are|is)(?: there| available| in stock| (?=(?:in|for|from|with|under|over|below|above|at|on|of|made)\b))"
    r"|there|you have|available|in stock|in total)\b",
    re.IGNORECASE,
)
_SENTENCE_END: Final = re.compile(r"[?!]+|\.(?=\s|$)")
_SAYS_MORE: Final = re.compile(
    r"\b(?:is|are|am|was|were|do|does|did|has|have|can|could|will|would|what|which|who|how|where|when|why|i|they|it"
    r"|please|cost|costs|come|comes)\b|[,;:] |\band$",
    re.IGNORECASE,
)
"""What no name for goods has: another question, or something told."""
_NO_NAME: Final = re.compile(r"(?:of|in|for|from|with|under|that|are|other|do|have|which|to|at|on)\b", re.IGNORECASE)
_STAND_INS: Final = frozenset(
    stems(
        "one ones thing things item items product products piece pieces kinds total number different stock fit choose"
        " event events entry entries record records article articles"
    )
)
_ORDERS: Final = frozenset(
    stems("cheap cheapest cheaper expensive dearest dearer price cost list all everything browse buy shop please")
    + stems("one two three four five six seven eight nine ten eleven twelve")
)
"""Words that put a list in order or cut it, and leave nothing out of it."""


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


def is_all_said(message: str, slots: Slots) -> bool:
    """
    Whether the filters in *slots* say all that narrows in *message*.

    >>> from limpet.memory.slots import Slot
    >>> bikes = Slots({"type": Slot("bike", "bike", 1)})
    >>> is_all_said("Do you have bikes?", bikes), is_all_said("bikes with 22 gears", bikes)
    (True, False)
    """
    said = {stem for name, slot in slots.items() for stem in stems(f"{name} {slot.value} {slot.shown}")}
    asked = question_weights(message, lambda _: 1.0, {"": 1.0})
    return {stem for stem in asked if stem and not is_asking(stem)} <= said | _STAND_INS | _ORDERS


def counted(count: int, shown: str, message: str = "") -> str:
    """
    The words before the list: that *count* records satisfy filters which people read as *shown*, with the name that the
    visitor gives them, where there are several.

    >>> counted(3, "bowl", "How many bowls are under €12.50?"), counted(1, "bowl"), counted(2, "")
    ('3 bowls under €12.50:', '1 fits bowl:', 'There are 2:')
    """
    called = things_counted(message)
    if called and count != 1:
        return f"{count} {called}:"
    return f"{count} {'fits' if count == 1 else 'fit'} {shown}:" if shown else f"There are {count}:"


def things_counted(message: str) -> str:
    """
    What *message* asks the number of, in its own words; empty where it does not begin with a name for them, or goes on
    to ask or tell something else.

    >>> things_counted("How many events are there in May?"), things_counted("And how many in size L?")
    ('events in May', '')
    >>> things_counted("How many kurtas do you have and what do they cost?"), things_counted("How many mugs are blue")
    ('', '')
    """
    asked = _HOW_MANY.search(message)
    if asked is None:
        return ""
    sentence, *after = _SENTENCE_END.split(message[asked.end() :].replace("’", "'"), maxsplit=1)
    called = " ".join(_SAID_BESIDE.sub(" ", sentence).split()).strip(" ,;:")
    if any("?" in one for one in after) or _SAYS_MORE.search(called) or _NO_NAME.match(called):
        return ""
    return called
