"""Remembered blocks as the visitor sees them: listed, searched, opened; those that still wait among them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from limpet.memory.block import Block
from limpet.memory.tombstones import folded

if TYPE_CHECKING:
    from limpet.chat import Chat

_BLOCKS_AT_ONCE: Final = 100


async def blocks(
    chat: Chat, search: str = "", block_id: str | None = None, count: int = 50, user: str = ""
) -> dict[str, Any]:
    """
    Remembered blocks, the most recently ended first; before them what still waits for its block.

    Args:
        chat: Whose memory.
        search: Words that a block must hold, letter case aside; empty for any.
        block_id: The only block that is wanted.
        count: Blocks at most; never more than a hundred.
        user: Whose blocks.
    """
    wanted = folded(search)
    found: list[dict[str, Any]] = []
    waiting = {block.block_id: block for block in chat.longterm.memory.waiting.of(user)}
    async for block in _all_blocks(chat, waiting, user):
        if block_id is not None and block.block_id != block_id:
            continue
        if wanted and not any(wanted in folded(text) for turn in block.turns for text in turn.texts):
            continue
        if len(found) >= min(max(count, 1), _BLOCKS_AT_ONCE):
            return {"blocks": found, "has_more": True}
        found.append({**_shown(block), "is_waiting": waiting.get(block.block_id) is block})
    return {"blocks": found, "has_more": False}


async def _all_blocks(chat: Chat, waiting: Mapping[str, Block], user: str) -> AsyncIterator[Block]:
    """What waits, then what is stored; what has been stored while it waited comes once."""
    for block in waiting.values():
        yield block
    async for block in chat.longterm.blocks(user):
        if block.block_id not in waiting:
            yield block


def _shown(block: Block) -> dict[str, Any]:
    return {
        "block_id": block.block_id,
        "session": block.session_id,
        "theme": block.theme,
        "keywords": list(block.keywords),
        "start": block.start_s,
        "end": block.end_s,
        "turns": [
            {
                "turn_id": turn.turn_id, "message": turn.message, "answer": turn.answer, "at": turn.at_s,
                "session": block.session_of(turn),
            }
            for turn in block.turns
        ],
    }  # fmt: skip
