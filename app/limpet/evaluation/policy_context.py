"""What the context that a policy chooses finds, against the message in its context and the message alone."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from limpet.chat import Chat
from limpet.errors import DocumentError
from limpet.evaluation.followup_tasks import exchanges_of
from limpet.evaluation.metrics import mean, ndcg
from limpet.evaluation.policy_replay import Moment, Replay, moment_of, observe_history
from limpet.evaluation.readers import JudgedTurn, Passage, read_lines, read_turns, required
from limpet.evaluation.retrieval_tasks import found_ids, passage_index
from limpet.evaluation.task import Figures, Measured
from limpet.evaluation.turn_tasks import cast21_index
from limpet.evaluation.vectors import evaluation_embedder
from limpet.policy.heads import CONTEXTS
from limpet.ports import Policy
from limpet.retrieval.index import Index

ALONE: Final = CONTEXTS.index((0.0, 0.0))
CONTEXTUAL: Final = CONTEXTS.index((1.0, 0.0))
_STATEMENTS_K: Final = 3
_PASSAGES_K: Final = 5


def context_parts(
    policies: Mapping[str, Policy], conversations: Sequence[Replay], directory: Path, corpus: Path | None
) -> dict[str, Measured]:
    """
    Ranking with the context that each of *policies* chooses, on MTRAG, and on CAsT 2021 and iKAT where they lie beside
    *directory*.

    iKAT's statements about a user are searched as documents.
    """
    found = [moment for one in conversations for moment in one.moments if moment.turn.relevant]
    parts = {"context, mtrag": _compared(policies, found, _PASSAGES_K)}
    for name, moments_of, k in (("cast", cast_moments, _PASSAGES_K), ("ikat", ikat_moments, _STATEMENTS_K)):
        try:
            some = moments_of(directory.parent / name, corpus.parent / name if corpus else None)
        except DocumentError:
            continue  # that set is not here
        parts[f"context, {'cast21' if name == 'cast' else name}"] = _compared(policies, some, k)
    return parts


def cast_moments(directory: Path, corpus: Path | None) -> list[Moment]:
    """The judged turns of CAsT 2021."""
    turns = [turn for turn in read_turns(required("turns.jsonl", directory)) if turn.relevant]
    index = cast21_index(directory, corpus)
    return asyncio.run(_moments([(turn, index) for turn in turns]))


def ikat_moments(directory: Path, _: Path | None = None) -> list[Moment]:
    """The turns of iKAT to which one of the user's statements matters, with an index of that user's statements."""
    path = required("turns.jsonl", directory)
    indexes: dict[str, Index] = {}
    turns = []
    for row, turn in zip(read_lines(path), read_turns(path), strict=True):
        if turn.relevant:
            statements = [Passage(str(key), "", str(text)) for key, text in row["ptkb"].items()]
            key = repr(statements)
            if key not in indexes:
                indexes[key] = passage_index(statements)
            turns.append((turn, indexes[key]))
    return asyncio.run(_moments(turns))


async def _moments(turns: Sequence[tuple[JudgedTurn, Index]]) -> list[Moment]:
    chats: dict[int, Chat] = {}
    found = []
    for turn, index in turns:
        chat = chats.setdefault(id(index), Chat(index, evaluation_embedder()))
        await observe_history(chat, exchanges_of(turn.history))
        found.append(await moment_of(turn, "", chat, index))
    return found


def _compared(policies: Mapping[str, Policy], moments: Sequence[Moment], k: int) -> Measured:
    ways = {"message alone": [ALONE] * len(moments), "in its context": [CONTEXTUAL] * len(moments)}
    for name, policy in policies.items():
        plans = [policy.decide(moment.features()) for moment in moments]
        ways[name] = [CONTEXTS.index((plan.context_share, plan.summary_share)) for plan in plans]
    return Measured(len(moments), {name: _ranking(moments, way, k) for name, way in ways.items()})


def _ranking(moments: Sequence[Moment], contexts: Sequence[int], k: int) -> Figures:
    scores = [
        ndcg(found_ids(moment.hits(context)), moment.turn.relevant, k)
        for moment, context in zip(moments, contexts, strict=True)
    ]
    return {f"nDCG@{k}": mean(scores)}
