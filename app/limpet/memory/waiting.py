"""Turns that wait for their block, as recall and the panel see them: one block a session that is open already."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeAlias

import numpy as np

from limpet.limits import Limits
from limpet.memory.block import Block, RememberedTurn, as_int8, block_id_of
from limpet.memory.consolidation import consolidate
from limpet.memory.pending import Key, PendingTurns
from limpet.memory.turn_score import OpenedBlock, open_block
from limpet.ports import Embedder, Vector

_TurnKey: TypeAlias = tuple[Key, str, str]
"""User and session, turn, and what was said."""


class WaitingBlocks:
    """
    What waits, as blocks. A block has the id that it will have in the store when it is not cut before.

    Args:
        pending: The turns that wait.
        embedder: Text to vector.
        limits: ``pending_turns`` newest turns get their vectors for one recall at most.
    """

    def __init__(self, pending: PendingTurns, embedder: Embedder, limits: Limits) -> None:
        self._pending = pending
        self._embedder = embedder
        self._embedded_turns = limits.pending_turns
        self._vectors: dict[_TurnKey, Vector] = {}  # of turns that still wait, so capped with them

    def of(self, user: str) -> list[Block]:
        """The blocks of one user, the newest first; without vectors."""
        made = [_block(key, self._pending.of(key)) for key in self._pending.keys() if key[0] == user]  # noqa: SIM118
        return sorted(made, key=lambda block: -block.end_s)

    async def opened(self, user: str, *, has_vectors: bool) -> list[OpenedBlock]:
        """The same, prepared for ranking; turns whose vector there was no time for are found by their words."""
        blocks = self.of(user)
        if has_vectors and blocks:
            await self._embed(blocks)
            blocks = [self._with_vectors(block) for block in blocks]
        return [open_block(block) for block in blocks]

    def prune(self) -> None:
        """Nothing is kept of turns that do not wait any more."""
        waiting = {
            _key(*key, turn) for key in self._pending.keys() for turn in self._pending.of(key)  # noqa: SIM118
        }  # fmt: skip
        for key in self._vectors.keys() - waiting:
            del self._vectors[key]

    async def _embed(self, blocks: Sequence[Block]) -> None:
        self.prune()
        turns = [(_key(block.user_id, block.session_id, turn), turn) for block in blocks for turn in block.turns[::-1]]
        new = [(key, turn.spoken) for key, turn in turns if key not in self._vectors][: self._embedded_turns]
        if new:
            rows = np.asarray(await self._embedder.embed([text for _, text in new]), dtype=np.float32)
            self._vectors.update((key, row) for (key, _), row in zip(new, rows, strict=True))

    def _with_vectors(self, block: Block) -> Block:
        rows = [self._vectors.get(_key(block.user_id, block.session_id, turn)) for turn in block.turns]
        width = max((row.shape[0] for row in rows if row is not None), default=0)
        none = np.zeros(width, dtype=np.float32)
        int8, scales = as_int8(np.stack([none if row is None else row for row in rows]))
        return replace(block, rows=int8, scales=scales, embedder=self._embedder.name)


def waiting_id(key: Key, turns: Sequence[RememberedTurn]) -> str:
    """The id of a session's waiting block: that of a stretch that begins with its first turn."""
    return block_id_of(*key, turns[0].turn_id)


def _block(key: Key, turns: Sequence[RememberedTurn]) -> Block:
    user, session_id = key
    return consolidate(
        turns, None, user_id=user, session_id=session_id, kind="conversation", embedder="", now_s=turns[-1].at_s,
        idf=lambda _: 1.0,
    )  # fmt: skip


def _key(user: str, session_id: str, turn: RememberedTurn) -> _TurnKey:
    return (user, session_id), turn.turn_id, turn.spoken
