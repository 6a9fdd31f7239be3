"""The caps of persistent memory: a block gives up words before bytes run out; old blocks merge, then leave."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from limpet.limits import Limits
from limpet.memory.block import SEVERAL, Block, RememberedTurn
from limpet.memory.block_codec import encode_block
from limpet.memory.gist import gist
from limpet.memory.ledger import Ledger
from limpet.memory.library import Library
from limpet.memory.pending import PendingTurns
from limpet.memory.recall_terms import HASHES
from limpet.memory.shelf import Shelf
from limpet.memory.structure import Structure
from limpet.memory.tombstones import TOMBSTONES
from limpet.memory.turn_score import OpenedBlock
from limpet.text.lru import LruCache

Rebuild = Callable[[Block, Sequence[RememberedTurn]], Awaitable[Block]]

_FILL_SHARE: Final = 0.9
"""Share of the store's bytes at which merging begins, so that the next block still fits."""
_COARSE_FIRST: Final = 32
"""Oldest, least recalled blocks that are all coarse before the first of them leaves for want of bytes."""
_RECALLS_A_YEAR: Final = 4.0
"""A block recalled so often counts as a year younger."""
_YEAR_S: Final = 365 * 86_400.0


def fitted(block: Block, limits: Limits) -> Block:
    """*block* within ``limits.block_bytes``: verbatim messages give way to gists, then answers leave."""
    for shorten in (lambda turn: turn, _with_gist_of(limits.gist_chars), _without_answer):
        turns = tuple(shorten(turn) for turn in block.turns)
        made = replace(block, turns=turns)
        if len(encode_block(made)) <= limits.block_bytes:
            return made
    return made


async def enforce(library: Library, user_id: str, rebuild: Rebuild, now_s: float) -> int:
    """
    Bring a user's blocks under the caps; how many merges and drops it took.

    The two oldest, least recalled blocks of a user become one coarser block (gists for messages, no answers), those of
    one session before those of several; one alone is made coarser when bytes are short. When no two of the oldest fit
    into one any more, or bytes are short and the oldest are coarse already, or beyond their age, the first leaves.
    """
    shelf = await library.shelf(user_id)
    steps = 0
    while shelf.size > library.limits.blocks or shelf.stored_bytes > _FILL_SHARE * library.limits.store_bytes:
        if shelf.size <= 1:
            break
        await _make_room(library, shelf, user_id, rebuild, now_s)
        steps += 1
    return steps


async def _make_room(library: Library, shelf: Shelf, user_id: str, rebuild: Rebuild, now_s: float) -> None:
    order = least_worth(shelf)
    first = await library.store.get(order[0])
    if first is None or now_s - first.end_s > library.limits.block_age_s:
        await library.remove(user_id, [order[0]])
        return
    if shelf.size <= library.limits.blocks and await _make_coarser(library, order[:_COARSE_FIRST], rebuild):
        return
    pair = await _pair(library, order[: max(2, min(_COARSE_FIRST, shelf.size - 1))])  # the newest stays whole
    if pair is None:
        await library.remove(user_id, [first.block_id])
        return
    older, newer = sorted(pair, key=lambda block: block.start_s)
    await library.put(await _merged(older, newer, library.limits.gist_chars, rebuild))
    await library.remove(user_id, [newer.block_id])


async def _merged(older: Block, newer: Block, gist_chars: int, rebuild: Rebuild) -> Block:
    """One coarser block of both, with labels of its own; turns of several sessions keep theirs."""
    if older.session_id == newer.session_id:
        return await rebuild(older, [_coarse(turn, gist_chars) for turn in (*older.turns, *newer.turns)])
    own = [replace(turn, session=block.session_of(turn)) for block in (older, newer) for turn in block.turns]
    turns = [_coarse(turn, gist_chars) for turn in sorted(own, key=lambda turn: turn.at_s)]
    return await rebuild(replace(older, session_id=SEVERAL), turns)


async def _make_coarser(library: Library, block_ids: Sequence[str], rebuild: Rebuild) -> bool:
    """Make the first of these blocks that is not coarse yet so; whether there was one."""
    for block_id in block_ids:
        block = await library.store.get(block_id)
        if block is None:
            continue
        turns = tuple(_coarse(turn, library.limits.gist_chars) for turn in block.turns)
        if turns != block.turns:
            await library.put(await rebuild(block, turns))
            return True
    return False


async def _pair(library: Library, block_ids: Sequence[str]) -> tuple[Block, Block] | None:
    """The two of these, least worth first, that merge: of a kind, not too large together, of a session if they can."""
    found = [block for block_id in block_ids if (block := await library.store.get(block_id)) is not None]
    for first in found:
        fitting = [
            other
            for other in found
            if other is not first
            and other.kind == first.kind
            and other.turn_count + first.turn_count <= 2 * library.limits.block_turns
        ]
        if fitting:
            return first, next((other for other in fitting if other.session_id == first.session_id), fitting[0])
    return None


def least_worth(shelf: Shelf) -> list[str]:
    """Ids of the blocks, the oldest and least recalled first: each 4 recalls count as a year."""
    live = np.flatnonzero(shelf.rows["is_live"])
    worth = shelf.rows["end"][live] + _YEAR_S / _RECALLS_A_YEAR * shelf.rows["recalls"][live]
    return [shelf.id_at(int(row)) for row in live[np.argsort(worth, kind="stable")]]


def structures(
    shelf: Shelf, pending: PendingTurns, opened: LruCache[str, OpenedBlock], ledger: Ledger, limits: Limits
) -> list[Structure]:
    """Every bounded structure of persistent memory, for the panel."""
    return [
        Structure("blocks", shelf.size, limits.blocks, shelf.stored_bytes, "the oldest, least recalled merge or leave"),
        Structure("block_metadata", shelf.size, limits.blocks, shelf.resident_bytes, "with its block"),
        Structure("stem_counts", HASHES, HASHES, shelf.table_bytes, "never; a count a stem"),
        Structure("pending_turns", pending.size, pending.cap, 400 * pending.size, "to their block; else the oldest"),
        Structure("opened_blocks", opened.size, opened.cap_entries, opened.bytes, "the least recently used leaves"),
        Structure("tombstones", ledger.tombstones.size, TOMBSTONES, 120 * ledger.tombstones.size, "the oldest leaves"),
    ]


def _coarse(turn: RememberedTurn, gist_chars: int) -> RememberedTurn:
    return replace(turn, message=gist("", turn.message, turn.entities, gist_chars), answer="")


def _with_gist_of(gist_chars: int) -> Callable[[RememberedTurn], RememberedTurn]:
    return lambda turn: replace(turn, message=gist("", turn.message, turn.entities, gist_chars))


def _without_answer(turn: RememberedTurn) -> RememberedTurn:
    return replace(turn, message=turn.message[:240], answer="")
