"""
Training examples of the picker: the words of the history, and whether each is lacking.

Read from MTRAG (utterances, answers, rewrites, relevance), iKAT (utterances, answers, rewrites) and CAsT (utterances
and rewrites alone: passages and replies of 2021 are left out).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from limpet.evaluation.followup_tasks import exchanges_of
from limpet.evaluation.readers import JudgedTurn, read_passages, read_turns
from limpet.evaluation.retrieval_tasks import passage_index, query_for
from limpet.memory.context import Context
from limpet.memory.contextual import understand
from limpet.memory.lacking import Lacking, lacking
from limpet.memory.question import taken_apart
from limpet.memory.rarity import rarity_in
from limpet.memory.session import SessionMemory
from limpet.memory.topic import Topics
from limpet.memory.turn import Turn
from limpet.memory.view import Conversation
from limpet.memory.words import spoken_words
from limpet.retrieval.document import Query
from limpet.retrieval.index import Index

DOMAINS = ("clapnq", "cloud", "fiqa", "govt")
RIVALS = 15
"""Wrong passages found for the bare message, with which the right ones are compared."""

Idf = Callable[[str], float] | None


@dataclass(frozen=True)
class Example:
    """One turn: rows of features, and for each word whether a person added it and it does not harm retrieval."""

    conversation_id: str
    rows: NDArray[np.float64]
    is_lacking: NDArray[np.bool_]


def examples(data: Path) -> list[Example]:
    """Every turn with a rewrite and something to pick from."""
    return [one for one in (*_mtrag(data), *_cast(data), *_ikat(data)) if len(one.rows)]


def _mtrag(data: Path) -> Iterator[Example]:
    indexes = {d: passage_index(read_passages(data / f"mtrag/corpus_{d}.jsonl.gz")) for d in DOMAINS}
    for turn in read_turns(data / "mtrag/queries.jsonl"):
        if turn.rewrite:
            index = indexes[turn.domain]
            found = _lacking(turn.query, exchanges_of(turn.history), index.idf)
            helps = _gains(turn, found, index) > 0 if turn.relevant and turn.domain != "govt" else True
            yield _example(turn, turn.conversation_id, found, helps)


def _cast(data: Path) -> Iterator[Example]:
    for turn in read_turns(data / "cast/turns.jsonl"):
        if turn.rewrite:
            said = [part for part in turn.history if part[0] == "user"]
            yield _example(turn, turn.conversation_id, _lacking(turn.query, exchanges_of(said), None), True)


def _ikat(data: Path) -> Iterator[Example]:
    for turn in read_turns(data / "ikat/turns.jsonl"):
        if turn.rewrite:
            conversation = turn.conversation_id.rsplit("-", 1)[0]
            yield _example(turn, conversation, _lacking(turn.query, exchanges_of(turn.history), None), True)


def _lacking(message: str, exchanges: Sequence[tuple[str, str]], idf: Idf) -> Lacking:
    memory = SessionMemory()
    for text, answer in exchanges:
        understood = understand(text, memory.view(), Context(idf=idf))
        if understood.starts_over:
            memory.reset()
        memory.record(Turn(text, answer), None, Conversation(understood.topics.to_json()))
    view = memory.view()
    topics = Topics.from_json(view.topic) if view.topic is not None else Topics()
    return lacking(taken_apart(message), view, topics, (), rarity_in(idf))


def _example(turn: JudgedTurn, conversation: str, found: Lacking, helps: NDArray[np.bool_] | bool) -> Example:
    rewritten = set(spoken_words(turn.rewrite or ""))
    added = np.array([word.word in rewritten for word in found.words], dtype=bool)
    rows = np.array([[*row, *found.question_row] for row in found.word_rows], dtype=np.float64)
    return Example(conversation, rows, added & helps)


def _gains(turn: JudgedTurn, found: Lacking, index: Index) -> NDArray[np.float64]:
    """BM25 of each word alone: its mean over the right passages less that over the wrong ones found without it."""
    hits = index.retrieve(query_for(turn.query), 2 * RIVALS)
    rivals = [hit.fragment.fragment_id for hit in hits if hit.fragment.fragment_id not in turn.relevant][:RIVALS]
    places = {fragment.fragment_id: row for row, fragment in enumerate(index.fragments)}
    compared = np.zeros(len(places), dtype=np.bool_)
    compared[[places[name] for name in (*turn.relevant, *rivals) if name in places]] = True
    gains = []
    for word in found.words:
        hits = index.retrieve(Query(word.word), len(turn.relevant) + RIVALS, "bm25", compared)
        scores = {hit.fragment.fragment_id: hit.bm25 for hit in hits}
        right = np.mean([scores.get(name, 0.0) for name in turn.relevant])
        gains.append(float(right - np.mean([scores.get(name, 0.0) for name in rivals])) if rivals else 1.0)
    return np.array(gains)
