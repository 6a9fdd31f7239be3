"""Of a short list that a yes or no is about, the one item that the message names."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Final

from limpet.answer.fragments import Unit
from limpet.text.question_form import Asked
from limpet.text.tokens import stems

_NEXT: Final = "\n- "
_MARKS: Final = ",;"
"""They join an item to the next one, which is not shown."""
LEAST_SHARE: Final = 0.5
"""Share of the message's stems, without those of the heading and the lead, that the item must have."""


def with_asked_item(unit: Unit, own: Collection[str], asked: Asked) -> Unit:
    """
    *unit*, of which only the item that a yes or no is about is shown, below its lead; *unit* itself for any other
    question, for steps, and where no item or several have words of the message.

    >>> from limpet.answer.fragments import units_of
    >>> from limpet.retrieval.document import Document
    >>> from limpet.retrieval.splitting import split
    >>> document = Document("a", "", "These cannot be returned:\\n\\n- earrings and rings\\n- gift cards")
    >>> unit = units_of(document, split(document)[0])[0]
    >>> [with_asked_item(unit, {"return", "earring"}, asked).shown for asked in ("yes_no", "other")]
    ['- earrings and rings', '- earrings and rings\\n- gift cards']

    Args:
        unit: What is said.
        own: Stems of the message.
        asked: Its form.
    """
    if asked != "yes_no" or unit.kind != "list" or not unit.shown.startswith("- "):
        return unit
    known = set(stems(" ".join([unit.lead, *unit.fragment.heading_path])))
    wanted = set(own) - known
    items = unit.shown.removeprefix("- ").split(_NEXT)
    met = [(wanted & set(stems(item)), item) for item in items]
    named = [(found, item) for found, item in met if found]
    if len(named) != 1 or len(items) == 1 or len(named[0][0]) < LEAST_SHARE * len(wanted):
        return unit
    return replace(unit, shown=f"- {named[0][1].rstrip(_MARKS)}")
