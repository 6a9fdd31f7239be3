"""Messages that ask for the last answer once more: "???", "I don't understand", "say that again"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from limpet.memory.slot_prices import turned_round
from limpet.memory.substitution import Substitution, thing_put_in
from limpet.memory.talk_words import said_in
from limpet.memory.topic import content_runs
from limpet.text.courtesy import smalltalk_kind

_THAT: Final = (
    r"(?:that|it|this|again|once more|differently|better|please|to me|more (?:simply|slowly|clearly)|in other words)"
)
_ASKS_AGAIN: Final = re.compile(
    r"\W*(?:(?:sorry|wait|hmm+|um+|please|but|ok(?:ay)?)\b\W*)*"
    r"(?:[?❓❔🤔😕🤨🤷😵]+|huh|what|pardon|come again|what do you mean(?: by that)?|what does (?:that|this|it) mean"
    r"|(?:(?:can|could|would|will) you )?(?:please )?(?:say|tell me|repeat|explain|rephrase|reword|clarify)"
    rf"(?: {_THAT})+"
    r"|(?:repeat|rephrase|clarify|explain)"
    r"|(?:i )?(?:don'?t|do not|didn'?t|did not) (?:understand|get (?:it|that)|follow)(?: (?:that|it|this|you))?"
    r"|i(?:'m| am) (?:lost|confused)|that(?:'s| is) (?:not clear|unclear)|not clear|unclear)"
    r"(?:\W+please)?\W*",
    re.IGNORECASE,
)


def wants_same_again(message: str) -> bool:
    """
    Whether *message* says nothing but that the last answer is wanted once more, or otherwise.

    >>> wants_same_again("???"), wants_same_again("Sorry, I don't understand"), wants_same_again("What is tea?")
    (True, True, False)
    """
    text = message.strip().replace("’", "'")
    return len(text) <= 80 and (_ASKS_AGAIN.fullmatch(text) is not None or bool(said_in("again", text)))


def asked_again(message: str, messages: Sequence[str]) -> Substitution | None:
    """
    The last whole question of *messages* (oldest first), when *message* wants it answered once more, or for the other
    end of the prices.

    >>> asked_again("Come again?", ["How do I brew tea?", "Thanks!"]).question
    'How do I brew tea?'
    """
    if messages and (turned := turned_round(message, messages[-1])):
        return Substitution(turned, "", tuple(word for run in content_runs(turned) for word in run))
    if not wants_same_again(message):
        return None
    for earlier in reversed(messages):
        if smalltalk_kind(earlier) is None and not wants_same_again(earlier):
            if thing_put_in(earlier) is not None:
                return None  # half a question itself; the words that are lacking say more
            carried = tuple(word for run in content_runs(earlier) for word in run)
            return Substitution(earlier, "", carried) if carried else None
    return None
