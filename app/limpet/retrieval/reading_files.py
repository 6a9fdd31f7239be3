"""A folder of files as documents: which files, in which encoding, in which format; what is left out and why."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from limpet.errors import DocumentError
from limpet.limits import DEFAULT_LIMITS, Limits
from limpet.retrieval.document import Document, Format
from limpet.retrieval.reading_catalogue import catalogue_documents
from limpet.retrieval.reading_page import page_document
from limpet.text.language import language_of

MARKDOWN_SUFFIXES: Final = frozenset({".md", ".markdown", ".mdown", ".mkd", ".mdx", ".qmd", ".rmd"})
HTML_SUFFIXES: Final = frozenset({".html", ".htm", ".xhtml"})
TEXT_SUFFIXES: Final = frozenset({".txt", ".text", ".rst", ".adoc", ".org"})
CATALOGUE_SUFFIXES: Final = frozenset({".json", ".jsonl", ".ndjson", ".csv", ".tsv"})
_SILENT: Final = ".css .js .mjs .map .png .jpg .jpeg .gif .svg .webp .avif .ico .woff .woff2"
_SILENT_SUFFIXES: Final = frozenset(_SILENT.split())
"""Parts of a built site that nobody expects to be read; they are not reported."""
_SILENT_FOLDERS: Final = frozenset({"node_modules", "__pycache__", "vendor"})
DOCUMENT_SUFFIXES: Final = MARKDOWN_SUFFIXES | HTML_SUFFIXES | TEXT_SUFFIXES | CATALOGUE_SUFFIXES
_SITE_MARKS: Final = ("site.json", "precache.json", "runtime/runtime.json")
"""Files that a site of ours has at its top: it says what other folders say, and the program."""
_MAX_DEPTH: Final = 40


@dataclass(frozen=True, slots=True)
class Skipped:
    """A file that was left out: its path below the folder, and why, in a sentence."""

    path: str
    code: str
    reason: str


@dataclass(slots=True)
class Reading:
    """What a folder gave."""

    documents: list[Document] = field(default_factory=list)
    skipped: list[Skipped] = field(default_factory=list)
    read_bytes: int = 0


def read_folder(folder: Path, limits: Limits = DEFAULT_LIMITS, language: str = "en") -> Reading:
    """
    Every document below *folder*, in the order of their paths; one file, if it is no folder.

    Hidden files and folders, links that lead back, sites that limpet built, and the parts of a site that hold no text
    are passed over; what cannot be read is reported and never stops the rest.

    Raises:
        DocumentError: ``no-folder`` when *folder* is not there.
    """
    if not folder.exists():
        raise DocumentError("no-folder", f'There is no file or folder "{folder}" to read documents from.')
    reading = Reading()
    top = folder if folder.is_dir() else folder.parent
    for path in _files(folder, reading) if folder.is_dir() else (folder,):
        name = path.relative_to(top).as_posix()
        try:
            documents, size = _read_file(path, name, limits, language, reading)
        except DocumentError as error:
            reading.skipped.append(Skipped(name, error.code, error.detail))
            continue
        reading.documents.extend(documents)
        reading.read_bytes += size
    return reading


def is_built_site(folder: Path) -> bool:
    """Whether limpet has built a site in *folder*."""
    return all((folder / mark).is_file() for mark in _SITE_MARKS)


def decoded(data: bytes, name: str) -> str:
    """
    Bytes as text with ``\\n`` line ends: by their mark, as UTF-8, or by a guess that is sure enough.

    Raises:
        DocumentError: ``binary-file`` or ``unknown-encoding``.

    >>> decoded("é".encode("utf-16"), "a.txt")
    'é'
    """
    text = _by_mark(data)
    if text is None:
        if b"\0" in data[:8192]:
            raise DocumentError("binary-file", f"{name} is not a text.")
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError:
            text = _guessed(data, name)
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _by_mark(data: bytes) -> str | None:
    for mark, encoding in (
        (b"\xef\xbb\xbf", "utf-8-sig"),
        (b"\xff\xfe\0\0", "utf-32"),
        (b"\0\0\xfe\xff", "utf-32"),
        (b"\xff\xfe", "utf-16"),
        (b"\xfe\xff", "utf-16"),
    ):
        if data.startswith(mark):
            try:
                return data.decode(encoding)
            except UnicodeDecodeError:
                return None
    return None


def _guessed(data: bytes, name: str) -> str:
    try:
        from charset_normalizer import from_bytes
    except ImportError:
        raise DocumentError("unknown-encoding", f"{name} is not UTF-8; save it as UTF-8.") from None
    best = from_bytes(data[:262_144]).best()
    if best is None or best.percent_chaos > 20:
        raise DocumentError("unknown-encoding", f"The encoding of {name} cannot be told; save it as UTF-8.")
    try:
        return data.decode(best.encoding)
    except UnicodeDecodeError:
        said = f"{name} looks like {best.encoding} but is not; save it as UTF-8."
        raise DocumentError("unknown-encoding", said) from None


def _files(folder: Path, reading: Reading) -> Iterator[Path]:
    """Files in the order of their paths; a folder that was visited (by a link) is not visited again."""
    visited: set[tuple[int, int]] = set()

    def walk(current: Path, depth: int) -> Iterator[Path]:
        name = current.relative_to(folder).as_posix()
        try:
            status = current.stat()
            entries = sorted(os.scandir(current), key=lambda entry: entry.name)
        except OSError as error:
            reading.skipped.append(Skipped(name, "unreadable-file", f"{name} cannot be read: {error.strerror}."))
            return
        if (status.st_dev, status.st_ino) in visited or depth > _MAX_DEPTH:
            reading.skipped.append(Skipped(name, "link-loop", f"{name} leads back to a folder that was read already."))
            return
        visited.add((status.st_dev, status.st_ino))
        if depth and is_built_site(current):
            reading.skipped.append(Skipped(name, "built-site", f"{name} is a site that limpet built."))
            return
        for entry in entries:
            if entry.name.startswith((".", "~$")) or (entry.name in _SILENT_FOLDERS):
                continue
            if entry.is_dir():
                yield from walk(current / entry.name, depth + 1)
            else:
                yield current / entry.name

    yield from walk(folder, 0)


def _read_file(path: Path, name: str, limits: Limits, language: str, reading: Reading) -> tuple[list[Document], int]:
    suffix = path.suffix.lower()
    if suffix in _SILENT_SUFFIXES:
        return [], 0
    if suffix not in DOCUMENT_SUFFIXES:
        raise DocumentError("unknown-format", f"{name} is none of Markdown, HTML, text, JSON, JSONL and CSV.")
    try:
        size = path.stat().st_size
        if size > limits.document_bytes:
            cap = limits.document_bytes // 1_048_576
            raise DocumentError("too-large", f"{name} has {size / 1_048_576:.0f} MB; {cap} MB are read at most.")
        if not path.is_file():  # a pipe, say, which would be waited for
            raise DocumentError("unreadable-file", f"{name} cannot be read: it is no file with content.")
        data = path.read_bytes()
    except OSError as error:
        raise DocumentError("unreadable-file", f"{name} cannot be read: {error.strerror}.") from None
    text = decoded(data, name)
    if not text.strip():
        raise DocumentError("empty-file", f"{name} is empty.")
    if suffix in CATALOGUE_SUFFIXES:
        found = catalogue_documents(text, name, suffix, language_of(text, language))
        reading.skipped.extend(Skipped(name, "malformed-record", problem) for problem in found.problems)
        return found.documents, size
    shape: Format = "markdown" if suffix in MARKDOWN_SUFFIXES else "html" if suffix in HTML_SUFFIXES else "text"
    document = page_document(name, text, shape, language)
    return [document], size
