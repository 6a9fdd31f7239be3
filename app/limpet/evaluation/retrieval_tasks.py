"""Plain retrieval: SciFact, Cranfield, CISI, Banking77."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

from limpet.evaluation.metrics import mean, ndcg, recall, reciprocal_rank
from limpet.evaluation.readers import JudgedQuery, Passage, find, read_passages, read_queries, required
from limpet.evaluation.task import Figures, Measured, Task
from limpet.evaluation.vectors import evaluation_embedder
from limpet.retrieval.builder import IndexBuilder
from limpet.retrieval.document import Document, Fragment, Hit, Mode, Query
from limpet.retrieval.index import Index

MODES: Final[tuple[Mode, ...]] = ("bm25", "dense", "hybrid")
DEPTH: Final = 100
"""Hits that are looked at."""

Scorer = Callable[[Sequence[Hit]], Figures]


def passage_index(passages: Sequence[Passage]) -> Index:
    """An index with vectors, one document and one fragment a passage, in the order given."""
    builder = IndexBuilder()
    for passage in passages:
        document = Document(passage.passage_id, passage.title, passage.text, "text")
        builder.add(document, [_fragment(passage)])
    embedder = evaluation_embedder()
    texts = [fragment.embedding_text for fragment in builder.fragments]
    return builder.build(embedder.embed_now(texts), embedder.name)


def _fragment(passage: Passage) -> Fragment:
    path = (passage.title,) if passage.title else ()
    name = passage.passage_id
    return Fragment(name, name, path, 0, len(passage.text), passage.text)


def query_for(text: str) -> Query:
    """A query with its vector."""
    return Query(text, evaluation_embedder().embed_now([text])[0])


def found_ids(hits: Sequence[Hit]) -> list[str]:
    """Passage ids, best first."""
    return [hit.fragment.document_id for hit in hits]


def measure(
    index: Index, queries: Sequence[JudgedQuery], score: Callable[[JudgedQuery, Sequence[Hit]], Figures]
) -> dict[str, list[Figures]]:
    """Figures of every query in every mode."""
    made = [query_for(query.text) for query in queries]
    return {
        mode: [score(judged, index.retrieve(query, DEPTH, mode)) for judged, query in zip(queries, made, strict=True)]
        for mode in MODES
    }


def averaged(figures: Sequence[Figures]) -> Figures:
    """The mean of each metric."""
    return {name: mean(one[name] for one in figures) for name in (figures[0] if figures else ())}


def ranking_figures(query: JudgedQuery, hits: Sequence[Hit]) -> Figures:
    """nDCG@10, recall and reciprocal rank of one query."""
    found = found_ids(hits)
    return {
        "nDCG@10": ndcg(found, query.relevant, 10),
        "R@5": recall(found, query.relevant, 5),
        "R@10": recall(found, query.relevant, 10),
        "R@100": recall(found, query.relevant, 100),
        "MRR": reciprocal_rank(found, query.relevant),
    }


def intent_figures(query: JudgedQuery, hits: Sequence[Hit], intents: Mapping[str, str]) -> Figures:
    """Whether the intent is that of the best hit, or among the first three or five different ones."""
    found = list(dict.fromkeys(intents[name] for name in found_ids(hits)))
    return {f"acc@{k}": float(query.intent in found[:k]) for k in (1, 3, 5)}


def _plain(task_folder: str) -> Task:
    def task(directory: Path, corpus: Path | None) -> Measured:
        queries = read_queries(required("queries.jsonl", directory))
        index = passage_index(read_passages(find("corpus.jsonl", directory, corpus, task_folder)))
        figures = measure(index, queries, ranking_figures)
        return Measured(len(queries), {mode: averaged(figures[mode]) for mode in MODES})

    return task


def _banking77(directory: Path, corpus: Path | None) -> Measured:
    queries = read_queries(required("queries.jsonl", directory))
    passages = read_passages(find("corpus.jsonl", directory, corpus, "banking77"))
    intents = {passage.passage_id: passage.intent for passage in passages}
    figures = measure(passage_index(passages), queries, lambda query, hits: intent_figures(query, hits, intents))
    return Measured(len(queries), {mode: averaged(figures[mode]) for mode in MODES})


TASKS: Final[dict[str, Task]] = {
    "scifact": _plain("scifact"),
    "cranfield": _plain("cranfield"),
    "cisi": _plain("cisi"),
    "banking77": _banking77,
}
