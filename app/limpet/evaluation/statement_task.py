"""iKAT as persistent memory: statements about a user are remembered, and recalled by what the user says now."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC
from pathlib import Path
from typing import Any

from limpet.clock import FixedClock
from limpet.embed.none import NoEmbedder
from limpet.errors import DocumentError
from limpet.evaluation.metrics import auc, mean, ndcg, precision, recall, reciprocal_rank
from limpet.evaluation.readers import read_lines, required
from limpet.evaluation.task import Figures, Measured
from limpet.evaluation.vectors import evaluation_embedder
from limpet.limits import DEFAULT_LIMITS
from limpet.memory.block import RememberedTurn
from limpet.memory.persistent import PersistentMemory
from limpet.memory.recall import RecallRequest, Recollection
from limpet.ports import Embedder
from limpet.store.memory import InMemoryBlockStore


@dataclass(frozen=True, slots=True)
class StatementTurn:
    """
    A message with the user's statements.

    Attributes:
        user: Stands for one set of statements.
        text: The message.
        history: (role, text) of what came before.
        statements: Id -> statement.
        relevant: Ids of those that matter to the message; may be none.
    """

    user: str
    text: str
    history: tuple[tuple[str, str], ...]
    statements: Mapping[str, str]
    relevant: frozenset[str]

    def request(self, *, with_context: bool = True) -> RecallRequest:
        """The message as a question to memory, with what was said before it."""
        said = dict(self.history) if with_context else {}
        return RecallRequest(
            self.text, k=len(self.statements), exhaustive=True, user=self.user, previous=said.get("user", ""),
            reply=said.get("agent", ""), messages_before=len(self.history),
        )  # fmt: skip


def read_statement_turns(path: Path) -> list[StatementTurn]:
    """
    The turns of a ``turns.jsonl``.

    Raises:
        DocumentError: ``bad-data``.
    """
    users: dict[tuple[str, ...], str] = {}
    try:
        return [_turn(row, users) for row in read_lines(path)]
    except (KeyError, TypeError, AttributeError) as error:
        raise DocumentError("bad-data", f"{path} is not of the expected shape: {error!r}.") from None


def _turn(row: Mapping[str, Any], users: dict[tuple[str, ...], str]) -> StatementTurn:
    statements = {str(key): str(text) for key, text in row["ptkb"].items()}
    user = users.setdefault(tuple(f"{key}\0{text}" for key, text in statements.items()), f"user{len(users)}")
    history = tuple((str(one["role"]), str(one["text"])) for one in row["history"])
    return StatementTurn(user, row["query"], history, statements, frozenset(map(str, row["relevant"])))


async def remembered_statements(turns: Sequence[StatementTurn], embedder: Embedder) -> PersistentMemory:
    """A memory that holds every user's statements."""
    memory = PersistentMemory(InMemoryBlockStore(), embedder, DEFAULT_LIMITS, FixedClock(0.0), UTC)
    for turn in {turn.user: turn for turn in turns}.values():
        statements = [RememberedTurn(key, text) for key, text in turn.statements.items()]
        await memory.remember("statements", statements, turn.user, "statements")
    return memory


async def _measured(turns: Sequence[StatementTurn]) -> Measured:
    embedder = evaluation_embedder()
    with_vectors = await remembered_statements(turns, embedder)
    lexical = await remembered_statements(turns, NoEmbedder())
    systems = {
        "lexical": await _figures(lexical, turns, with_context=True),
        "last": await _figures(with_vectors, turns, with_context=False),
        "ours": await _figures(with_vectors, turns, with_context=True),
    }
    return Measured(sum(bool(turn.relevant) for turn in turns), systems)


async def _figures(memory: PersistentMemory, turns: Sequence[StatementTurn], *, with_context: bool) -> Figures:
    """Ranking over turns with a relevant statement; how well those are told from turns that need none."""
    found = [(turn, await memory.recall(turn.request(with_context=with_context))) for turn in turns]
    ranked = [_ranking(turn, recollection) for turn, recollection in found if turn.relevant]
    needed = [recollection.relevance for turn, recollection in found if turn.relevant]
    idle = [recollection.relevance for turn, recollection in found if not turn.relevant]
    return {**{name: mean(one[name] for one in ranked) for name in ranked[0]}, "AUC": auc(needed, idle)}


def _ranking(turn: StatementTurn, recollection: Recollection) -> Figures:
    ids = [one.turn_id for one in recollection.turns]
    return {
        "nDCG@3": ndcg(ids, turn.relevant, 3),
        "P@3": precision(ids, turn.relevant, 3),
        "R@3": recall(ids, turn.relevant, 3),
        "R@5": recall(ids, turn.relevant, 5),
        "MRR": reciprocal_rank(ids, turn.relevant),
    }


def ikat(directory: Path, _corpus: Path | None) -> Measured:
    """The task ``ikat``."""
    return asyncio.run(_measured(read_statement_turns(required("turns.jsonl", directory))))
