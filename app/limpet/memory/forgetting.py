"""Taking turns and entities out of a session, with all that came from them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from limpet.memory import exposure, summary_vector
from limpet.memory.entity_weights import entity_weight
from limpet.memory.turn import Turn
from limpet.memory.view import Conversation, MemoryView
from limpet.text.tokens import stems


def turns_containing(view: MemoryView, text: str) -> list[Turn]:
    """Kept turns in which *text* occurs, letter case and runs of spaces aside; none for an empty text."""
    wanted = _folded(text)
    return [turn for turn in view.turns if wanted and wanted in _folded(" \n ".join(_texts(turn)))]


def without_turns(view: MemoryView, numbers: frozenset[int], floor: float) -> tuple[MemoryView, list[Turn]]:
    """
    The view without these turns and without what came from them, and the turns that were there.

    An entity that only older turns still mention goes back to its weight from there; below *floor* it leaves.
    """
    removed = [turn for turn in view.turns if turn.number in numbers]
    if not removed:
        return view, []
    kept = tuple(turn for turn in view.turns if turn.number not in numbers)
    vectors = {number: row for number, row in view.turn_vectors.items() if number not in numbers}
    exposures = dict(view.exposures)
    for turn in removed:
        exposures = exposure.unshown(exposures, turn.fragment_ids)
    after = replace(
        view,
        turns=kept,
        turn_vectors=MappingProxyType(vectors),
        summary_vector=summary_vector.blend_all(vectors[number] for number in sorted(vectors)),
        mentions=MappingProxyType(_mentions_without(view, kept, removed, floor)),
        exposures=MappingProxyType(exposures),
        conversation=_conversation_without(view.conversation, removed),
    )
    return after, removed


def without_text(view: MemoryView, text: str, floor: float) -> tuple[MemoryView, list[Turn]]:
    """
    The view without the turns in which *text* occurs and without its traces, and the turns that were there.

    Traces are what turns that have left the session since have left behind: names, topics, filters, summary, offer.
    """
    wanted = _folded(text)
    if not wanted:
        return view, []
    view, removed = without_turns(view, frozenset(turn.number for turn in turns_containing(view, text)), floor)

    def is_clean(value: Any) -> bool:
        return not any(wanted in _folded(leaf) for leaf in _leaves(value))

    said = view.conversation
    conversation = Conversation(
        said.topic if is_clean(said.topic) else None,
        MappingProxyType({name: value for name, value in said.slots.items() if is_clean([name, value])}),
        said.rolling_summary if is_clean(said.rolling_summary) else "",
        said.offer if is_clean(said.offer) else None,
    )
    mentions = {entity: turn for entity, turn in view.mentions.items() if is_clean(entity)}
    return replace(view, mentions=MappingProxyType(mentions), conversation=conversation), removed


def without_traces(view: MemoryView, messages: Iterable[str]) -> MemoryView:
    """The view without what turns that said *messages*, and have left it, left behind: summary, offer, topic, slots."""
    left = [Turn(message, "") for message in messages]
    return replace(view, conversation=_conversation_without(view.conversation, left)) if left else view


def without_entity(view: MemoryView, name: str) -> tuple[MemoryView, bool]:
    """The view without this entity (letter case aside), and whether it was there."""
    wanted = _folded(name)
    mentions = {entity: turn for entity, turn in view.mentions.items() if _folded(entity) != wanted}
    turns = tuple(
        replace(turn, entities=tuple(entity for entity in turn.entities if _folded(entity) != wanted))
        for turn in view.turns
    )
    was_there = len(mentions) < len(view.mentions) or turns != view.turns
    if not was_there:
        return view, False
    return replace(view, mentions=MappingProxyType(mentions), turns=turns), True


def _mentions_without(view: MemoryView, kept: tuple[Turn, ...], removed: list[Turn], floor: float) -> dict[str, int]:
    """An entity of a removed turn stays only as far as kept turns mention it."""
    affected = {entity for turn in removed for entity in turn.entities}
    last = {entity: turn.number for turn in kept for entity in turn.entities if entity in affected}
    mentions = {}
    for entity, number in view.mentions.items():
        if entity not in affected:
            mentions[entity] = number
        elif entity in last and entity_weight(view.turn_count - last[entity]) >= floor:
            mentions[entity] = last[entity]
    return mentions


def _conversation_without(conversation: Conversation, removed: list[Turn]) -> Conversation:
    """No summary and no offer, and of topic and slots only what shares no word with a removed turn."""
    gone = {stem for turn in removed for text in _texts(turn) for stem in stems(text)}

    def is_clean(value: Any) -> bool:
        return gone.isdisjoint(stem for leaf in _leaves(value) for stem in stems(leaf))

    slots = {name: value for name, value in conversation.slots.items() if is_clean([name, value])}
    topic = conversation.topic if is_clean(conversation.topic) else None
    return Conversation(topic, MappingProxyType(slots), "", None)


def _texts(turn: Turn) -> tuple[str, ...]:
    return (turn.message, turn.answer, *turn.entities, *turn.topics)


def _leaves(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for inner in value.values():
            yield from _leaves(inner)
    elif isinstance(value, (list, tuple)):
        for inner in value:
            yield from _leaves(inner)
    elif value is not None:
        yield str(value)


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())
