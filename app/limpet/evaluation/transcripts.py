"""
Scripted conversations with the two demos, answered by limpet as it is and written down as a page for people.

``python -m limpet.evaluation.transcripts QUESTIONS PAGE``; the questions are a JSON list of objects with ``site``,
``title`` and ``messages``.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from limpet.chat import Chat
from limpet.events import Answered
from limpet.retrieval.index import Index
from limpet.site.build import build_index
from limpet.site.demo import SHOP, SHOP_DOCUMENTS, STARLETTE, starlette_documents
from limpet.site.model import open_embedder

_HEAD: Final = """# {count} conversations

Scripted questions over the two demos of `make demo`: the fashion shop of `demo/shop`, and Starlette's documentation.
Each conversation is a session of its own, answered by limpet with its own model and without a language model.
`make transcripts` writes this page anew; [How an answer is made](answers.md) explains it. A number in brackets is a
citation; the places stand below each answer.
"""


def demo_indexes() -> dict[str, Index]:
    """The indexes of the two demos, by site."""
    return {SHOP: build_index(SHOP_DOCUMENTS).index, STARLETTE: build_index(starlette_documents()[0]).index}


def answers_to(
    conversations: Sequence[Mapping[str, Any]], indexes: Mapping[str, Index]
) -> list[list[tuple[str, Answered]]]:
    """Every conversation as (message, answer) pairs."""
    embedder = open_embedder()

    async def talk(conversation: Mapping[str, Any]) -> list[tuple[str, Answered]]:
        chat = Chat(indexes[conversation["site"]], embedder)
        return [(message, await chat.answer(message)) for message in conversation["messages"]]

    return [asyncio.run(talk(conversation)) for conversation in conversations]


def page_of(conversations: Sequence[Mapping[str, Any]], answers: Sequence[Sequence[tuple[str, Answered]]]) -> str:
    """The page in Markdown."""
    parts = [_HEAD.format(count=len(conversations))]
    for number, (conversation, turns) in enumerate(zip(conversations, answers, strict=True), start=1):
        parts.append(f"## {number}. {conversation['title']} ({conversation['site']})\n")
        parts += [_turn(message, answered) for message, answered in turns]
    return "\n".join(parts)


def _turn(message: str, answered: Answered) -> str:
    lines = [f"**Visitor:** {message}", "", *(f"> {line}".rstrip() for line in answered.text.split("\n"))]
    cited = [f"[{number}] {one['heading']}" for number, one in enumerate(answered.citations, start=1)]
    if cited:
        lines += ["", f"<sub>{answered.mode}: {' · '.join(cited)}</sub>"]
    elif answered.mode != "answer":
        lines += ["", f"<sub>{answered.mode.replace('_', ' ')}</sub>"]
    return "\n".join([*lines, ""])


def main(questions: str, page: str) -> None:
    """Write *page* from *questions*."""
    conversations = json.loads(Path(questions).read_text("utf-8"))
    answers = answers_to(conversations, demo_indexes())
    Path(page).write_text(page_of(conversations, answers), "utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
