"""Several wishes in one message: "the cheapest kurta and the most expensive saree" gets one record each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from limpet.answer.catalogue import ordered_said
from limpet.answer.evidence import Composed, Evidence
from limpet.contact_facts import contact_told
from limpet.knowledge import Knowledge
from limpet.list_going_on import continued
from limpet.measures import measured
from limpet.memory.slot_prices import Order, order_clauses, order_of
from limpet.memory.slots import Slots
from limpet.memory.turn_slots import Tracker
from limpet.retrieval.document import Hit, Query
from limpet.retrieval.filtering import KIND_FIELDS
from limpet.retrieval.records import facet_name
from limpet.thought import Thought

_LABELS: Final[Mapping[Order, str]] = {"cheapest": "Cheapest", "dearest": "Most expensive"}


@dataclass(frozen=True, slots=True)
class Wish:
    """
    One end of the prices of some goods.

    Attributes:
        order: Which end.
        filters: Name to value; what the goods are.
        shown: The filters for people.
        kind: That of them which tells what kind of thing is wanted; may be empty.
    """

    order: Order
    filters: Mapping[str, Any]
    shown: str
    kind: str = ""


def wishes_of(thought: Thought, tracker: Tracker) -> list[Wish]:
    """
    The wishes of a message that has several; empty for all others, and without a catalogue.

    One that does not say of what is of what the nearest other one is ("the cheapest and the dearest kurta"), else of
    what was spoken of before.
    """
    clauses = order_clauses(thought.message) if tracker.knows_kinds and thought.filters_records else []
    turn = thought.view.next_number
    read = [tracker.update(Slots(), clause, "", turn).slots for clause in clauses]
    said = [slots for slots in read if slots]
    usual = said[0] if len(said) == 1 else Slots() if said else Slots.from_json(thought.view.slots)
    return [
        Wish(order_of(clause), {name: slot.value for name, slot in wanted.items()}, _shown(wanted), _kind(wanted))
        for clause, slots in zip(clauses, read, strict=True)
        for wanted in [slots or usual]
    ]


async def wished(thought: Thought, knowledge: Knowledge, wishes: list[Wish]) -> tuple[Composed, list[Hit]] | None:
    """
    The record that each of *wishes* means, or that a measure does, or the next part of a list, or how the site's people
    are reached; None when there is none for one of them.
    """
    if not wishes:
        return continued(thought, knowledge) or measured(thought, knowledge) or contact_told(thought, knowledge)
    found: list[tuple[str, Any, Hit]] = []
    for wish in wishes:
        text = wish.shown or thought.message
        query = Query(text, await knowledge.vector(text))
        hits = await knowledge.retrieve(query, k=1, filters=wish.filters, only_records=True, by_price=wish.order)
        if not hits:
            return None
        label = f"{_LABELS[wish.order]} {wish.kind}".strip()
        found.append((label, knowledge.document(hits[0].fragment.document_id), hits[0]))
    hits = [hit for _, _, hit in found]
    evidence = Evidence(thought.message, "", hits, knowledge.document, knowledge.idf, wants_records=True)
    return ordered_said(found, evidence), hits


def _shown(slots: Slots) -> str:
    return " · ".join(slot.shown for slot in slots.values())


def _kind(slots: Slots) -> str:
    return next((slot.shown for name, slot in slots.items() if facet_name(name) in KIND_FIELDS), "")
