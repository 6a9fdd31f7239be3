"""Session memory: every bounded structure of one conversation, read as a frozen view and written once a turn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from limpet.limits import DEFAULT_LIMITS, Limits
from limpet.memory import forgetting, inspection, recording, snapshot
from limpet.memory.structure import Structure
from limpet.memory.turn import Turn
from limpet.memory.view import Conversation, MemoryView


class SessionMemory:
    """
    What one conversation has been about, within the caps of *limits*.

    Attributes:
        limits: The caps.
        private_after: Number of the last turn before the visitor made the chat private; None while it is not.

    >>> memory = SessionMemory()
    >>> evicted = memory.record(Turn("Any cotton kurtas?", "Yes, four of them.", entities=("kurta",), at_s=60.0))
    >>> evicted, memory.view().turns[0].number, memory.view().entity_weights
    ([], 1, {'kurta': 1.0})
    """

    def __init__(self, limits: Limits = DEFAULT_LIMITS) -> None:
        self.limits = limits
        self._view = MemoryView()
        self.private_after: int | None = None

    def view(self) -> MemoryView:
        """The memory as it is now; later turns do not change it."""
        return self._view

    def record(
        self,
        turn: Turn,
        query_vector: Any = None,
        conversation: Conversation | None = None,
        active_numbers: Iterable[int] = (),
    ) -> list[Turn]:
        """
        Record *turn*: the only write of a turn. O(turns + entities + exposures), all capped.

        Args:
            turn: Its ``number`` is 0 (it gets the next one), or the next one.
            query_vector: Vector of the message, float32; None while there is no embedder.
            conversation: The state of follow-ups after this turn; None keeps the present one.
            active_numbers: Earlier turns that were recalled or referred to; those whose fragments are cited again or
                whose entities are mentioned again count by themselves.

        Returns:
            The turns that left, for persistent memory. Their answers are as they were kept.

        Raises:
            DimensionError: A vector of another size than the session's.
            ConfigError: ``bad-turn`` or ``bad-conversation``: a wrong number, a time or vector that is not finite, a
                text that is no text, or state that is no plain data. The memory is as before.
        """
        self._view, evicted = recording.recorded(
            self._view, turn, query_vector, conversation, active_numbers, self.limits
        )
        return evicted

    def expire(self, now_s: float) -> bool:
        """
        End the session when it has been silent for longer than its time to live; whether it ended.

        A clock that went backwards ends nothing: the silence is counted from then on. Take ``view().turns`` before,
        if they are wanted.
        """
        last_s = self._view.last_active_s
        if last_s is None:
            return False
        if now_s < last_s:
            self._view = replace(self._view, last_active_s=now_s)
            return False
        if now_s - last_s <= self.limits.session_ttl_s:
            return False
        self.reset()
        return True

    def rewind(self, view: MemoryView) -> None:
        """Become what *view* showed: a view of this memory from before a message that is to be answered again."""
        self._view = view

    def reset(self) -> list[Turn]:
        """Forget the session and start at turn 1 again; the turns that were kept, for persistent memory."""
        turns = list(self._view.turns)
        self._view = MemoryView()
        self.private_after = None if self.private_after is None else 0
        return turns

    def turns_containing(self, text: str) -> list[Turn]:
        """Kept turns in whose message, answer, entities or topics *text* occurs, letter case aside."""
        return forgetting.turns_containing(self._view, text)

    def remove_turns(self, numbers: Iterable[int]) -> list[Turn]:
        """
        Forget these turns with all that came from them alone: vector, entities, showings, and their share of the
        summary vector, which is made anew from the turns that stay.
        """
        self._view, removed = forgetting.without_turns(self._view, frozenset(numbers), self.limits.entity_floor)
        return removed

    def remove_text(self, text: str) -> list[Turn]:
        """Forget the turns in which *text* occurs, and what turns that have left since have left behind of it."""
        self._view, removed = forgetting.without_text(self._view, text, self.limits.entity_floor)
        return removed

    def remove_traces(self, messages: Iterable[str]) -> None:
        """Forget what turns that said *messages*, and have left, left behind in topic, filters, summary and offer."""
        self._view = forgetting.without_traces(self._view, messages)

    def remove_entity(self, name: str) -> bool:
        """Forget an entity's weight and its mention in every kept turn; whether it was there."""
        self._view, was_there = forgetting.without_entity(self._view, name)
        return was_there

    def structures(self) -> list[Structure]:
        """Every bounded structure with size, cap, bytes and rule."""
        return inspection.structures(self._view, self.limits)

    def own_bytes(self) -> int:
        """Bytes of everything that this session keeps in memory."""
        return inspection.own_bytes(self._view)

    def check(self) -> None:
        """
        Hold every invariant.

        Raises:
            AssertionError: When one is broken.
        """
        inspection.check(self._view, self.limits)

    def to_snapshot(self) -> str:
        """The whole memory as one JSON document; ``from_snapshot`` gives an equal one back."""
        return snapshot.encode(self._view)

    def restore(self, text: str) -> None:
        """
        Become the memory of a snapshot.

        Raises:
            SnapshotError: It is unreadable, hostile, too large or newer; the memory is as before.
        """
        self._view = snapshot.decode(text, self.limits)

    @classmethod
    def from_snapshot(cls, text: str, limits: Limits = DEFAULT_LIMITS) -> SessionMemory:
        """A new memory from a snapshot; raises as ``restore`` does."""
        memory = cls(limits)
        memory.restore(text)
        return memory

    @classmethod
    def of_turns(cls, turns: Sequence[Turn], limits: Limits = DEFAULT_LIMITS) -> SessionMemory:
        """A new memory in which *turns* were recorded in order, without vectors."""
        memory = cls(limits)
        for turn in turns:
            memory.record(turn)
        return memory
