"""
Which days a message wants things of a calendar from: "Which events are in May?", "What is on this weekend?".

Only a plain question for a list sets such a filter: a time in any other question ("When are tickets for events in
December sold?") is a part of what it asks, and a filter would take the pages away that answer it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from limpet.memory.calendar_range import at
from limpet.memory.day_words import Said, days_in
from limpet.memory.slot_schema import SlotSpec
from limpet.memory.slots import Slot, Slots
from limpet.memory.time_words import TIME_WORDS
from limpet.text.calendar_text import days_from, stretches_text
from limpet.text.tokens import stems

_WORD: Final = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_LISTS: Final = re.compile(r"\b(?:how many|(?:the )?(?:total )?number of|how about|most expensive|least expensive)\b")
_ASKING: Final = frozenset(
    (
        "which what what's what’s whats is are be will there there's there’s any anything something things thing show"
        " list give tell me us a an the all of on in at for during happen happens happening plan planned schedule"
        " scheduled going take takes taking place held you have has got do offer please hi hello and or but with about"
        " then maybe rather instead ok okay so only just else also now i'd i'm i am would like want looking find see"
        " cheapest dearest"
    ).split()
)
"""Words of asking for a list, and those that lead to values or join them."""
_OF_PRICE: Final = frozenset(
    "cost costs price prices priced under below over above less more than up to at most least cheaper free between from"
    " not euro euros dollar dollars pound pounds eur usd gbp or and".split()
)
_FILLERS: Final = frozenset(
    "and or what about how then maybe rather instead please ok okay so also show me else only".split()
)
_WHATS_ON: Final = re.compile(
    r"\b(?:what(?:['’]?s| is| are| will be)?|anything|something|things?|all)\b (?:\w+ )?"
    r"(?:(?:there )?on|happening|going on|planned|scheduled|held|takes? place|taking place|happens?)\b"
)
_BARS: Final = re.compile(
    r"\b(?:not|except|excluding|apart from|other than|but(?: not)?)\s+(?:(?:in|on|during|for|at)\s+)?(?:the\s+)?$",
    re.IGNORECASE,
)
"""Words before days that are not wanted."""
_OF_ANYTHING: Final = re.compile(r"\b(?:anything|something)\b")
_EACH: Final = re.compile(r"^\W*(?:are|is|do|does|will)\s+(?:all|every|each|the|these|those|this)\b")
"""Asks whether something holds of things, and for no list of them."""
_ANY_DAYS: Final = re.compile(
    r"\b(?:(?:at |on )?any ?(?:time|day|date|month)|in total|altogether|whenever|all year(?: round)?"
    r"|(?:the |any )?other (?:days?|dates?|months?|times?|weeks?|years?))\b"
)
_TIMED: Final = frozenset(
    (
        "not no except from isn't aren't don't excluding without"
        " other than outside apart from early late mid end middle beginning start soon"
        " after before since until till by day days week weeks weekend weekends month months year years past last next"
        " this today tonight tomorrow coming saturdays sundays fridays thursdays wednesdays tuesdays mondays easter"
        " two three four five six seven ten few between to onwards"
    ).split()
).union(*(getattr(TIME_WORDS["en"], names) for names in ("months", "seasons", "weekdays", "feasts")))
"""Words of times that are not read, and of what is not wanted: they take a filter of before away."""


@dataclass(frozen=True, slots=True)
class DayReading:
    """
    Reads days for the calendar *spec*: a message as a whole, together with its other filters.

    Attributes:
        spec: The slot of the days, with what its records are called.
        kinds: Names of the slots that tell a kind of thing.
        now_s: The time, seconds since the epoch; without it only days are known that do not depend on it.
    """

    spec: SlotSpec
    kinds: frozenset[str]
    now_s: float | None

    def read(self, message: str, before: Slots, turn: int, others: Callable[[str], Slots]) -> Slots:
        """
        The slots after *message*: with the days that it wants, without those that it no longer does.

        Args:
            message: Of the visitor.
            before: The slots before it.
            turn: Its number.
            others: Gives the slots after a text; what stands in an expression of time is no price and no number.

        >>> spec = SlotSpec("date", "calendar", ("2026-05-08", "2026-12-12"), "events")
        >>> reading = DayReading(spec, frozenset(), None)
        >>> reading.read("Which events are in May?", Slots(), 1, lambda _: Slots())["date"]
        Slot(value='--05-01..--05-31', shown='May', turn=1)
        >>> reading.read("Is the museum open in May?", Slots(), 1, lambda _: Slots())
        Slots({})
        """
        said = days_in(message, self._now())
        if said is not None:
            barred = _BARS.search(message[: said.start])
            rest = f"{message[: barred.start() if barred else said.start]} {message[said.end :]}"
            after = others(rest)
            if self._lists(message, rest, before, after, turn):
                shown = message[said.bare_start : said.end].strip()
                name, shown = (f"not {self.spec.name}", f"not {shown}") if barred else (self.spec.name, shown)
                return self._without_days(after).with_slot(name, Slot(stretches_text(said.stretches), shown, turn))
        after = others(message)
        if self._has_days(after) and (self._is_dayless(after, turn) or self._lifts(message, said, after, turn)):
            return self._without_days(after)
        return after

    def _has_days(self, slots: Slots) -> bool:
        return self.spec.name in slots or f"not {self.spec.name}" in slots

    def _without_days(self, slots: Slots) -> Slots:
        return slots.without(self.spec.name, f"not {self.spec.name}")

    def _now(self) -> datetime | None:
        try:
            return None if self.now_s is None else at(self.now_s, None)
        except (ValueError, OverflowError):  # the last day that a calendar has, in a zone ahead of it
            return None

    def _lists(self, message: str, rest: str, before: Slots, after: Slots, turn: int) -> bool:
        text = message.lower()
        if _EACH.search(text) or self._is_dayless(after, turn) or self._content(rest, after, turn):
            return False
        asks_what = _WHATS_ON.search(text) is not None or _OF_ANYTHING.search(text) is not None
        is_named = self._names_kind(text, after, turn) or asks_what
        return is_named or (bool(before) and not set(_WORD.findall(rest.lower())) - _FILLERS)

    def _is_dayless(self, slots: Slots, turn: int) -> bool:
        """Whether a kind of thing that was said has no days: goods beside a calendar of events."""
        known = set(stems(self.spec.description))
        said = [_value(slot) for name, slot in slots.items() if name in self.kinds and slot.turn == turn]
        return bool(known and said) and not any(set(stems(value)) <= known for value in said)

    def _names_kind(self, text: str, slots: Slots, turn: int) -> bool:
        is_kind = any(slot.turn == turn for name, slot in slots.items() if name in self.kinds)
        return is_kind or not set(stems(self.spec.description)).isdisjoint(stems(text))

    def _content(self, text: str, slots: Slots, turn: int) -> set[str]:
        """Words that neither ask for a list, nor name its things, nor say a value that *slots* understood."""
        now = {name: slot for name, slot in slots.items() if slot.turn == turn and name != self.spec.name}
        named = " ".join((self.spec.description, *(f"{name} {one.value} {one.shown}" for name, one in now.items())))
        known = set(stems(named))
        words = set(_WORD.findall(_LISTS.sub(" ", text.lower()))) - _ASKING - set(_WORD.findall(named.lower()))
        if any(one.startswith(("<", ">")) or one[:1].isdecimal() for one in map(_value, now.values())):
            amounts = set(re.findall(r"\d+", " ".join(map(_value, now.values()))))
            words -= _OF_PRICE | amounts
        return {word for word in words if not stems(word) or not set(stems(word)) <= known}

    def _lifts(self, message: str, said: Said | None, after: Slots, turn: int) -> bool:
        """Whether days of before are no longer wanted: any will do, or others are that are not read."""
        text = message.lower()
        left = _ANY_DAYS.sub(" ", text)
        if left != text or (said is None and self._asks_for_all(text, after, turn)):
            return not self._content(left, after, turn)
        content = self._content(text, after, turn)
        return bool(content) and not {word for word in content if word not in _TIMED and not word[:1].isdecimal()}

    def _asks_for_all(self, text: str, after: Slots, turn: int) -> bool:
        found = re.search(r"\ball (?:of )?(?:the |your )?(\w+)", text)
        return found is not None and self._names_kind(found[1], after, turn)


def days_shown(slots: Mapping[str, Slot], name: str) -> str:
    """
    How the visitor wrote the days of the slot *name*; empty where it has none.

    >>> days_shown({"date": Slot("--05-01..--05-31", "May", 1)}, "date")
    'May'
    """
    return slots[name].shown if name in slots and days_from(_value(slots[name])) else ""


def _value(slot: Slot) -> str:
    return str(slot.value)
