"""One question to persistent memory: its metadata, the walk over the blocks, what waits, and what is asked outright."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import tzinfo

from limpet.memory.asked_facet import AskedFacet, asked_facet
from limpet.memory.facet_recall import fact_of, with_asked
from limpet.memory.library import Library
from limpet.memory.recall import RecallRequest, Recollection
from limpet.memory.recall_query import recall_query
from limpet.memory.recollection import recollect
from limpet.memory.stock import Stock
from limpet.memory.waiting import WaitingBlocks
from limpet.memory.when import TimeCue
from limpet.ports import Embedder


class Recaller:
    """
    Answers questions from blocks and waiting turns.

    Args:
        library: Blocks and their metadata.
        waiting: Turns that wait for their block.
        embedder: Text to vector; while it is not ready, words alone are compared.
        now_s: The time.
        zone: Time zone of the visitor; the machine's own when None.
    """

    def __init__(
        self, library: Library, waiting: WaitingBlocks, embedder: Embedder, now_s: Callable[[], float],
        zone: tzinfo | None,
    ) -> None:  # fmt: skip
        self._library = library
        self._waiting = waiting
        self._embedder = embedder
        self._now_s = now_s
        self._zone = zone

    async def recall(self, request: RecallRequest) -> Recollection:
        """See ``PersistentMemory.recall``."""
        await self._library.catch_up(request.user)
        shelf, is_whole = await self._library.shelf_within(request.user, request.wait_s)
        waiting = await self._waiting.opened(request.user, has_vectors=self._embedder.is_ready)
        stock = Stock(shelf, waiting)
        if stock.size == 0:
            return Recollection(is_partial=not is_whole)
        now_s = self._now_s() if request.now_s is None else request.now_s
        query = await recall_query(request, stock, self._embedder, now_s, self._zone)
        found = await recollect(request, query, self._library, stock)
        facet = asked_facet(request.text, query.cue) or fact_of(found)
        if facet is not None and not request.exhaustive:
            found = await with_asked(found, facet, query.cue, request, self._library, stock)
        return replace(found, is_partial=not is_whole)

    async def asked(self, facet: AskedFacet, request: RecallRequest) -> Recollection:
        """What answers *facet*, and nothing else: only blocks that can tell it are opened, so that it costs little."""
        await self._library.catch_up(request.user)
        shelf, is_whole = await self._library.shelf_within(request.user, request.wait_s)
        stock = Stock(shelf, await self._waiting.opened(request.user, has_vectors=False))
        found = await with_asked(Recollection(), facet, TimeCue(), request, self._library, stock)
        return replace(found, is_partial=not is_whole)
