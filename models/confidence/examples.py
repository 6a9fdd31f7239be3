"""
Examples for ``train.py``: questions with what was found for them, and whether it holds an answer.

MTRAG (``queries.jsonl``; never MTRAG-UN): every turn that people marked, in its conversation. Beside the marked ones,
answerable turns are made unanswerable in two ways: their relevant passages are taken out of what was found (hard: the
rest is what real retrievers confused with the answer), and they are asked of another domain (easy). Stand-alone
rewrites are also asked of small indexes of 3 to 100 passages, with and without a relevant one. Own questions over the
demo shop, the Jekyll documentation and three sites of three texts, some after a turn, are in ``questions.json``.
"""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from limpet.answer.question import question_weights
from limpet.chat import Chat
from limpet.evaluation.followup_tasks import exchanges_of, observed
from limpet.evaluation.readers import JudgedTurn, read_turns
from limpet.evaluation.turn_tasks import mtrag_index
from limpet.evaluation.vectors import evaluation_embedder
from limpet.policy.confidence import confidence_cues
from limpet.retrieval.builder import IndexBuilder
from limpet.retrieval.document import Document, Fragment, Hit, Query
from limpet.retrieval.index import Index
from limpet.retrieval.reading_files import read_folder
from limpet.retrieval.splitting import split

DOMAINS = ("clapnq", "cloud", "fiqa", "govt")
SMALL = (3, 10, 30, 100)  # passages of a small index
HITS = 20
_ROLES = ("user", "agent")


@dataclass(frozen=True, slots=True)
class Example:
    """One question in one index: cues with and without vectors, what it is, where it comes from."""

    kind: str
    group: str
    is_answerable: bool
    cues: dict[str, float]
    cues_of_words: dict[str, float]


def all_examples(directory: Path, jekyll: Path, own: Path, shop: Path) -> list[Example]:
    """Every example, in a fixed order."""
    turns = [one for one in read_turns(directory / "queries.jsonl") if one.labels.get("answerability") in _MARKS]
    return [*asyncio.run(_of_turns(turns, directory)), *_of_small(turns, directory), *_of_own(own, shop, jekyll)]


_MARKS = {"ANSWERABLE": True, "PARTIAL": True, "UNANSWERABLE": False}


async def _of_turns(turns: Sequence[JudgedTurn], directory: Path) -> list[Example]:
    found: list[Example] = []
    for domain in DOMAINS:
        index = mtrag_index(domain, directory, None)
        other = mtrag_index(DOMAINS[(DOMAINS.index(domain) + 1) % len(DOMAINS)], directory, None)
        chat = Chat(index, evaluation_embedder())
        for turn in (one for one in turns if one.domain == domain):
            told = await observed(chat, exchanges_of(turn.history), turn.query)
            hits = await chat.retrieve(k=HITS, contextual=True)
            added = told["added_weights"]
            words = index.retrieve(Query(turn.query, None, added), HITS)
            label = _MARKS[turn.labels["answerability"]]
            found.append(_example("marked", turn, label, index, added, hits, words))
            if label:
                hits, words = (
                    [hit for hit in some if hit.fragment.document_id not in turn.relevant] for some in (hits, words)
                )
                found.append(_example("taken_out", turn, False, index, added, hits, words))
                found.append(_asked("elsewhere", turn.conversation_id, False, other, turn.rewrite or turn.query))
    return found


def _example(
    kind: str, turn: JudgedTurn, label: bool, index: Index, added: dict[str, float], hits: list[Hit], words: list[Hit]
) -> Example:
    weights, own = question_weights(turn.query, index.idf, added), question_weights(turn.query, index.idf, {})
    cues = [confidence_cues(turn.query, some, weights, own) for some in (hits, words)]
    return Example(kind, turn.conversation_id, label, cues[0], cues[1])


def _asked(kind: str, group: str, label: bool, index: Index, question: str) -> Example:
    weights = question_weights(question, index.idf, {})
    vector = evaluation_embedder().embed_now([question])[0]
    hits = index.retrieve(Query(question, vector), HITS), index.retrieve(Query(question), HITS)
    cues = [confidence_cues(question, some, weights, weights) for some in hits]
    return Example(kind, group, label, cues[0], cues[1])


def _of_small(turns: Sequence[JudgedTurn], directory: Path) -> Iterator[Example]:
    choose = random.Random(6)
    for number, turn in enumerate(turns):
        question = turn.rewrite or (turn.query if not turn.history else None)
        index = mtrag_index(turn.domain, directory, None)
        relevant = [one for one in index.fragments if one.document_id in turn.relevant]
        if question is None or not relevant:
            continue
        size = SMALL[number % len(SMALL)]
        others = choose.sample([one for one in index.fragments if one not in relevant], size)
        yield _asked(f"small {size}", turn.conversation_id, True, _built([*relevant[:1], *others[1:]]), question)
        yield _asked(f"small {size}", turn.conversation_id, False, _built(others), question)


def _built(fragments: Sequence[Fragment]) -> Index:
    builder = IndexBuilder()
    for one in fragments:
        builder.add(Document(one.document_id, one.heading, one.text, "text"), [one])
    return _with_vectors(builder)


def _with_vectors(builder: IndexBuilder) -> Index:
    embedder = evaluation_embedder()
    texts = [fragment.embedding_text for fragment in builder.fragments]
    return builder.build(embedder.embed_now(texts), embedder.name)


def _of_own(own: Path, shop: Path, jekyll: Path) -> Iterator[Example]:
    given = json.loads(own.read_text(encoding="utf-8"))
    pages = [json.loads(line) for line in jekyll.read_text(encoding="utf-8").splitlines()]
    sites: dict[str, list[Document]] = {
        "shop": list(read_folder(shop).documents),
        "jekyll": [Document(one["path"], one["title"], one["markdown"]) for one in pages],
        **{name: _documents(texts) for name, texts in given["sites"].items()},
    }
    indexes = {}
    for name, documents in sites.items():
        builder = IndexBuilder()
        for document in documents:
            builder.add(document, split(document))
        indexes[name] = _with_vectors(builder)
    yield from asyncio.run(_of_questions(given["questions"], indexes))


async def _of_questions(questions: Sequence[dict[str, Any]], indexes: dict[str, Index]) -> list[Example]:
    """Each question after the turns before it, if there are any."""
    chats = {name: Chat(index, evaluation_embedder()) for name, index in indexes.items()}
    found = []
    for number, asked in enumerate(questions):
        site, question = asked["site"], asked["question"]
        index = indexes[site]
        history = [one for pair in asked.get("before", ()) for one in zip(_ROLES, pair, strict=True)]
        told = await observed(chats[site], exchanges_of(history), question)
        hits = await chats[site].retrieve(k=HITS, contextual=True)
        words = index.retrieve(Query(question, None, told["added_weights"]), HITS)
        weights = question_weights(question, index.idf, told["added_weights"])
        own = question_weights(question, index.idf, {})
        cues = [confidence_cues(question, some, weights, own) for some in (hits, words)]
        found.append(Example(f"own {site}", f"own{number}", asked["is_covered"], cues[0], cues[1]))
    return found


def _documents(texts: Sequence[dict[str, Any]]) -> list[Document]:
    return [Document(one["title"], one["title"], one["text"]) for one in texts]
