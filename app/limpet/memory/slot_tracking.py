"""Slots after a message: what it sets, replaces, lifts or excludes, read together with what the bot said before it."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Final

from limpet.memory.shown_items import is_about_shown, is_explanation
from limpet.memory.slot_accepting import accepts, last_question, single_values
from limpet.memory.slot_applying import DONT_CARE, SlotUpdate, applied
from limpet.memory.slot_flags import Flags
from limpet.memory.slot_forms import spans_of
from limpet.memory.slot_indifference import indifference_in
from limpet.memory.slot_names import SlotNames, sentences_of, spaced
from limpet.memory.slot_negation import is_negated, named_only
from limpet.memory.slot_roles import assigned, form_slot
from limpet.memory.slot_schema import SlotSchema
from limpet.memory.slot_words import Found, Piece, ValueFinder, key_of, keys_of, pieces_of
from limpet.memory.slots import Slot, Slots
from limpet.text.price_range import price_range_from, price_range_in

_KIND_NAMES: Final = frozenset(map(key_of, "type category kind product item".split()))
"""Words in the name of a slot that tells which kind of thing is wanted."""
_NAME_FILLERS: Final = frozenset(map(key_of, "number num of the is has a to in for".split()))
_GENERAL_NAMES: Final = frozenset(
    map(key_of, "price budget cost occasion place area location city town date day time people guests party".split())
)
"""Words in a slot's name that tell that it belongs to the visitor's plan and not to one kind of thing."""
_CORRECTION: Final = re.compile(
    r"\b(?:actually|sorry|no wait|wait|i mean|i meant|change|make (?:it|that)|switch|scratch)\b", re.IGNORECASE
)


class SlotTracker:
    """
    Follows the filters of one schema through a conversation.

    >>> from limpet.memory.slot_schema import schema_from
    >>> tracker = SlotTracker(schema_from({"area": {"values": ["north", "centre"]}, "food": {"values": ["thai"]}}))
    >>> first = tracker.update(Slots(), "thai food in the north", "", 1).slots
    >>> {name: slot.value for name, slot in tracker.update(first, "anywhere is fine", "", 2).slots.items()}
    {'food': 'thai', 'area': 'dontcare'}
    """

    def __init__(self, schema: SlotSchema) -> None:
        self.schema = schema
        self._finder = ValueFinder(schema)
        self._names = SlotNames(schema)
        self._price = schema.of_kind("price")
        self._form_slots = [
            slot for spec in schema.values() if (slot := form_slot(spec)) is not None
        ]  # capped by the schema's MAX_SLOTS
        self._flags = Flags(schema.values())
        self._kind_slots = frozenset(name for name in schema if set(keys_of(name)) & _KIND_NAMES)

    @property
    def knows_kinds(self) -> bool:
        """Whether a slot tells which kind of thing is wanted, as in a shop."""
        return bool(self._kind_slots)

    def update(self, slots: Slots, message: str, last_answer: str, turn: int) -> SlotUpdate:
        """The slots after *message*, which came after the bot had said *last_answer*."""
        if self._kind_slots and (is_about_shown(message, last_answer) or is_explanation(message)):
            return SlotUpdate(slots)
        pieces = pieces_of(message)
        found = named_only(pieces, self._listed(message, pieces), self._kind_slots)
        chosen, excluded = self._choose(message, pieces, found, slots, last_answer)
        self._read_price(message, chosen)
        if self._form_slots:
            asked = self._names.asked(last_answer)
            chosen |= assigned(message, self._form_slots, asked, set(slots), last_answer)
        chosen |= self._flags.read(message, pieces, last_answer)
        indifferent = self._indifferent(message, last_answer, set(chosen))
        if not indifferent and accepts(message):
            chosen = self._accepted(last_answer, slots, {**slots, **chosen}) | chosen
        said = {name: Slot(value, self._shown(name, value), turn) for name, value in chosen.items()}
        return applied(self._still_meant(slots, chosen), said, excluded, indifferent, turn)

    def applying_to(self, slots: Slots, topic: str) -> Slots:
        """
        The slots that outlive a change of topic: money, occasion, place and time do; what describes the old thing
        (its size, colour, fabric, brand) does not.
        """
        named = self._names.named(keys_of(topic))
        return Slots({name: slot for name, slot in slots.items() if self._outlives(name) or name in named})

    def _shown(self, name: str, value: str) -> str:
        """A slot as people read it: the value alone where it speaks for itself."""
        bounds = price_range_from(value) if self._price is not None and name == self._price.name else None
        if bounds is not None:
            return replace(bounds, currency=bounds.currency or (self._price.currency if self._price else "")).shown()
        is_bare = len(value) <= 3 or value.replace(".", "").isdecimal()
        return f"{spaced(name)} {value}" if is_bare else value

    def _still_meant(self, slots: Slots, chosen: Mapping[str, str]) -> Slots:
        """When another kind of thing is asked for, what described the old one goes."""
        kinds = [name for name in chosen if name in self._kind_slots and name in slots]
        is_new = any(slots[name].value != chosen[name] for name in kinds)
        return self.applying_to(slots, "") if is_new else slots

    def _outlives(self, name: str) -> bool:
        spec = self.schema.get(name.removeprefix("not "))
        is_general = spec is not None and spec.kind in ("price", "date")
        return is_general or bool(set(keys_of(name)) & _GENERAL_NAMES)

    def _choose(
        self, message: str, pieces: Sequence[Piece], found: Sequence[Found], slots: Slots, last_answer: str
    ) -> tuple[dict[str, str], dict[str, str]]:
        chosen: dict[str, str] = {}
        excluded: dict[str, str] = {}
        asked = self._names.asked(last_answer)
        is_correction = bool(_CORRECTION.search(message))
        for one in found:
            rivals = [other for other in found if (other.first, other.last) == (one.first, one.last)]
            if len(rivals) > 1 and not self._is_meant(one, rivals, pieces, asked, slots):
                continue
            if is_negated(pieces, one):
                excluded[one.slot] = one.value
            elif one.slot not in chosen or is_correction:
                chosen[one.slot] = one.value
        return chosen, {name: value for name, value in excluded.items() if chosen.get(name) != value}

    def _is_meant(
        self, one: Found, rivals: Sequence[Found], pieces: Sequence[Piece], asked: set[str], slots: Slots
    ) -> bool:
        """Of several slots that a word could fill: the one named beside it, else the one asked for, else an open."""
        beside = {piece.key for piece in pieces[max(0, one.first - 3) : one.last + 3]} - _NAME_FILLERS
        ranked = sorted(
            rivals,
            key=lambda r: (
                -max(len(beside & set(name)) / len(name) for name in self._names.keys[r.slot]),
                r.slot not in asked,
                not r.is_exact,
                r.slot in slots,
            ),
        )
        return ranked[0].slot == one.slot

    def _indifferent(self, message: str, last_answer: str, chosen: set[str]) -> set[str]:
        around = indifference_in(message)
        if around is None:
            return set()
        named = self._names.named([piece.key for piece in pieces_of(around)]) - chosen
        return named or (self._names.asked(last_answer) | self._offered_slots(last_answer)) - chosen

    def _offered_slots(self, last_answer: str) -> set[str]:
        """Slots of which the last answer offers a choice: two values or more in one sentence."""
        offered: set[str] = set()
        for sentence in sentences_of(last_answer):
            slots = [slot for slot, _ in {(one.slot, one.value) for one in self._finder.find(pieces_of(sentence))}]
            offered |= {slot for slot in slots if slots.count(slot) > 1 or "?" in sentence}
        return offered

    def _read_price(self, message: str, chosen: dict[str, str]) -> None:
        if self._price is None:
            return
        bounds = price_range_in(message)
        if bounds is not None and not bounds.is_contradictory:
            chosen[self._price.name] = bounds.to_text()

    def _accepted(self, last_answer: str, slots: Slots, filled: Collection[str]) -> dict[str, str]:
        """What a "yes" takes over: the single value for each slot in the bot's last question, or in all it said."""
        offer = last_answer if self._form_slots else last_question(last_answer)
        listed = single_values(self._listed(offer, pieces_of(offer)), slots)
        return listed | assigned(offer, [one for one in self._form_slots if one.name not in filled], (), ())

    def _listed(self, text: str, pieces: Sequence[Piece]) -> list[Found]:
        """Values of lists, without numbers that are part of a date or a time."""
        if not self._form_slots:
            return self._finder.find(pieces)
        taken = [(span.start, span.end) for form in ("date", "time") for span in spans_of(text, form)]
        return [
            one
            for one in self._finder.find(pieces)
            if not any(start <= pieces[one.first].start < end for start, end in taken)
        ]


class TurnSlots:
    """One message's reading of slots: the tracker together with what the bot had just said."""

    def __init__(self, tracker: SlotTracker, last_answer: str) -> None:
        self._tracker, self._last_answer = tracker, last_answer

    def read(self, message: str, slots: Slots, turn: int) -> Slots:
        """*slots* with what *message* sets, replaces or takes back."""
        return self._tracker.update(slots, message, self._last_answer, turn).slots

    def applying_to(self, slots: Slots, topic: str) -> Slots:
        """The slots that still mean something when the topic has become *topic*."""
        return self._tracker.applying_to(slots, topic)


__all__ = ["DONT_CARE", "SlotTracker", "SlotUpdate", "TurnSlots"]
