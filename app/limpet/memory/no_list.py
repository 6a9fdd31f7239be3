"""Messages that choose from a list by order or price where none was shown: what they mean is unknown."""

from __future__ import annotations

import re
from typing import Any, Final

from limpet.memory.offer import choosable_items, offer_options
from limpet.memory.rest_of_list import ranked_of, total_of, with_ranked
from limpet.memory.slot_prices import order_of
from limpet.memory.talk_words import said_in
from limpet.memory.view import MemoryView

KEPT_TURNS: Final = 6
"""Answers of another kind after which a list can still be pointed at."""
_LONGEST_CHARS: Final = 80
_WHICH: Final = (
    r"(?:first|second|third|fourth|fifth|last|former|latter|other|next|previous|middle|1st|2nd|3rd|[45]th|cheaper|cheapest"
    r"|dearer|(?:less|more) expensive|bigger|smaller|larger|longer|shorter|better|newer|older)"
)
_ASKS_OF: Final = (
    r"(?:(?:ok(?:ay)?|and|so|no|yes|well|please|thanks|actually)\b\W*)*"
    r"(?:(?:can you |could you |please )?(?:tell me (?:more )?about|show me|give me"
    r"|i(?:'ll| will)? (?:take|want|mean|meant|choose|prefer)|i(?:'d| would) (?:like|prefer)|let'?s take"
    r"|what about|how about|how much (?:is|does|for)|what (?:is|does)|is|does)\s+)?"
)
_POINTS: Final = re.compile(
    rf"\W*{_ASKS_OF}(?:the|that)\s+{_WHICH}(?:\s+(?:one|ones|two|option|thing|item|of (?:them|those|these)))?"
    r"(?:[\s,]+(?:one|please|then|cost|instead|now))*\W*"
    rf"|\W*(?:{_WHICH}|an?\s+(?:cheaper|dearer|bigger|smaller|better))\s+ones?(?:[\s,]+please)?\W*"
    r"|\W*(?:option|number|no\.?|#)\s*\d\W*",
    re.IGNORECASE,
)
_COMPARES: Final = re.compile(
    r"\W*(?:(?:do you have|have you got|show me|is there|are there|i want|i'd like)\s+)?"
    r"(?:(?:anything|something|any|one|ones|a bit|much|even)\s+)*"
    r"(?:cheaper|dearer|(?:less|more) expensive|more affordable)(?:\s+ones?)?"
    r"(?:\s+than\s+(?:that|this|it|those|these|them)(?:\s+ones?)?)?(?:[\s,]+please)?\W*",
    re.IGNORECASE,
)
_LISTED: Final = re.compile(r"^\s*(?:[-*•]|\d{1,2}[.)]|\|)\s*\S", re.MULTILINE)


def points_at_no_list(message: str, view: MemoryView) -> bool:
    """
    Whether *message* only points at one of several things, and there are none that it could mean.

    >>> points_at_no_list("the second one", MemoryView()), points_at_no_list("the second law", MemoryView())
    (True, False)
    """
    text = message.strip().replace("’", "'")
    if len(text) > _LONGEST_CHARS or choosable_items(view.offer) or offer_options(view.offer):
        return False
    if view.last_turn is not None and shows_list(view.last_turn.answer):
        return False
    if order_of(text) and view.last_turn is not None and order_of(view.last_turn.message):
        return False  # "and the cheapest?" turns the question before it round
    return bool(_POINTS.fullmatch(text) or _COMPARES.fullmatch(text) or said_in("chooses", text))


def shows_list(answer: str) -> bool:
    """
    Whether an answer has two lines of a list or table at least.

    >>> shows_list("We sell:\\n- tea\\n- coffee"), shows_list("We sell tea.")
    (True, False)
    """
    return len(_LISTED.findall(answer)) > 1


def kept_list(before: Any, answer: str, turn: int) -> dict[str, Any] | None:
    """
    The offer after an *answer* without a list: what was listed before it, for as long as that can be pointed at.

    Args:
        before: The offer before it.
        answer: Of this turn.
        turn: Its number.
    """
    listed = choosable_items(before)
    since = before.get("since", turn - 1) if isinstance(before, dict) else turn
    if not listed or shows_list(answer) or turn - since > KEPT_TURNS:
        return None
    kept = {"text": "", "shown": [], "listed": listed, "since": since}
    ranked, told = ranked_of(before)
    return with_ranked(kept, ranked, told, total_of(before)) if ranked else kept
