"""
Follow-ups, on the product's own path: every turn of a conversation is observed in order, then the last message is
searched for in its context (``ours``), or the words that were added to it are compared with a person's rewrite.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, TypeVar

from limpet.chat import Chat
from limpet.evaluation.metrics import f1, mean
from limpet.evaluation.readers import JudgedTurn, read_lines, read_turns, required
from limpet.evaluation.retrieval_tasks import DEPTH, averaged, query_for
from limpet.evaluation.task import Figures, Measured, Task
from limpet.evaluation.turn_tasks import (
    MAIN_DOMAINS,
    cast21_index,
    judged_cast21_turns,
    judged_mtrag_turns,
    mtrag_index,
    turn_figures,
)
from limpet.evaluation.vectors import evaluation_embedder
from limpet.memory.words import FUNCTION_WORDS, spoken_words
from limpet.retrieval.index import Index

_T = TypeVar("_T")
_TURN_S: Final = 30.0
"""Time between two turns; the sets have none."""
SURE_SHARE: Final = 0.2
"""Words at least this likely count as added when words are compared; retrieval takes weaker ones at their weight."""

Exchange = tuple[str, str]
Page = tuple[str, str]


def exchanges_of(history: Iterable[tuple[str, str]]) -> list[Exchange]:
    """
    (message, answer) pairs of a history of (role, text); messages in a row stay unanswered.

    >>> exchanges_of([("user", "Hi"), ("agent", "Hello"), ("user", "Kurtas?")])
    [('Hi', 'Hello'), ('Kurtas?', '')]
    """
    pairs: list[Exchange] = []
    for role, text in history:
        if role == "user":
            pairs.append((text, ""))
        elif pairs:
            pairs[-1] = (pairs[-1][0], f"{pairs[-1][1]} {text}".strip())
    return pairs


async def observed(chat: Chat, exchanges: Sequence[Exchange], message: str, page: Page | None = None) -> dict[str, Any]:
    """A fresh session in which *exchanges* were observed, then *message*; what ``observe`` told about it."""
    await chat.end_session()
    said = [(text, answer) for text, answer in exchanges if text.strip()]
    for place, (text, answer) in enumerate(said):
        await chat.observe(text, answer, page=page, at_s=place * _TURN_S)
    return await chat.observe(message, page=page, at_s=len(said) * _TURN_S)


def _done(work: Coroutine[Any, Any, _T]) -> _T:
    return asyncio.run(work)


async def _ours(turns: Sequence[JudgedTurn], index: Index) -> list[Figures]:
    """Figures of every turn searched for in its context, with what the last message alone would have had."""
    chat = Chat(index, evaluation_embedder())
    figures = []
    for turn in turns:
        await observed(chat, exchanges_of(turn.history), turn.query)
        ours = turn_figures(turn, await chat.retrieve(k=DEPTH, contextual=True))
        last = turn_figures(turn, index.retrieve(query_for(turn.query), DEPTH))
        gain = ours["nDCG@5"] - last["nDCG@5"]
        figures.append({**ours, "harmed": float(gain < 0), "helped": float(gain > 0)})
    return figures


def _cast21(directory: Path, corpus: Path | None) -> Measured:
    turns = judged_cast21_turns(directory)
    return Measured(len(turns), {"ours": averaged(_done(_ours(turns, cast21_index(directory, corpus))))})


def _mtrag(file: str) -> Task:
    def task(directory: Path, corpus: Path | None) -> Measured:
        turns = judged_mtrag_turns(directory, file)
        found: dict[str, list[Figures]] = {}
        for domain in sorted({turn.domain for turn in turns}):
            own = [turn for turn in turns if turn.domain == domain]
            found[domain] = _done(_ours(own, mtrag_index(domain, directory, corpus)))
        parts = {name: Measured(len(figures), {"ours": averaged(figures)}) for name, figures in found.items()}
        main = [one for name in MAIN_DOMAINS for one in found.get(name, ())]
        return Measured(len(main), {"ours": averaged(main)}, parts)

    return task


def lacking_words(query: str, rewrite: str, heard: Iterable[str]) -> set[str]:
    """
    Content words of *rewrite* that *query* lacks and that were heard before: what a picker can find.

    >>> sorted(lacking_words("What about size L?", "Are cotton kurtas there in size L?", ["Any cotton kurtas?"]))
    ['cotton', 'kurtas']
    """
    before = {word for text in heard for word in spoken_words(text)}
    return (set(spoken_words(rewrite)) - set(spoken_words(query)) - FUNCTION_WORDS) & before


def compared(added: Mapping[str, float], wanted: set[str]) -> tuple[int, int, int]:
    """True positives, false positives and false negatives of the words that are sure."""
    sure = {word for word, share in added.items() if share >= SURE_SHARE}
    return len(sure & wanted), len(sure - wanted), len(wanted - sure)


def _word_figures(counts: Sequence[tuple[int, int, int]]) -> Figures:
    right, wrong, missed = (sum(one[place] for one in counts) for place in range(3))
    return {
        "F1": f1(right, wrong, missed),
        "P": right / (right + wrong) if right + wrong else 0.0,
        "R": right / (right + missed) if right + missed else 0.0,
    }


async def _words(rows: Sequence[tuple[list[Exchange], str, str, Page | None]]) -> list[tuple[int, int, int]]:
    chat = Chat(embedder=evaluation_embedder())
    counts = []
    for exchanges, query, rewrite, page in rows:
        told = await observed(chat, exchanges, query, page)
        heard = [text for pair in exchanges for text in pair] + list(page or ())
        counts.append(compared(told["added_weights"], lacking_words(query, rewrite, heard)))
    return counts


def _canard(directory: Path, _: Path | None) -> Measured:
    rows = []
    for line in read_lines(required("turns.jsonl", directory)):
        history = [("user" if place % 2 == 0 else "agent", text) for place, text in enumerate(line["history"])]
        title = [*line["title"], "", ""]
        rows.append((exchanges_of(history), line["question"], line["rewrite"], (title[0], title[1])))
    return Measured(len(rows), {"ours": _word_figures(_done(_words(rows)))})


def _cast(directory: Path, _: Path | None) -> Measured:
    turns = [turn for turn in read_turns(required("turns.jsonl", directory)) if turn.rewrite]
    rows = [(exchanges_of(turn.history), turn.query, turn.rewrite or "", None) for turn in turns]
    return Measured(len(turns), {"ours": _word_figures(_done(_words(rows)))})


async def _shifts(dialogues: Sequence[Sequence[Mapping[str, Any]]]) -> list[tuple[bool, bool, float]]:
    """(marked, found, cosine with the two turns before) of every utterance after the first."""
    chat = Chat(embedder=evaluation_embedder())
    found = []
    for turns in dialogues:
        await chat.end_session()
        for place, turn in enumerate(turns):
            told = await chat.observe(turn["text"].strip() or "-", at_s=place * _TURN_S)
            if turn["shift"] >= 0:
                found.append((turn["shift"] == 1, bool(told["topic_changed"]), float(told["shift_share"])))
    return found


def _tiage(directory: Path, _: Path | None) -> Measured:
    dialogues = [line["turns"] for line in read_lines(required("dialogues.jsonl", directory))]
    found = _done(_shifts(dialogues))
    right = sum(marked and told for marked, told, _ in found)
    wrong = sum(told and not marked for marked, told, _ in found)
    missed = sum(marked and not told for marked, told, _ in found)
    figures = _word_figures([(right, wrong, missed)])
    always = f1(sum(marked for marked, _, _ in found), sum(not marked for marked, _, _ in found), 0)
    return Measured(len(found), {"always": {"F1": always}, "ours": {**figures, "told": mean(t for _, t, _ in found)}})


TASKS: Final[dict[str, Task]] = {
    "cast21": _cast21,
    "mtrag": _mtrag("queries.jsonl"),
    "mtrag_un": _mtrag("queries_un.jsonl"),
    "canard": _canard,
    "cast": _cast,
    "tiage": _tiage,
}
