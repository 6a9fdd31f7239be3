"""
Evaluation data from disk: passages, judged questions, conversational turns.

All files are JSON lines, plain or gzipped. Queries come from the folder that is measured; a corpus that it lacks from
another one, so that a second half of a set without a corpus of its own runs unchanged.
"""

from __future__ import annotations

import gzip
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from limpet.errors import DocumentError

DATA_VARIABLE: Final = "EVAL_DATA"
"""Environment variable: the folder with one folder a task; ``../shared/data`` when it is not set."""


@dataclass(frozen=True, slots=True)
class Passage:
    """One unit of a corpus, with the intent that it stands for when the corpus is made of examples."""

    passage_id: str
    title: str
    text: str
    intent: str = ""


@dataclass(frozen=True, slots=True)
class JudgedQuery:
    """A question with the ids of the passages that answer it, or with its intent."""

    query_id: str
    text: str
    relevant: frozenset[str] = frozenset()
    intent: str = ""


@dataclass(frozen=True, slots=True)
class JudgedTurn:
    """
    A turn of a conversation with the ids of the passages that answer it.

    Attributes:
        turn_id: Of the set.
        conversation_id: Turns of one conversation share it.
        number: From 1.
        domain: Which corpus is searched; empty when there is one.
        query: The last user message as written.
        rewrite: The same made complete by a person; None where there is none.
        history: (role, text) of what came before, role ``user`` or ``agent``.
        relevant: Ids of passages.
        labels: Other fields of the set, as they stand there.
    """

    turn_id: str
    conversation_id: str
    number: int
    domain: str
    query: str
    rewrite: str | None
    history: tuple[tuple[str, str], ...]
    relevant: frozenset[str]
    labels: Mapping[str, Any] = field(default_factory=dict)


def data_folder() -> Path:
    """The folder that holds one folder a task."""
    return Path(os.environ.get(DATA_VARIABLE, "../shared/data"))


def read_lines(path: Path) -> list[dict[str, Any]]:
    """
    The objects of a JSON-lines file, gzipped when its name ends in ``.gz``.

    Raises:
        DocumentError: ``bad-data``: a line is no JSON object, or the file is no text.
    """
    try:
        content = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
        rows = [json.loads(line) for line in content.decode("utf-8").splitlines() if line.strip()]
    except (OSError, ValueError) as error:
        raise DocumentError("bad-data", f"{path} cannot be read as JSON lines: {error}.") from None
    if not all(isinstance(row, dict) for row in rows):
        raise DocumentError("bad-data", f"{path} holds a line that is no JSON object.")
    return rows


def required(name: str, directory: Path) -> Path:
    """
    The file *name* of *directory* itself, gzipped or not.

    Raises:
        DocumentError: ``missing-data``.
    """
    for candidate in (directory / name, directory / f"{name}.gz"):
        if candidate.is_file():
            return candidate
    raise DocumentError("missing-data", f"{directory} has no {name}; name the folder that holds it.")


def find(name: str, directory: Path, corpus: Path | None, task_folder: str) -> Path:
    """
    Where the file *name* (``queries.jsonl``) lies, gzipped or not.

    Looked for in *directory*, *corpus*, *corpus*/*task_folder*, the data folder's *task_folder*, in this order.

    Raises:
        DocumentError: ``missing-data``, naming the places.
    """
    places = [directory, *([corpus, corpus / task_folder] if corpus else []), data_folder() / task_folder]
    for place in places:
        for candidate in (place / name, place / f"{name}.gz"):
            if candidate.is_file():
                return candidate
    shown = ", ".join(str(place) for place in places)
    raise DocumentError("missing-data", f"{name} is in none of {shown}; name its folder with --corpus.")


def read_passages(path: Path) -> list[Passage]:
    """Passages of a ``corpus*.jsonl``: ``id``, ``text``, perhaps ``title`` and ``intent``."""
    rows = read_lines(path)
    return [
        Passage(
            _text(row, "id", path),
            str(row.get("title") or "").strip(),
            _text(row, "text", path).strip(),
            row.get("intent", ""),
        )
        for row in rows
    ]


def read_queries(path: Path) -> list[JudgedQuery]:
    """Questions of a ``queries.jsonl``: ``qid``, ``query``, ``relevant`` (an object or list of ids) or ``intent``."""
    return [
        JudgedQuery(_text(row, "qid", path), _text(row, "query", path), _ids(row), row.get("intent", ""))
        for row in read_lines(path)
    ]


def read_turns(path: Path) -> list[JudgedTurn]:
    """Turns of a ``turns.jsonl`` or conversational ``queries.jsonl``, in the order of the file."""
    known = {"qid", "conv_id", "topic", "turn", "domain", "query", "rewrite", "history", "relevant"}
    return [
        JudgedTurn(
            _text(row, "qid", path),
            str(row.get("conv_id") or row.get("topic") or ""),
            int(row.get("turn", 0)),
            str(row.get("domain", "")),
            _text(row, "query", path),
            row.get("rewrite"),
            tuple((said["role"], said["text"]) for said in row.get("history", ())),
            _ids(row),
            {name: value for name, value in row.items() if name not in known},
        )
        for row in read_lines(path)
    ]


def _ids(row: Mapping[str, Any]) -> frozenset[str]:
    return frozenset(row.get("relevant") or ())


def _text(row: Mapping[str, Any], name: str, path: Path) -> str:
    value = row.get(name)
    if not isinstance(value, str):
        raise DocumentError("bad-data", f'{path} holds a line without the text "{name}".')
    return value
