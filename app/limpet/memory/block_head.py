"""What stays in memory of a block so that it is scored without being read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from limpet.memory.asked_facet import marks_of
from limpet.memory.block import Block, Floats, StoreKind
from limpet.memory.recall_terms import recall_terms, term_hash

_ROW_BYTES: Final = 78
"""Times, ids and counters of a block: a row of the shelf."""


@dataclass(frozen=True, slots=True)
class BlockHead:
    """
    Scoring metadata of one block.

    Attributes:
        block_id: Which block.
        user_id: Whose it is.
        session_id: Where it comes from.
        kind: ``conversation`` or ``statements``.
        start_s: Time of the first turn.
        end_s: Time of the last turn.
        created_s: When it was consolidated.
        turn_count: Its turns.
        term_count: Stems of all turns, repeats included.
        size_bytes: Bytes of the stored block.
        stems: Sorted distinct 16-bit hashes of its stems.
        turns_with: For each stem, the turns that hold it (at most 255); summed up for the IDF, not kept.
        centre: Mean of its turn vectors, of unit length, as int8; empty without vectors.
        centre_scale: What the centre is multiplied by.
        speakers: Names of those who speak in it.
    """

    block_id: str
    user_id: str
    session_id: str
    kind: StoreKind
    start_s: float
    end_s: float
    created_s: float
    turn_count: int
    term_count: int
    size_bytes: int
    stems: NDArray[np.uint16]
    turns_with: NDArray[np.uint8]
    centre: NDArray[np.int8]
    centre_scale: float
    speakers: tuple[str, ...] = ()

    @property
    def resident_bytes(self) -> int:
        """Bytes that scoring keeps in memory for it."""
        return self.stems.nbytes + self.centre.nbytes + _ROW_BYTES


def head_of(block: Block, size_bytes: int, cap_bytes: int) -> BlockHead:
    """
    The head of *block*; when it would be larger than *cap_bytes*, the stems that most of its turns share stay and
    those of single turns that come last leave (they are still found by the block's centre).
    """
    per_turn = [recall_terms(turn.spoken) for turn in block.turns]
    turns_with: Counter[int] = Counter()
    for terms in per_turn:
        turns_with.update({term_hash(term) for term in terms})
    centre, scale = _centre(block.rows, block.scales)
    marks = {term_hash(mark) for turn in block.turns for mark in marks_of(turn)}
    turns_with.update(marks)
    room = max(8, (cap_bytes - centre.nbytes - _ROW_BYTES) // 2)
    kept = sorted([*marks, *(one for one, _ in turns_with.most_common(room) if one not in marks)][:room])
    return BlockHead(
        block_id=block.block_id, user_id=block.user_id, session_id=block.session_id, kind=block.kind,
        start_s=block.start_s, end_s=block.end_s, created_s=block.created_s, turn_count=block.turn_count,
        term_count=sum(map(len, per_turn)), size_bytes=size_bytes,
        stems=np.array(kept, dtype=np.uint16),
        turns_with=np.array([min(255, turns_with[hashed]) for hashed in kept], dtype=np.uint8),
        centre=centre, centre_scale=scale, speakers=block.speakers,
    )  # fmt: skip


def _centre(rows: NDArray[np.int8], scales: Floats) -> tuple[NDArray[np.int8], float]:
    """The rows' mean as one int8 row and its scale."""
    if rows.shape[0] == 0:
        return np.zeros(0, dtype=np.int8), 0.0
    mean = np.einsum("td,t->d", rows.astype(np.float32), scales) / rows.shape[0]
    length = float(np.sqrt(np.einsum("d,d->", mean, mean)))
    unit = mean / max(length, 1e-9)
    scale = max(float(np.abs(unit).max()) / 127.0, 1e-12)
    return np.rint(unit / scale).astype(np.int8), scale


def total_bytes(heads: Sequence[BlockHead]) -> int:
    """Stored bytes of all *heads*' blocks."""
    return sum(head.size_bytes for head in heads)
