"""Evaluation data: where it is looked for, and how it is read."""

import gzip
import json
from pathlib import Path

import pytest

from limpet.errors import DocumentError
from limpet.evaluation.readers import find, read_passages, read_queries, read_turns, required


def write(path: Path, *rows: object) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    text = "".join(json.dumps(row) + "\n" for row in rows)
    if path.suffix == ".gz":
        path.write_bytes(gzip.compress(text.encode()))
    else:
        path.write_text(text, "utf-8")
    return path


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("EVAL_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


def test_passages_are_read_plain_or_gzipped(tmp_path: Path) -> None:
    row = {"id": "1", "title": "Tea ", "text": " Green tea. "}
    for name in ("corpus.jsonl", "corpus.jsonl.gz"):
        passage = read_passages(write(tmp_path / name, row))[0]
        assert (passage.passage_id, passage.title, passage.text) == ("1", "Tea", "Green tea.")


def test_relevant_ids_come_from_an_object_or_a_list(tmp_path: Path) -> None:
    path = write(
        tmp_path / "queries.jsonl",
        {"qid": "1", "query": "a", "relevant": {"x": 2}},
        {"qid": "2", "query": "b", "relevant": ["y"]},
        {"qid": "3", "query": "c", "intent": "i"},
    )
    assert [sorted(query.relevant) for query in read_queries(path)] == [["x"], ["y"], []]


def test_turns_keep_history_and_labels(tmp_path: Path) -> None:
    history = [{"role": "user", "text": "Tea?"}, {"role": "agent", "text": "Yes."}]
    row = {"qid": "c_2", "conv_id": "c", "turn": 2, "query": "Why?", "history": history, "kind": "x", "relevant": ["p"]}
    turn = read_turns(write(tmp_path / "turns.jsonl", row))[0]
    assert turn.history == (("user", "Tea?"), ("agent", "Yes."))
    assert (turn.conversation_id, turn.rewrite, turn.labels) == ("c", None, {"kind": "x"})


def test_a_corpus_is_looked_for_in_four_places_in_order(tmp_path: Path, data: Path) -> None:
    half, other = tmp_path / "half", tmp_path / "other"
    places = [data / "tea", other / "tea", other, half]
    for place in places:
        write(place / "corpus.jsonl", {})
        assert find("corpus.jsonl", half, other, "tea").parent == place


def test_queries_come_from_the_folder_itself_only(tmp_path: Path, data: Path) -> None:
    write(data / "tea" / "queries.jsonl", {})
    with pytest.raises(DocumentError, match="missing-data"):
        required("queries.jsonl", tmp_path)


def test_a_missing_corpus_names_the_places(tmp_path: Path) -> None:
    with pytest.raises(DocumentError, match=r"missing-data.*--corpus"):
        find("corpus.jsonl", tmp_path, None, "tea")


@pytest.mark.parametrize("content", [b"{broken\n", b"[1]\n", b"\xff\xfe\n", b'{"id": 3, "text": "x"}\n'])
def test_malformed_data_is_a_clear_error(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "corpus.jsonl"
    path.write_bytes(content)
    with pytest.raises(DocumentError, match="bad-data"):
        read_passages(path)
