"""All that a recall can draw on: the shelf of a user's blocks, and what waits for its block."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from limpet.memory.recall_terms import term_hash
from limpet.memory.shelf import Shelf
from limpet.memory.turn_score import OpenedBlock


class Stock:
    """
    Counts over stored and waiting turns, so that both are scored alike.

    Args:
        shelf: Metadata of the stored blocks.
        waiting: Blocks of waiting turns, open.

    >>> Stock(Shelf()).turns
    0
    """

    def __init__(self, shelf: Shelf, waiting: Sequence[OpenedBlock] = ()) -> None:
        self.shelf = shelf
        self.waiting = waiting
        self._turns_with: Counter[int] = Counter()
        self._blocks_with: Counter[int] = Counter()
        for one in waiting:
            self._blocks_with.update({term_hash(term) for term in one.postings})
            self._turns_with.update({term_hash(term): len(said) for term, said in one.postings.items()})

    @property
    def size(self) -> int:
        """Blocks, waiting ones included."""
        return self.shelf.size + len(self.waiting)

    @property
    def turns(self) -> int:
        """Turns in all of them."""
        return self.shelf.turns + sum(one.block.turn_count for one in self.waiting)

    @property
    def mean_terms(self) -> float:
        """Stems a turn on average, at least 1."""
        waiting = float(sum(one.lengths.sum() for one in self.waiting))
        return max(1.0, (self.shelf.mean_terms * self.shelf.turns + waiting) / max(1, self.turns))

    @property
    def speakers(self) -> Sequence[str]:
        """Names of those who speak in any of them."""
        names = [name for one in self.waiting for name in one.block.speakers]
        return list(dict.fromkeys([*self.shelf.speakers, *names])) if names else self.shelf.speakers

    @property
    def ends_s(self) -> tuple[float, float]:
        """Times of the first and the last turn; only where there is one."""
        rows = self.shelf.rows
        starts = [one.block.start_s for one in self.waiting]
        ends = [one.block.end_s for one in self.waiting]
        if rows.size:
            starts.append(float(rows["start"].min()))
            ends.append(float(rows["end"].max()))
        return min(starts), max(ends)

    def turns_with(self, hashed: int) -> int:
        """Turns that hold a stem (a few more when another stem has the same hash)."""
        return self.shelf.turns_with(hashed) + self._turns_with[hashed]

    def blocks_with(self, hashed: int) -> int:
        """Blocks that hold a stem."""
        return self.shelf.blocks_with(hashed) + self._blocks_with[hashed]
