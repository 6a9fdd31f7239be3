"""Evicted turns that wait for their block; they stay in the session's snapshot until the store has them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, TypeAlias

from limpet.memory.block import RememberedTurn
from limpet.memory.block_codec import turn_from_json, turn_to_json
from limpet.memory.facts import facts_in
from limpet.memory.gist import gist
from limpet.memory.mastery import mastery_of
from limpet.memory.turn import Turn

Key: TypeAlias = tuple[str, str]
"""User id and session id."""

HOLDS: Final = 20
"""Times the cap of pending turns that are held while the store refuses; then the oldest leaves."""


class PendingTurns:
    """
    Turns between eviction and the store's confirmation, by user and session.

    Args:
        cap_turns: Turns at which a session's stretch is due for its block.

    >>> pending = PendingTurns(12)
    >>> pending.size
    0
    """

    def __init__(self, cap_turns: int) -> None:
        self._cap_turns = cap_turns
        self._turns: dict[Key, dict[str, RememberedTurn]] = {}
        self._ended: set[Key] = set()  # of those with turns
        self.lost_turns = 0

    @property
    def size(self) -> int:
        """Turns of all sessions."""
        return sum(map(len, self._turns.values()))

    @property
    def cap(self) -> int:
        """Turns held at most while the store refuses."""
        return self._cap_turns * HOLDS

    def add(self, key: Key, turns: Iterable[RememberedTurn], *, is_end: bool = False) -> None:
        """Hold *turns*; one with the same id is replaced. With *is_end* no more will come of their session."""
        held = self._turns.setdefault(key, {})
        held.update((turn.turn_id, turn) for turn in turns)
        if is_end and held:
            self._ended.add(key)
        self.confirm(key, ())  # nothing is kept of a session without turns
        while self.size > self.cap:
            self._drop_oldest()

    def of(self, key: Key) -> list[RememberedTurn]:
        """The turns of one session in order of time and number."""
        return sorted(self._turns.get(key, {}).values(), key=lambda turn: (turn.at_s, _number(turn.turn_id)))

    def is_due(self, key: Key) -> bool:
        """Whether enough has gathered for a block."""
        return len(self._turns.get(key, {})) >= self._cap_turns

    def confirm(self, key: Key, turn_ids: Iterable[str]) -> None:
        """The store has these turns."""
        held = self._turns.get(key, {})
        for turn_id in turn_ids:
            held.pop(turn_id, None)
        if not held:
            self._turns.pop(key, None)
            self._ended.discard(key)

    def ended(self, user_id: str) -> list[Key]:
        """Sessions of a user that have ended with turns that still wait."""
        return [key for key in self._turns if key in self._ended and key[0] == user_id]

    def keys(self) -> list[Key]:
        """Sessions with waiting turns."""
        return list(self._turns)

    def where(self, user_id: str, is_wanted: Any) -> list[tuple[str, RememberedTurn]]:
        """The turns of a user for which *is_wanted* (session id, turn) holds, each with its session."""
        return [
            (session, turn) for user, session in self._turns if user == user_id
            for turn in self._turns[user, session].values() if is_wanted(session, turn)
        ]  # fmt: skip

    def remove_where(self, user_id: str, is_doomed: Any) -> list[tuple[str, RememberedTurn]]:
        """Forget the turns of a user for which *is_doomed* (session id, turn) holds; those that went."""
        gone = self.where(user_id, is_doomed)
        for session, turn in gone:
            self.confirm((user_id, session), [turn.turn_id])
        return gone

    def to_json(self) -> list[dict[str, Any]]:
        """For the session's snapshot: what a crash must not lose."""
        return [
            {
                "user": key[0], "session": key[1], "ended": key in self._ended,
                "turns": [turn_to_json(turn) for turn in held.values()],
            }
            for key, held in self._turns.items()
        ]  # fmt: skip

    def restore(self, saved: Sequence[Mapping[str, Any]]) -> None:
        """Hold again what ``to_json`` wrote."""
        for part in saved:
            key = (str(part["user"]), str(part["session"]))
            self.add(key, map(turn_from_json, part["turns"]), is_end=bool(part.get("ended")))

    def _drop_oldest(self) -> None:
        key = next(iter(self._turns))
        self.confirm(key, [next(iter(self._turns[key]))])
        self.lost_turns += 1


def remembered(turn: Turn, gist_chars: int, slots: Mapping[str, str] | None = None) -> RememberedTurn:
    """
    A turn of session memory as persistent memory keeps it: the message verbatim, the answer as a gist.

    >>> remembered(Turn("I switched to Firefox.", "Noted.", number=3), 120).turn_id
    '3'
    """
    return RememberedTurn(
        turn_id=str(turn.number), message=turn.message, at_s=turn.at_s,
        answer=gist(turn.message, turn.answer, turn.entities, gist_chars), entities=turn.entities, topics=turn.topics,
        slots=dict(slots or {}), facts=facts_in(turn.message), mastery=mastery_of(turn.message),
    )  # fmt: skip


def _number(turn_id: str) -> int:
    return int(turn_id) if turn_id.isdecimal() else 0
