"""
The chat in the page's core worker: the only module that meets JavaScript.

Everything of the browser but one conversion is handed in. Requests and events cross as JSON text, bytes and vectors as
buffers that are copied at once; no proxy of a Python object is kept by JavaScript but this module itself, and of
JavaScript only the worker's own functions.
"""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Coroutine
from typing import Any, Final, Protocol

import numpy as np
from numpy.typing import NDArray

from limpet.chat import Chat
from limpet.clock import SystemClock
from limpet.embed.bridge import BridgeEmbedder
from limpet.errors import LimpetError, StoreError
from limpet.host.array_blocks import take_array_blocks
from limpet.host.bridge_transport import BridgeTransport
from limpet.host.dispatch import Dispatcher
from limpet.host.kept_session import KeptSession
from limpet.host.left_out import explain_left_out
from limpet.retrieval.index_file import decode
from limpet.store.fallback import FallbackStore
from limpet.store.indexed_db import IndexedDbBlockStore, IndexedDbFunctions
from limpet.store.indexed_db_sessions import IndexedDbSessionStore, SessionFunctions
from limpet.wire import encode_event

_QUIET_S: Final = 3.0
"""Seconds after the start before idle work begins."""


class Surroundings(Protocol):
    """What the worker hands in; functions that end in nothing return promises where they are awaited here."""

    def post(self, event_json: str) -> None:
        """One event, to the page."""

    async def embed(self, texts_json: str) -> Any:
        """A JSON list of texts; a buffer of all their rows with ``length`` and ``assign_to``."""

    session: str
    """The name of the session that is continued."""
    sessions: SessionFunctions
    """The functions of a database of saved sessions."""
    endpoint: Any
    """Functions that reach a model's endpoint: see :class:`~limpet.host.bridge_transport.EndpointFunctions`."""
    blocks: Any
    """The functions of a database of blocks: see :class:`~limpet.store.indexed_db.IndexedDbFunctions`."""


class PageChat:
    """
    One chat, its mailbox, and the saved session behind it.

    Args:
        index: The bytes of an index file.
        surroundings: The worker's functions.
        policy: The owner's choice, from ``site.json``: ``rules``, ``network``, or empty.

    Raises:
        IndexFormatError: The index is damaged, foreign or newer.
        ConfigError: ``bad-policy``.
    """

    def __init__(self, index: bytes, surroundings: Surroundings, policy: str = "") -> None:
        self._surroundings = surroundings
        self.embedder = BridgeEmbedder(self._embed, self._tell_of_failure)
        store = FallbackStore(IndexedDbBlockStore(_block_functions(surroundings.blocks)), self._tell_of_memory)
        self.chat = Chat(index=decode(index), embedder=self.embedder, store=store, policy=policy)
        self.session = KeptSession(
            self.chat, IndexedDbSessionStore(surroundings.sessions, SystemClock()), surroundings.session, self._notice
        )
        self.chat.composers.transport = BridgeTransport(surroundings.endpoint)
        self._dispatcher = Dispatcher(self.chat, surroundings.post, self.session.settle)
        self._tasks: set[asyncio.Task[None]] = set()  # those that run; asyncio itself holds tasks only weakly

    def begin_idle_work(self) -> None:
        """Prepare for later questions once the page has been there for a while."""

        async def warm_up() -> None:
            await asyncio.sleep(_QUIET_S)
            await take_array_blocks()
            await self.chat.knowledge.warm_up()

        self._begin(self.chat.longterm.prepare())
        self._begin(warm_up())

    def take(self, line: str) -> None:
        """Answer one request; requests are answered in the order of these calls."""
        self._begin(self._dispatcher.handle(line))

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _embed(self, texts_json: str) -> NDArray[np.float32]:
        rows = await self._surroundings.embed(texts_json)
        copied = np.empty(rows.length, dtype=np.float32)
        rows.assign_to(copied)
        return copied

    def _tell_of_failure(self, code: str, detail: str) -> None:
        self._notice(code, f"Answers use words alone now, not meanings: {detail}")

    def _tell_of_memory(self, detail: str) -> None:
        error = StoreError("memory-only", f"What I remember now lasts until this page is closed: {detail}")
        self.chat.longterm.keeping.refused("browser", error)
        self._notice(error.code, error.detail)

    def _notice(self, code: str, text: str) -> None:
        self._surroundings.post(encode_event("notice", None, {"code": code, "text": text[:400]}))


def _block_functions(blocks: Any) -> IndexedDbFunctions:
    """The worker's functions as the store calls them: bytes cross as JavaScript's own arrays, lists as JSON."""
    from pyodide.ffi import to_js

    return IndexedDbFunctions(
        put=lambda block_id, user_id, ended_s, head, body: blocks.put(
            block_id, user_id, ended_s, to_js(head), to_js(body)
        ),
        get=blocks.get,
        newest=blocks.newest,
        delete=lambda block_ids: blocks.delete_all(json.dumps(list(block_ids))),
        clear=lambda _user: blocks.clear(),  # a page has one user: the database goes whole, however much is in it
        size=blocks.size,
        load_ledger=blocks.load_ledger,
        save_ledger=blocks.save_ledger,
        version=blocks.version,
        hold=blocks.hold,
        let_go=blocks.let_go,
    )


_page: PageChat | None = None


async def boot(index: Any, surroundings: Surroundings, policy: str = "") -> str:
    """
    Start the chat with the site's *policy*; an empty text, or a JSON object with ``code`` and ``detail``.

    The interpreter may come from a memory snapshot, in which the state of ``random`` is baked: it is seeded anew.
    """
    global _page
    random.seed()
    explain_left_out()
    try:
        _page = PageChat(index.to_bytes(), surroundings, policy)
        await _page.session.restore()
        _page.begin_idle_work()
    except LimpetError as error:
        return json.dumps({"code": error.code, "detail": error.detail})
    return ""


def handle(line: str) -> None:
    """One request as JSON text; its events are posted."""
    _running().take(line)


def embedder_ready(name: str, dimensions: int) -> None:
    """The embedder worker can embed from now on."""
    _running().embedder.become_ready(name, dimensions)


def embedder_gone(code: str, detail: str) -> None:
    """The embedder worker cannot embed any more."""
    _running().embedder.become_unready(code, detail)


async def install(address: str) -> None:
    """Install one wheel of the site; nothing that it may depend on is looked for elsewhere."""
    import micropip

    await micropip.install(address, deps=False)


def _running() -> PageChat:
    if _page is None:
        raise RuntimeError("boot() comes first")
    return _page
