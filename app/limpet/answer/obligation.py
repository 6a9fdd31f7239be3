"""What must be: a question for what is required is answered where something is required."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from limpet.text.near_words import share_of
from limpet.text.question_form import asked_for
from limpet.text.sentences import plain_sentences
from limpet.text.tokens import stems

OBLIGING_FACTOR: Final = 1.1
"""For a fragment that requires something, where the question is what is required, in English."""
OBLIGING_SHARE: Final = 0.5
"""What more it gains by the share of the question that the sentence has which requires it."""
_ASKS: Final = re.compile(r"\b(?:must|(?:has|have) to|require[ds]?|mandatory|compulsory|obligatory)\b", re.IGNORECASE)
_OBLIGES: Final = re.compile(
    r"\b(?:must|(?:has|have|need(?:s|ed)?) to|require[ds]?|enforces?|mandatory|compulsory|obligatory)\b", re.IGNORECASE
)


def obliging_factor(message: str, text: str, asked: Mapping[str, float]) -> float:
    """
    1 or more: the factor of a fragment with *text* for *message*, whose stems have the weights *asked*.

    >>> obliging_factor("What must the form contain?", "Forms must be signed.", {"form": 1.0, "contain": 1.0})
    1.35
    >>> obliging_factor("What can the form contain?", "Forms must be signed.", {"form": 1.0})
    1.0
    """
    if not asks_what_must_be(message):
        return 1.0
    total = sum(asked.values()) or 1.0
    shares = [
        sum(weight * share_of(stem, frozenset(stems(sentence))) for stem, weight in asked.items()) / total
        for sentence in plain_sentences(text)
        if obliges(sentence)
    ]
    most = max(shares, default=0.0)
    return OBLIGING_FACTOR + OBLIGING_SHARE * most if most > 0 else 1.0


def asks_what_must_be(message: str) -> bool:
    """
    Whether *message* asks what is required, rather than whether something is: that may be denied.

    >>> asks_what_must_be("What must I bring?"), asks_what_must_be("Do I have to bring a coat?")
    (True, False)
    """
    return _ASKS.search(message) is not None and asked_for(message) != "yes_no"


def obliges(text: str) -> bool:
    """
    Whether *text* requires something.

    >>> obliges("Forms must be signed."), obliges("Forms may be signed.")
    (True, False)
    """
    return _OBLIGES.search(text) is not None
