"""Sentences that say what a thing is: "A lantern is a light in a case" for "What is a lantern?"."""

from __future__ import annotations

import re
from typing import Final

from limpet.text.sentences import split_sentences
from limpet.text.tokens import stems

_WANTS: Final = re.compile(
    r"\W*(?:what(?:'s|’s| is| are)(?: meant by)?|(?:can you )?(?:explain|describe|define)(?: to me)?(?: what)?"
    r"|tell me (?:about|what))\s+(?!(?:the|your|my|our)\b)(?P<thing>[^?!.,;]{2,60}?)(?:\s+(?:is|are|means?))?"
    r"[\s?!.]*$",
    re.IGNORECASE,
)
_SAYS: Final = re.compile(
    r"\W*(?P<thing>[^,.:;()]{2,60}?)\s+"
    r"(?:is (?:an?|the|one|any|another)\b|are (?!not\b|also\b|available\b|\w+(?:ed|ing)\b)"
    r"|(?:refers? to|means?|stands? for)\b)",
    re.IGNORECASE,
)
BEGINNING_CHARS: Final = 300
"""How much of a text is read: what a thing is stands first."""
FEWEST_WORDS: Final = 5
"""A shorter sentence tells how a thing is, not what it is: "Themes are visual."."""


def thing_to_define(message: str) -> frozenset[str]:
    """
    Stems of the thing that *message* asks what it is; none for another question: "the maximum" asks how much.

    >>> sorted(thing_to_define("What is a paper lantern?")), thing_to_define("What is lit first?") == frozenset()
    (['lantern', 'paper'], False)
    >>> thing_to_define("Who lights the lantern?") == thing_to_define("What is the height?") == frozenset()
    True
    """
    found = _WANTS.match(message)
    return frozenset(stems(found["thing"])) if found is not None else frozenset()


def defines(thing: frozenset[str], text: str) -> bool:
    """
    Whether a sentence near the beginning of *text* begins with saying what *thing*, by its stems, is.

    >>> lantern = frozenset({"lantern"})
    >>> defines(lantern, "Lanterns are lights in a case. They hang."), defines(lantern, "The lantern house is a shop.")
    (True, False)
    """
    if not thing:
        return False
    text = text[:BEGINNING_CHARS]
    for start, end in split_sentences(text):
        found = _SAYS.match(text, start, end)
        is_long = len(text[start:end].split()) >= FEWEST_WORDS
        if found is not None and is_long and frozenset(stems(found["thing"])) == thing:
            return True
    return False
