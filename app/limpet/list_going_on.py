"""A list of goods that is cut: what is said of it, the next part of it, and its order when filters narrow it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from limpet.answer.catalogue import list_said
from limpet.answer.evidence import Composed, Evidence
from limpet.counting import count_of
from limpet.knowledge import Knowledge
from limpet.listing import Filtering, with_lead
from limpet.memory.offer import shown_items
from limpet.memory.rest_of_list import MOST_RANKED, asks_for_rest, ranked_of, sorts, with_ranked
from limpet.memory.slot_prices import order_of
from limpet.memory.slots import Slots
from limpet.retrieval.document import Hit
from limpet.retrieval.index import Index
from limpet.retrieval.records import price_of
from limpet.text.own_sentences import every_wording, own_sentence
from limpet.text.tokens import stems
from limpet.thought import Thought

_LEAST_SHARED: Final = 0.5
"""Share of a list that the one before it had, from which it keeps that one's order."""


def continued(thought: Thought, knowledge: Knowledge) -> tuple[Composed, list[Hit]] | None:
    """The next part of the last list where *thought* asks for it, or that there is none; None for other messages."""
    ranked, told = ranked_of(thought.view.offer)
    slots, index = thought.understanding.slots, knowledge.index
    before = Slots.from_json(thought.view.slots)
    known = {stem for name, slot in before.items() for stem in stems(f"{name} {slot.value} {slot.shown}")}
    is_fresh = bool(shown_items(thought.view.offer)) or _ended(thought)
    order = sorts(thought.sent)
    if not ranked or index is None or not is_fresh or not (order or asks_for_rest(thought.sent, known)):
        return None
    first = {one.document_id: one for one in reversed(index.fragments)}
    if order:
        ranked, told = _by_price([one for one in ranked if one in first], order, knowledge), 0
    left = [one for one in ranked[told:] if one in first]
    if not left:
        return _own(own_sentence("list_ends", thought.language)), []
    found = [(knowledge.document(one), Hit(first[one], 1.0)) for one in left]
    filters = {name: slot.value for name, slot in slots.items()}
    hits = [hit for _, hit in found]
    evidence = Evidence("", "", hits, knowledge.document, knowledge.idf, slots=filters, wants_records=True)
    return _with_place(list_said(found, evidence), told, len(ranked), thought.language), hits


def with_frame(composed: Composed, thought: Thought, filtering: Filtering, index: Index | None) -> Composed:
    """*composed* with what has to be said before a list, and behind one that is cut."""
    return with_lead(_with_rest(composed, thought, filtering, index), thought, filtering, index)


def _with_rest(composed: Composed, thought: Thought, filtering: Filtering, index: Index | None) -> Composed:
    """*composed* with a line on how many records its list shows of how many, where that is cut, and an option."""
    if composed.mode != "answer" or not composed.rest:
        return composed
    total = len(composed.citations) + len(composed.rest)
    if index is not None and filtering.only_records and total >= MOST_RANKED:
        total = max(total, count_of(index.documents, filtering.kept))
    return _with_place(composed, 0, total, thought.language)


def in_earlier_order(hits: Sequence[Hit], thought: Thought, filtering: Filtering) -> list[Hit]:
    """
    *hits* as the list before had them, and then what it had not, where most of them are from there and no other order
    is asked for: what a filter leaves of a list stays where it was.
    """
    ranked, _ = ranked_of(thought.view.offer)
    places = {document_id: place for place, document_id in enumerate(ranked)}
    known = sum(hit.fragment.document_id in places for hit in hits)
    is_ordered = filtering.by_price or order_of(thought.message)
    if not filtering.only_records or is_ordered or known <= _LEAST_SHARED * len(hits):
        return list(hits)
    scores = [hit.score for hit in hits]
    again = sorted(hits, key=lambda hit: places.get(hit.fragment.document_id, len(places)))
    return [replace(hit, score=score) for hit, score in zip(again, scores, strict=True)]


def offer_ranked(offer: dict[str, Any] | None, composed: Composed | None, before: Any) -> dict[str, Any] | None:
    """*offer* of a list with the order of all that it is of, after what was told of the same list before."""
    ranked, number = ranked_of(before)
    if offer is None or composed is None:
        return offer
    told = list(dict.fromkeys(citation.document_id for citation in composed.citations))
    if composed.rest is None or "listed" in offer:  # some of them, looked at more closely
        return with_ranked(offer, ranked, number) if ranked and set(told) <= set(ranked) else offer
    if ranked[number : number + len(told)] == told and number:
        return with_ranked(offer, ranked, number + len(told))
    return with_ranked(offer, [*told, *composed.rest], len(told))


def _with_place(composed: Composed, before: int, total: int, language: str) -> Composed:
    shown = len(composed.citations)
    if before == 0 and shown == total:
        return composed
    place = (before + 1, before + shown, total) if before else (shown, total)
    line = "\n\n" + own_sentence("list_cut" if before else "list_begins", language).format(*place)
    more = (own_sentence("show_more", language),) if composed.rest else ()
    pieces = (*(composed.pieces or (composed.text,)), line)
    return replace(composed, text=composed.text + line, pieces=pieces, options=more)


def _by_price(ids: Sequence[str], order: str, knowledge: Knowledge) -> list[str]:
    """*ids* of records from one end of their prices to the other; those without a price last."""
    prices = {one: price_of(knowledge.document(one).fields) for one in ids}
    priced = [(price[0], one) for one, price in prices.items() if price is not None]
    by_price = sorted(priced, key=lambda entry: entry[0], reverse=order == "dearest")
    return [*(one for _, one in by_price), *(one for one in ids if prices[one] is None)]


def _ended(thought: Thought) -> bool:
    last = thought.view.last_turn
    return last is not None and last.answer in every_wording("list_ends")


def _own(text: str) -> Composed:
    return Composed(text, "smalltalk", (), 1.0, (), (text,))
