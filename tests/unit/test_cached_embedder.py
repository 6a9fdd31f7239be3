"""The memory of vectors: which texts count as the same, and how many are kept."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import numpy as np
import pytest

from limpet.embed.cached import CachedEmbedder
from limpet.limits import Limits
from limpet.ports import Vectors


class Counting:
    """Counts the texts that it embeds."""

    dimensions = 4
    is_ready = True

    def __init__(self, name: str) -> None:
        self.name = name
        self.texts: list[str] = []

    async def embed(self, texts: Sequence[str]) -> Vectors:
        self.texts.extend(texts)
        return np.full((len(texts), 4), len(self.texts), dtype=np.float32)


@pytest.mark.parametrize(
    ("name", "first", "second", "embedded"),
    [
        ("all-MiniLM-L6-v2-int8", "Any cotton kurtas?", " any  COTTON\nkurtas?", 1),
        ("all-MiniLM-L6-v2-int8", "Any cotton kurtas?", "Any cotton kurtas", 2),
        ("all-MiniLM-L6-v2-int8", "ΟΔΟΣ", "οδος", 2),  # tokenizers differ about the last sigma
        ("all-MiniLM-L6-v2-int8", "a\x1cb", "a b", 2),  # a control sign is no space to them
        ("cased-1f2e3d4c", "Any cotton kurtas?", "any cotton kurtas?", 2),
        ("cased-1f2e3d4c", "Any cotton kurtas?", "Any cotton kurtas?", 1),
    ],
)
def test_texts_that_the_model_cannot_tell_apart_are_embedded_once(
    name: str, first: str, second: str, embedded: int
) -> None:
    inner = Counting(name)
    cached = CachedEmbedder(inner, Limits())
    rows = [asyncio.run(cached.embed([text]))[0, 0] for text in (first, second)]
    assert len(inner.texts) == embedded
    assert len(set(rows)) == embedded


def test_no_more_vectors_are_kept_than_the_cap() -> None:
    inner = Counting("any")
    cached = CachedEmbedder(inner, Limits(query_vectors=3))
    for number in range(9):
        asyncio.run(cached.embed([f"text {number}"]))
    cached.cache.check()
    assert cached.cache.size == 3
    asyncio.run(cached.embed(["text 8", "text 0"]))
    assert inner.texts[9:] == ["text 0"]
