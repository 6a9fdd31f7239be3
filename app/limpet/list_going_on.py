"""A list of goods that is cut: what is said of it, the next part of it, and its order when filters narrow it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from limpet.all_that_fit import sorted_by_price, with_all_that_fit
from limpet.answer.catalogue import list_said
from limpet.answer.evidence import Composed, Evidence
from limpet.counting import is_all_said
from limpet.goods_there_are import with_what_there_is
from limpet.knowledge import Knowledge
from limpet.listing import Filtering, with_lead
from limpet.memory.offer import shown_items
from limpet.memory.rest_of_list import asks_for_rest, ranked_of, sorts, total_of, with_ranked
from limpet.memory.slot_prices import order_of
from limpet.memory.slots import Slots
from limpet.memory.talk_words import plain
from limpet.retrieval.document import Hit
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
    is_fresh = bool(shown_items(thought.view.offer)) or _ended(thought) or _between(thought)
    total = total_of(thought.view.offer)
    filters = {name: slot.value for name, slot in slots.items()}
    order = sorts(thought.sent)
    if not ranked or index is None or not is_fresh or not (order or asks_for_rest(thought.sent, known)):
        return None
    first = {one.document_id: one for one in reversed(index.fragments)}
    if order:
        fitting = knowledge.fitting.of(filters) if total > len(ranked) else ()
        everything = fitting if len(fitting) == total and {*ranked} <= {*fitting} else ranked
        ranked, told = sorted_by_price([one for one in everything if one in first], order, knowledge), 0
    left = [one for one in ranked[told:] if one in first]
    if not left:
        beyond = total - len(ranked)
        ends = own_sentence("list_beyond", thought.language).format(beyond) if beyond > 0 else None
        return Composed.own(ends or own_sentence("list_ends", thought.language), "answer"), []
    found = [(knowledge.document(one), Hit(first[one], 1.0)) for one in left]
    hits = [hit for _, hit in found]
    evidence = Evidence(thought.sent, "", hits, knowledge.document, knowledge.idf, slots=filters, wants_records=True)
    return _with_place(list_said(found, evidence), told, max(total, len(ranked)), thought.language), hits


def with_frame(
    composed: Composed, thought: Thought, filtering: Filtering, evidence: Evidence, knowledge: Knowledge
) -> Composed:
    """*composed* with what has to be said before a list, and behind one that is cut."""
    whole = with_all_that_fit(composed, evidence, filtering, knowledge, is_choice=thought.is_choice)
    if whole.rest is None:
        total = len(knowledge.fitting.of(filtering.kept)) if thought.searches_catalogue else 0
    else:
        total = len(whole.citations) + len(whole.rest)
    framed = with_lead(_with_rest(whole, thought), thought, filtering, total)
    return with_what_there_is(framed, thought, knowledge)


def _with_rest(composed: Composed, thought: Thought) -> Composed:
    """
    *composed* with a line on how many records its list shows of how many, where that is cut, and an option; the option
    alone where the message has words that no filter stands for: they may narrow, and the number would be too sure.
    """
    if composed.mode != "answer" or not composed.rest:
        return composed
    total = len(composed.citations) + len(composed.rest)
    is_sure = is_all_said(thought.message, thought.understanding.used_slots)
    return _with_place(composed, 0, total, thought.language, is_told=is_sure)


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
        return with_ranked(offer, ranked, number, total_of(before)) if ranked and {*told} <= {*ranked} else offer
    if ranked[number : number + len(told)] == told and number:
        return with_ranked(offer, ranked, number + len(told), total_of(before))
    return with_ranked(offer, [*told, *composed.rest], len(told))


def _with_place(composed: Composed, before: int, total: int, language: str, *, is_told: bool = True) -> Composed:
    shown = len(composed.citations)
    if before == 0 and shown == total:
        return composed
    place = (before + 1, before + shown, total) if before else (shown, total)
    line = (
        "" if not is_told else "\n\n" + own_sentence("list_cut" if before else "list_begins", language).format(*place)
    )
    more = (own_sentence("show_more", language),) if composed.rest else ()
    pieces = (*(composed.pieces or (composed.text,)), *((line,) if line else ()))
    return replace(composed, text=composed.text + line, pieces=pieces, options=more)


def _ended(thought: Thought) -> bool:
    last = thought.view.last_turn
    return last is not None and last.answer in every_wording("list_ends")


def _between(thought: Thought) -> bool:
    """Whether the words of the option come behind an answer that shows nothing, such as thanks."""
    last = thought.view.last_turn
    return last is not None and not last.fragment_ids and plain(thought.sent) in every_wording("show_more")
