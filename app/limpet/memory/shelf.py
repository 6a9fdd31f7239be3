"""The resident metadata of one user's blocks, in flat arrays, so that thousands are scored in milliseconds."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from limpet.memory.block import SEVERAL, STORE_KINDS, Floats
from limpet.memory.block_head import BlockHead
from limpet.memory.recall_terms import HASHES
from limpet.memory.stem_rows import StemRows

_FIRST_BLOCKS: Final = 64
_MORE_BLOCKS: Final = 1_024
"""Rows by which a shelf grows from here on, not by doubling: a WebAssembly heap never gives back what stays unused."""
_ROWS_AT_ONCE: Final = 1_024
"""Centres widened to float32 at a time: a bounded scratch of 1.5 MB."""

ROW: Final = np.dtype(
    [
        ("id", "S20"), ("session", "u8"), ("start", "f8"), ("end", "f8"), ("created", "f8"), ("turns", "u4"),
        ("terms", "u4"), ("bytes", "u4"), ("recalls", "u2"), ("scale", "f4"), ("kind", "u1"), ("is_live", "?"),
    ]
)  # fmt: skip
"""What is kept of a head beside its stems and its centre: 72 bytes."""


class Shelf:
    """
    Heads of one user's blocks in the order in which they were put.

    Rows of removed blocks stay until a quarter is dead; then everything is packed again.

    >>> Shelf().size
    0
    """

    def __init__(self) -> None:
        self._rows: NDArray[Any] = np.zeros(_FIRST_BLOCKS, dtype=ROW)
        self._used = 0
        self._held = StemRows()
        self._centres: NDArray[np.int8] = np.zeros((0, 0), dtype=np.int8)
        self._turns_with = np.zeros(HASHES, dtype=np.uint32)
        self._blocks_with = np.zeros(HASHES, dtype=np.uint32)
        self._speakers: dict[str, int] = {}

    @property
    def rows(self) -> NDArray[Any]:
        """All rows (dtype ``ROW``), dead ones included; a view."""
        return self._rows[: self._used]

    @property
    def size(self) -> int:
        """Blocks on the shelf."""
        return int(self.rows["is_live"].sum())

    @property
    def turns(self) -> int:
        """Turns in all blocks."""
        return int(self.rows["turns"][self.rows["is_live"]].sum())

    @property
    def mean_terms(self) -> float:
        """Stems a turn on average, at least 1."""
        return max(1.0, float(self.rows["terms"][self.rows["is_live"]].sum()) / max(1, self.turns))

    @property
    def speakers(self) -> Sequence[str]:
        """Names of those who speak in any block."""
        return list(self._speakers)

    @property
    def stored_bytes(self) -> int:
        """Bytes of the stored blocks."""
        return int(self.rows["bytes"][self.rows["is_live"]].sum())

    @property
    def resident_bytes(self) -> int:
        """Bytes of what grows with the blocks: rows, stems and centres."""
        return self._rows.nbytes + self._held.resident_bytes + self._centres.nbytes

    @property
    def table_bytes(self) -> int:
        """Bytes of the tables with a line a stem, the same for every user however much there is."""
        return self._turns_with.nbytes + self._blocks_with.nbytes + self._held.table_bytes

    def row_of(self, block_id: str) -> int | None:
        """Row of a block; None when it is not there."""
        found = np.flatnonzero((self.rows["id"] == block_id.encode()) & self.rows["is_live"])
        return int(found[0]) if found.size else None

    def id_at(self, row: int) -> str:
        """Id of the block in a row."""
        return str(self.rows["id"][row].decode())

    def of_session(self, session_id: str) -> list[str]:
        """Ids of the blocks that may hold turns of a session: its own, and those of several."""
        hashes = [session_hash(session_id), session_hash(SEVERAL)]
        found = np.flatnonzero(np.isin(self.rows["session"], hashes) & self.rows["is_live"])
        return [self.id_at(int(row)) for row in found]

    def ids(self) -> list[str]:
        """Ids of all blocks, the most recently ended first."""
        live = np.flatnonzero(self.rows["is_live"])
        return [self.id_at(int(row)) for row in live[np.argsort(-self.rows["end"][live], kind="stable")]]

    def add(self, head: BlockHead) -> None:
        """Put *head*; its id must not be on the shelf (not looked for: loading ten thousand would take seconds)."""
        self.extend([head])

    def extend(self, heads: Sequence[BlockHead]) -> None:
        """Put *heads*, whose ids must not be on the shelf; many at a time cost little more than one."""
        if not heads:
            return
        stems = np.concatenate([head.stems for head in heads])
        self._make_room(len(heads), next((head.centre.size for head in heads if head.centre.size), 0))
        row = self._used
        self._held.extend(row, [head.stems for head in heads])
        self._rows[row : row + len(heads)] = np.array([_row_of(head) for head in heads], dtype=ROW)
        for place, head in enumerate(heads, row):
            if head.centre.size and head.centre.size == self._centres.shape[1]:
                self._centres[place] = head.centre
        self._used = row + len(heads)
        np.add.at(self._turns_with, stems, np.concatenate([head.turns_with for head in heads]).astype(np.uint32))
        np.add.at(self._blocks_with, stems, np.uint32(1))
        for head in heads:
            self._count_speakers(head, 1)

    def remove(self, head: BlockHead) -> bool:
        """Take the block of *head* away, with its share in the counts of stems; whether it was there."""
        row = self.row_of(head.block_id)
        if row is None:
            return False
        self._rows["is_live"][row] = False
        self._held.remove(row, head.stems)
        if row < self._centres.shape[0]:
            self._centres[row] = 0
        for table, change in ((self._turns_with, head.turns_with.astype(np.int64)), (self._blocks_with, np.int64(1))):
            table[head.stems] = np.maximum(table[head.stems] - change, 0).astype(np.uint32)
        self._count_speakers(head, -1)
        if self._used - self.size > max(16, self._used // 4):
            self._pack()
        return True

    def turns_with(self, hashed: int) -> int:
        """Turns that hold a stem (a few more when another stem has the same hash)."""
        return int(self._turns_with[hashed])

    def blocks_with(self, hashed: int) -> int:
        """Blocks that hold a stem."""
        return int(self._blocks_with[hashed])

    def holders(self, hashed: int) -> NDArray[np.intp]:
        """Rows of the blocks that hold a stem."""
        return self._held.holders(hashed)

    def cosines(self, query: Floats) -> Floats:
        """Cosine of every row's centre with *query*; 0 for a block without vectors. Shape (rows,)."""
        found = np.zeros(self._used, dtype=np.float32)
        if self._centres.shape[1] != query.shape[0]:
            return found
        for start in range(0, self._used, _ROWS_AT_ONCE):
            end = min(self._used, start + _ROWS_AT_ONCE)
            found[start:end] = np.einsum("rd,d->r", self._centres[start:end].astype(np.float32), query)
        return np.asarray(found * self.rows["scale"], dtype=np.float32)

    def count_recall(self, row: int) -> None:
        """One more recall found something in the block of *row*."""
        self._rows["recalls"][row] = min(65_535, int(self._rows["recalls"][row]) + 1)

    def _count_speakers(self, head: BlockHead, sign: int) -> None:
        for name in head.speakers:
            left = self._speakers.get(name, 0) + sign
            self._speakers[name] = left
            if left <= 0:
                del self._speakers[name]

    def _make_room(self, heads: int, width: int) -> None:
        """Double what is full while it is small, then by steps: few allocations, and little that stays unused."""
        if self._used + heads > self._rows.size:
            more = max(min(self._rows.size, _MORE_BLOCKS), heads)
            self._rows = np.concatenate([self._rows, np.zeros(more, dtype=ROW)])
        width = self._centres.shape[1] or width
        if width and (self._centres.shape[1] == 0 or self._centres.shape[0] < self._rows.size):
            grown = np.zeros((self._rows.size, width), dtype=np.int8)
            grown[: self._centres.shape[0]] = self._centres if self._centres.shape[1] else 0
            self._centres = grown

    def _pack(self) -> None:
        """Close the gaps of dead rows."""
        live = np.flatnonzero(self.rows["is_live"])
        self._held.pack(live)
        self._rows[: live.size] = self._rows[live]
        self._rows[live.size : self._used] = np.zeros(1, dtype=ROW)
        if self._centres.shape[0]:
            self._centres[: live.size] = self._centres[live]
            self._centres[live.size :] = 0
        self._used = int(live.size)


def _row_of(head: BlockHead) -> tuple[Any, ...]:
    """The fields of ``ROW``."""
    return (
        head.block_id.encode(), session_hash(head.session_id), head.start_s, head.end_s, head.created_s,
        head.turn_count, head.term_count, head.size_bytes, 0, head.centre_scale,
        STORE_KINDS.index(head.kind), True,
    )  # fmt: skip


def session_hash(session_id: str) -> int:
    """64 bits that stand for a session id."""
    return int.from_bytes(hashlib.sha256(session_id.encode("utf-8", "surrogatepass")).digest()[:8], "big")
