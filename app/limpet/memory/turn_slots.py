"""Slots of one message: the tracker together with what the bot had just said and shown."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final, TypeAlias

from limpet.memory.decision import corrects
from limpet.memory.goods_asked import wants_pages, wished_beside, without_told
from limpet.memory.goods_cues import Lean, tells_of_had
from limpet.memory.offer import shown_items
from limpet.memory.price_of_kind import asks_price_of_kind
from limpet.memory.property_question import asks_of_property, goes_on_asking
from limpet.memory.same_facet import without_same
from limpet.memory.self_statements import is_lasting, self_statements, states_only, takes_back
from limpet.memory.slot_applying import DONT_CARE, unwanted_values
from limpet.memory.slot_dates import DayReading
from limpet.memory.slot_general import GeneralSlots
from limpet.memory.slot_prices import order_clauses, orders_only, turned_round
from limpet.memory.slot_tracking import SlotTracker
from limpet.memory.slot_wishes import is_elliptic, wishes
from limpet.memory.slots import Slot, Slots
from limpet.memory.view import MemoryView

_FOR: Final = re.compile(r"\W*(?:and|or|what about|how about)\s+for\b", re.IGNORECASE)
_BOUNDS: Final = re.compile(r"\W*(?:(?:and|or|but)\s+)?(?:for|without)\s+(?:[\w'-]+\s+){0,2}[\w'-]+\W*", re.IGNORECASE)
_ANY_PRICE: Final = "under 1"
"""What is understood exactly where the things of the catalogue have prices."""
_PLACES: Final = frozenset("place location venue where room hall building floor".split())
Tracker: TypeAlias = SlotTracker | GeneralSlots
"""Follows slots: of a schema, or in general."""


class TurnSlots:
    """
    One message's reading of slots: the tracker together with what the bot had just said and shown.

    Args:
        tracker: Of the schema.
        last_answer: What the bot had said.
        shown_prices: Of the things that it had shown.
        asked_before: The message before, when a page answered it and it wished for nothing.
        is_undone: The visitor took a filter back: what is left of the message asks for goods all the same.
        now_s: The time, seconds since the epoch; None where it is not known.
        lean: Tells words of the owner's pages from those of records.
    """

    def __init__(
        self,
        tracker: Tracker,
        last_answer: str,
        shown_prices: Sequence[float] = (),
        asked_before: str = "",
        *,
        is_undone: bool = False,
        now_s: float | None = None,
        lean: Lean | None = None,
    ) -> None:
        self._tracker, self._last_answer, self._shown_prices, self._now_s = tracker, last_answer, shown_prices, now_s
        self._asked_before, self._is_undone, self._lean = asked_before, is_undone, lean
        self._told: tuple[str, bool] | None = None  # the last text, and whether it is for the pages

    def read(self, message: str, slots: Slots, turn: int) -> Slots:
        """*slots* with what *message* sets, replaces or takes back."""
        if self._tracker.knows_kinds and order_clauses(message):  # two wishes at once are no filters of one
            return slots
        if self._asks_page_again(message, slots):
            return slots
        if isinstance(self._tracker, SlotTracker) and self._tracker.calendar is not None and self._tracker.knows_kinds:
            reading = DayReading(self._tracker.calendar, self._tracker.kind_slots, self._now_s)
            return reading.read(message, slots, turn, lambda text: self._after(text, slots, turn))
        return self._after(message, slots, turn)

    def is_for_pages(self, message: str, slots: Slots, turn: int) -> bool:
        """Whether *message*, of *turn*, is for the pages: not where it asks by days for what there is."""
        calendar = self._tracker.calendar if isinstance(self._tracker, SlotTracker) else None
        days = slots.get(calendar.name) if calendar is not None else None
        return (days is None or days.turn != turn) and self.asks_pages(message)

    def asks_pages(self, message: str) -> bool:
        """
        Whether *message* is for the pages, though it may name values of a catalogue of goods: then it sets no filters
        but those of what it wishes for or states beside its question.
        """
        if self._told is None or self._told[0] != message:
            self._told = message, self._asks_pages(message)
        return self._told[1]

    def _asks_pages(self, message: str) -> bool:
        tracker = self._tracker
        if not isinstance(tracker, SlotTracker) or not tracker.knows_kinds or self._is_undone:
            return False
        if states_only(message) or tracker.orders_goods(message) or takes_back(message) or corrects(message):
            return False
        named = tracker.named_in(message) if self._lean is not None else []
        has_prices = tracker.price_said(_ANY_PRICE) is not None
        if named and has_prices and self._lean is not None and asks_price_of_kind(message, named, self._lean):
            return False
        return wants_pages(message, named, self._lean)

    def _after(self, message: str, slots: Slots, turn: int) -> Slots:
        if self.asks_pages(message):
            message = wished_beside(message)
        elif isinstance(self._tracker, SlotTracker) and self._tracker.knows_kinds and tells_of_had(message):
            message = without_told(message, self._tracker.named_in(message))
        after = self._tracker.update(slots, message, self._last_answer, turn, self._shown_prices).slots
        for name in without_same(message, slots)[1] if self._tracker.knows_kinds else ():
            after = after if name in after else after.with_slot(name, replace(slots[name], turn=turn))
        return self._with_lasting(after, message, turn)

    def _asks_page_again(self, message: str, slots: Slots) -> bool:
        """
        Whether *message* puts another thing into a question that a page answered: not where goods were looked at before
        that question, which named nothing that could be told of goods.
        """
        if not (self.follows_page and self._tracker.knows_kinds):
            return False
        if not goes_on_asking(message, self._asked_before):
            return self._names_place_only(message) or self._bounds_question(message)
        is_looking = any(not slot.lasts for slot in slots.values()) and not _FOR.match(message)
        return not is_looking or bool(self._tracker.named_in(self._asked_before))

    def _bounds_question(self, message: str) -> bool:
        """Whether *message* only says for whom, or without what, the question before is asked, which named no goods."""
        is_bound = _BOUNDS.fullmatch(message.strip()[:60]) is not None
        return is_bound and not (wishes(self._asked_before) or self._tracker.named_in(self._asked_before))

    def _names_place_only(self, message: str) -> bool:
        """Whether *message* is no sentence, and all that it says of goods is where they are: "Also in the hall?"."""
        if not is_elliptic(message) or wishes(message) or wishes(self._asked_before):
            return False
        said = self._tracker.update(Slots(), message, "", 0).slots
        return bool(said) and all(name.removeprefix("not ").lower() in _PLACES for name in said)

    def _with_lasting(self, slots: Slots, message: str, turn: int) -> Slots:
        """*slots*, those of *turn* marked that the visitor said of themselves."""
        said: dict[str, Slot] = {}
        for statement in self_statements(message):
            said.update(self._tracker.update(Slots(), statement, "", turn).slots)
        return Slots({name: self._marked(name, slot, said, turn) for name, slot in slots.items()})

    def _marked(self, name: str, slot: Slot, said: Mapping[str, Slot], turn: int) -> Slot:
        if slot.turn != turn or slot.value == DONT_CARE:
            return slot
        is_of_self = name in said and self._is_held(said[name], slot) and not self._tracker.tells_kind(name)
        return replace(slot, lasts=True) if is_of_self or is_lasting(slot) else slot

    @staticmethod
    def _is_held(said: Slot, slot: Slot) -> bool:
        """Whether a value that was said is the slot's, or one of several that are unwanted."""
        return set(unwanted_values(said.value)) <= set(unwanted_values(slot.value))

    def applying_to(self, slots: Slots, topic: str) -> Slots:
        """The slots that still mean something when the topic has become *topic*."""
        return self._tracker.applying_to(slots, topic)

    def new_kind(self, before: Slots, after: Slots) -> str:
        """The kind of thing asked for now that was not before; empty when there is none."""
        return self._tracker.new_kind(before, after)

    def tells_kind(self, name: str) -> bool:
        """Whether a slot tells which kind of thing is wanted."""
        return self._tracker.tells_kind(name)

    def is_search(self, message: str, slots: Slots, turn: int) -> bool:
        """Whether *message*, of *turn*, says by filters, a price or an order what goods are wanted."""
        orders = self.orders_goods(message)
        if self._tracker.knows_kinds and orders and slots:
            return True
        if not self._tracker.knows_kinds or self._tracker.is_about_shown(message, self._last_answer):
            return False
        if self.is_for_pages(message, slots, turn):
            return False
        is_said = any(slot.turn == turn for slot in slots.values()) or (self._is_undone and bool(slots))
        return is_said or orders or self._tracker.price_said(message, self._shown_prices) is not None

    def orders_goods(self, message: str) -> bool:
        """
        Whether *message* asks for the cheapest or dearest of goods: not where it turns round the question before, which
        pages answered.
        """
        return orders_only(message) and not turned_round(message, self._asked_before)

    def same_kind(self, thing: str, question: str) -> str:
        """What of *question* is a value of the slot that *thing* is one of, as written; empty for nothing."""
        return self._tracker.same_kind(thing, question)

    @property
    def follows_page(self) -> bool:
        """Whether a page, and no list of goods, answered the message before."""
        return bool(self._asked_before)

    @property
    def searches_goods(self) -> bool:
        """Whether filters choose among goods, so that they say what is wanted by themselves."""
        return self._tracker.knows_kinds

    @property
    def is_soft(self) -> bool:
        """Whether slots only raise what names them; then another topic is another wish."""
        return self._tracker.is_soft

    def boosts(self, slots: Slots) -> Mapping[str, float]:
        """Words that the slots add to lexical retrieval, with their weight."""
        return self._tracker.boosts(slots)


def asked_of_pages(view: MemoryView) -> str:
    """
    The message before, when it set no filter and pages answered it instead of a list of goods, or it asked what goods
    are like and was refused; else empty.
    """
    last = view.last_turn
    if last is None or shown_items(view.offer) or not (last.fragment_ids or asks_of_property(last.message)):
        return ""
    return "" if any(slot.turn == last.number for slot in Slots.from_json(view.slots).values()) else last.message
