"""Filters that are taken back by name: "remove the price filter", "forget the colour"."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Final

from limpet.memory.slot_applying import unwanted_values
from limpet.memory.slot_names import SlotNames
from limpet.memory.slot_words import Found, key_of, keys_of
from limpet.memory.slots import Slot, Slots

_LIFTS: Final = re.compile(
    r"\b(?:remove|drop|clear|ignore|forget(?: about)?|lift|undo|reset|take (?:off|away|out)|get rid of|never ?mind"
    r"|(?:without|no)(?= (?:an?|any|the)? ?\w+ (?:filter|limit|restriction|constraint)s?\b)|don'?t filter (?:by|on))\b"
    r" (?P<what>(?:the |my |that |any |a |all )?(?:\w+ ){0,2}?\w+)(?: (?:filter|limit|restriction|constraint)s?)?"
    r"(?: (?:please|again|now|then))?\W*$",
    re.IGNORECASE,
)
_ALL: Final = re.compile(
    r"(?:(?:all|of|the|my|any|these|those) )*(?:filters|limits|restrictions|constraints)", re.IGNORECASE
)
_MONEY_NAMES: Final = frozenset(map(key_of, "price budget cost money".split()))


def lifted_in(message: str) -> str:
    """
    What *message* takes back as a filter, if that is the name of one; empty when it takes nothing back.

    >>> lifted_in("Remove the price filter"), lifted_in("ok, forget the colour"), lifted_in("How do I remove a stain?")
    ('the price', 'the colour', '')
    """
    match = _LIFTS.search(message[-200:]) if "?" not in message else None
    return match["what"].removesuffix(" filter") if match is not None else ""


def lifts_all(message: str) -> bool:
    """
    Whether *message* takes all filters back; the kind of thing is none of them.

    >>> lifts_all("Clear the filters"), lifts_all("remove all filters please"), lifts_all("clear the price filter")
    (True, True, False)
    """
    return _ALL.fullmatch(lifted_in(message)) is not None


def lifted_slots(
    message: str, found: Sequence[Found], kinds: Collection[str], slots: Slots, names: SlotNames, price: str
) -> set[str]:
    """
    Slots that a message takes back: by their name, or by the value that they have or bar.

    Args:
        message: Of the visitor.
        found: Values in it.
        kinds: Slots of the kind of thing, which stays when all filters of a shop are taken back; none elsewhere.
        slots: Before it.
        names: Of the schema's slots.
        price: The slot of money; empty when there is none.
    """
    what = lifted_in(message)
    if not what:
        return set()
    if kinds and lifts_all(message):
        kept = {*kinds, *(name.removeprefix("not ") for name, slot in slots.items() if slot.lasts)}  # an allergy stays
        return {name.removeprefix("not ") for name in slots} - kept
    keys = keys_of(what)
    money = {price} if price and _MONEY_NAMES & set(keys) else set()
    values = {one.slot for one in found if one.slot in slots and slots[one.slot].value == one.value}
    values |= {one.slot for one in found if (ban := slots.get(f"not {one.slot}")) and _bans(ban, one.value)}
    return names.named(keys) | money | values


def _bans(ban: Slot, value: str) -> bool:
    return value in unwanted_values(ban.value)
