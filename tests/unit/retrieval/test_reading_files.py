"""Folders of files as documents; what cannot be read is reported and stops nothing."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from limpet.errors import DocumentError
from limpet.limits import Limits
from limpet.retrieval.reading_files import decoded, read_folder


def test_every_format_becomes_documents_in_the_order_of_paths(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "index.html").write_text("<html lang='de'><title>Seite</title><p>Hallo.</p></html>", "utf-8")
    (tmp_path / "a.md").write_text("---\ntitle: Care\nlang: fr\n---\nBonjour.", "utf-8")
    (tmp_path / "c.txt").write_text("Plain.", "utf-8")
    (tmp_path / "d.json").write_text('[{"id": "x", "name": "Neem", "price": 9}]', "utf-8")
    (tmp_path / "e.csv").write_text("name,price\nTulsi,3\n", "utf-8")
    (tmp_path / "f.jsonl").write_text('{"name": "Mogra"}\n\n{"name": "Kesar"}\n', "utf-8")
    reading = read_folder(tmp_path)
    assert [(d.document_id, d.title, d.format, d.language) for d in reading.documents] == [
        ("a.md", "Care", "markdown", "fr"),
        ("b/index.html", "Seite", "html", "de"),
        ("c.txt", "C", "text", "en"),
        ("d.json/x", "Neem", "record", "en"),
        ("e.csv/tulsi", "Tulsi", "record", "en"),
        ("f.jsonl/mogra", "Mogra", "record", "en"),
        ("f.jsonl/kesar", "Kesar", "record", "en"),
    ]
    assert reading.skipped == []


def test_bad_files_are_reported_with_a_code_and_the_rest_is_read(tmp_path: Path) -> None:
    (tmp_path / "good.md").write_text("Text.", "utf-8")
    (tmp_path / "picture.md").write_bytes(b"\x89PNG\0\0\0binary")
    (tmp_path / "empty.md").write_text(" \n", "utf-8")
    (tmp_path / "broken.json").write_text('[{"a": 1},\n{"b" 2}]', "utf-8")
    (tmp_path / "rows.csv").write_text("name,price\nNeem,9\nTulsi\n", "utf-8")
    (tmp_path / "lines.jsonl").write_text('{"name": "A"}\n{oops\n[1]\n', "utf-8")
    (tmp_path / "data.xyz").write_text("?", "utf-8")
    (tmp_path / "huge.txt").write_text("x" * 2000, "utf-8")
    (tmp_path / "style.css").write_text("p {}", "utf-8")
    (tmp_path / ".hidden").mkdir()
    (tmp_path / ".hidden" / "secret.md").write_text("Secret.", "utf-8")
    reading = read_folder(tmp_path, Limits(document_bytes=1000))
    assert [d.document_id for d in reading.documents] == ["good.md", "lines.jsonl/a", "rows.csv/neem"]
    assert [(s.path, s.code) for s in reading.skipped] == [
        ("broken.json", "malformed-json"), ("data.xyz", "unknown-format"), ("empty.md", "empty-file"),
        ("huge.txt", "too-large"), ("lines.jsonl", "malformed-record"), ("lines.jsonl", "malformed-record"),
        ("picture.md", "binary-file"), ("rows.csv", "malformed-record"),
    ]  # fmt: skip
    reasons = {s.path: s.reason for s in reading.skipped}
    assert "line 2" in reasons["broken.json"]
    assert "line 3" in reasons["rows.csv"]


def test_links_that_lead_back_end(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "a.md").write_text("Text.", "utf-8")
    (tmp_path / "docs" / "again").symlink_to(tmp_path, target_is_directory=True)
    (tmp_path / "broken.md").symlink_to(tmp_path / "nowhere")
    reading = read_folder(tmp_path)
    assert [d.document_id for d in reading.documents] == ["docs/a.md"]
    assert {s.code for s in reading.skipped} == {"link-loop", "unreadable-file"}


def test_a_site_that_limpet_built_among_the_documents_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("Text.", "utf-8")
    (tmp_path / "site" / "runtime").mkdir(parents=True)
    for name in ("index.html", "site.json", "precache.json", "runtime/runtime.json"):
        (tmp_path / "site" / name).write_text('{"name": "not a document"}', "utf-8")
    reading = read_folder(tmp_path)
    assert [d.document_id for d in reading.documents] == ["a.md"]
    assert [(s.path, s.code) for s in reading.skipped] == [("site", "built-site")]


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.md")
    assert [s.code for s in read_folder(tmp_path).skipped] == ["unreadable-file"]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
def test_marked_encodings_are_read_exactly(encoding: str) -> None:
    assert decoded("Größe: 5 €\r\nOK\r".encode(encoding), "a.txt") == "Größe: 5 €\nOK\n"


def test_an_unmarked_encoding_is_told_by_its_words() -> None:
    text = "Die Größe der Stücke ist für alle Käufer gleich, und die Rückgabe ist möglich. " * 20
    assert decoded(text.encode("cp1252"), "a.txt") == text


def test_noise_is_no_text() -> None:
    with pytest.raises(DocumentError) as error:
        decoded(bytes(range(128, 256)) * 40 + b"\0", "a.txt")
    assert error.value.code in ("binary-file", "unknown-encoding")


def test_a_missing_folder_is_a_clear_error(tmp_path: Path) -> None:
    with pytest.raises(DocumentError) as error:
        read_folder(tmp_path / "nowhere")
    assert error.value.code == "no-folder"
