"""The chat on a machine with files: indexes and models found, memory kept in a file."""

from __future__ import annotations

import contextlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from limpet import custody
from limpet.chat import Chat
from limpet.clock import FixedClock
from limpet.errors import ConfigError, IndexFormatError, LimpetError, ManifestError, SnapshotError
from limpet.instant import instant_s
from limpet.limits import DEFAULT_LIMITS
from limpet.ports import Embedder
from limpet.retrieval.index import Index

INDEX_NAMES: Final = ("index/index.limpet", "index.limpet")


def open_chat(index: Path | None, *, now: str | None = None, embed: bool = True) -> Chat:
    """
    A chat over *index*, with the model when it is there.

    Args:
        index: A built site, an index file, a folder of documents, or None for an empty chat.
        now: The time that the chat believes, ISO 8601; the machine's when None.
        embed: False for words alone.

    Raises:
        IndexFormatError: The index is damaged, foreign or newer.
        ConfigError: ``no-index``: there is nothing at *index*.
    """
    instant = instant_s(now)
    clock = None if instant is None else FixedClock(instant)
    built = load_index(index, embed=embed) if index else None
    embedder, document_embedder = native_embedders() if embed else (None, None)
    return Chat(built, embedder, clock=clock, document_embedder=document_embedder)


def native_embedders() -> tuple[Embedder | None, Embedder | None]:
    """MiniLM for messages, and the same for documents' texts, which it remembers; None and a hint without it."""
    try:
        from limpet.site.model import open_embedder, remembering

        embedder = open_embedder()
        return embedder, remembering(embedder)
    except (ManifestError, ImportError) as error:
        sys.stderr.write(f"limpet: working with words alone, without the model: {error}\n")
        return None, None


def load_index(path: Path, *, embed: bool = True) -> Index:
    """The index of a built site, an index file, or a folder of documents that is indexed now."""
    if path.is_file():
        return Index.load(path)
    for name in INDEX_NAMES:
        if (path / name).is_file():
            return Index.load(path / name)
    if not path.is_dir():
        raise ConfigError("no-index", f"There is no site, index or folder of documents at {path}.")
    from limpet.site.build import build_index

    return build_index(path, embed=embed).index


@contextlib.contextmanager
def saved_chat(chat: Chat, file: Path | None) -> Iterator[None]:
    """
    Memory from *file* before, and to it afterwards; nothing when *file* is None.

    Raises:
        SnapshotError: The file is no memory of ours; it is left as it is.
    """
    if file is None:
        yield
        return
    import asyncio

    if file.is_file() and file.stat().st_size:
        document = read_memory(file)
        asyncio.run(custody.import_document(chat, document))
    yield
    text = json.dumps(asyncio.run(custody.export(chat)), ensure_ascii=False)
    spare = file.with_name(file.name + ".new")
    spare.write_text(text, encoding="utf-8")
    spare.replace(file)


def read_memory(file: Path) -> Any:
    """
    A memory file as JSON.

    Raises:
        SnapshotError: ``unreadable-memory`` or ``memory-too-large``.
    """
    cap_bytes = DEFAULT_LIMITS.store_bytes + DEFAULT_LIMITS.snapshot_bytes
    if file.stat().st_size > cap_bytes:
        raise SnapshotError("memory-too-large", f"{file} has more than {cap_bytes} bytes; it is no memory of limpet.")
    try:
        return json.loads(file.read_text(encoding="utf-8"))
    except (ValueError, RecursionError, OSError) as error:
        raise SnapshotError("unreadable-memory", f"{file} cannot be read as a memory: {str(error)[:80]}.") from None


def inspect_path(path: Path) -> dict[str, Any]:
    """
    What is in an index or a memory file.

    Raises:
        LimpetError: It is neither.
    """
    try:
        index = load_index(path)
    except IndexFormatError as error:
        if path.is_file() and path.suffix == ".json":
            return _memory_facts(read_memory(path))
        raise LimpetError(error.code, error.detail) from None
    return {
        "documents": len(index.documents),
        "fragments": len(index.fragments),
        "terms": len(index.postings.terms),
        "has_vectors": index.has_vectors,
        "embedder": index.embedder_name,
        "language": index.language,
    }


def _memory_facts(document: Any) -> dict[str, Any]:
    if not isinstance(document, dict):
        raise SnapshotError("not-a-memory", "This is no memory exported by limpet.")
    blocks = document.get("blocks") or {}
    return {
        "kind": document.get("kind"),
        "version": document.get("version"),
        "session_bytes": len(document.get("session") or ""),
        "blocks": len(blocks.get("blocks", [])) if isinstance(blocks, dict) else 0,
    }
