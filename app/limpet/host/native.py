"""The chat on a machine with files: indexes and models found, memory kept in a file."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, Final

from limpet import saved_session
from limpet.chat import Chat
from limpet.clock import FixedClock
from limpet.errors import ConfigError, ManifestError
from limpet.host.http_transport import HttpTransport
from limpet.instant import instant_s
from limpet.policy.standing_in import policy_named
from limpet.ports import Embedder, MemoryStore
from limpet.retrieval.index import Index
from limpet.retrieval.reading_files import DOCUMENT_SUFFIXES

SESSION_ID: Final = "terminal"
KEPT_S: Final = 3_650 * 86_400.0
"""A session waits this long in a memory file; after its time to live it is read once more, to become a block."""
KEY_VARIABLE: Final = "LIMPET_LLM_KEY"
"""Environment variable with the key of a model's endpoint; it is kept nowhere else."""
INDEX_NAMES: Final = ("index/index.limpet", "index.limpet")


def open_chat(
    index: Path | None,
    *,
    now: str | None = None,
    embed: bool = True,
    store: MemoryStore | None = None,
    policy: str = "",
) -> Chat:
    """
    A chat over *index*, with the model when it is there.

    Args:
        index: A built site, an index file, a folder of documents, or None for an empty chat.
        now: The time that the chat believes, ISO 8601; the machine's when None.
        embed: False for words alone.
        store: Where persistent memory lies; this process's memory when None.
        policy: ``rules`` or ``network``; when empty, what the built site says, if it says anything.

    Raises:
        IndexFormatError: The index is damaged, foreign or newer.
        ConfigError: ``no-index``: there is nothing at *index*. ``bad-policy``.
    """
    instant = instant_s(now)
    clock = None if instant is None else FixedClock(instant)
    built = load_index(index, embed=embed) if index else None
    embedder, document_embedder = native_embedders(index, built) if embed else (None, None)
    wanted = policy or (policy_of_site(index) if index else "")
    decider = policy_named(wanted, observer=_tell_of_policy) if wanted else None
    return Chat(built, embedder, clock=clock, document_embedder=document_embedder, store=store, policy=decider)


def policy_of_site(place: Path) -> str:
    """The ``policy`` that the owner of the built site at *place* has chosen; empty where none was, or no site is."""
    try:
        settings = json.loads((place / "site.json").read_text("utf-8")) if (place / INDEX_NAMES[0]).is_file() else {}
    except (OSError, ValueError):
        return ""
    return str(settings.get("policy") or "") if isinstance(settings, dict) else ""


def _tell_of_policy(_: str, facts: dict[str, Any]) -> None:
    sys.stderr.write(f"limpet: rules decide how to answer: {facts['code']}: {facts['detail']}\n")


def native_embedders(place: Path | None = None, built: Index | None = None) -> tuple[Embedder | None, Embedder | None]:
    """
    The model of the site at *place*, or MiniLM, for messages, and the same for documents' texts, which it remembers.

    None and a hint without it, and when another model made the vectors of *built*.
    """
    try:
        from limpet.site.model import model_of_site, open_embedder, remembering

        embedder = (model_of_site(place) if place else None) or open_embedder()
        if built is not None and built.has_vectors and built.embedder_name != embedder.name:
            said = f"the index was made with {built.embedder_name}, and the model here is {embedder.name}"
            sys.stderr.write(f"limpet: working with words alone: {said}\n")
            return None, None
        return embedder, remembering(embedder)
    except (ManifestError, ImportError) as error:
        sys.stderr.write(f"limpet: working with words alone, without the model: {error}\n")
        return None, None


def load_index(path: Path, *, embed: bool = True) -> Index:
    """The index of a built site, an index file, or documents (a folder or a file) that are indexed now."""
    if path.is_file() and path.suffix.lower() not in DOCUMENT_SUFFIXES:
        return Index.load(path)
    for name in INDEX_NAMES:
        if (path / name).is_file():
            return Index.load(path / name)
    if not path.exists():
        raise ConfigError("no-index", f"There is no site, index or folder of documents at {path}.")
    from limpet.site.build import build_index

    return build_index(path, embed=embed).index


def open_chat_with_memory(
    index: Path | None, file: Path | None, *, now: str | None, embed: bool, policy: str = ""
) -> Chat:
    """``open_chat`` with persistent memory in the SQLite *file*; in this process's memory when *file* is None."""
    if file is None:
        return open_chat(index, now=now, embed=embed, policy=policy)
    from limpet.store.sqlite import SqliteBlockStore

    return open_chat(index, now=now, embed=embed, store=SqliteBlockStore(file), policy=policy)


def reach_models(chat: Chat, base_url: str = "", model: str = "") -> None:
    """
    Let *chat* use endpoints that are configured, and that of *base_url* at once; without one it asks nobody.

    The key comes from the environment variable ``LIMPET_LLM_KEY``, if there is one.

    Raises:
        ConfigError: The address or the name of the model cannot be right.
    """
    chat.composers.transport = HttpTransport()
    if base_url or model:
        key = os.environ.get(KEY_VARIABLE, "")
        chat.composers.configured({"composer": {"base_url": base_url, "model": model, "key": key}})


@contextlib.asynccontextmanager
async def kept_session(chat: Chat, file: Path | None) -> AsyncIterator[None]:
    """
    The running session from *file* before, and into it afterwards; nothing when *file* is None.

    Raises:
        SnapshotError: The saved session is damaged or newer; it is left as it is.
    """
    if file is None:
        yield
        return
    from limpet.store.session_sqlite import SqliteSessionStore

    sessions = SqliteSessionStore(file, chat.clock)
    if (text := await sessions.load(SESSION_ID)) is not None:
        await saved_session.restore(chat, text, chat.clock.now_s())
    try:
        yield
    finally:  # also when the talk is broken off: whole turns are in memory, and each is worth keeping
        consent = await chat.longterm.memory.consent()
        if consent.is_private:
            await sessions.delete(SESSION_ID)
        else:
            await sessions.save(SESSION_ID, saved_session.to_text(chat), KEPT_S)
        sessions.close()


def inspect_path(path: Path) -> dict[str, Any]:
    """
    What is in an index or a memory file.

    Raises:
        LimpetError: It is neither.
    """
    if path.is_file() and path.read_bytes()[:15] == b"SQLite format 3":
        return asyncio.run(_memory_facts(path))
    index = load_index(path)
    return {
        "documents": len(index.documents),
        "fragments": len(index.fragments),
        "terms": len(index.postings.terms),
        "has_vectors": index.has_vectors,
        "embedder": index.embedder_name,
        "language": index.language,
    }


async def _memory_facts(file: Path) -> dict[str, Any]:
    from limpet.store.sqlite import SqliteBlockStore

    store = SqliteBlockStore(file)
    blocks = [block async for block in store.newest_first()]
    facts = {
        "blocks": len(blocks),
        "turns": sum(block.turn_count for block in blocks),
        "bytes": await store.size_bytes(),
        "themes": [block.theme for block in blocks[:5]],
    }
    store.close()
    return facts
