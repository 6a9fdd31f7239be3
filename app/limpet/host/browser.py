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
import time
from contextlib import suppress
from typing import Any, Final, Protocol

import numpy as np
from numpy.typing import NDArray

from limpet import saved_session
from limpet.chat import Chat
from limpet.embed.bridge import BridgeEmbedder
from limpet.errors import LimpetError, SnapshotError
from limpet.host.dispatch import Dispatcher
from limpet.retrieval.index_file import decode
from limpet.store.indexed_db import IndexedDbBlockStore, IndexedDbFunctions
from limpet.wire import encode_event

_QUIET_S: Final = 3.0
"""Seconds after the start before idle work begins."""
_NOT_REMEMBERED: Final = frozenset({"inspect", "blocks", "export", "retrieve", "suggest", "open", "stop", "recall"})
"""Requests that leave session memory as it was."""


class Surroundings(Protocol):
    """What the worker hands in; functions that end in nothing return promises where they are awaited here."""

    def post(self, event_json: str) -> None:
        """One event, to the page."""

    async def embed(self, texts_json: str) -> Any:
        """A JSON list of texts; a buffer of all their rows with ``length`` and ``assign_to``."""

    async def take_expired(self) -> str:
        """A JSON list of the saved sessions whose time is over; each is handed out once."""

    async def load_session(self) -> str | None:
        """The saved session, unless its time is over."""

    async def other_sessions(self) -> str:
        """A JSON list of ``{name, text}``: the saved sessions of other tabs, open or closed."""

    async def save_session(self, text: str, expires_s: float) -> None:
        """Keep the session until *expires_s*, seconds since the epoch."""

    async def delete_session(self, name: str | None = None) -> None:
        """Drop the saved session, or that of another tab."""

    blocks: Any
    """The functions of a database of blocks: see :class:`~limpet.store.indexed_db.IndexedDbFunctions`."""


class PageChat:
    """
    One chat, its mailbox, and the saved session behind it.

    Args:
        index: The bytes of an index file.
        surroundings: The worker's functions.

    Raises:
        IndexFormatError: The index is damaged, foreign or newer.
    """

    def __init__(self, index: bytes, surroundings: Surroundings) -> None:
        self._surroundings = surroundings
        self.embedder = BridgeEmbedder(self._embed, self._tell_of_failure)
        store = IndexedDbBlockStore(_block_functions(surroundings.blocks))
        self.chat = Chat(index=decode(index), embedder=self.embedder, store=store)
        self._dispatcher = Dispatcher(self.chat, surroundings.post)
        self._tasks: set[asyncio.Task[None]] = set()  # those that run; asyncio itself holds tasks only weakly
        self._saved = ""
        self._has_told_of_saving = False

    async def restore(self) -> None:
        """
        Continue the saved session; one that cannot be read is dropped, with a notice. Sessions whose time is over end
        first: their turns become blocks, if the visitor has allowed that.
        """
        try:
            for text in json.loads(await self._surroundings.take_expired()):
                await self._end(text)
            saved = await self._surroundings.load_session()
        except Exception as error:  # a browser may refuse its database for reasons of its own
            self._tell_of_saving(error)
            return
        if not saved:
            return
        try:
            await saved_session.restore(self.chat, saved, time.time())
            self._saved = saved
        except SnapshotError as error:
            await self._surroundings.delete_session()
            self._notice(error.code, f"The saved conversation could not be read and was dropped: {error.detail}")

    async def _end(self, text: str) -> None:
        with suppress(SnapshotError):  # nobody waits for it, and it is gone already
            await saved_session.restore(self.chat, text, time.time())
            await self.chat.end_session()

    def begin_idle_work(self) -> None:
        """Prepare for later questions once the page has been there for a while."""

        async def work() -> None:
            await asyncio.sleep(_QUIET_S)
            await self.chat.knowledge.warm_up()

        task = asyncio.ensure_future(work())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def take(self, line: str) -> None:
        """Answer one request; requests are answered in the order of these calls."""
        task = asyncio.ensure_future(self._answer(line))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _answer(self, line: str) -> None:
        await self._dispatcher.handle(line)
        kind = _kind(line)
        if kind == "forget":
            await self._forget_elsewhere(json.loads(line).get("what"))
        if kind not in _NOT_REMEMBERED:
            await self._save()

    async def _save(self) -> None:
        try:
            text = "" if await self._is_private() else saved_session.to_text(self.chat)
            if not text and self._saved:
                await self._surroundings.delete_session()
                self._saved = ""
            elif text != self._saved:
                await self._surroundings.save_session(text, time.time() + self.chat.limits.session_ttl_s)
                self._saved = text
        except Exception as error:  # quota, private mode, a closed database: the chat goes on without
            self._tell_of_saving(error)

    async def _forget_elsewhere(self, what: Any) -> None:
        """Saved sessions of other tabs that hold what was forgotten are dropped; open tabs save theirs anew."""
        try:
            for other in json.loads(await self._surroundings.other_sessions()):
                if what == "all" or saved_session.holds(other["text"], what):
                    await self._surroundings.delete_session(other["name"])
        except Exception as error:  # the browser's storage, for reasons of its own
            self._tell_of_saving(error)

    async def _is_private(self) -> bool:
        return (await self.chat.longterm.memory.consent("")).is_private

    async def _embed(self, texts_json: str) -> NDArray[np.float32]:
        rows = await self._surroundings.embed(texts_json)
        copied = np.empty(rows.length, dtype=np.float32)
        rows.assign_to(copied)
        return copied

    def _tell_of_failure(self, code: str, detail: str) -> None:
        self._notice(code, f"Answers use words alone now, not meanings: {detail}")

    def _tell_of_saving(self, error: Exception) -> None:
        if not self._has_told_of_saving:
            self._has_told_of_saving = True
            self._notice("session-not-saved", f"This conversation will not survive a reload: {error}")

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
        clear=blocks.clear,
        size=blocks.size,
        load_ledger=blocks.load_ledger,
        save_ledger=blocks.save_ledger,
    )


_page: PageChat | None = None


async def boot(index: Any, surroundings: Surroundings) -> str:
    """
    Start the chat; an empty text, or a JSON object with ``code`` and ``detail``.

    The interpreter may come from a memory snapshot, in which the state of ``random`` is baked: it is seeded anew.
    """
    global _page
    random.seed()
    try:
        _page = PageChat(index.to_bytes(), surroundings)
        await _page.restore()
        _page.begin_idle_work()
    except LimpetError as error:
        return json.dumps({"code": error.code, "detail": error.detail})
    return ""


def handle(line: str) -> None:
    """One request as JSON text; its events are posted."""
    _running().take(line)


def refresh() -> None:
    """Another tab has changed what is remembered."""
    _running().chat.longterm.memory.refresh()


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


def _kind(line: str) -> str:
    try:
        return str(json.loads(line).get("type"))
    except (ValueError, AttributeError, RecursionError):
        return "stop"
