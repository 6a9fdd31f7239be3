"""Fragments that a person labelled by kind: from the file itself, or looked up in the documents it names."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from limpet.errors import DocumentError
from limpet.evaluation.readers import find, read_lines, required
from limpet.retrieval.document import Document, Fragment, Kind
from limpet.retrieval.reading import blocks_in, blocks_of
from limpet.retrieval.reading_blocks import Block
from limpet.retrieval.splitting import split

_DOCUMENTS_FOLDER: Final = "docs"


@dataclass(frozen=True, slots=True)
class LabelledFragment:
    """
    One fragment as the program sees it, with a reader's label.

    Attributes:
        fragment_id: Of the set.
        kind: What the first reader said, or what was settled where two differed.
        part: ``development`` or ``test``.
        document: Its document, perhaps cut to the fragment.
        heading_path: As in the index.
        blocks: As read from the source.
        embedding_text: As for a fragment of an index.
    """

    fragment_id: str
    kind: Kind
    part: str
    document: Document
    heading_path: tuple[str, ...]
    blocks: Sequence[Block]
    embedding_text: str


@dataclass(frozen=True, slots=True)
class LabelledSet:
    """
    What a folder holds.

    Attributes:
        fragments: Those that could be had.
        absent: How many lack their documents here.
        passes: Label of the first and of the second reader, by id.
    """

    fragments: list[LabelledFragment]
    absent: int
    passes: dict[str, tuple[str, str]]


def read_labelled(directory: Path, corpus: Path | None = None, file: str = "labels.jsonl") -> LabelledSet:
    """
    The labelled fragments of *directory*.

    Rows without a text are cut from ``<source>.jsonl`` in the folder of documents; those whose documents are not
    there, or have changed, are counted as absent.

    Raises:
        DocumentError: ``missing-data`` or ``bad-data``.
    """
    rows = read_lines(required(file, directory))
    others = {name: _kinds(directory / name) for name in ("second.jsonl", "settled.jsonl")}
    sources = _Sources(directory, corpus)
    found = []
    for row in rows:
        kind = others["settled.jsonl"].get(row["id"], row["kind"])
        fragment = _held(row, kind) if "source_text" in row else _looked_up(row, kind, sources)
        found.extend([fragment] if fragment is not None else [])
    second = others["second.jsonl"]
    passes = {row["id"]: (row["kind"], second[row["id"]]) for row in rows if row["id"] in second}
    return LabelledSet(found, len(rows) - len(found), passes)


def _kinds(path: Path) -> dict[str, Any]:
    return {row["id"]: row["kind"] for row in read_lines(path)} if path.is_file() else {}


def _held(row: Mapping[str, Any], kind: Kind) -> LabelledFragment:
    document = Document(row["document"], row["title"], row["source_text"], row["format"])
    path = tuple(row["heading_path"])
    text = "\n".join([" > ".join(path), row["text"]]) if path else row["text"]
    return LabelledFragment(row["id"], kind, row["part"], document, path, blocks_of(document), text)


def _looked_up(row: Mapping[str, Any], kind: Kind, sources: _Sources) -> LabelledFragment | None:
    document, fragments = sources.find(row["source"], row["document"])
    fragment = fragments.get((row["start"], row["end"]))
    if fragment is None or document is None or hashlib.sha256(fragment.text.encode()).hexdigest() != row["sha256"]:
        return None
    blocks, path = blocks_in(document, fragment), fragment.heading_path
    return LabelledFragment(row["id"], kind, row["part"], document, path, blocks, fragment.embedding_text)


class _Sources:
    """Documents that rows name, each read and split once."""

    def __init__(self, directory: Path, corpus: Path | None) -> None:
        self._directory = directory
        self._corpus = corpus
        self._documents: dict[str, dict[str, Document]] = {}
        self._fragments: dict[tuple[str, str], dict[tuple[int, int], Fragment]] = {}

    def find(self, source: str, name: str) -> tuple[Document | None, Mapping[tuple[int, int], Fragment]]:
        """The document and its fragments by their ranges; None and nothing when it is not here."""
        if source not in self._documents:
            try:
                path = find(f"{source}.jsonl", self._directory, self._corpus, _DOCUMENTS_FOLDER)
            except DocumentError:
                self._documents[source] = {}
            else:
                self._documents[source] = {document.document_id: document for document in _read_documents(path)}
        document = self._documents[source].get(name)
        if document is not None and (source, name) not in self._fragments:
            self._fragments[source, name] = {(one.start, one.end): one for one in split(document)}
        return document, self._fragments.get((source, name), {})


def _read_documents(path: Path) -> Iterator[Document]:
    for line in path.read_text("utf-8").splitlines():
        row = json.loads(line)
        text, is_html = (row["html"], True) if "html" in row else (row["markdown"], False)
        yield Document(row["path"], row["title"], text, "html" if is_html else "markdown")
