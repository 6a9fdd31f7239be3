"""
How fast retrieval is: the same functions in CPython and in Pyodide, on an index and queries that are given.

In Pyodide this one file can be put next to the installed package; it imports nothing else of ``evaluation``
unless :func:`run` is called.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections.abc import Callable, Sequence
from typing import Final

import numpy as np

from limpet.ports import Vectors
from limpet.retrieval.dense import ExactRows, SignedRows, dense_rows
from limpet.retrieval.document import Mode, Query
from limpet.retrieval.index import Index
from limpet.retrieval.vectors import quantise

OVERLAP_AT: Final = 10


def time_queries(index: Index, queries: Sequence[Query], mode: Mode, k: int = 10) -> dict[str, float]:
    """Milliseconds of one retrieval, ``p50_ms`` and ``p95_ms``; nothing comes from the cache of rankings."""

    def one(query: Query) -> None:
        index.cache.clear()
        index.retrieve(query, k, mode)

    return percentiles(one, queries)


def percentiles(call: Callable[[Query], None], queries: Sequence[Query]) -> dict[str, float]:
    """Median and 95th percentile of a call, in milliseconds, after one round to warm up."""
    for query in queries[:20]:
        call(query)
    spent = []
    for query in queries:
        started = time.perf_counter()
        call(query)
        spent.append((time.perf_counter() - started) * 1000.0)
    return {"p50_ms": float(np.percentile(spent, 50)), "p95_ms": float(np.percentile(spent, 95))}


def with_noise(vectors: Vectors, rows: int, noise: float = 0.02, seed: int = 1) -> Vectors:
    """*vectors* repeated to *rows* rows, each repeat with its own small noise, of unit length again."""
    random = np.random.default_rng(seed)
    repeated = np.resize(vectors, (rows, vectors.shape[1])).astype(np.float32)
    fresh = repeated[len(vectors) :]
    fresh += random.standard_normal(fresh.shape, dtype=np.float32) * np.float32(noise)
    repeated /= np.maximum(np.sqrt(np.einsum("ij,ij->i", repeated, repeated)), np.float32(1e-9))[:, None]
    return repeated


def time_vectors(vectors: Vectors, queries: Sequence[Query]) -> dict[str, float]:
    """Milliseconds to find the nearest ten, and bytes that 10,000 rows take."""
    rows = dense_rows(quantise(vectors))

    def one(query: Query) -> None:
        if query.vector is not None:
            rows.nearest(query.vector, 10)

    return {**percentiles(one, queries), "bytes_per_10000": rows.size_bytes * 10_000 / max(len(vectors), 1)}


def overlap_of_bits(vectors: Vectors, queries: Sequence[Query]) -> float:
    """Share of the exact ten nearest rows that the way over sign bits finds, 0..1."""
    codes = quantise(vectors)
    exact, signed = ExactRows(codes), SignedRows(codes)
    shares = [
        len(
            set(exact.nearest(query.vector, OVERLAP_AT).tolist())
            & set(signed.nearest(query.vector, OVERLAP_AT).tolist())
        )
        / OVERLAP_AT
        for query in queries
        if query.vector is not None
    ]
    return float(np.mean(shares))


def measure(index: Index, queries: Sequence[Query], large_rows: int = 100_000) -> dict[str, dict[str, float]]:
    """All figures of one index with vectors."""
    vectors = index.vectors
    figures = {str(mode): time_queries(index, queries, mode) for mode in ("bm25", "dense", "hybrid")}
    if vectors is not None:
        floats = vectors.floats()
        figures["overlap"] = {f"overlap@{OVERLAP_AT}": overlap_of_bits(floats, queries)}
        figures["vectors"] = time_vectors(floats, queries)
        figures[f"vectors_{large_rows}"] = time_vectors(with_noise(floats, large_rows), queries[:50])
    return figures


def run(fragments: int, as_json: bool) -> int:
    """``limpet bench``: on passages of the evaluation data; prints milliseconds, bytes and overlap."""
    from limpet.evaluation.readers import data_folder, find, read_passages, read_queries, required
    from limpet.evaluation.retrieval_tasks import passage_index, query_for
    from limpet.evaluation.understanding_bench import bench_understanding

    places = [("scifact", "corpus.jsonl"), ("mtrag", "corpus_clapnq.jsonl"), ("mtrag", "corpus_fiqa.jsonl")]
    passages = [p for task, name in places for p in read_passages(find(name, data_folder() / task, None, task))]
    queries = read_queries(required("queries.jsonl", data_folder() / "scifact"))
    queries += read_queries(required("queries.jsonl", data_folder() / "mtrag"))
    index = passage_index(passages[:fragments])
    figures = measure(index, [query_for(query.text) for query in queries[:300]])
    line = {"fragments": len(index.fragments), "postings": len(index.postings.rows), **figures}
    line["understanding"] = asyncio.run(bench_understanding())
    sys.stdout.write((json.dumps(line) if as_json else json.dumps(line, indent=1)) + "\n")
    return 0
