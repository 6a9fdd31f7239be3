"""Slots after a message: what it sets, replaces, lifts or excludes, read together with what the bot said before it."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Final

from limpet.memory.decision import corrects, returns
from limpet.memory.goods_cues import Named
from limpet.memory.self_statements import takes_back
from limpet.memory.shown_items import is_about_shown
from limpet.memory.slot_accepting import accepts, last_question, proposes, single_values
from limpet.memory.slot_alternatives import alternatives
from limpet.memory.slot_applying import DONT_CARE, SlotUpdate, allowed_again, applied
from limpet.memory.slot_flags import Flags
from limpet.memory.slot_forms import Form, spans_of
from limpet.memory.slot_groups import SlotGroups, group_of
from limpet.memory.slot_indifference import indifference_in
from limpet.memory.slot_lifting import lifted_slots
from limpet.memory.slot_measured import unmeasured
from limpet.memory.slot_names import SlotNames, sentences_of, shown_value
from limpet.memory.slot_negation import is_negated, named_only
from limpet.memory.slot_prices import PriceSaid, order_of, orders_all, orders_any, price_said, speaks_of_cheaper
from limpet.memory.slot_roles import FormSlot, assigned, form_slot, offered_name
from limpet.memory.slot_schema import SlotSchema
from limpet.memory.slot_words import Found, Piece, ValueFinder, by_place, key_of, keys_of, outside, pieces_of
from limpet.memory.slots import Slot, Slots
from limpet.text.price_range import amount_spans

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
_TIMED: Final[tuple[Form, ...]] = ("date", "time")
_ASKS_ANEW: Final = re.compile(
    r"^\W*(?:(?:hi|hello|hey|ok(?:ay)?|so|now|and|also|thanks)\W+)*(?:do you (?:have|sell|stock|carry|offer)"
    r"|have you got|(?:is|are) there|i(?:'m| am) (?:also )?looking for|do you also)\b",
    re.IGNORECASE,
)
"""A question of its own about what there is."""


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
        self._groups = SlotGroups(schema)
        self._price = schema.of_kind("price")
        self.calendar = schema.of_kind("calendar")
        self._form_slots = [
            slot for spec in schema.values() if (slot := form_slot(spec)) is not None
        ]  # capped by the schema's MAX_SLOTS
        self._flags = Flags(schema.values())
        self.kind_slots = frozenset(name for name in schema if set(keys_of(name)) & _KIND_NAMES)

    is_soft = False

    def boosts(self, _slots: Slots) -> Mapping[str, float]:
        """Filters choose by themselves; no word of theirs is added."""
        return {}

    def named_in(self, text: str) -> list[Named]:
        """Where *text* has a value of some filter, or a price."""
        found = self._listed(text, at := pieces_of(text))
        values = (Named((at[one.first].start, at[one.last - 1].end), self.tells_kind(one.slot)) for one in found)
        return sorted([*values, *map(Named, amount_spans(text) if self._price else ())])

    def tells_kind(self, name: str) -> bool:
        """Whether a slot tells which kind of thing is wanted."""
        return name.removeprefix("not ") in self.kind_slots

    @property
    def knows_kinds(self) -> bool:
        """Whether a slot tells which kind of thing is wanted, as in a shop."""
        return bool(self.kind_slots) and not self._form_slots

    def is_about_shown(self, message: str, last_answer: str) -> bool:
        """Whether, in a shop, *message* speaks of things on the table instead of searching for others."""
        is_search = speaks_of_cheaper(message) or self.orders_goods(message)
        return self.knows_kinds and not is_search and is_about_shown(message, last_answer)

    def orders_goods(self, message: str) -> bool:
        """Whether *message* asks for the cheapest or dearest of a kind."""
        found = self._finder.find(pieces_of(message)) if order_of(message) else ()
        return not self.kind_slots.isdisjoint(one.slot for one in found)

    def price_said(self, message: str, shown_prices: Sequence[float] = ()) -> PriceSaid | None:
        """What *message* says about money; None when it says nothing, or when nothing here has a price."""
        return price_said(message, self._price, shown_prices) if self._price is not None else None

    def update(
        self, slots: Slots, message: str, last_answer: str, turn: int, shown_prices: Sequence[float] = ()
    ) -> SlotUpdate:
        """The slots after *message*, said after *last_answer* and things of *shown_prices*."""
        if self.is_about_shown(message, last_answer):
            return SlotUpdate(slots)
        pieces = pieces_of(message)
        listed = self._listed(message, pieces)
        is_meant = corrects(message) or returns(message)  # "no, the blue one" wants another, it does not point at one
        found = listed if is_meant else named_only(pieces, listed, self.kind_slots)
        chosen, excluded = self._choose(message, pieces, found, slots, last_answer)
        chosen = alternatives(chosen, found, pieces) if self.knows_kinds else chosen
        price = self.price_said(message, shown_prices)
        if price is not None and price.value and self._price is not None:
            chosen[self._price.name] = price.value
        asked = self._names.asked(last_answer) if self._form_slots else set()
        group = self._groups.active([piece.key for piece in pieces], asked, [*slots, *chosen])
        form_slots = [one for one in self._form_slots if not group or group_of(one.name) == group]
        if form_slots:
            taken = [(pieces[one.first].start, pieces[one.last - 1].end) for one in found]
            chosen |= assigned(message, form_slots, asked, set(slots), last_answer, taken)
        chosen |= self._flags.read(message, pieces, last_answer)
        money = self._price.name if self._price is not None else ""
        if takes_back(message) and (allowed := allowed_again(slots, [(one.slot, one.value) for one in found])) != slots:
            return SlotUpdate(allowed)
        lifted = lifted_slots(message, found, [] if self._form_slots else self.kind_slots, slots, self._names, money)
        chosen = {name: value for name, value in chosen.items() if name not in lifted}
        indifferent = lifted or self._indifferent(message, last_answer, set(chosen))
        if not indifferent and accepts(message):
            chosen = self._accepted(last_answer, form_slots, slots, {**slots, **chosen}) | chosen
        said = {name: Slot(value, shown_value(name, value), turn) for name, value in chosen.items()}
        if price is not None and price.value and self._price is not None:
            said[self._price.name] = Slot(price.value, price.shown, turn)
        return applied(self._still_meant(slots, message, chosen), said, excluded, indifferent, turn)

    def applying_to(self, slots: Slots, topic: str) -> Slots:
        """
        The slots that outlive a change of topic: money, occasion, place and time do, and what the visitor said about
        themselves; what describes the old thing (its size, colour, fabric, brand) does not.
        """
        named = self._names.named(keys_of(topic))
        return Slots({name: one for name, one in slots.items() if one.lasts or self._outlives(name) or name in named})

    def new_kind(self, before: Slots, after: Slots) -> str:
        """The kind of thing that *after* asks for and *before* did not; empty when it is the same or none."""
        new = (str(slot.value) for name, slot in after.items() if name in self.kind_slots)
        old = {str(slot.value) for name, slot in before.items() if name in self.kind_slots}
        return next((value for value in new if value not in old and value != DONT_CARE), "")

    def _still_meant(self, slots: Slots, message: str, chosen: Mapping[str, str]) -> Slots:
        """
        Of another kind of thing what described the old one goes; when it is asked for in a question of its own, only
        the budget stays, and not even that for the dearest of all.
        """
        kinds = [name for name in chosen if name in self.kind_slots]
        if (kinds or (self.knows_kinds and orders_any(message))) and orders_all(message):
            return slots.lasting()
        if any(name in slots and slots[name].value == chosen[name] for name in kinds) or not kinds:
            return slots
        if _ASKS_ANEW.match(message):
            money = self._price.name if self._price is not None else ""
            return Slots({name: slot for name, slot in slots.items() if slot.lasts or name == money})
        return self.applying_to(slots, "") if any(name in slots for name in kinds) else slots

    def same_kind(self, thing: str, question: str) -> str:
        """What of *question* is a value of the slot that *thing* is one of, as written; empty for nothing."""
        slots = {one.slot for one in self._finder.find(pieces_of(thing))}
        pieces = pieces_of(question)
        of_kind = [one for one in self._finder.find(pieces) if one.slot in slots]
        return question[pieces[of_kind[0].first].start : pieces[of_kind[0].last - 1].end] if of_kind else ""

    def _outlives(self, name: str) -> bool:
        spec = self.schema.get(name.removeprefix("not "))
        is_general = spec is not None and spec.kind in ("price", "date", "calendar")
        return is_general or bool(set(keys_of(name)) & _GENERAL_NAMES)

    def _choose(
        self, message: str, pieces: Sequence[Piece], found: Sequence[Found], slots: Slots, last_answer: str
    ) -> tuple[dict[str, str], dict[str, list[str]]]:
        chosen: dict[str, str] = {}
        excluded: dict[str, list[str]] = {}
        asked = self._names.asked(last_answer)
        is_correction = bool(_CORRECTION.search(message))
        for rivals in by_place(found):
            for one in rivals:
                if len(rivals) > 1 and not self._is_meant(one, rivals, pieces, asked, slots):
                    continue
                if is_negated(pieces, one):
                    excluded.setdefault(one.slot, []).append(one.value)
                elif one.slot not in chosen or is_correction:
                    chosen[one.slot] = one.value
        kept = {name: [one for one in values if one != chosen.get(name)] for name, values in excluded.items()}
        return chosen, {name: values for name, values in kept.items() if values}

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

    def _accepted(
        self, last_answer: str, form_slots: Sequence[FormSlot], slots: Slots, filled: Collection[str]
    ) -> dict[str, str]:
        """What a "yes" takes over: the single value for each slot in the bot's last question, or in all it said."""
        offer = last_answer if self._form_slots else last_question(last_answer)
        listed = single_values(self._listed(offer, pieces_of(offer)), slots)
        if not self._form_slots:
            return listed
        is_proposal = proposes(offer)
        if not is_proposal:  # figures and times of a thing are facts about it
            listed = {name: value for name, value in listed.items() if not value.isdecimal()}
        known = [str(slot.value) for slot in slots.values()]
        named = offered_name(offer, form_slots, filled, known)
        if not is_proposal:
            return listed | named
        return listed | assigned(offer, [one for one in form_slots if one.name not in named], (), ()) | named

    def _listed(self, text: str, pieces: Sequence[Piece]) -> list[Found]:
        """Values of lists, without numbers that are part of a price, a date or a time."""
        taken = amount_spans(text) if self._price is not None else []
        if self._form_slots:
            taken += [(span.start, span.end) for form in _TIMED for span in spans_of(text, form)]
        found = unmeasured(self._finder.find(pieces), pieces, text, self.kind_slots if self.knows_kinds else None)
        return outside(found, pieces, taken)


__all__ = ["DONT_CARE", "SlotTracker", "SlotUpdate"]
