"""
What session memory costs a turn: record, evict, decay and gist, at a full session; the same in CPython and Pyodide.

In Pyodide this one file can be put next to the installed package; it imports nothing else of ``evaluation``.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from typing import Any, Final

import numpy as np

from limpet.memory.session import SessionMemory
from limpet.memory.turn import Turn
from limpet.memory.view import Conversation

FULL_TURNS: Final = 30
"""Turns before the clock runs: then every turn evicts one."""
ROUNDS: Final = 5
"""
Times that the same turns are recorded, each time into a new memory; a turn's figure is its median. Whatever else the
machine does interrupts some turn in twenty for longer than the turn itself takes, but seldom the same one thrice.
"""

_SUBJECTS: Final = ("linen shirt", "cotton kurta", "silk saree", "wool shawl", "denim jacket", "block-print dupatta")
_FACTS: Final = (
    "The {0} costs ₹{1},{2:03d} and comes in sizes S to XL, in indigo, madder and undyed.",
    "It is woven by hand in a cooperative near Jaipur, which takes about {1} days for each piece.",
    "Wash it at {1} °C with a mild soap, because hotter water makes the fibres shrink by up to {1} %.",
    "Parcels leave our workshop within {1} working days, and you can follow them with the number that we send you.",
    "If the {0} does not fit, send it back within {1} days; returns are free inside the country.",
    "Compared with the others in this range, the {0} is lighter (about {2} grams) but less warm in winter.",
)


def made_exchanges(count: int) -> list[tuple[str, str]]:
    """*count* questions with answers of 200 to 550 characters, the size of composed answers; always the same ones."""
    exchanges = []
    for n in range(count):
        subject = _SUBJECTS[n % len(_SUBJECTS)]
        chosen = [_FACTS[(n + k) % len(_FACTS)] for k in range(2 + n % 4)]
        facts = [fact.format(subject, n % 28 + 2, (n * 37) % 900 + 50) for fact in chosen]
        exchanges.append((f"What should I know about the {subject}, number {n}?", " ".join(facts)))
    return exchanges


def bench_memory_turns(
    turns: int = 1_000,
    exchanges: Sequence[tuple[str, str]] | None = None,
    clock: Callable[[], float] = time.perf_counter,
) -> dict[str, float]:
    """
    Milliseconds a turn of recording into a full session; of each turn the median of ``ROUNDS`` times.

    Args:
        turns: Turns that are timed.
        exchanges: (message, answer) pairs, used in turn; made ones when None.
        clock: Seconds; a browser's own clock is coarser than a turn, so that *turns* should be many there.

    Returns:
        ``p50_ms``, ``p95_ms``, ``mean_ms``, ``turns``, ``own_bytes``.

    >>> figures = bench_memory_turns(40)
    >>> figures["turns"], figures["p50_ms"] <= figures["p95_ms"], figures["own_bytes"] < 262_144
    (40.0, True, True)
    """
    said = list(exchanges) if exchanges is not None else made_exchanges(97)
    vectors = np.sin(np.arange(64 * 384, dtype=np.float32) ** 1.5).reshape(64, 384)
    memories = [SessionMemory() for _ in range(ROUNDS)]
    rounds = [_recording(memory, FULL_TURNS + turns, said, vectors, clock) for memory in memories]
    return _figures(rounds) | {"own_bytes": float(memories[0].own_bytes())}


def _recording(
    memory: SessionMemory, turns: int, said: Sequence[tuple[str, str]], vectors: Any, clock: Callable[[], float]
) -> list[float]:
    """Seconds of each of *turns* turns recorded into *memory*."""
    spent = []
    for n in range(turns):
        message, answer = said[n % len(said)]
        names = (f"thing {n % 90}", f"name {n % 41}")
        turn = Turn(message, answer, names, names[:1], (f"doc{n % 700}#a", f"doc{n % 13}#b"), at_s=float(n))
        state = Conversation({"active": names[0], "earlier": list(names)}, {"size": "L"}, message[:200], None)
        start = clock()
        memory.record(turn, vectors[n % 64], state)
        spent.append(clock() - start)
    return spent


def bench_rivals(turns: int = 1_000, exchanges: Sequence[tuple[str, str]] | None = None) -> dict[str, dict[str, float]]:
    """
    The same turns into the in-memory buffers of LangChain and LlamaIndex, each trimmed to thirty turns; those that are
    not installed are left out. CPython only.

    LangChain's is trimmed to sixty messages. LlamaIndex's counts tokens, here words, so it gets as many as thirty of
    these turns have on average; it counts all that it holds again for every answer.
    """
    said = list(exchanges) if exchanges is not None else made_exchanges(97)
    words = sum(len(f"{message} {answer}".split()) for message, answer in said)
    found = {}
    for name, make in (
        ("langchain", _langchain),
        ("llamaindex", partial(_llamaindex, words * FULL_TURNS // len(said))),
    ):
        try:
            rounds = [_adding(make(), FULL_TURNS + turns, said) for _ in range(ROUNDS)]
        except ImportError:
            continue
        found[name] = _figures(rounds)
    return found


def _adding(add: Callable[[str, str], Any], turns: int, said: Sequence[tuple[str, str]]) -> list[float]:
    spent = []
    for n in range(turns):
        start = time.perf_counter()
        add(*said[n % len(said)])
        spent.append(time.perf_counter() - start)
    return spent


def _langchain() -> Callable[[str, str], Any]:
    history = import_module("langchain_core.chat_history").InMemoryChatMessageHistory()
    trim_messages = import_module("langchain_core.messages").trim_messages

    def add(message: str, answer: str) -> Any:
        history.add_user_message(message)
        history.add_ai_message(answer)
        kept = trim_messages(history.messages, max_tokens=2 * FULL_TURNS, token_counter=len, strategy="last")
        history.messages = kept
        return kept

    return add


def _llamaindex(words: int) -> Callable[[str, str], Any]:
    chat_message = import_module("llama_index.core.base.llms.types").ChatMessage
    buffer = import_module("llama_index.core.memory").ChatMemoryBuffer
    memory = buffer.from_defaults(token_limit=words, tokenizer_fn=str.split)

    def add(message: str, answer: str) -> Any:
        memory.put(chat_message(role="user", content=message))
        memory.put(chat_message(role="assistant", content=answer))
        kept = memory.get()
        memory.set(kept)  # it would keep all turns otherwise, and count them all next time
        return kept

    return add


def _figures(rounds: Sequence[Sequence[float]]) -> dict[str, float]:
    """Percentiles over the turns, those of a full session, of each turn's median over *rounds*."""
    milliseconds = np.median(np.asarray(rounds), axis=0)[FULL_TURNS:] * 1_000
    return {
        "p50_ms": float(np.percentile(milliseconds, 50)),
        "p95_ms": float(np.percentile(milliseconds, 95)),
        "mean_ms": float(milliseconds.mean()),
        "turns": float(len(milliseconds)),
    }


def run() -> int:
    """Print the figures of ours and of the others as one line of JSON; 0, for the exit code."""
    sys.stdout.write(json.dumps({"ours": bench_memory_turns(), **bench_rivals()}) + "\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(run())
