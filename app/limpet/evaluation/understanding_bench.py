"""
What understanding a message costs at a full session, by stage; the same in CPython and Pyodide.

In Pyodide this one file can be put next to the installed package; it imports nothing else of ``evaluation``.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
import zlib
from collections.abc import Sequence
from typing import Final

import numpy as np

from limpet.chat import Chat
from limpet.ports import Vector, Vectors
from limpet.retrieval.document import Document

FULL_TURNS: Final = 30
"""Turns before the clock runs: then the session is full."""
DIMENSIONS: Final = 384

_SYLLABLES: Final = "ba ce di fo gu la me ni po ru sta tre vi klo mu ren sol tan ver zim".split()
_SENTENCES: Final = (
    "The {0} {1} is a {2} that {3} every {4} within the {5} of its {6}.",
    "Before a {2} can {3}, each {7} needs its own {4}, or the {8} stops.",
    "Most {6}s keep a {9} beside the {1}, because {0} never lets the {5} go below a {8}.",
    "If {0} reports a {7} error, look at the {9} first and set the {4} again.",
)
_QUESTIONS: Final = (
    "What does the {0} {1} do with a {2}?",
    "And what about its {9}?",
    "How do I set the {4} of it?",
    "Why does that one stop?",
    "Is there a way to keep the {8} below the {5} while {0} reports an error?",
    "Which of them needs a {7}?",
)


def made_words(seed: int, count: int) -> list[str]:
    """
    *count* pronounceable words that no memo has seen; always the same ones for a seed.

    >>> made_words(1, 2) == made_words(1, 2), len(made_words(3, 10))
    (True, 10)
    """
    chance = random.Random(seed)  # noqa: S311 # words for a clock, no secret
    return ["".join(chance.choices(_SYLLABLES, k=3)) for _ in range(count)]


def made_documents(count: int) -> list[Document]:
    """*count* documents of four sentences, each with ten words of its own."""
    documents = []
    for number in range(count):
        words = made_words(number, 10)
        text = " ".join(sentence.format(words[0].title(), *words[1:]) for sentence in _SENTENCES)
        documents.append(Document(f"d{number}", f"{words[0].title()} {words[1]}", text))
    return documents


def made_messages(count: int) -> list[str]:
    """*count* messages: full questions about ever other documents, and follow-ups between them."""
    messages = []
    for number in range(count):
        words = made_words(number // 2, 10)
        question = _QUESTIONS[number % len(_QUESTIONS)]
        messages.append(question.format(words[0].title(), *words[1:]))
    return messages


class _InstantEmbedder:
    """Vectors that cost nothing, so that what is measured is all the rest."""

    name, dimensions, is_ready = "instant", DIMENSIONS, True

    async def embed(self, texts: Sequence[str]) -> Vectors:
        return np.stack([self._vector(text) for text in texts])

    def _vector(self, text: str) -> Vector:
        row = np.sin(np.arange(1, DIMENSIONS + 1) ** 1.5 * (1 + zlib.crc32(text.encode()) % 997)) + 0.5
        unit: Vector = (row / np.sqrt(np.einsum("i,i->", row, row))).astype(np.float32)
        return unit


async def bench_understanding(turns: int = 120) -> dict[str, dict[str, float]]:
    """
    Milliseconds by stage of *turns* messages after ``FULL_TURNS`` others, asked in one conversation.

    ``understand`` is the decision and the contextual query together, with slots and engagement; ``embed`` and
    ``embed_context`` hold no embedding here, since its vectors cost nothing.

    Returns:
        For each stage ``p50_ms`` and ``p95_ms``; under ``shape`` the turns and how many of the messages got words.
    """
    chat = Chat(embedder=_InstantEmbedder())
    await chat.add_documents(made_documents(turns // 2 + FULL_TURNS))
    spent: dict[str, list[float]] = {}
    with_words = 0
    for number, message in enumerate(made_messages(FULL_TURNS + turns)):
        answered = await chat.answer(message)
        if number < FULL_TURNS:
            continue
        with_words += any(part["part"].startswith(("word:", "topic")) for part in answered.understood or ())
        for stage, took_ms in answered.timings_ms.items():
            spent.setdefault(stage, []).append(took_ms)
    figures = {
        stage: {"p50_ms": float(np.percentile(took, 50)), "p95_ms": float(np.percentile(took, 95))}
        for stage, took in spent.items()
    }
    return {**figures, "shape": {"turns": float(turns), "with_words": float(with_words)}}


def run(turns: int = 120) -> int:
    """Print the figures as one line of JSON; 0, for the exit code."""
    sys.stdout.write(json.dumps(asyncio.run(bench_understanding(turns))) + "\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(run())
