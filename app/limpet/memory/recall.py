"""What recall is asked and what it gives back, with its reasons."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from limpet.memory.block import RememberedTurn, StoreKind

Order: TypeAlias = Literal["newest", "best"]
SkipReason: TypeAlias = Literal["metadata", "depth", "coverage", "time"]


@dataclass(frozen=True, slots=True)
class RecallRequest:
    """
    A question to persistent memory.

    Attributes:
        text: As typed.
        k: Turns wanted.
        depth: Blocks opened at most; None for the default.
        coverage: Share 0..1 of the question's needs at which the walk stops; None for the default.
        threshold: Share of the best metadata score under which a block stays closed; None for the default.
        exhaustive: Open every block.
        order: Walk over the candidates, newest or best first.
        now_s: Seconds since the epoch from which "last week" counts; None for the clock's.
        user: Whose memory.
        previous: The user's message before, when there was one.
        reply: The last answer, when there was one.
        messages_before: Messages of the running conversation.
        wait_s: Seconds to wait at most for metadata that are still being read after a start, the newest first; None
            for all of them.
    """

    text: str
    k: int = 10
    depth: int | None = None
    coverage: float | None = None
    threshold: float | None = None
    exhaustive: bool = False
    order: Order = "newest"
    now_s: float | None = None
    user: str = ""
    previous: str = ""
    reply: str = ""
    messages_before: int = 0
    wait_s: float | None = None


@dataclass(frozen=True, slots=True)
class RecalledTurn:
    """
    A turn that was found.

    Attributes:
        turn: As remembered.
        turn_id: Its id, as given.
        block_id: The block it lies in.
        session_id: The session it comes from.
        kind: A turn of a conversation or a statement.
        score: Absolute; the same in exhaustive and progressive search.
        at_s: When it was said.
        is_superseded: A newer turn states another value for the same subject and slot.
    """

    turn: RememberedTurn
    block_id: str
    session_id: str
    kind: StoreKind
    score: float
    is_superseded: bool = False

    @property
    def turn_id(self) -> str:
        """The turn's id, as given."""
        return self.turn.turn_id

    @property
    def at_s(self) -> float:
        """When it was said, seconds since the epoch."""
        return self.turn.at_s


@dataclass(frozen=True, slots=True)
class Skipped:
    """A block that stayed closed, and why."""

    block_id: str
    reason: SkipReason
    metadata_score: float


@dataclass(frozen=True, slots=True)
class Recollection:
    """
    What was found, and how.

    Attributes:
        turns: Best first.
        opened: Ids of the opened blocks, in the order of the walk.
        skipped: Blocks that stayed closed (the best 100).
        skipped_count: All of them.
        opened_share: Turns in opened blocks / all turns, 0..1.
        coverage: Share of the question's needs that was met, 0..1.
        relevance: How sure it is that something remembered matters here, 0..1; under 0.5 rather show nothing.
        is_lexical: The embedder was not there; words alone were compared.
        asked: What the question asks of memory itself (``fact``, ``mastery``, ``talks``); empty for other questions.
        asked_turns: How many of *turns*, from the first, answer that.
        is_partial: Metadata of older blocks were still being read, and those blocks were not considered.
    """

    turns: tuple[RecalledTurn, ...] = ()
    opened: tuple[str, ...] = ()
    skipped: tuple[Skipped, ...] = ()
    skipped_count: int = 0
    opened_share: float = 0.0
    coverage: float = 0.0
    relevance: float = 0.0
    is_lexical: bool = False
    is_partial: bool = False
    asked: str = ""
    asked_turns: int = 0
