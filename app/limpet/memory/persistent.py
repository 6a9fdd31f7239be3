"""Persistent memory: turns that left session memory become blocks, and are recalled, shown, moved and forgotten."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from datetime import tzinfo
from functools import partial
from typing import Any, Final

from limpet.errors import StoreError
from limpet.limits import DEFAULT_LIMITS, Limits
from limpet.memory import bounds, portable
from limpet.memory.block import Block, Mastery, RememberedTurn, StoreKind
from limpet.memory.block_making import BlockMaker
from limpet.memory.consent import Consent
from limpet.memory.erasure import Erasure, Forgotten
from limpet.memory.gathering import Gathering
from limpet.memory.ledgers import Ledgers
from limpet.memory.library import Library
from limpet.memory.mastery import learned_topics
from limpet.memory.pending import PendingTurns, remembered
from limpet.memory.recall import RecallRequest, Recollection
from limpet.memory.recaller import Recaller
from limpet.memory.receipt import Receipt
from limpet.memory.running import NO_SESSION, RunningSession
from limpet.memory.structure import Structure
from limpet.memory.turn import Turn
from limpet.memory.waiting import WaitingBlocks
from limpet.ports import Clock, Embedder, MemoryStore, Summariser

GLANCE_S: Final = 0.1
"""Longest wait for metadata after a start where those that have been read until then will do."""


class PersistentMemory:
    """
    What is remembered across visits.

    Nothing is kept from a running chat until the visitor has said yes (``set_consent``). Every method takes the user
    whose memory is meant; blocks of one user are never seen by another.

    Args:
        store: Where blocks lie.
        embedder: Text to vector; while it is not ready, words alone are compared.
        limits: Caps.
        clock: Where the time comes from.
        zone: Time zone of the visitor; the machine's own when None.
    """

    def __init__(
        self,
        store: MemoryStore,
        embedder: Embedder,
        limits: Limits = DEFAULT_LIMITS,
        clock: Clock | None = None,
        zone: tzinfo | None = None,
    ) -> None:
        self.limits = limits
        self.pending = PendingTurns(limits.pending_turns)
        self._library = Library(store, limits)
        self._maker = BlockMaker(self._library, embedder, self._now_s)
        self._store = store
        self._clock = clock
        self._ledgers = Ledgers(store, limits)
        self._library.when_changed(self._ledgers.drop)
        self._gathering = Gathering(self.pending, self._library, self._ledgers, self._maker)
        self.waiting = WaitingBlocks(self.pending, embedder, limits)
        self.recaller = Recaller(self._library, self.waiting, embedder, self._now_s, zone)

    async def consent(self, user: str = "") -> Consent:
        """What the visitor has allowed."""
        await self._library.catch_up(user)
        return (await self._ledgers.of(user)).consent

    async def set_consent(
        self, remembers: bool, is_private: bool | None = None, reads_in_private: bool | None = None, user: str = ""
    ) -> Consent:
        """
        The visitor's choice. Turning memory off drops what waits for its block, a private chat what waits of it; what
        is stored stays until forgotten. Before the first yes, nothing is written to the store, not even the no.

        Raises:
            StoreError: A yes could not be written down; everything is as before. A no holds whatever the store says.
        """
        async with self._library.alone(user):
            before = (await self._ledgers.of(user)).consent
            consent = before.changed(remembers, is_private, reads_in_private)
            await self._ledgers.allow(user, consent)
            if before.remembers != remembers:
                await self._ledgers.save_consent(user, before)
            if not consent.may_write:
                ended = {session for _, session in self.pending.ended(user)} if consent.remembers else ()
                self.pending.remove_where(user, lambda session, _turn: session not in ended)
                self.waiting.prune()
            return consent

    async def add_evicted(
        self, turns: Sequence[Turn], session_id: str, user: str = "", *, is_end: bool = False,
        topic_changed: bool = False, slots: Mapping[str, str] | None = None,
    ) -> int:  # fmt: skip
        """
        Take turns that left session memory; number of blocks that were stored.

        They wait until enough has gathered, the topic changes or the session ends. Without consent, or in a private
        chat, they are let go.

        Args:
            turns: As session memory kept them.
            session_id: The session that they come from.
            user: Whose they are.
            is_end: The session has ended or a task is done: everything that waits becomes blocks.
            topic_changed: The conversation has turned to something else.
            slots: Filters that are confirmed now.

        Raises:
            StoreError: The store refused; the turns wait on and nothing is lost.
        """
        key = (user, session_id)
        kept = [remembered(turn, self.limits.gist_chars, slots) for turn in turns]
        try:
            if not (await self.consent(user)).may_write:
                return 0
        except StoreError:  # what is allowed cannot be read now: they wait, and it is asked before they are stored
            known = self._ledgers.known(user)
            if known is None or known.consent.may_write:
                self.pending.add(key, kept, is_end=is_end)
            raise
        marks = (await self._ledgers.of(user)).tombstones
        with suppress(StoreError):  # then the oldest leaves
            await self._gathering.make_room(len(kept))
        self.pending.add(key, [t for t in kept if not marks.bars(t.texts, (session_id, t.turn_id))], is_end=is_end)
        if is_end or self.pending.is_due(key) or topic_changed:
            blocks = await self._gathering.store(key, is_end=is_end or topic_changed)
            return blocks + await self._gathering.store_overdue(user)
        return 0

    async def store_waiting(self, user: str = "", *, was_refused: bool = False) -> int:
        """What waits only because a store refused becomes blocks now, how many; if it did here, that is tried first."""
        return await (self._gathering.store_refused(user) if was_refused else self._gathering.store_overdue(user))

    def undisturbed(self) -> AbstractContextManager[None]:
        """While an answer is being made, nothing is read in the background that nobody waits for."""
        return self._library.undisturbed()

    async def prepare(self, user: str = "") -> None:
        """Read the metadata of all blocks, if they may be used, so that nobody waits for them later."""
        if (await self.consent(user)).may_read:
            await self._library.prepare(user)

    async def flush(self, user: str | None = None) -> int:
        """Everything that waits (of one user) becomes blocks now; how many."""
        return await self._gathering.store_all(user)

    async def remember(
        self, session_id: str, turns: Sequence[RememberedTurn], user: str = "", kind: StoreKind = "conversation"
    ) -> int:
        """
        Keep *turns* of a session that happened elsewhere; number of turns that were new.

        Turns of the session that are known already are left as they are, so that a retry never doubles anything.

        Raises:
            StoreError: The store refused; the blocks stored so far stay, and the same call may be made again.
        """
        async with self._library.alone(user):
            return await self._remember(session_id, turns, user, kind)

    async def recall(self, request: RecallRequest) -> Recollection:
        """The turns that matter to *request*, waiting ones too, with the blocks that were opened and why not others."""
        return await self.recaller.recall(request)

    async def forget(
        self, what: Forgotten, user: str = "", session_id: str = "",
        places: Mapping[str, Callable[[], str]] | None = None, running: RunningSession = NO_SESSION,
    ) -> Receipt:  # fmt: skip
        """
        Remove a thing from everywhere in persistent memory and prove it.

        Args:
            what: ``{"text": ..}``, ``{"turn": ..}``, ``{"block": ..}``, ``{"entity": ..}``, ``"session"`` or ``"all"``.
            user: Whose memory.
            session_id: The session that ``"session"`` and a turn's id mean.
            running: The running session, whose answers may repeat what is forgotten.
            places: Other places (name -> its whole text: snapshot, transcript) that are searched for what must be gone.

        Raises:
            WireError: ``wrong-field`` when *what* names nothing that can be forgotten.
        """
        async with self._library.alone(user):
            marks = (await self._ledgers.of(user)).tombstones
            save_marks = partial(self._ledgers.save_if_room, user)
            erasure = Erasure(self._library, self.pending, marks, save_marks, user, self._maker.rebuilt)
            receipt = await erasure.forget(what, session_id, places or {}, running)
            self.waiting.prune()
            if what == "all":
                self._ledgers.forget(user)
            return receipt

    async def is_forgotten(self, texts: Sequence[str], user: str = "", key: tuple[str, str] | None = None) -> bool:
        """Whether *texts* hold something forgotten, or the turn *key* was forgotten; for an old snapshot."""
        await self._library.catch_up(user)
        return (await self._ledgers.of(user)).tombstones.bars(texts, key)

    async def export(self, user: str = "") -> dict[str, Any]:
        """All blocks of a user as one portable JSON document."""
        return portable.document_of(await self.blocks(user), self._now_s())

    async def import_document(self, document: Any, user: str = "") -> dict[str, int]:
        """
        Add the blocks of an exported document; what was forgotten stays forgotten, what is there is not doubled.
        Gives the numbers of turns: ``added``, ``known`` and ``forgotten``.

        Raises:
            SnapshotError: The document is unreadable, hostile, too large or of another version; nothing was added.
        """
        parts = portable.parts_of(document, self.limits)
        counts = {"added": 0, "known": 0, "forgotten": 0}
        async with self._library.alone(user):
            tombstones = (await self._ledgers.of(user)).tombstones
            for part in parts:
                barred = sum(tombstones.bars(turn.texts, (part.session_id, turn.turn_id)) for turn in part.turns)
                added = await self._remember(part.session_id, part.turns, user, part.kind)
                counts["added"] += added
                counts["forgotten"] += barred
                counts["known"] += len(part.turns) - added - barred
        return counts

    async def blocks(self, user: str = "") -> list[Block]:
        """All blocks, the most recently ended first; for the memory panel."""
        return [block async for block in self._library.blocks(user)]

    async def learned(self, user: str = "") -> dict[str, Mastery]:
        """Topics that the user commands or struggles with."""
        return await learned_topics(self._library.blocks(user))

    def summarise_with(self, summariser: Summariser | None) -> None:
        """Have *summariser*, such as a language model, make the themes of blocks; None for extractive ones."""
        self._maker.summariser = summariser

    async def fill_vectors(self, count: int = 1, user: str = "") -> int:
        """Give up to *count* blocks that were stored before the embedder was there their vectors; how many got them."""
        async with self._library.alone(user):
            return await self._maker.fill_vectors(user, count)

    async def structures(self, user: str = "") -> list[Structure]:
        """Every bounded structure with its size, cap, bytes and rule; of metadata what has been read until now."""
        await self._library.catch_up(user)
        (shelf, _), ledger = await self._library.shelf_within(user, GLANCE_S), await self._ledgers.of(user)
        return bounds.structures(shelf, self.pending, self._library.opened, ledger, self.limits)

    async def _remember(self, session_id: str, turns: Sequence[RememberedTurn], user: str, kind: StoreKind) -> int:
        marks = (await self._ledgers.of(user)).tombstones
        different = list({turn.turn_id: turn for turn in turns}.values())
        return await self._maker.store_new(different, user, session_id, kind, marks)

    def _now_s(self) -> float:
        return time.time() if self._clock is None else self._clock.now_s()
