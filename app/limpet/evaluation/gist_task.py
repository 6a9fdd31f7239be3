"""
Gists of real answers: how much of what was asked, and of the numbers with units, 120 characters keep.

Measured over the answers that are longer than a gist, against a plain cut after 120 characters and against the best
choice of whole clauses that a search finds when it looks at nothing but the measure.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from limpet.evaluation.metrics import mean
from limpet.evaluation.readers import find, read_lines
from limpet.evaluation.task import Figures, Measured, Task
from limpet.limits import DEFAULT_LIMITS
from limpet.memory.clauses import clause_spans
from limpet.memory.gist import GAP, gist
from limpet.memory.quantities import quantities
from limpet.text.tokens import stems

_CHARS: Final = DEFAULT_LIMITS.gist_chars
_WIDTH: Final = 8
_MAX_CLAUSES: Final = 4


@dataclass(frozen=True, slots=True)
class Exchange:
    """A message and its answer."""

    message: str
    answer: str


def read_exchanges(directory: Path, corpus: Path | None) -> list[Exchange]:
    """Distinct exchanges of the histories in ``queries.jsonl`` (roles) or ``turns.jsonl`` (alternating texts)."""
    file = "queries.jsonl" if (directory / "queries.jsonl").is_file() else "turns.jsonl"
    found: dict[tuple[str, str, str], None] = {}
    for row in read_lines(find(file, directory, corpus, directory.name)):
        conversation = str(row.get("conv_id") or row.get("dialog_id") or "")
        for message, answer in _pairs(row.get("history") or []):
            found.setdefault((conversation, message, answer))
    return [Exchange(message, answer) for _, message, answer in found]


def kept(exchange: Exchange, text: str) -> tuple[int, int]:
    """Content words of the message, and numbers with units of the answer, that *text* has."""
    words = set(stems(exchange.message)) & set(stems(text))
    return len(words), len(set(quantities(exchange.answer)) & set(quantities(text)))


def measured(exchanges: list[Exchange], shorten: Callable[[Exchange], str]) -> Figures:
    """Shares over all exchanges together, and the share of answers of which less is kept than by a cut."""
    short = [shorten(exchange) for exchange in exchanges]
    found = [kept(exchange, text) for exchange, text in zip(exchanges, short, strict=True)]
    cut = [kept(exchange, exchange.answer[:_CHARS]) for exchange in exchanges]
    words = sum(len(set(stems(exchange.message))) for exchange in exchanges) or 1
    numbers = sum(len(quantities(exchange.answer)) for exchange in exchanges) or 1
    all_kept, all_cut = sum(map(sum, found)), sum(map(sum, cut)) or 1
    return {
        "kept": all_kept / (words + numbers),
        "words": sum(pair[0] for pair in found) / words,
        "numbers": sum(pair[1] for pair in found) / numbers,
        "x prefix": all_kept / all_cut,
        "below": mean(float(sum(ours) < sum(theirs)) for ours, theirs in zip(found, cut, strict=True)),
        "longest": float(max(map(len, short), default=0)),
    }


def best_clauses(exchange: Exchange) -> str:
    """The whole clauses that keep most by the measure itself; a beam search that knows nothing else."""
    answer = exchange.answer
    pieces = [answer[start:end] for start, end in clause_spans(answer) if end - start <= _CHARS]
    beam: list[tuple[tuple[int, ...], str]] = [((), "")]
    best, most = "", -1
    for _ in range(_MAX_CLAUSES):
        longer = [
            ((*places, new), GAP.join([text, pieces[new]]) if text else pieces[new])
            for places, text in beam
            for new in range(places[-1] + 1 if places else 0, len(pieces))
        ]
        fitting = [entry for entry in longer if len(entry[1]) <= _CHARS]
        ranked = sorted(((sum(kept(exchange, entry[1])), entry) for entry in fitting), key=lambda pair: -pair[0])
        if not ranked:
            break
        if ranked[0][0] > most:
            most, best = ranked[0][0], ranked[0][1][1]
        beam = [entry for _, entry in ranked[:_WIDTH]]
    return best


def gists(directory: Path, corpus: Path | None) -> Measured:
    """The task ``gist``: ours, a cut, and the best choice of clauses."""
    exchanges = [one for one in read_exchanges(directory, corpus) if len(one.answer.strip()) > _CHARS]
    systems: dict[str, Callable[[Exchange], str]] = {
        "ours": lambda one: gist(one.message, one.answer, (), _CHARS),
        "prefix": lambda one: one.answer[:_CHARS],
        "best": best_clauses,
    }
    return Measured(len(exchanges), {name: measured(exchanges, shorten) for name, shorten in systems.items()})


def _pairs(history: list[Any]) -> Iterator[tuple[str, str]]:
    """Messages with their answers, from turns with roles or from alternating texts."""
    if history and isinstance(history[0], str):
        yield from zip(history[::2], history[1::2], strict=False)
        return
    for said, answered in pairwise(history):
        if said["role"] == "user" and answered["role"] != "user":
            yield said["text"], answered["text"]


TASKS: Final[dict[str, Task]] = {"gist": gists}
