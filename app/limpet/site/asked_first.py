"""The first questions of a site: made from its documents, and kept only when the chat answers them from there."""

from __future__ import annotations

import asyncio
from typing import Final

from limpet.chat import Chat
from limpet.ports import Embedder
from limpet.retrieval.index import Index

SUGGESTED: Final = 8
"""Questions that a site carries; the page shows the first few that the visitor does not master."""
_TRIED: Final = 4 * SUGGESTED


def asked_first(index: Index, embedder: Embedder | None, count: int = SUGGESTED) -> list[str]:
    """
    At most *count* questions that get an answer which cites the section that they were made from, the best first.

    Each is asked in a conversation of its own, as a visitor's first message would be.

    >>> from limpet.retrieval.builder import IndexBuilder
    >>> from limpet.retrieval.document import Document
    >>> from limpet.retrieval.splitting import split
    >>> document = Document("tea", "Tea", "# Tea\\n\\n## How to steep green tea\\n\\nSteep green tea at 75 degrees.")
    >>> builder = IndexBuilder("en")
    >>> builder.add(document, split(document))
    >>> asked_first(builder.build(None, ""), None)
    ['How do I steep green tea?']
    """
    return asyncio.run(_answered(Chat(index, embedder), count))


async def _answered(chat: Chat, count: int) -> list[str]:
    kept: list[str] = []
    for question in chat.knowledge.suggestions(_TRIED):
        if len(kept) == count:
            break
        answered = await Chat(like=chat).answer(question.text)
        cited = {citation["heading"] for citation in answered.citations}
        is_there = question.heading in cited if question.heading else bool(cited)
        if answered.mode in ("answer", "compare") and is_there:
            kept.append(question.text)
    return kept
