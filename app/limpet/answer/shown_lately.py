"""What the last answers showed: a visitor who asks on about it wants the sentence that answers, and what is new."""

from __future__ import annotations

import re
from typing import Final

from limpet.answer.fragments import Unit
from limpet.text.question_form import Asked, has_form

_TELLS_TO_DO: Final = re.compile(r"\byou (?:can|could|may|must|should|need to|have to)\b", re.IGNORECASE)


def is_stale(unit: Unit, shown: str, asked: Asked) -> bool:
    """
    Whether *shown*, of the last answers, has what is shown of a unit, and it is no part of how to do something.

    Args:
        unit: What might be said.
        shown: Text of the last answers.
        asked: The form of the question: one how to do something gets its steps and code once more.
    """
    if not shown or unit.shown not in shown:
        return False
    if asked != "steps" or unit.kind == "table":
        return asked != "steps"
    if unit.kind == "code":
        return False
    return not has_form("steps", unit.plain) and _TELLS_TO_DO.search(unit.plain) is None
