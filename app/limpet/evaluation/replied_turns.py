"""
Turns of MTRAG with the reply that a person approved, and what the product finds for them.

The reply to a turn of MTRAG stands in the history of the next turn, and the histories of MTRAG-UN have replies too.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

from limpet.answer.evidence import Evidence
from limpet.chat import Chat
from limpet.evaluation.followup_tasks import exchanges_of, observed
from limpet.evaluation.readers import JudgedTurn
from limpet.evaluation.sentences_at_hand import with_sentences_of
from limpet.evaluation.turn_tasks import mtrag_index
from limpet.evaluation.vectors import evaluation_embedder
from limpet.retrieval.document import Hit
from limpet.retrieval.index import Index
from limpet.retrieval.nearest_sentence import LOOKED_AT
from limpet.retrieval.nearness import near_to

LEAST_REPLY_WORDS: Final = 25
"""A shorter reply of MTRAG-UN says mostly that nothing is known."""
Known: TypeAlias = Literal["nothing", "beginning", "all"]
"""
What vectors of sentences are used for: nothing, as for documents that a visitor gives; where an answer begins, the
fragments being found as wholes; or for both, as in a built site.
"""
_HITS: Final = 10


@dataclass(frozen=True, slots=True)
class Replied:
    """A turn with the reply that a person approved, and what the product found for it."""

    turn: JudgedTurn
    reply: str
    evidence: Evidence


def replies_of(turns: Sequence[JudgedTurn]) -> list[tuple[JudgedTurn, str]]:
    """Turns with relevant passages whose reply stands in the next turn's history."""
    following = {(turn.conversation_id, turn.number - 1): turn for turn in turns}
    found = []
    for turn in turns:
        later = following.get((turn.conversation_id, turn.number))
        if later is None or not turn.relevant or len(later.history) < 2:
            continue
        (_, message), (role, reply) = later.history[-2:]
        if role == "agent" and message == turn.query:
            found.append((turn, reply))
    return found


def earlier_replies(turns: Sequence[JudgedTurn], known: Collection[str]) -> list[tuple[JudgedTurn, str]]:
    """Every exchange of the turns' histories as a turn with its reply, once each, without the replies in *known*."""
    found: dict[str, tuple[JudgedTurn, str]] = {}
    for turn in turns:
        for place, ((role, message), (_, reply)) in enumerate(pairwise(turn.history)):
            if role == "user" and reply not in known and len(reply.split()) >= LEAST_REPLY_WORDS:
                earlier = replace(turn, query=message, history=turn.history[:place], relevant=frozenset())
                found.setdefault(reply, (earlier, reply))
    return list(found.values())


def with_evidence(
    pairs: Sequence[tuple[JudgedTurn, str]], directory: Path, corpus: Path | None, known: Known = "nothing"
) -> list[Replied]:
    """
    Every turn on the product's path: history observed, message understood, searched for in its context.

    Sentences are embedded where a first search, without them, finds their fragments.
    """

    async def search() -> list[Replied]:
        found = []
        for domain in sorted({turn.domain for turn, _ in pairs}):
            wholes = mtrag_index(domain, directory, corpus)
            asked = [pair for pair in pairs if pair[0].domain == domain]
            told = wholes if known == "nothing" else await _with_sentences(wholes, [turn for turn, _ in asked])
            chat = Chat(told if known == "all" else wholes, evaluation_embedder())
            found += [Replied(turn, reply, await _evidence(chat, told, turn)) for turn, reply in asked]
        return found

    return asyncio.run(search())


async def _with_sentences(wholes: Index, turns: Sequence[JudgedTurn]) -> Index:
    chat = Chat(wholes, evaluation_embedder())
    found = [hit.fragment for turn in turns for hit in (await _found(chat, turn, LOOKED_AT))[1]]
    return with_sentences_of(wholes, found, evaluation_embedder())


async def _found(chat: Chat, turn: JudgedTurn, count: int) -> tuple[dict[str, Any], list[Hit]]:
    """What was understood of the last message of *turn*, and what is found for it."""
    told = await observed(chat, exchanges_of(turn.history), turn.query)
    return told, await chat.retrieve(k=count, contextual=True)


async def _evidence(chat: Chat, index: Index, turn: JudgedTurn) -> Evidence:
    told, hits = await _found(chat, turn, _HITS)
    added = told["added_weights"]
    evidence = Evidence(turn.query, told["query"], hits, index.document, index.idf, added, alike=index.alike)
    vector = evaluation_embedder().embed_now([turn.query])[0] if index.sentences is not None else None
    return replace(evidence, near=near_to(index, vector))
