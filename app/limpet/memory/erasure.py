"""One path by which a thing leaves persistent memory, with a receipt that proves it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias

from limpet.errors import StoreError, WireError
from limpet.memory.block import Block, RememberedTurn
from limpet.memory.document_texts import texts_in, texts_of
from limpet.memory.library import Library
from limpet.memory.matching import IsDoomed, IsIn, doomed, sought_in
from limpet.memory.pending import PendingTurns
from limpet.memory.portable import document_of
from limpet.memory.receipt import LEFT_TURNS, Receipt
from limpet.memory.retelling import retells
from limpet.memory.running import NO_SESSION, RunningSession
from limpet.memory.tombstones import Tombstones, folded
from limpet.memory.waiting import waiting_id

Forgotten: TypeAlias = Mapping[str, str] | str
SaveMarks: TypeAlias = Callable[[], Awaitable[bool]]
Rebuild: TypeAlias = Callable[[Block, Sequence[RememberedTurn]], Awaitable[Block]]

KINDS: Final = ("text", "turn", "block", "entity")


@dataclass(slots=True)
class _Count:
    """A receipt in the making."""

    gone: list[tuple[str, RememberedTurn]] = field(default_factory=list)
    vectors: int = 0
    blocks_removed: int = 0
    blocks_changed: int = 0
    pending: int = 0
    cached: int = 0


class Erasure:
    """
    Forgets for one user.

    Args:
        library: Blocks, metadata and opened blocks.
        pending: Turns that wait for their block.
        marks: Of what was forgotten.
        save_marks: Writes them down, if there is room; whether it did.
        user_id: Whose memory.
        rebuild: Makes a block anew from the turns that stay.
    """

    def __init__(
        self, library: Library, pending: PendingTurns, marks: Tombstones, save_marks: SaveMarks, user_id: str,
        rebuild: Rebuild,
    ) -> None:  # fmt: skip
        self._library = library
        self._pending = pending
        self._marks = marks
        self._save_marks = save_marks
        self._user_id = user_id
        self._rebuild = rebuild

    async def forget(
        self,
        what: Forgotten,
        session_id: str,
        places: Mapping[str, Callable[[], str]],
        running: RunningSession = NO_SESSION,
    ) -> Receipt:
        """Forget *what*; doing it again finds nothing and is as well. See ``PersistentMemory.forget``."""
        if what == "all":
            return await self._forget_all(places)
        kind, wanted = _parsed(what, session_id)
        said: list[str] = []
        if kind == "turn" and running.has_turn:
            self._marks.bury_turn(session_id, wanted)
        is_doomed = await self._doomed(kind, wanted, session_id, running.has_turn)
        if kind in ("turn", "block"):
            told = await self._said(is_doomed)
            running.drop_traces([message for session, message in told if session == running.session_id])
            said = [*running.said, *(message for _, message in told)]
            is_doomed = _or_retells(is_doomed, said)
            for turn_id in running.take_out(retells(said)):
                self._marks.bury_turn(running.session_id, turn_id)
        is_in = sought_in(kind, wanted) if kind in ("text", "entity") else None
        count = _Count()
        hit = [block async for block in self._library.blocks(self._user_id) if _is_hit(block, is_doomed, is_in)]
        marks_kept = await self._bury(kind, wanted, hit, is_doomed)
        for block in hit:
            await self._take_out(block, is_doomed, count)
        waiting = self._pending.remove_where(self._user_id, is_doomed)
        count.pending = len(waiting)
        count.gone.extend(waiting)
        found_in = await self._found_in(said, is_doomed, is_in, places)
        made = _receipt(kind, count, ("blocks", "export", "pending", *places), found_in)
        return replace(made, marks_kept=marks_kept)

    async def _doomed(self, kind: str, wanted: str, session_id: str, is_exact: bool) -> IsDoomed:
        if kind == "block":
            block = await self._library.store.get(wanted)
            is_own = block is not None and block.user_id == self._user_id
            own = (
                {(block.session_of(turn), turn.turn_id) for turn in block.turns}
                if block is not None and is_own
                else set()
            )
            own |= self._waiting_in(wanted)
            return lambda session, turn: (session, turn.turn_id) in own
        if kind == "turn" and not is_exact and not await self._has_turn(session_id, wanted):
            session_id = ""  # not of the running session: of whichever has it
        return doomed(kind, wanted, session_id)

    def _waiting_in(self, block_id: str) -> set[tuple[str, str]]:
        """Session and id of the turns of a block that still waits."""
        found = self._pending.where(self._user_id, lambda _session, _turn: True)
        keys = {(self._user_id, session) for session, _ in found}
        named = {key[1] for key in keys if waiting_id(key, self._pending.of(key)) == block_id}
        return {(session, turn.turn_id) for session, turn in found if session in named}

    async def _said(self, is_doomed: IsDoomed) -> list[tuple[str, str]]:
        """Session and message of the turns that leave."""
        blocks = [block async for block in self._library.blocks(self._user_id)]
        stored = [(block.session_of(turn), turn) for block in blocks for turn in block.turns]
        leaving = [(session, turn) for session, turn in stored if is_doomed(session, turn)]
        return [(at, turn.message) for at, turn in (*leaving, *self._pending.where(self._user_id, is_doomed))]

    async def _has_turn(self, session_id: str, turn_id: str) -> bool:
        """Whether the running session has the turn, in a block or waiting."""
        blocks = await self._library.of_session(self._user_id, session_id)
        waiting = self._pending.of((self._user_id, session_id))
        stored = (t for block in blocks for t in block.turns if block.session_of(t) == session_id)
        return any(turn.turn_id == turn_id for turn in (*waiting, *stored))

    async def _forget_all(self, places: Mapping[str, Callable[[], str]]) -> Receipt:
        """Everything of this user: the store drops it whole, the key of the tombstones with it."""
        shelf = await self._library.shelf(self._user_id)
        blocks, turns = shelf.size, shelf.turns
        vectors = int(shelf.rows["turns"][shelf.rows["is_live"] & (shelf.rows["scale"] > 0)].sum())
        waiting = self._pending.remove_where(self._user_id, lambda _session, _turn: True)
        cached = self._library.opened.size
        await self._library.clear(self._user_id)
        left = [block async for block in self._library.blocks(self._user_id)]
        return Receipt(
            "all", turns + len(waiting), vectors, blocks_removed=blocks, pending=len(waiting), cached=cached,
            searched=("blocks", "export", "pending", *places), found_in=("blocks",) if left else (),
        )  # fmt: skip

    async def _bury(self, kind: str, wanted: str, blocks: Sequence[Block], is_doomed: IsDoomed) -> bool:
        """Marks first: when the rest is interrupted, the next try and every import know. Whether they are saved."""
        tombstones = self._marks
        if kind in ("text", "entity"):
            tombstones.bury_text(wanted)
        for block in blocks:
            for turn in block.turns:
                if is_doomed(block.session_of(turn), turn):
                    tombstones.bury_turn(block.session_of(turn), turn.turn_id)
        for session, turn in self._pending.where(self._user_id, is_doomed):
            tombstones.bury_turn(session, turn.turn_id)
        return await self._save_marks()

    async def _take_out(self, block: Block, is_doomed: IsDoomed, count: _Count) -> None:
        gone = [turn for turn in block.turns if is_doomed(block.session_of(turn), turn)]
        kept = [turn for turn in block.turns if turn not in gone]
        count.gone.extend((block.session_of(turn), turn) for turn in gone)
        count.vectors += len(gone) if block.has_vectors else 0
        count.cached += self._library.opened.discard(block.block_id)
        if kept:
            await self._put_rest(block, kept)
            count.blocks_changed += 1
        else:
            await self._library.remove(self._user_id, [block.block_id])
            count.blocks_removed += 1

    async def _put_rest(self, block: Block, kept: Sequence[RememberedTurn]) -> None:
        """
        *block* with the turns that stay. A store without room cannot write it anew, and forgetting comes first: the
        block leaves, which needs no room, and the turns that stay wait until there is some.
        """
        try:
            await self._library.put(await self._rebuild(block, kept))
        except StoreError as error:
            if error.code != "quota":
                raise
            for session_id, turns in block.by_session(kept).items():
                self._pending.add((self._user_id, session_id), turns, is_end=True)
            await self._library.remove(self._user_id, [block.block_id])

    async def _found_in(
        self, said: Sequence[str], is_doomed: IsDoomed, is_in: IsIn | None, places: Mapping[str, Callable[[], str]]
    ) -> tuple[str, ...]:
        """Places where what must be gone is still found, read anew from the store and from *places*."""
        blocks = [block async for block in self._library.blocks(self._user_id)]
        found = []
        if any(is_doomed(block.session_of(turn), turn) for block in blocks for turn in block.turns):
            found.append("blocks")
        if is_in is None:
            is_retold, messages = retells(said), {folded(message) for message in said} - {""}
            is_in = lambda text: folded(text) in messages or is_retold(text)  # noqa: E731 # one test for both kinds
        elif any(map(is_in, texts_of(document_of(blocks, 0.0)))):
            found.append("export")
        if self._pending.where(self._user_id, is_doomed):
            found.append("pending")
        found += [name for name, read in places.items() if any(map(is_in, texts_in(read())))]
        return tuple(found)


def _or_retells(is_doomed: IsDoomed, said: Sequence[str]) -> IsDoomed:
    """Those, and the turns whose answers repeat what was said in them."""
    is_retold = retells(said)
    return lambda session, turn: is_doomed(session, turn) or is_retold(turn.answer)


def _is_hit(block: Block, is_doomed: IsDoomed, is_in: IsIn | None) -> bool:
    """Whether a block must change: one of its turns leaves, or a label holds the words."""
    in_labels = is_in is not None and any(map(is_in, (*block.keywords, block.theme)))
    return in_labels or any(is_doomed(block.session_of(turn), turn) for turn in block.turns)


def _receipt(kind: str, count: _Count, searched: tuple[str, ...], found_in: tuple[str, ...]) -> Receipt:
    turns = [turn for _, turn in count.gone]
    left = dict.fromkeys((session, turn.turn_id) for session, turn in count.gone)
    return Receipt(
        kind=kind, turns=len(turns), vectors=count.vectors, entities=sum(len(turn.entities) for turn in turns),
        slots=sum(len(turn.slots) for turn in turns), blocks_removed=count.blocks_removed,
        blocks_changed=count.blocks_changed, pending=count.pending, cached=count.cached, searched=searched,
        found_in=found_in, left=tuple(left)[:LEFT_TURNS],
    )  # fmt: skip


def _parsed(what: Forgotten, session_id: str) -> tuple[str, str]:
    if what == "session":
        return "session", session_id
    if isinstance(what, Mapping) and len(what) == 1:
        kind, wanted = next(iter(what.items()))
        if kind in KINDS and isinstance(wanted, str) and folded(wanted):
            return kind, wanted
    raise WireError(
        "wrong-field",
        '"what" is {"text": ..}, {"turn": ..}, {"block": ..} or {"entity": ..} with a text, or "session" or "all".',
    )
