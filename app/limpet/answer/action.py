"""What a question for steps wants done, and to what."""

from __future__ import annotations

import re
from typing import Final

from limpet.answer.question import is_asking
from limpet.text.question_form import asked_for
from limpet.text.tokens import is_stop_word, stem, stems, tokens

_WANTS_DONE: Final = re.compile(
    r"\bhow (?:(?:do|can|could|should|would|does|must) (?:i|we|you|one|someone|people)|to)\s+(?P<rest>[^?.!;,]+)",
    re.IGNORECASE,
)
_SEVERAL: Final = re.compile(r"\b(?:and|or)\b|,", re.IGNORECASE)


def action_of(message: str) -> str:
    """
    The stem of the verb that *message* asks how to do; empty where it asks for nothing of the kind, or with a verb that
    says nothing by itself ("use", "get").

    >>> action_of("How do I redirect to another URL?"), action_of("how can we get in?"), action_of("Is it redirected?")
    ('redirect', '', '')
    """
    found = _WANTS_DONE.search(message)
    first = next((word for word in tokens(found["rest"]) if not is_stop_word(word)), "") if found is not None else ""
    action = stem(first) if first else ""
    return "" if is_asking(action) else action


def thing_of(message: str) -> str:
    """
    Stem of what something is to be done to: the last word of a question for steps; empty for another, and where it
    names several things.

    >>> thing_of("How do I create a post?"), thing_of("How do I create posts and pages?")
    ('post', '')
    """
    found = stems(message) if asked_for(message) == "steps" and not _SEVERAL.search(message) else []
    return found[-1] if len(found) > 1 else ""
