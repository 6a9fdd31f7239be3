"""One path by which a thing leaves persistent memory, with a receipt that proves it."""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from limpet.errors import WireError
from limpet.memory.block import Block, RememberedTurn
from limpet.memory.ledger import Ledger
from limpet.memory.library import Library
from limpet.memory.pending import PendingTurns
from limpet.memory.portable import document_of
from limpet.memory.tombstones import folded, folded_words

Forgotten: TypeAlias = Mapping[str, str] | str
IsDoomed: TypeAlias = Callable[[str, RememberedTurn], bool]
Rebuild: TypeAlias = Callable[[Block, Sequence[RememberedTurn]], Awaitable[Block]]

KINDS: Final = ("text", "turn", "block", "entity")
_PREFIX_WORDS: Final = 3
"""A gist that ends within the forgotten text holds at least so many of its words before it counts as a remnant."""


@dataclass(frozen=True, slots=True)
class Receipt:
    """
    What a forgetting did; it never quotes what was forgotten.

    Attributes:
        kind: ``text``, ``turn``, ``block``, ``entity``, ``session`` or ``all``.
        turns: Remembered turns that went, waiting ones included.
        vectors: Their vectors.
        entities: Their mentions of entities.
        slots: Their confirmed filters.
        blocks_removed: Blocks that went whole.
        blocks_changed: Blocks that were made anew without the turns, labels and vectors included.
        pending: Waiting turns among ``turns``.
        cached: Opened blocks that left the cache.
        searched: Places that were searched afterwards.
        found_in: Places where something was still found; empty when the forgetting is proved.
    """

    kind: str
    turns: int = 0
    vectors: int = 0
    entities: int = 0
    slots: int = 0
    blocks_removed: int = 0
    blocks_changed: int = 0
    pending: int = 0
    cached: int = 0
    searched: tuple[str, ...] = ()
    found_in: tuple[str, ...] = ()

    @property
    def verified(self) -> bool:
        """Whether nothing was found afterwards."""
        return not self.found_in


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
        ledger: Where tombstones are kept.
        user_id: Whose memory.
        rebuild: Makes a block anew from the turns that stay.
    """

    def __init__(self, library: Library, pending: PendingTurns, ledger: Ledger, user_id: str, rebuild: Rebuild) -> None:
        self._library = library
        self._pending = pending
        self._ledger = ledger
        self._user_id = user_id
        self._rebuild = rebuild

    async def forget(self, what: Forgotten, session_id: str, places: Mapping[str, Callable[[], str]]) -> Receipt:
        """Forget *what*; doing it again finds nothing and is as well."""
        if what == "all":
            return await self._forget_all(places)
        kind, wanted = _parsed(what, session_id)
        is_doomed = doom_of(kind, wanted, session_id)
        count = _Count()
        block_ids = [wanted] if kind == "block" else None
        doomed_blocks = [
            block async for block in self._library.blocks(self._user_id)
            if (block_ids is not None and block.block_id in block_ids)
            or any(is_doomed(block.session_id, turn) for turn in block.turns) or _labels_hold(block, kind, wanted)
        ]  # fmt: skip
        await self._bury(kind, wanted, doomed_blocks, is_doomed)
        for block in doomed_blocks:
            await self._take_out(block, is_doomed, count, whole=kind == "block")
        waiting = self._pending.remove_where(self._user_id, is_doomed)
        count.pending = len(waiting)
        count.gone.extend(waiting)
        texts = [wanted] if kind in ("text", "entity") else []
        return await self._receipt(kind, count, texts, is_doomed, places)

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

    async def _bury(self, kind: str, wanted: str, blocks: Sequence[Block], is_doomed: IsDoomed) -> None:
        """Tombstones first: when the rest is interrupted, the next try and every import still know."""
        tombstones = self._ledger.tombstones
        if kind in ("text", "entity"):
            tombstones.bury_text(wanted)
        for block in blocks:
            for turn in block.turns:
                if kind == "block" or is_doomed(block.session_id, turn):
                    tombstones.bury_turn(block.session_id, turn.turn_id)
        await self._library.store.save_ledger(self._user_id, self._ledger.to_text())

    async def _take_out(self, block: Block, is_doomed: IsDoomed, count: _Count, *, whole: bool) -> None:
        gone = [turn for turn in block.turns if whole or is_doomed(block.session_id, turn)]
        kept = [turn for turn in block.turns if turn not in gone]
        count.gone.extend((block.session_id, turn) for turn in gone)
        count.vectors += len(gone) if block.has_vectors else 0
        count.cached += self._library.opened.discard(block.block_id)
        if kept:
            await self._library.put(await self._rebuild(block, kept))
            count.blocks_changed += 1
        else:
            await self._library.remove(self._user_id, [block.block_id])
            count.blocks_removed += 1

    async def _receipt(
        self, kind: str, count: _Count, texts: Sequence[str], is_doomed: IsDoomed, places: Mapping[str, Callable[[], str]]
    ) -> Receipt:
        blocks = [block async for block in self._library.blocks(self._user_id)]
        found = [] if not any(is_doomed(b.session_id, turn) for b in blocks for turn in b.turns) else ["blocks"]
        searched = {"export": lambda: _as_text(document_of(blocks, 0.0)), "pending": self._pending_text, **places}
        sought = [text for text in (*texts, *(turn.message for _, turn in count.gone if kind == "turn")) if text.strip()]
        for name, read in searched.items():
            content = folded(read())
            if any(folded(text) in content for text in texts) or (name in places and any(folded(t) in content for t in sought)):
                found.append(name)
        turns = [turn for _, turn in count.gone]
        return Receipt(
            kind, len(turns), count.vectors, sum(len(turn.entities) for turn in turns), sum(len(turn.slots) for turn in turns),
            count.blocks_removed, count.blocks_changed, count.pending, count.cached, ("blocks", *searched), tuple(found),
        )  # fmt: skip

    def _pending_text(self) -> str:
        return _as_text(self._pending.to_json())


def doom_of(kind: str, wanted: str, session_id: str) -> IsDoomed:
    """
    Which turns leave when *wanted* is forgotten.

    >>> doom_of("text", "my  PIN", "")("s", RememberedTurn("1", "It is my pin."))
    True
    """
    text = folded(wanted)
    if kind == "text":
        return lambda _session, turn: any(_holds(folded(one), text) for one in turn.texts)
    if kind == "entity":
        whole = re.compile(rf"(?<!\w){re.escape(text)}(?!\w)")
        return lambda _session, turn: any(whole.search(folded(one)) or _holds(folded(one), text) for one in turn.texts)
    if kind == "turn":
        return lambda session, turn: turn.turn_id == wanted and session_id in ("", session)
    if kind == "session":
        return lambda session, _turn: session == session_id
    return lambda _session, _turn: False


def _holds(text: str, wanted: str) -> bool:
    """Whether *text* holds *wanted*, or is a gist that was cut within it."""
    if wanted in text:
        return True
    words = folded_words(wanted)
    tail = folded_words(text)[-len(words) :] if words and text.endswith(("…", "...")) else []
    return any(tail[-n:] == words[:n] for n in range(_PREFIX_WORDS, len(words)) if len(tail) >= n)


def _labels_hold(block: Block, kind: str, wanted: str) -> bool:
    return kind in ("text", "entity") and any(folded(wanted) in folded(label) for label in (*block.keywords, block.theme))


def _parsed(what: Forgotten, session_id: str) -> tuple[str, str]:
    if what == "session":
        return "session", session_id
    if isinstance(what, Mapping) and len(what) == 1:
        kind, wanted = next(iter(what.items()))
        if kind in KINDS and isinstance(wanted, str) and folded(wanted):
            return kind, wanted
    raise WireError(
        "wrong-field", '"what" is {"text": ..}, {"turn": ..}, {"block": ..} or {"entity": ..} with a text, "session" or "all".'
    )


def _as_text(document: Any) -> str:
    """All texts of a JSON document, one a line, without its punctuation and escapes."""
    if isinstance(document, Mapping):
        return "\n".join(_as_text(value) for value in document.values())
    if isinstance(document, (list, tuple)):
        return "\n".join(_as_text(value) for value in document)
    return document if isinstance(document, str) else json.dumps(document)
