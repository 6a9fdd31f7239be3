"""What the visitor told about themselves in this session, and which of it answers a question."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

from limpet.memory.facts import facts_in
from limpet.memory.recall_terms import recall_terms
from limpet.memory.turn import Turn
from limpet.text.courtesy import smalltalk_kind

ENOUGH_SHARE: Final = 0.6
"""Share of a question's words that a statement has to hold to answer it by itself."""
HALF_SHARE: Final = 0.5
NEAR_COSINE: Final = 0.4
"""With half of the words a statement answers when its meaning is this near as well."""

_TELLS: Final = re.compile(
    r"^\W*(?:(?:hi|hello|hey|well|so|ok(?:ay)?|oh|and|but|also|by the way|btw|actually|fyi|please|remember|note)\b\W*"
    r"(?:that )?)*"
    r"(?:my\b|our\b|i\b|i'm\b|i've\b|i'll\b|we\b|we're\b|we've\b|call me\b|it(?:'s| is) my\b)",
    re.IGNORECASE,
)
_REQUESTS: Final = re.compile(
    r"\b(?:i|we)(?:'d| would| will|'ll)? (?:(?:also|just|really|still) )*(?:want|need|like to|love to|wish|would"
    r"|wonder\w*|look|search|ask|try|hope|meant?|think|guess|suppose)\b"
    r"|\b(?:i|we)(?:'m| am|'re| are|'ve been| have been) (?:\w+ )?(?:looking|trying|searching|wondering|interested"
    r"|asking|stuck|lost|confused|not sure|unsure|getting|seeing)\b"
    r"|\b(?:i|we) (?:have|had|'ve got|got|get|see|keep getting) (?:a |an |some |this |the |another |one more )?"
    r"(?:\w+ )?(?:questions?|problems?|issues?|errors?|trouble|exceptions?|warnings?|messages?)\b"
    r"|\b(?:i|we) (?:can(?:no|')?t|could(?: no|n')t|(?:do|does|did)(?: no|n')t (?:know|understand|see|get|find)"
    r"|can|could|may|should|must)\b",
    re.IGNORECASE,
)
_TROUBLE: Final = re.compile(
    r"\b(?:keeps?|kept|broken?|breaks|brok\w*|fail\w*|crash\w*|stop(?:s|ped)|stuck|slow|wrong|errors?|problems?"
    r"|issues?|missing|lost|late|damaged|(?:is|are|was|were|do|does|did|has|have|wo|ca)n'?t|never)\b",
    re.IGNORECASE,
)
"""What reports a trouble wants help, not an "I have heard you"."""
_PERSONAL: Final = re.compile(r"\b(?:my|mine|our|ours|i|i'm|i've|me|we)\b", re.IGNORECASE)
_QUESTION_WORD: Final = re.compile(
    r"^\W*(?:what|which|who|whose|when|where|why|how|is|are|am|was|were|do|does|did|can|could|should|would|will|have|has)\b",
    re.IGNORECASE,
)
_SENTENCE: Final = re.compile(r"(?<=[.!?\n])\s+")


def tells(message: str) -> bool:
    """
    Whether *message* tells something about the visitor and asks nothing.

    >>> tells("My name is Sam."), tells("I want to return a shirt"), tells("Is it mine?")
    (True, False, False)
    """
    text = message.strip().replace("’", "'")
    if not text or "?" in text or smalltalk_kind(text) is not None or _QUESTION_WORD.match(text):
        return False
    return any(_is_statement(sentence) for sentence in _SENTENCE.split(text[:1_000]))


def is_personal_question(message: str) -> bool:
    """
    Whether *message* asks something about the visitor.

    >>> is_personal_question("What's my name?"), is_personal_question("What is tea?")
    (True, False)
    """
    text = message.strip().replace("’", "'")
    asks = "?" in text or _QUESTION_WORD.match(text) is not None
    return asks and _PERSONAL.search(text) is not None


def told(question: str, turns: Sequence[Turn], cosine: Callable[[int], float] | None = None) -> Turn | None:
    """
    The statement of this session that answers a question about the visitor, the newest of equals; None without one.

    Args:
        question: What is asked.
        turns: Of the session, oldest first.
        cosine: Of the question with the message of a turn, by its number; None without an embedder.

    >>> told("What's my name?", [Turn("My name is Sam.", "Noted.")]).message
    'My name is Sam.'
    """
    if not is_personal_question(question):
        return None
    wanted = set(recall_terms(question))
    best: tuple[float, Turn] | None = None
    for turn in turns:
        if not tells(turn.message):
            continue
        share = _share(wanted, turn.message)
        is_enough = share >= ENOUGH_SHARE or (
            share >= HALF_SHARE and cosine is not None and cosine(turn.number) >= NEAR_COSINE
        )
        if is_enough and (best is None or share >= best[0]):
            best = (share, turn)
    return best[1] if best else None


def _share(wanted: set[str], message: str) -> float:
    """Share 0..1 of the wanted words that a message holds; what a fact is of (name, home, size) counts as said."""
    said = {*recall_terms(message), *(word for fact in facts_in(message) for word in recall_terms(fact.slot))}
    return len(wanted & said) / len(wanted) if wanted else 0.0


def _is_statement(sentence: str) -> bool:
    return _TELLS.match(sentence) is not None and not _REQUESTS.search(sentence) and not _TROUBLE.search(sentence)
