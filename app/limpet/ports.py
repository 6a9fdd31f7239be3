"""
The seams: what may be swapped, as protocols. Each has one contract suite under ``tests/contracts``.

All text is ``str``, all vectors are float32 of unit length, all times are seconds since the epoch.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from limpet.answer.evidence import Composed, Evidence
    from limpet.memory.block import Block
    from limpet.memory.block_head import BlockHead
    from limpet.policy.features import Features
    from limpet.policy.plan import Plan

Vector: TypeAlias = NDArray[np.float32]
"""One text as 384 numbers of length 1."""

Vectors: TypeAlias = NDArray[np.float32]
"""Rows of vectors, shape (texts, dimensions)."""


class Embedder(Protocol):
    """Text to vector. ``is_ready`` is False while a model is still on its way; callers then work without vectors."""

    @property
    def name(self) -> str: ...
    @property
    def dimensions(self) -> int: ...
    @property
    def is_ready(self) -> bool: ...

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """One unit-length row a text."""
        ...


class Clock(Protocol):
    """Where the time comes from; tests inject their own."""

    def now_s(self) -> float:
        """Seconds since the epoch."""
        ...


class BlockStore(Protocol):
    """Where consolidated turns live. ``put`` returns only when the block is safe."""

    async def put(self, block: Block) -> None: ...
    async def get(self, block_id: str) -> Block | None: ...
    def newest_first(self, user_id: str = "") -> AsyncIterator[Block]:
        """All blocks of one user, the most recently ended first."""
        ...

    def heads(self, user_id: str = "") -> AsyncIterator[BlockHead]:
        """Their scoring metadata alone, in the same order, without reading the blocks."""
        ...

    async def delete(self, block_ids: Sequence[str]) -> int:
        """Number of blocks that were there and are gone."""
        ...

    async def clear(self, user_id: str | None = None) -> None:
        """Everything of one user, or with None everything at all (drops the database)."""
        ...

    async def size_bytes(self) -> int: ...


class LedgerStore(Protocol):
    """Where a user's consent and tombstones lie, beside the blocks; ``BlockStore.clear`` takes them too."""

    async def load_ledger(self, user_id: str) -> str:
        """What was saved last; empty when nothing was."""
        ...

    async def save_ledger(self, user_id: str, text: str) -> None: ...


class SharedStore(Protocol):
    """What lets several tabs or processes use one store without undoing each other's writes."""

    async def version(self, user_id: str) -> str:
        """A text that is another one after every write of anybody; empty when there is nothing."""
        ...

    def alone(self, user_id: str) -> AbstractAsyncContextManager[None]:
        """
        One writer of a user's memory at a time, for as long as an operation takes; a writer that dies lets go.

        Raises:
            StoreError: ``store-busy`` when another writer takes too long.
        """
        ...


class MemoryStore(BlockStore, LedgerStore, SharedStore, Protocol):
    """What persistent memory needs of a store."""


WHATEVER: Final = ""
"""For ``SessionStore.save``: replace the snapshot, whatever it is (no snapshot is empty)."""


class SessionStore(Protocol):
    """Where a session's snapshot waits for its next message."""

    async def load(self, session_id: str) -> str | None:
        """The snapshot's JSON text; None when there is none or it has expired."""
        ...

    async def save(self, session_id: str, snapshot: str, ttl_s: float, seen: str | None = WHATEVER) -> None:
        """
        Keep *snapshot*.

        Args:
            session_id: Of the session.
            snapshot: Its JSON text.
            ttl_s: Seconds after which it has expired.
            seen: What ``load`` gave, when another process must not have changed it since.

        Raises:
            StoreError: ``changed-elsewhere``: it has; nothing was saved.
        """
        ...

    async def delete(self, session_id: str) -> None: ...


class MemoryUpdater(Protocol):
    """What may fill the typed memory in place of the rules, such as a language model."""

    async def propose(self, memory: Mapping[str, Any], message: str, answer: str) -> Any:
        """
        The memory after an exchange.

        Args:
            memory: As the rules have it: ``active_product``, ``confirmed_filters``, ``rolling_summary``.
            message: What the visitor wrote.
            answer: What was shown.

        Returns:
            An object of the same three keys. It is checked; whatever is raised, the rules' memory stands.
        """
        ...


class Composer(Protocol):
    """What turns evidence into an answer."""

    def compose(self, evidence: Evidence) -> AsyncGenerator[Composed, None]:
        """
        The answer as it grows: each one is what can be shown so far, the last is the whole.

        A text that does not go on from the one before takes its place. Whatever is raised, what was given until then
        does not count, and the caller answers in another way.
        """
        ...


@dataclass(frozen=True, slots=True)
class ModelPiece:
    """
    A piece of what a language model writes.

    Attributes:
        text: May be empty.
        is_cut: The model has written all that it was allowed to; the text may end in a sentence.
    """

    text: str
    is_cut: bool = False


class ChatModel(Protocol):
    """A language model that goes on from a conversation."""

    @property
    def name(self) -> str: ...

    def stream(
        self, messages: Sequence[Mapping[str, str]], max_tokens: int, temperature: float
    ) -> AsyncGenerator[ModelPiece, None]:
        """
        The reply as it is written.

        Args:
            messages: ``{"role", "content"}``, the oldest first.
            max_tokens: Of the reply.
            temperature: 0 for the likeliest text.

        Raises:
            ComposerError: With a sentence for the visitor, whatever goes wrong.
        """
        ...


class EndpointReply(Protocol):
    """The reply of an endpoint while it comes in."""

    @property
    def status(self) -> int: ...
    @property
    def content_type(self) -> str: ...

    async def read(self) -> str:
        """The next piece of its text; empty at the end. ``OSError`` when it breaks off."""
        ...

    async def close(self) -> None:
        """No more is wanted; also ends a ``read`` that waits."""
        ...


class Transport(Protocol):
    """How a host reaches the one address that the user has named."""

    async def post(self, address: str, headers: Mapping[str, str], body: str) -> EndpointReply:
        """Send *body*; gives the reply once its head is there. ``OSError`` when the address is not reached."""
        ...


class Policy(Protocol):
    """Decides how to answer."""

    @property
    def name(self) -> str: ...

    def decide(self, features: Features) -> Plan: ...


class Summariser(Protocol):
    """A text made shorter, for gists, themes and the short-term memory."""

    def summarise(self, texts: Sequence[str], max_words: int) -> str: ...


Observer: TypeAlias = Callable[[str, dict[str, Any]], None]
"""Called with an event's name and its facts; for progress and notices."""
