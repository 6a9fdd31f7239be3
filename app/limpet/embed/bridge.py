"""
The page's embedder: texts go to another worker, vectors come back.

Knows nothing of the browser; whoever builds it hands in the call.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from limpet.errors import EmbedderError
from limpet.ports import Vectors

Call: TypeAlias = Callable[[str], Awaitable[NDArray[np.float32]]]
"""A JSON list of texts in; all their rows, flat, out. Raises any exception when it cannot."""


class BridgeEmbedder:
    """
    An embedder that becomes ready, and may fail, while the chat is running.

    Args:
        call: Embeds elsewhere.
        on_failure: Called with a code and a sentence at the first failure after each time it was ready.

    >>> import asyncio
    >>> async def elsewhere(texts: str) -> NDArray[np.float32]:
    ...     return np.ones(2 * len(json.loads(texts)), dtype=np.float32)
    >>> embedder = BridgeEmbedder(elsewhere, lambda code, detail: None)
    >>> embedder.is_ready
    False
    >>> embedder.become_ready("tiny", 2)
    >>> asyncio.run(embedder.embed(["tea", "rice"])).shape
    (2, 2)
    """

    def __init__(self, call: Call, on_failure: Callable[[str, str], None]) -> None:
        self._call = call
        self._on_failure = on_failure
        self._name = ""
        self._dimensions = 0
        self._is_ready = False
        self._has_told = False

    @property
    def name(self) -> str:
        """The model's name; empty until it is ready."""
        return self._name

    @property
    def dimensions(self) -> int:
        """Numbers in a vector; 0 until it is ready."""
        return self._dimensions

    @property
    def is_ready(self) -> bool:
        """Whether vectors can be had now."""
        return self._is_ready

    def become_ready(self, name: str, dimensions: int) -> None:
        """The other side can embed."""
        self._name, self._dimensions = name, dimensions
        self._is_ready, self._has_told = True, False

    def become_unready(self, code: str, detail: str) -> None:
        """The other side is gone, until it says that it is ready again."""
        self._is_ready = False
        self._tell(code, detail)

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """
        One unit-length row a text.

        Raises:
            EmbedderError: ``embedder-not-ready``, ``embedding-failed`` or ``wrong-rows``.
        """
        if not self._is_ready:
            raise EmbedderError("embedder-not-ready", "The embedder is still loading, or has failed.")
        if not texts:
            return np.zeros((0, self._dimensions), dtype=np.float32)
        try:
            rows = await self._call(json.dumps(list(texts)))
        except Exception as error:
            self._tell("embedding-failed", str(error))
            raise EmbedderError("embedding-failed", str(error)) from error
        if rows.size != len(texts) * self._dimensions:
            raise EmbedderError("wrong-rows", f"{rows.size} numbers came for {len(texts)} texts.")
        return rows.reshape(len(texts), self._dimensions)

    def _tell(self, code: str, detail: str) -> None:
        if not self._has_told:
            self._has_told = True
            self._on_failure(code, detail)
