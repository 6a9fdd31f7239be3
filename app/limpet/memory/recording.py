"""One turn into the memory: a new view and the turns that left. Pure; a refused turn changes nothing."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final

import numpy as np

from limpet.errors import ConfigError
from limpet.limits import Limits
from limpet.memory import entity_weights, exposure, kept_text, summary_vector
from limpet.memory.byte_size import bytes_of
from limpet.memory.engagement import ENGAGEMENTS
from limpet.memory.gist import gist
from limpet.memory.importance import importance, least_important
from limpet.memory.turn import Turn
from limpet.memory.view import Conversation, Eviction, MemoryView

TURN_NAMES: Final = 12
"""Entities, topics, and fragment ids, that one turn keeps of each."""
NAME_CHARS: Final = 80
"""Characters of an entity or topic; longer ones are left out."""
ID_CHARS: Final = 400
"""Characters of a fragment id; longer ones are left out."""
ENTITIES_BYTES: Final = 480
TOPICS_BYTES: Final = 320
FRAGMENTS_BYTES: Final = 600
"""Bytes of the entities, the topics and the fragment ids of one turn; the last ones are left out."""
MENTIONS_BYTES: Final = 12_288
"""Bytes of all entities with a weight; the weakest leaves."""
EVICTIONS: Final = 8
"""Evictions that the panel can look back on."""
CONVERSATION_BYTES: Final = 16_384
"""Bytes of topic, slots, rolling summary and offer."""
_MOST_BYTES_A_CHAR: Final = 36
"""JSON of *n* characters becomes objects of at most so many bytes each ("{}," is the dearest), so short ones fit."""
EXPOSURE_BYTES: Final = 40_960
"""Bytes of the ids whose showings are counted; the one shown longest ago leaves."""
TEXT_BYTES: Final = 81_920
"""Bytes of all messages and answers of a session; what the oldest turns give up, ``kept_text`` says."""


def recorded(
    view: MemoryView,
    turn: Turn,
    query_vector: Any,
    conversation: Conversation | None,
    active_numbers: Iterable[int],
    limits: Limits,
) -> tuple[MemoryView, list[Turn]]:
    """The view after *turn*, and the turns that were evicted; see ``SessionMemory.record``."""
    number = view.next_number
    turn = _checked(turn, number, limits)
    vector = _checked_vector(view, query_vector)
    state = view.conversation if conversation is None else checked_conversation(conversation, limits)
    turns = [*_touched(view.turns, turn, frozenset(active_numbers)), turn]
    vectors = dict(view.turn_vectors)
    if vector is not None:
        vectors[number] = _frozen(vector.astype(np.float16))
    evicted, evictions = _evict(turns, number, limits)
    for gone in evicted:
        vectors.pop(gone.number, None)
    kept = _with_gists(turns, limits)
    return MemoryView(
        turns=kept_text.within(kept, TEXT_BYTES, lambda old: as_gist(old, limits.gist_chars)),
        turn_count=number,
        summary_vector=view.summary_vector if vector is None else summary_vector.blend(view.summary_vector, vector),
        mentions=_mentions(view.mentions, turn, limits),
        exposures=MappingProxyType(exposure.shown(view.exposures, turn.fragment_ids, limits.exposures, EXPOSURE_BYTES)),
        engagements=(*view.engagements, turn.engagement)[-limits.engagement_turns :],
        conversation=state,
        turn_vectors=MappingProxyType(vectors),
        evictions=(*view.evictions, *evictions)[-EVICTIONS:],
        last_active_s=turn.at_s,
    ), evicted


def as_gist(turn: Turn, max_chars: int) -> Turn:
    """*turn* with its answer made a gist, for ever."""
    if turn.is_gist:
        return turn
    return replace(turn, answer=gist(turn.message, turn.answer, turn.entities, max_chars), is_gist=True)


def checked_conversation(conversation: Conversation, limits: Limits) -> Conversation:
    """
    A copy of *conversation* that nobody else holds, within its caps: the slots set longest ago leave.

    Raises:
        ConfigError: ``bad-conversation``: no plain data, too deep or too large.
    """
    slots = dict(list(conversation.slots.items())[-limits.slots :])
    summary = kept_text.cut_whole(conversation.rolling_summary, limits.rolling_summary_chars)
    try:
        text = json.dumps([conversation.topic, slots, summary, conversation.offer], allow_nan=False)
    except (TypeError, ValueError, RecursionError) as error:
        detail = f"Topic, slots and offer must be plain data: {str(error)[:80]}."
        raise ConfigError("bad-conversation", detail) from None
    topic, copied, summary, offer = json.loads(text) if len(text) <= CONVERSATION_BYTES else (text, {}, "", None)
    checked = Conversation(topic, MappingProxyType(copied), summary, offer)
    if len(text) * _MOST_BYTES_A_CHAR > CONVERSATION_BYTES < bytes_of(checked):
        detail = f"Topic, slots and offer take more than the {CONVERSATION_BYTES} bytes that fit."
        raise ConfigError("bad-conversation", detail)
    return checked


def _checked(turn: Turn, number: int, limits: Limits) -> Turn:
    if not isinstance(turn.message, str) or not isinstance(turn.answer, str):
        raise ConfigError("bad-turn", "The message and the answer of a turn are texts.")
    if turn.number not in (0, number):
        raise ConfigError("bad-turn", f"Turn {turn.number} cannot be recorded: the next one is {number}.")
    if turn.engagement not in ENGAGEMENTS:
        raise ConfigError("bad-turn", f'There is no engagement "{str(turn.engagement)[:40]}".')
    if not math.isfinite(turn.at_s):
        raise ConfigError("bad-turn", f"The time of a turn must be finite; it is {turn.at_s}.")
    if len(turn.message) > limits.message_chars:
        raise ConfigError(
            "bad-turn", f"The message has {len(turn.message)} characters; {limits.message_chars} are read at most."
        )
    return replace(
        turn,
        answer=kept_text.cut_whole(turn.answer, limits.answer_chars),
        entities=_names(turn.entities, NAME_CHARS, ENTITIES_BYTES),
        topics=_names(turn.topics, NAME_CHARS, TOPICS_BYTES),
        fragment_ids=_names(turn.fragment_ids, ID_CHARS, FRAGMENTS_BYTES),
        number=number,
        last_active_turn=number,
        is_gist=False,
    )


def _names(names: Sequence[str], max_chars: int, max_bytes: int) -> tuple[str, ...]:
    """The first distinct *names* that fit; interned, so that turns and counts share them."""
    kept: list[str] = []
    for name in dict.fromkeys(str(name) for name in names if 0 < len(name) <= max_chars):
        max_bytes -= sys.getsizeof(name)
        if max_bytes < 0 or len(kept) == TURN_NAMES:
            break
        kept.append(sys.intern(name))
    return tuple(kept)


def _checked_vector(view: MemoryView, vector: Any) -> Any:
    if vector is None:
        return None
    size = None if view.summary_vector is None else view.summary_vector.size
    return summary_vector.checked(vector, size)


def _touched(turns: Sequence[Turn], turn: Turn, active: frozenset[int]) -> list[Turn]:
    """Earlier turns, the ones that *turn* returns to marked as active now."""
    fragments, entities = set(turn.fragment_ids), set(turn.entities)
    touched = list(turns)
    for place in range(len(touched) - 1, -1, -1):
        old = touched[place]
        is_named = not entities.isdisjoint(old.entities)
        entities.difference_update(old.entities)
        if is_named or old.number in active or not fragments.isdisjoint(old.fragment_ids):
            touched[place] = replace(old, last_active_turn=turn.number)
    return touched


def _evict(turns: list[Turn], number: int, limits: Limits) -> tuple[list[Turn], list[Eviction]]:
    """Take the least important turns out of *turns* until the cap holds."""
    evicted: list[Turn] = []
    evictions: list[Eviction] = []
    while len(turns) > limits.session_turns:
        place = least_important(turns, limits.protected_turns)
        gone = turns.pop(0 if place is None else place)
        evicted.append(gone)
        evictions.append(Eviction(gone.number, round(importance(gone, number), 4), number))
    return evicted, evictions


def _with_gists(turns: Sequence[Turn], limits: Limits) -> list[Turn]:
    old = len(turns) - limits.protected_turns
    return [as_gist(turn, limits.gist_chars) if place < old else turn for place, turn in enumerate(turns)]


def _mentions(mentions: Mapping[str, int], turn: Turn, limits: Limits) -> Mapping[str, int]:
    return MappingProxyType(
        entity_weights.mentioned(
            mentions, turn.entities, turn.number, limits.entities, limits.entity_floor, MENTIONS_BYTES
        )
    )


def _frozen(row: Any) -> Any:
    row.flags.writeable = False
    return row
