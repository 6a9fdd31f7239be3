"""The filters once a message counts."""

from __future__ import annotations

from typing import Final

from limpet.memory.aside import is_aside
from limpet.memory.clearing import Clearing, turned_to
from limpet.memory.context import Context
from limpet.memory.decision import Decision
from limpet.memory.measure_words import measures_only
from limpet.memory.slots import Slots
from limpet.memory.topic import Topic
from limpet.memory.view import MemoryView

_OF_A_PLAN: Final = ("date", "time", "quantity")
"""Without a catalogue they are of a visit that is planned: "is it vegan?" is asked of no day."""


def slots_after(
    message: str,
    view: MemoryView,
    context: Context,
    decision: Decision,
    clearing: Clearing,
    topic: Topic | None,
    returned: Topic | None,
) -> tuple[Slots, tuple[str, ...]]:
    """
    The filters after *message*, and the names of those that it dropped.

    Args:
        message: What the visitor wrote.
        view: What was said before.
        context: Holds what reads slots, and the parts that were taken back.
        decision: How the message relates to what was said before.
        clearing: What its wording clears.
        topic: The active one after the message.
        returned: The earlier topic that it goes back to.
    """
    before = Slots.from_json(view.slots)
    after = Slots() if decision == "start_over" else before
    reading = context.slot_reading
    if reading is not None and not is_aside(message):  # "what did I say about wool?" wishes for none
        is_left = clearing == "topic" or returned is not None or reading.is_soft  # a question in between leaves filters
        if decision == "topic_change" and is_left:
            after = reading.applying_to(after, topic.name if topic else "")
        after = reading.read(returned.name, after, view.next_number) if returned else after
        if clearing != "topic" or turned_to(message):  # "forget the kurtas" wishes for none
            after = reading.read(message, after, view.next_number)
    after = after.without(*(key[5:] for key in context.without if key.startswith("slot:")))
    return after, tuple(name for name in before if name not in after)


def slots_in_use(message: str, before: Slots, after: Slots, context: Context, decision: Decision, turn: int) -> Slots:
    """
    The filters that count for *message*: of goods none, where it asks something of its own or goes on about a page, and
    sets or lifts none.

    Where there is no catalogue, those that earlier messages said, for a message that leans on them. They are remembered
    all the same: "and in blue?" after "What are your opening hours?" goes on about the goods.
    """
    reading = context.slot_reading
    if reading is not None and reading.is_soft:  # what the message says itself needs no telling
        said_before = Slots({name: slot for name, slot in after.items() if slot.turn != turn})
        if decision in ("standalone", "topic_change"):
            return said_before.lasting()
        is_of_plan = any(slot.turn == turn for name, slot in after.items() if name in _OF_A_PLAN)
        return said_before if is_of_plan else said_before.without(*_OF_A_PLAN)
    is_of_page = reading is not None and reading.follows_page and decision == "follow_up"
    is_own = decision in ("standalone", "topic_change") or is_of_page
    if reading is None or not reading.searches_goods or not is_own:
        return after
    orders = reading.orders_goods(message) or measures_only(message)
    is_about_goods = reading.is_search(message, after, turn) or orders or set(before) - set(after)
    return after if is_about_goods else Slots()
