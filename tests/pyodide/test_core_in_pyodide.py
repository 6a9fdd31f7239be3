"""The Python core where the page runs it: Pyodide, started from a memory snapshot, against CPython."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from limpet.retrieval.builder import IndexBuilder
from limpet.retrieval.document import Document, Query
from limpet.retrieval.index import Index
from limpet.retrieval.sign_bits import sign_distance, sign_query, sign_words
from limpet.retrieval.splitting import split

SCORE_TOLERANCE = 1e-3
HEAP_BYTES_AT_MOST = 48 * 1_048_576

_SUBJECTS = ("kettle", "lamp", "tent", "bicycle", "camera", "violin", "garden", "router", "oven", "kite")
_SENTENCES = (
    "The {0} is cleaned with warm water, never with soap.",
    "A {0} that was left in the rain dries within 12 hours.",
    "To repair a broken {0}, unscrew its cover and replace the small spring.",
    "Café owners in Zürich keep their {0} under 40 °C; naïve users do not.",
    "{0}保証は二年間です。The warranty of the {0} covers two years.",
)


def _documents() -> Iterator[Document]:
    for number, subject in enumerate(_SUBJECTS):
        sections = [
            f"## About the {subject}, part {part}\n\n"
            + " ".join(_SENTENCES[(part + i) % 5].format(subject) for i in range(3))
            for part in range(6)
        ]
        yield Document(f"doc{number}.md", subject.title(), f"# {subject.title()}\n\n" + "\n\n".join(sections))


@pytest.fixture(scope="module")
def index_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    builder = IndexBuilder()
    for document in _documents():
        builder.add(document, split(document))
    lexical = builder.build(None, "")
    rows = np.random.default_rng(7).standard_normal((len(lexical.fragments), 384)).astype(np.float32)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    path = tmp_path_factory.mktemp("index") / "index.bin"
    builder.build(rows, "random").save(path)
    return path


def _searches() -> list[dict[str, Any]]:
    dice = np.random.default_rng(11)
    texts = ("how do I clean the kettle", "broken spring", "Zürich café", "保証", "warranty of a violin", "rain", "")
    return [
        {
            "text": text,
            "vector": None if mode == "bm25" else [float(x) for x in _unit(dice.standard_normal(384))],
            "mode": mode,
            "terms": {"oven": 0.5} if "warranty" in text else {},
        }
        for text in texts
        for mode in ("bm25", "dense", "hybrid")
    ]


def _unit(row: Any) -> Any:
    return (row / np.linalg.norm(row)).astype(np.float32)


def test_the_same_index_ranks_the_same_in_the_page_and_in_cpython(
    runtime: Path, run_node: Callable[..., Any], index_file: Path
) -> None:
    index, searches = Index.load(index_file), _searches()
    there = run_node("rank.mjs", {"runtime": str(runtime), "index": str(index_file), "searches": searches})
    for wish, ranked in zip(searches, there, strict=True):
        vector = None if wish["vector"] is None else np.array(wish["vector"], dtype=np.float32)
        here = index.retrieve(Query(wish["text"], vector, wish["terms"]), k=10, mode=wish["mode"])
        assert [hit.fragment.fragment_id for hit in here] == [fragment_id for fragment_id, _ in ranked], wish["text"]
        np.testing.assert_allclose([score for _, score in ranked], [hit.score for hit in here], atol=SCORE_TOLERANCE)
    assert sum(len(ranked) for ranked in there) > 100


def test_the_coarse_scan_of_large_indexes_is_the_same_in_the_page_and_in_cpython(
    runtime: Path, run_node: Callable[..., Any], index_file: Path
) -> None:
    vectors = Index.load(index_file).vectors
    assert vectors is not None
    searches = [{**wish, "mode": "signs"} for wish in _searches() if wish["vector"] is not None]
    there = run_node("rank.mjs", {"runtime": str(runtime), "index": str(index_file), "searches": searches})
    for wish, rows in zip(searches, there, strict=True):
        query = sign_query(np.array(wish["vector"], dtype=np.float32))
        assert [distance for _, distance in rows] == sign_distance(sign_words(vectors.codes), query).tolist()
    assert len(there) == 14


@pytest.fixture(scope="module")
def starts(runtime: Path, run_node: Callable[..., Any]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = run_node("start_twice.mjs", {"runtime": str(runtime)})
    return found


def test_random_differs_between_two_starts_from_the_same_snapshot(starts: list[dict[str, Any]]) -> None:
    first, second = starts
    assert first["baked"] == second["baked"], "no snapshot was used, so this test shows nothing"
    assert first["fresh"] != second["fresh"]


def test_a_foreign_index_is_refused_with_a_code(starts: list[dict[str, Any]]) -> None:
    assert {"not-an-index"} == {start["fault"]["code"] for start in starts}


def test_a_wheel_of_the_site_is_installed_only_when_asked_for(starts: list[dict[str, Any]]) -> None:
    for start in starts:
        assert (start["is_there_before"], start["is_there_after"]) == (False, True)


def test_the_started_core_fits_into_its_heap(starts: list[dict[str, Any]]) -> None:
    assert max(start["heap_bytes"] for start in starts) <= HEAP_BYTES_AT_MOST


def test_an_import_of_what_was_left_out_says_so_and_blames_nobody(runtime: Path, run_node: Callable[..., Any]) -> None:
    names = ["sqlite3", "unittest", "numpy.random", "numpy.fft", "http.server", "json"]
    told = run_node("left_out.mjs", {"runtime": str(runtime), "names": names})
    for name, line in zip(names[:-1], told[:-1], strict=True):
        assert line.startswith(f"ModuleNotFoundError: '{name}' is left out of this page's Python"), line
    assert told[-1] == ""
