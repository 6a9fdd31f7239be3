"""Turns to stored blocks: vectors, cuts, labels, caps, and the store's confirmation."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np

from limpet.memory import bounds
from limpet.memory.block import Block, RememberedTurn, StoreKind
from limpet.memory.consolidation import consolidate, stretches
from limpet.memory.keywords import THEME_CHARS
from limpet.memory.library import Library
from limpet.memory.recall_terms import term_hash
from limpet.memory.shelf import Shelf
from limpet.memory.tombstones import Tombstones
from limpet.ports import Embedder, Summariser, Vectors
from limpet.text.idf import idf

_THEME_WORDS = 14

Confirmed = Callable[[Sequence[RememberedTurn]], None]
"""Called with turns that the store has confirmed."""


class BlockMaker:
    """
    Makes blocks of turns and puts them into the library.

    Args:
        library: Where they go.
        embedder: Text to vector; while it is not ready, blocks are stored without vectors.
        now_s: The time.

    Themes are extractive until ``summariser`` is set.
    """

    def __init__(self, library: Library, embedder: Embedder, now_s: Callable[[], float]) -> None:
        self._library = library
        self._embedder = embedder
        self._now_s = now_s
        self.summariser: Summariser | None = None

    async def store(
        self, turns: Sequence[RememberedTurn], user: str, session_id: str, kind: StoreKind, confirmed: Confirmed,
        *, keeps_last: bool = False,
    ) -> int:  # fmt: skip
        """
        Cut *turns* into blocks and store them one by one; how many.

        Args:
            turns: In order, at least one.
            user: Whose they are.
            session_id: The session that they come from.
            kind: What they are.
            confirmed: Called after each block with its turns.
            keeps_last: Leave the last of several stretches out, because it may still grow.

        Raises:
            StoreError: The store refused; what was confirmed until then is stored.
        """
        vectors = await self._vectors(turns)
        parts = self._parts(turns, vectors, kind)
        if keeps_last and len(parts) > 1:
            parts = parts[:-1]
        shelf = await self._library.shelf(user)
        for start, end in parts:
            rows = None if vectors is None else vectors[start:end]
            block = self._block(turns[start:end], rows, user, session_id, kind, shelf)
            await self._library.put(await self._themed(block))
            confirmed(turns[start:end])
        await bounds.enforce(self._library, user, self.rebuilt, self._now_s())
        return len(parts)

    async def store_new(
        self, turns: Sequence[RememberedTurn], user: str, session_id: str, kind: StoreKind, marks: Tombstones
    ) -> int:
        """Store those of *turns* that are not known yet and that *marks* do not bar; how many."""
        known = await self.known(user, session_id)
        new = [
            turn for turn in turns
            if turn.turn_id not in known and not marks.bars(turn.texts, (session_id, turn.turn_id))
        ]  # fmt: skip
        if new:
            await self.store(new, user, session_id, kind, lambda _done: None)
        return len(new)

    async def known(self, user: str, session_id: str) -> set[str]:
        """Ids of the turns of a session that are stored."""
        blocks = await self._library.of_session(user, session_id)
        return {turn.turn_id for block in blocks for turn in block.turns if block.session_of(turn) == session_id}

    async def rebuilt(self, block: Block, turns: Sequence[RememberedTurn]) -> Block:
        """*block* with other turns: labels and vectors are made anew, so that nothing of what left remains."""
        shelf = await self._library.shelf(block.user_id)
        vectors = await self._vectors(turns)
        made = self._block(turns, vectors, block.user_id, block.session_id, block.kind, shelf)
        return replace(await self._themed(made), block_id=block.block_id, created_s=block.created_s)

    async def fill_vectors(self, user: str, count: int) -> int:
        """Vectors for up to *count* of the newest blocks that lack them; how many got them, 0 without an embedder."""
        if not self._embedder.is_ready:
            return 0
        shelf = await self._library.shelf(user)
        rows = np.flatnonzero(shelf.rows["is_live"] & (shelf.rows["scale"] == 0))
        newest = rows[np.argsort(-shelf.rows["end"][rows], kind="stable")][:count]
        for block_id in [shelf.id_at(int(row)) for row in newest]:
            block = await self._library.store.get(block_id)
            if block is not None:
                await self._library.put(await self.rebuilt(block, block.turns))
        return len(newest)

    def _parts(
        self, turns: Sequence[RememberedTurn], vectors: Vectors | None, kind: StoreKind
    ) -> list[tuple[int, int]]:
        cap = self._library.limits.block_turns
        if kind == "statements":
            return list(pairwise([*range(0, len(turns), cap), len(turns)]))
        return stretches(turns, vectors, cap)

    def _block(
        self, turns: Sequence[RememberedTurn], vectors: Vectors | None, user: str, session_id: str, kind: StoreKind,
        shelf: Shelf,
    ) -> Block:  # fmt: skip
        made = consolidate(
            turns, vectors, user_id=user, session_id=session_id, kind=kind, embedder=self._embedder.name,
            now_s=self._now_s(), idf=lambda term: idf(shelf.turns_with(term_hash(term)), max(1, shelf.turns)),
        )  # fmt: skip
        return bounds.fitted(made, self._library.limits)

    async def _themed(self, block: Block) -> Block:
        """*block* with the summariser's theme, made in a thread; whatever goes wrong, the extractive one stays."""
        if self.summariser is None:
            return block
        texts = [turn.spoken for turn in block.turns]
        try:
            theme = await asyncio.to_thread(self.summariser.summarise, texts, _THEME_WORDS)
        except Exception:  # a language model may fail in any way
            return block
        line = " ".join(str(theme).split())[:THEME_CHARS]
        return replace(block, theme=line) if line else block

    async def _vectors(self, turns: Sequence[RememberedTurn]) -> Vectors | None:
        if not self._embedder.is_ready or not turns:
            return None
        return np.asarray(await self._embedder.embed([turn.spoken for turn in turns]), dtype=np.float32)
