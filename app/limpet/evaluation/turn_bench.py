"""
What a whole turn costs by stage, on an index and questions that are given; the same in CPython and Pyodide.

In Pyodide this one file can be put next to the installed package; it imports nothing else of ``evaluation``.
"""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from limpet.chat import Chat
from limpet.ports import Vector, Vectors
from limpet.retrieval.index_file import decode

WARM_UP_TURNS: Final = 30
"""Turns before the clock runs: then the session is full."""
_FOLLOW_UPS: Final = ("Why is that?", "Can you say more about it?", "What else is known?", "How is that different?")


class KnownVectors:
    """
    Vectors that were made before: what is measured is all the rest.

    A text that is not among them, such as a question with words of the conversation, has the latest known one's.

    Args:
        name: The embedder that made them.
        texts: The known texts.
        rows: Their vectors, one row a text.
    """

    is_ready = True

    def __init__(self, name: str, texts: Sequence[str], rows: Vectors) -> None:
        self.name = name
        self.dimensions = rows.shape[1]
        self._rows = dict(zip(texts, rows, strict=True))
        self._latest: Vector = rows[0]

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """One row a text."""
        return np.stack([self._vector(text) for text in texts])

    def _vector(self, text: str) -> Vector:
        self._latest = self._rows.get(text, self._latest)
        return self._latest


async def bench_whole_turns(index: Any, queries_json: str, vectors: Any, turns: int = 200) -> dict[str, Any]:
    """
    Milliseconds by stage of *turns* turns after thirty others, every third a follow-up, in one conversation.

    Args:
        index: The bytes of an index file, as bytes or as an array of JavaScript.
        queries_json: A JSON list of questions.
        vectors: Bytes of float32 rows, the last of which are the questions'.
        turns: Turns that are timed.

    Returns:
        ``fragments``, ``turns``, and under ``stages`` for each stage, and for ``all`` of a turn, ``p50_ms`` and
        ``p95_ms``. Embedding costs nothing here.
    """
    opened = decode(_bytes(index))
    queries: list[str] = json.loads(queries_json)
    dimensions = 0 if opened.vectors is None else opened.vectors.codes.shape[1]
    rows = np.frombuffer(_bytes(vectors), dtype=np.float32).reshape(-1, dimensions)[-len(queries) :]
    chat = Chat(index=opened, embedder=KnownVectors(opened.embedder_name, queries, rows))
    await chat.knowledge.warm_up()
    spent: dict[str, list[float]] = {}
    for number in range(WARM_UP_TURNS + turns):
        is_follow_up = number % 3 == 2
        message = _FOLLOW_UPS[number % len(_FOLLOW_UPS)] if is_follow_up else queries[number % len(queries)]
        start_s = time.perf_counter()
        answered = await chat.answer(message)
        took_ms = {**answered.timings_ms, "all": (time.perf_counter() - start_s) * 1000}
        if number >= WARM_UP_TURNS:
            for stage, one_ms in took_ms.items():
                spent.setdefault(stage, []).append(one_ms)
    stages = {
        stage: {"p50_ms": float(np.percentile(took, 50)), "p95_ms": float(np.percentile(took, 95))}
        for stage, took in spent.items()
    }
    return {"fragments": len(opened.fragments), "turns": turns, "stages": stages}


def _bytes(given: Any) -> bytes:
    return given if isinstance(given, bytes) else bytes(given.to_bytes())
