"""No embedder at all: everything works with words alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from limpet.ports import Vectors


class NoEmbedder:
    """Never ready; asking it for a vector is a mistake of the caller."""

    name: Final = ""
    dimensions: Final = 0
    is_ready: Final = False

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """Not to be called while ``is_ready`` is False."""
        raise RuntimeError(f"there is no embedder for {len(texts)} texts")
