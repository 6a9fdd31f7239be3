"""What a list of goods has left out, kept with the offer, and messages that ask for it: "show more", "what else?"."""

from __future__ import annotations

import re
from collections.abc import Collection
from itertools import accumulate
from typing import Any, Final, Literal

from limpet.limits import DEFAULT_LIMITS, Limits
from limpet.memory.list_words import goes_on, words_of
from limpet.memory.talk_words import plain, said_in
from limpet.text.own_sentences import every_wording
from limpet.text.tokens import stems

_SEPARATOR: Final = "\n"
_WIDE_BYTES: Final = 4
"""Bytes of each character of a text with letters beyond ASCII, at most."""
_LEAD: Final = (
    r"(?:(?:ok(?:ay)?|and|so|yes|well|please|now)\b\W*)*(?:(?:can|could|may) (?:you|i) |i(?:'d like to| want to) )?"
    r"(?:please )?(?:(?:show|list|give|see|get|tell|view|display)(?: me| us)?(?: all)? )?"
)
_HAVE: Final = r"(?: (?:do you have|have you got|you have|is there|are there|have you|there (?:is|are)))?"
_MORE: Final = (
    r"(?:(?:the |some |any |all |a few )?(?:more|others?|rest|remaining|next)(?: ones?| \d+| few| two| three| four)?"
    r"|(?:the )?(?:other|remaining) ones|all(?: of them| of those)?|everything|what else|which others?"
    r"|what others?(?: ones)?|any(?:thing)? else)"
)
_ASKS: Final = re.compile(
    rf"{_LEAD}(?:(?:do you have|have you got|is there|are there|got) )?{_MORE}(?P<of> (?!do\b|have\b|is\b|are\b|you\b"
    rf"|than\b|there\b)[\w' -]{{2,40}}?)?{_HAVE}(?:[ ,]+(?:then|please|now|left))*",
    re.IGNORECASE,
)
_IS_ALL: Final = re.compile(
    r"(?:(?:and|so|ok(?:ay)?)\b\W*)*(?:is (?:that|this|it)|are (?:those|these|they)|was that|that'?s|that is)"
    r" (?:all|everything|it)(?: of (?:them|those|it))?"
    r"(?: (?:that )?(?:you have|there (?:is|are)|you(?:'ve| have) got))?",
    re.IGNORECASE,
)
_STAND_INS: Final = frozenset(stems("one ones thing things item items product products piece pieces option options of"))


def ranked_of(offer: Any) -> tuple[list[str], int]:
    """
    Ids of all records that the last list is of, in its order, and how many of them were told.

    >>> ranked_of({"shown": [], "ranked": "a\\nb", "told": 1}), ranked_of("Shall I go on?")
    ((['a', 'b'], 1), ([], 0))
    >>> ranked_of({"ranked": ["a", "b"], "told": 1})
    (['a', 'b'], 1)
    """
    ranked = offer.get("ranked") if isinstance(offer, dict) else None
    told = offer.get("told") if isinstance(offer, dict) else None
    ids = ranked.split(_SEPARATOR) if isinstance(ranked, str) and ranked else []
    if isinstance(ranked, list):  # as sessions kept it before it was one text
        ids = [one for one in ranked if isinstance(one, str)]
    if not isinstance(told, int) or not 0 <= told <= len(ids):
        return [], 0
    return ids, told


def total_of(offer: Any) -> int:
    """
    How many records the last list is of, those included whose order is not kept.

    >>> total_of({"shown": [], "ranked": "a\\nb", "told": 1}), total_of({"ranked": "a", "told": 1, "total": 300})
    (2, 300)
    """
    total = offer.get("total") if isinstance(offer, dict) else None
    return max(len(ranked_of(offer)[0]), total if isinstance(total, int) else 0)


def with_ranked(
    offer: dict[str, Any], ranked: Collection[str], told: int, total: int = 0, limits: Limits = DEFAULT_LIMITS
) -> dict[str, Any]:
    """
    *offer* with the order of its list; that of a long one is cut behind what is kept of it, and its *total* is told.

    The ids are kept as one text: as many texts they would take four times the memory, and topic, slots and offer share
    16 KB of a session.

    >>> with_ranked({"shown": []}, ["a", "b"], 1)
    {'shown': [], 'ranked': 'a\\nb', 'told': 1}
    """
    first = [one for one in ranked if one and _SEPARATOR not in one][: limits.list_records]
    ends_bytes = accumulate((len(one) + 1) * (1 if one.isascii() else _WIDE_BYTES) for one in first)
    kept = [one for one, end_bytes in zip(first, ends_bytes, strict=True) if end_bytes <= limits.list_ids_bytes]
    total = max(total, len(ranked))
    beyond = {"total": total} if total > len(kept) else {}
    return {**offer, "ranked": _SEPARATOR.join(kept), "told": min(told, len(kept)), **beyond}


def asks_for_rest(message: str, known: Collection[str] = ()) -> bool:
    """
    Whether *message* wants a list to go on, or to know whether it was whole.

    Args:
        message: Of the visitor.
        known: Stems of what was listed, such as of the filters: "more kurtas" goes on with kurtas, and with no others.

    >>> asks_for_rest("Show me more, please"), asks_for_rest("What else do you have?"), asks_for_rest("Is that all?")
    (True, True, True)
    >>> asks_for_rest("more kurtas", {"kurta"}), asks_for_rest("more sarees", {"kurta"}), asks_for_rest("Tell me more")
    (True, False, False)
    """
    text = plain(message)
    if _IS_ALL.fullmatch(text) or said_in("goes_on", text) or goes_on(text) or text in every_wording("show_more"):
        return True
    asks = _ASKS.fullmatch(text)
    if asks is None or re.fullmatch(rf"\W*(?:{_LEAD})?tell.*", text, re.IGNORECASE):
        return False
    return set(stems(asks["of"] or "")) <= {*known, *_STAND_INS}


def sorts(message: str) -> Literal["", "cheapest", "dearest"]:
    """
    The order of prices that *message* wants a list to be in, where it asks for nothing else.

    >>> sorts("Cheapest first, please"), sorts("sort them by price"), sorts("price high to low"), sorts("the cheapest")
    ('cheapest', 'cheapest', 'dearest', '')
    >>> sorts("günstigste zuerst"), sorts("los más caros primero"), sorts("trier par prix")
    ('cheapest', 'dearest', 'cheapest')
    """
    words = set(found := re.findall(r"[^\W_]+", plain(message).lower()))
    up, down = words_of("up"), words_of("down")
    ends = [word for word in found if word in up | down]
    is_price = bool(ends) or not words.isdisjoint(words_of("price"))
    if not is_price or words.isdisjoint(words_of("sorts")):
        return ""
    if not words <= up | down | words_of("price") | words_of("sorts") | words_of("beside"):
        return ""
    return "dearest" if ends and ends[0] in down else "cheapest"
