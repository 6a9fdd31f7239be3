"""The frozen view of session memory: what everything reads while a message is answered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, TypeAlias

from limpet.memory import exposure
from limpet.memory.engagement import Engagement, Trend, trend_of
from limpet.memory.entity_weights import weights
from limpet.memory.summary_vector import unit
from limpet.memory.turn import Turn
from limpet.ports import Vector

Json: TypeAlias = Any
"""Plain data: None, bool, int, float, str, lists and string-keyed dictionaries of the same."""


def _nothing() -> Mapping[Any, Any]:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Conversation:
    """
    What follow-ups are understood with, as plain data that session memory keeps without reading it.

    Attributes:
        topic: The active and the earlier topics; None before the first.
        slots: Confirmed filters by name, the one set longest ago first.
        rolling_summary: One sentence about the last two or three turns.
        offer: What the last answer offered or asked: options or a question; None when nothing.
    """

    topic: Json = None
    slots: Mapping[str, Json] = field(default_factory=_nothing)
    rolling_summary: str = ""
    offer: Json = None


@dataclass(frozen=True, slots=True)
class Eviction:
    """A turn that left, and why: how much it was worth when the cap was reached. Holds no text."""

    number: int
    importance: float
    at_turn: int


@dataclass(frozen=True, slots=True, eq=False)
class MemoryView:
    """
    Session memory at one moment. Nothing in it changes; a new turn makes a new view.

    Attributes:
        turns: Kept turns, oldest first.
        turn_count: Turns recorded in this session, the evicted ones included; the number of the newest.
        summary_vector: EMA of the vectors of all messages, float32, read-only; None before the first vector.
        mentions: Number of the turn that last mentioned each entity.
        exposures: Times each fragment was shown, least recently shown first.
        engagements: Classes of the last messages, oldest first.
        conversation: Topic, slots, rolling summary and offer.
        turn_vectors: Vector of each kept turn's message by number (float16); turns without one are absent.
        evictions: The last few evictions, oldest first.
        last_active_s: When the last turn was recorded; None before the first.

    >>> MemoryView().trend, MemoryView().next_number
    ('neutral', 1)
    """

    turns: tuple[Turn, ...] = ()
    turn_count: int = 0
    summary_vector: Vector | None = None
    mentions: Mapping[str, int] = field(default_factory=_nothing)
    exposures: Mapping[str, int] = field(default_factory=_nothing)
    engagements: tuple[Engagement, ...] = ()
    conversation: Conversation = field(default_factory=Conversation)
    turn_vectors: Mapping[int, Any] = field(default_factory=_nothing)
    evictions: tuple[Eviction, ...] = ()
    last_active_s: float | None = None

    @property
    def next_number(self) -> int:
        """Number that the next turn will get."""
        return self.turn_count + 1

    @property
    def last_turn(self) -> Turn | None:
        """The newest turn; None at the start."""
        return self.turns[-1] if self.turns else None

    @property
    def trend(self) -> Trend:
        """Where the last messages lead."""
        return trend_of(self.engagements)

    @property
    def entity_weights(self) -> Mapping[str, float]:
        """Weight of each entity, 0..1, strongest first."""
        return weights(self.mentions, self.turn_count)

    @property
    def unit_summary(self) -> Vector | None:
        """The summary vector at length 1, for cosines."""
        return unit(self.summary_vector)

    @property
    def topic(self) -> Json:
        """The topics, as plain data."""
        return self.conversation.topic

    @property
    def slots(self) -> Mapping[str, Json]:
        """The confirmed filters, as plain data."""
        return self.conversation.slots

    @property
    def rolling_summary(self) -> str:
        """One sentence about the last turns."""
        return self.conversation.rolling_summary

    @property
    def offer(self) -> Json:
        """What the last answer offered or asked."""
        return self.conversation.offer

    def penalties(self, message: str = "") -> dict[str, float]:
        """What fragments shown too often lose of their fused score; none when *message* asks for them again."""
        return exposure.penalties(self.exposures, message)
