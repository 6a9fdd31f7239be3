"""What the last answer offered, and what a short reply to it asks for."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from limpet.memory.decision import Offer

_PLACES: Final = {
    "first": 0, "1st": 0, "former": 0, "left": 0, "top": 0, "1": 0, "a": 0,
    "second": 1, "2nd": 1, "2": 1, "b": 1, "third": 2, "3rd": 2, "3": 2, "c": 2,
    "fourth": 3, "4th": 3, "4": 3, "d": 3, "fifth": 4, "5th": 4, "5": 4, "e": 4,
    "last": -1, "latter": -1, "bottom": -1, "right": -1,
}  # fmt: skip
_WORD: Final = re.compile(r"[^\W_]+")


def offer_options(offer: Any) -> list[str]:
    """
    The options of an offer as kept in memory: a text, or an object with ``text`` and ``options``.

    >>> offer_options({"text": "Which one?", "options": ["cotton", {"label": "linen"}]})
    ['cotton', 'linen']
    """
    if not isinstance(offer, dict):
        return []
    options = offer.get("options")
    return [_text_of(one) for one in options] if isinstance(options, list) else []


def offered_text(offer: Any, message: str, answer: Offer | None) -> str | None:
    """
    What to search for when *message* takes an offer up; None when it does not.

    >>> offered_text({"text": "Which one?", "options": ["cotton", "linen"]}, "the second one", "chooses")
    'linen'
    >>> offered_text("Shall I explain the washing?", "yes", "accepts")
    'Shall I explain the washing?'
    """
    if answer is None or answer == "declines":
        return None
    options = offer_options(offer)
    if answer == "chooses" and options:
        place = _place(message, options)
        return options[place] if place is not None else None
    text = _text_of(offer) or " ".join(options)
    return text or None


def _place(message: str, options: Sequence[str]) -> int | None:
    words = [word.lower() for word in _WORD.findall(message)]
    for word in words:
        place = _PLACES.get(word)
        if place is not None and -len(options) <= place < len(options) and not (word == "a" and len(words) > 2):
            return place
    named = [i for i, option in enumerate(options) if set(words) & {w.lower() for w in _WORD.findall(option)}]
    return named[0] if len(named) == 1 else None


def _text_of(value: Any) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, dict):
        return next((value[key] for key in ("query", "text", "label") if isinstance(value.get(key), str)), "")
    return ""
