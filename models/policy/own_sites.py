"""
Questions of our own over sites of other kinds: a shop, the documentation of a program, sites of three short texts.

MTRAG's documents are tens of thousands of passages; a site may have ten. The questions of ``models/confidence`` with
what is found for them, and whether it holds an answer, keep what the network learns true there.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from teaching import ANSWERING, ASKING, REFUSING, Rows

from limpet.chat import Chat
from limpet.deciding import features_for
from limpet.evaluation.policy_replay import observe_history
from limpet.evaluation.policy_reward import NEEDLESS_QUESTION, RIGHT_REFUSAL, WRONG_ANSWER
from limpet.evaluation.vectors import evaluation_embedder
from limpet.replying import HITS_FOR_AN_ANSWER
from limpet.retrieval.builder import IndexBuilder
from limpet.retrieval.document import Document
from limpet.retrieval.index import Index
from limpet.retrieval.reading_files import read_folder
from limpet.retrieval.splitting import split

ROOT = Path(__file__).parents[2]
RIGHT_ANSWER = (RIGHT_REFUSAL - WRONG_ANSWER) / 1.2
"""A wrong answer costs 1.2 times a missing one, as for the rules (``models/confidence``)."""
COUNTS = 0.15
"""What one of these questions counts where a message of MTRAG counts 1: the least of those tried with which no more of
the uncovered ones, left out by fifths, are answered than by the rules."""
QUESTIONS = ROOT / "models" / "confidence" / "questions.json"


@dataclass(frozen=True)
class Own:
    """Features of the questions, and whether each is covered."""

    rows: Rows
    is_covered: np.ndarray


def own_questions(jekyll: Path) -> Own:
    """Every question asked; *jekyll*: pages as lines of JSON."""
    given = json.loads(QUESTIONS.read_text(encoding="utf-8"))
    pages = [json.loads(line) for line in jekyll.read_text(encoding="utf-8").splitlines()]
    sites: dict[str, list[Document]] = {
        "shop": list(read_folder(ROOT / "demo" / "shop").documents),
        "jekyll": [Document(one["path"], one["title"], one["markdown"]) for one in pages],
    }
    for name, texts in given["sites"].items():
        sites[name] = [Document(one["title"], one["title"], one["text"]) for one in texts]
    indexes = {name: _index_of(documents) for name, documents in sites.items()}
    rows = asyncio.run(_rows(given["questions"], indexes))
    return Own(rows, np.array([bool(one["is_covered"]) for one in given["questions"]]))


def values_of_own(is_covered: np.ndarray, values: Rows) -> Rows:
    """
    What refusing, asking back and answering at each length are worth there.

    An answer to what is covered is worth ``RIGHT_ANSWER``, the lengths apart as among the right ones of *values*;
    everything else by the reward's own constants.
    """
    right = values[values[:, ANSWERING:].min(axis=1) > WRONG_ANSWER, ANSWERING:].mean(axis=0)
    right += RIGHT_ANSWER - right.mean()
    own = np.empty((len(is_covered), values.shape[1]))
    own[:, REFUSING] = np.where(is_covered, 0.0, RIGHT_REFUSAL)
    own[:, ASKING] = NEEDLESS_QUESTION
    own[:, ANSWERING:] = np.where(is_covered[:, None], right, WRONG_ANSWER)
    return own


def _index_of(documents: Sequence[Document]) -> Index:
    builder = IndexBuilder()
    for document in documents:
        builder.add(document, split(document))
    embedder = evaluation_embedder()
    texts = [fragment.embedding_text for fragment in builder.fragments]
    return builder.build(embedder.embed_now(texts), embedder.name)


async def _rows(questions: Sequence[dict[str, Any]], indexes: dict[str, Index]) -> Rows:
    chats = {name: Chat(index, evaluation_embedder()) for name, index in indexes.items()}
    rows = []
    for asked in questions:
        chat, index = chats[asked["site"]], indexes[asked["site"]]
        await observe_history(chat, [tuple(pair) for pair in asked.get("before", ())])
        thought = await chat.thinker.understand(asked["question"], chat.session.view())
        hits = index.retrieve(await chat.thinker.query_of(thought, 1.0, 0.0), k=HITS_FOR_AN_ANSWER)
        entities = chat.knowledge.entities_in(thought.understanding.query_text)
        rows.append(features_for(thought, hits, index.idf, entities).to_vector())
    return np.stack(rows).astype(np.float64)
