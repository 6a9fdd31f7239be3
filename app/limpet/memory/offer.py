"""What the last answer offered, and what a short reply to it asks for."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from limpet.memory.decision import Offer, answers_offer
from limpet.memory.slot_prices import order_of, orders_only
from limpet.memory.talk_words import holds, places
from limpet.text.word_pattern import WORD

_PLACES: Final = {
    "first": 0, "1st": 0, "former": 0, "left": 0, "top": 0, "1": 0, "a": 0,
    "second": 1, "2nd": 1, "2": 1, "b": 1, "third": 2, "3rd": 2, "3": 2, "c": 2,
    "fourth": 3, "4th": 3, "4": 3, "d": 3, "fifth": 4, "5th": 4, "5": 4, "e": 4,
    "last": -1, "latter": -1, "bottom": -1, "right": -1,
}  # fmt: skip
MOST_SHOWN: Final = 8
"""Things of a list that can be pointed at afterwards."""
CUT_FROM: Final = 4
"""Things of a list from which there may be more than it shows."""
_CHEAPER: Final = re.compile(r"\b(?:cheap(?:er|est)|least expensive|less expensive|lowest)\b", re.IGNORECASE)
_DEARER: Final = re.compile(
    r"\b(?:dear(?:er|est)|costl(?:ier|iest)|more expensive|most expensive|highest)\b", re.IGNORECASE
)
_POINTING: Final = frozenset("the one ones it is please i ll will take want i'll option with of".split())
_LEAD: Final = frozenset("about mean i'm im am i m asking for in on my yes no and or".split())
_MOST_CHOICE_WORDS: Final = 6
"""More words than these are a new message, even if an option has them all."""
_WORD: Final = re.compile(WORD)


def offer_options(offer: Any) -> list[str]:
    """
    The options of an offer as kept in memory: a text, or an object with ``text`` and ``options``; with ``resumes`` they
    are readings of the question in ``text``.

    >>> offer_options({"text": "Which one?", "options": ["cotton", {"label": "linen"}]})
    ['cotton', 'linen']
    """
    if not isinstance(offer, dict):
        return []
    options = offer.get("options")
    return [_text_of(one) for one in options] if isinstance(options, list) else []


def shown_items(offer: Any) -> list[dict[str, Any]]:
    """
    Things that the last answer listed: objects with ``label``, ``price`` (or None) and ``words``.

    >>> shown_items({"shown": [{"label": "Neem Kurta", "price": 1299.0, "words": "sage green"}]})[0]["label"]
    'Neem Kurta'
    """
    shown = offer.get("shown") if isinstance(offer, dict) else None
    return [one for one in shown if isinstance(one, dict)][:MOST_SHOWN] if isinstance(shown, list) else []


def prices_of(items: Sequence[Mapping[str, Any]]) -> list[float]:
    """The prices of things that have one."""
    return [float(one["price"]) for one in items if isinstance(one.get("price"), (int, float))]


def asks_something(offer: Any) -> bool:
    """
    Whether an offer is a question or a choice of readings; a list of things asks nothing.

    >>> asks_something("Shall I go on?"), asks_something({"text": "", "shown": []}), asks_something(None)
    (True, False, False)
    """
    return offer is not None and not (isinstance(offer, dict) and ("shown" in offer or "listed" in offer))


def choosable_items(offer: Any) -> list[dict[str, Any]]:
    """
    Things that a message can choose among: those shown; after one of a list was chosen, or another question answered,
    still the list.

    >>> listed = [{"label": "Neem"}, {"label": "Asha"}]
    >>> [one["label"] for one in choosable_items({"shown": listed[1:], "listed": listed})]
    ['Neem', 'Asha']
    """
    shown = shown_items(offer)
    listed = shown_items({"shown": offer.get("listed")}) if isinstance(offer, dict) and len(shown) < 2 else []
    return listed or shown


def with_list(offer: dict[str, Any] | None, before: Any) -> dict[str, Any] | None:
    """*offer* with the list of the offer *before*, when it shows a single thing of that list."""
    known = choosable_items(before)
    if offer is None or len(offer["shown"]) != 1 or len(known) < 2:
        return offer
    name = offer["shown"][0].get("label")
    return {**offer, "listed": known} if any(one.get("label") == name for one in known) else offer


def answer_to(offer: Any, message: str, *, is_filtered: bool = False) -> Offer | None:
    """
    How *message* answers *offer*; of things that were merely shown one can only be chosen.

    Args:
        offer: As kept in memory.
        message: Of the visitor.
        is_filtered: Filters made the list: the cheapest of all that fit is meant where it may have been cut.

    >>> answer_to({"shown": [{"label": "Neem"}, {"label": "Asha"}]}, "the second one"), answer_to(None, "yes")
    ('chooses', None)
    """
    answer = answers_offer(message) if offer is not None else None
    if _resumes(offer) and (answer is None or answer == "chooses"):
        return "chooses" if _option_meant(message, offer_options(offer)) is not None else None
    shown = choosable_items(offer)
    if not shown or answer is None:
        return answer
    if is_filtered and len(shown) >= CUT_FROM and orders_only(message) and not _begins_with(order_of(message), shown):
        return None
    return "chooses" if answer == "chooses" and chosen_item(shown, message) is not None else None


def _begins_with(order: str, shown: Sequence[Mapping[str, Any]]) -> bool:
    """Whether a list is in the order of its prices, from the end that *order* asks for: then it has that end."""
    prices = prices_of(shown)
    return len(prices) == len(shown) and prices == sorted(prices, reverse=order == "dearest")


def chosen_item(shown: Sequence[dict[str, Any]], message: str) -> int | None:
    """The place of the shown thing that *message* chooses: by order, by price, or by a word that only it has."""
    priced = [
        (float(one["price"]), place) for place, one in enumerate(shown) if isinstance(one.get("price"), (int, float))
    ]
    if priced and (_CHEAPER.search(message) or holds("cheaper", message)):
        return min(priced)[1]
    if priced and (_DEARER.search(message) or holds("dearer", message)):
        return max(priced)[1]
    return _place(message, [f"{_text_of(one)} {one.get('words', '')}" for one in shown])


def offered_text(offer: Any, message: str, answer: Offer | None) -> str | None:
    """
    What to search for when *message* takes an offer up; None when it does not.

    >>> offered_text({"text": "Which one?", "options": ["cotton", "linen"]}, "the second one", "chooses")
    'linen'
    >>> asked_back = {"text": "How long does it take?", "options": ["Shipping", "Refunds"], "resumes": True}
    >>> offered_text(asked_back, "shipping", "chooses")
    'Shipping: How long does it take?'
    >>> offered_text("Shall I explain the washing?", "yes", "accepts")
    'Shall I explain the washing?'
    """
    if answer is None or answer == "declines":
        return None
    shown = choosable_items(offer)
    if shown:
        place = chosen_item(shown, message) if answer == "chooses" else None
        return _text_of(shown[place]) or None if place is not None else None
    options = offer_options(offer)
    if answer == "chooses" and _resumes(offer):
        place = _option_meant(message, options)
        return f"{options[place]}: {_text_of(offer)}" if place is not None else None
    if answer == "chooses" and options:
        place = _place(message, options)
        return options[place] if place is not None else None
    text = _text_of(offer) or " ".join(options)
    return text or None


def _resumes(offer: Any) -> bool:
    """Whether the options are readings of the question in ``text``, which the choice takes up again."""
    return isinstance(offer, dict) and offer.get("resumes") is True and bool(offer_options(offer))


def _option_meant(message: str, options: Sequence[str]) -> int | None:
    """The place of the option that *message* is, or that it names in few words, or by order."""
    said = " ".join(_WORD.findall(message.lower()))
    names = [" ".join(_WORD.findall(option.lower())) for option in options]
    if said in names:
        return names.index(said)
    words = [word for word in said.split() if word not in _POINTING and word not in _LEAD]
    if not words or len(words) > _MOST_CHOICE_WORDS:
        return None
    if len(words) > 1 or _place_of(words[0]) is None:
        fitting = [place for place, name in enumerate(names) if set(words) <= set(name.split())]
        if len(fitting) == 1:
            return fitting[0]
    return _place(message, options) if answers_offer(message) == "chooses" else None


def _place(message: str, options: Sequence[str]) -> int | None:
    words = [word for found in _WORD.findall(message) if (word := found.lower()) not in _POINTING]
    for word in words:
        place = _place_of(word)
        if place is not None and -len(options) <= place < len(options) and not (word == "a" and len(words) > 2):
            return place
    named = [i for i, option in enumerate(options) if set(words) & {w.lower() for w in _WORD.findall(option)}]
    return named[0] if len(named) == 1 else None


def _place_of(word: str) -> int | None:
    """The place that a word of order means, also in other languages: "zweites", "deuxième"."""
    abroad = places()
    return _PLACES.get(word, abroad.get(word, abroad.get(word[:-1])))


def _text_of(value: Any) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, dict):
        return next((value[key] for key in ("query", "text", "label") if isinstance(value.get(key), str)), "")
    return ""
