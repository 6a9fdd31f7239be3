"""Slots of several services in one schema (``hotel.city``, ``bus.city``): which service is spoken of now."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from typing import Final

from limpet.memory.slot_words import keys_of

_CAMEL: Final = re.compile(r"(?<=[a-z])(?=[A-Z])|[_\d-]+")


class SlotGroups:
    """
    The groups that the names of slots share before their last dot.

    >>> groups = SlotGroups(["hotel.city", "bus.city"])
    >>> groups.active(keys_of("I need a hotel too"), (), [])
    'hotel'
    """

    def __init__(self, names: Iterable[str]) -> None:
        groups = dict.fromkeys(group for name in names if (group := group_of(name)))
        self._words = {group: set(keys_of(_CAMEL.sub(" ", group))) for group in groups}  # capped by MAX_SLOTS

    def active(self, keys: Sequence[str], asked: Collection[str], filled: Sequence[str]) -> str:
        """
        The group that a message of *keys* names, else the one that the bot asked about, else the one filled last; empty
        when there are no groups.
        """
        if len(self._words) < 2:
            return ""
        said = set(keys)
        named = [group for group, words in self._words.items() if words & said]
        latest = group_of(next(reversed(filled), ""))
        if named:
            return latest if latest in named else named[0]
        asked_groups = {group_of(name) for name in asked}
        if latest and (not asked_groups or latest in asked_groups):
            return latest
        return asked_groups.pop() if len(asked_groups) == 1 else latest


def group_of(name: str) -> str:
    """
    What stands before the last dot of a slot's name.

    >>> group_of("hotel.city"), group_of("city")
    ('hotel', '')
    """
    return name.removeprefix("not ").rpartition(".")[0]
