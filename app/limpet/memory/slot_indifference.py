"""When a visitor says that something does not matter: "any colour is fine", "no preference", "surprise me"."""

from __future__ import annotations

import re
from typing import Final

_NOT_CARING: Final = (
    r"(?:do(?:es)?n'?t|do(?:es)? not|wo(?:uld)?n'?t) (?:really |particularly |actually )?(?:care|matter|mind)",
    r"no preferences?",
    r"not (?:particular|picky|fussy|important)",
    r"(?:either|whatever|whichever|anywhere)\b",
    r"any(?:thing|one)?(?= (?:kind|type|one|of (?:them|those|these)|area|part|price|food|side|colou?r|size|brand|is"
    r"|will|works|would|at all)\b|[ ]*(?:[.,!;]|$))",
    r"any (?:\w+ ){1,2}(?:is|are|will be|would be|will do|works) (?:fine|ok(?:ay)?|good|alright|all right|great)",
    r"no matter",
    r"it'?s all the same",
    r"no particular",
    r"(?:i'?m|am) (?:open|flexible|easy)",
    r"don'?t have (?:a|any)(?: \w+)? preference",
    r"not really",
    r"up to you",
    r"surprise me",
    r"you (?:choose|pick|decide)",
)
_INDIFFERENT: Final = re.compile(rf"\b(?:{'|'.join(_NOT_CARING)})", re.IGNORECASE)
_EITHER: Final = re.compile(r"(?:\b(?:no|not|nor|never|without|neither)\b|n't\b)[^.!?;]*\beither\b", re.IGNORECASE)
"""Not silk either" adds a refusal."""
_AROUND_CHARS: Final = 30
"""How near the name of what does not matter stands."""


def indifference_in(message: str) -> str | None:
    """
    The words around "it does not matter" in *message*; None when it does not say so.

    >>> indifference_in("Any colour is fine"), indifference_in("Do you have blue ones?")
    ('Any colour is fine', None)
    """
    match = _INDIFFERENT.search(_EITHER.sub(" ", message))
    if match is None:
        return None
    return message[max(0, match.start() - _AROUND_CHARS) : match.end() + _AROUND_CHARS]
