"""
What the network is worth on smaller sites: the conversations asked again of parts of MTRAG's collections.

A part holds every passage that is marked for the conversations that are asked of it, and others drawn at random, so
that the right one is easier to find than in the whole, as on a site of few pages.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from limpet.chat import Chat
from limpet.evaluation.bootstrap import differences, interval
from limpet.evaluation.metrics import mean
from limpet.evaluation.policy_episode import Kitchen, rewards
from limpet.evaluation.policy_replay import Replay, moments_of_talk
from limpet.evaluation.readers import JudgedTurn, Passage, find, read_passages
from limpet.evaluation.retrieval_tasks import passage_index
from limpet.evaluation.task import Figures
from limpet.evaluation.vectors import evaluation_embedder
from limpet.ports import Policy

SIZES: Final = (200, 400, 800, 1_600)
"""Fragments of a part."""
_MARKED_SHARE: Final = 0.25
"""Of a part's passages, at most so many are marked as relevant for one of its conversations."""
_SEED: Final = 0


def smaller(found: Sequence[Replay], size: int, directory: Path) -> list[Replay]:
    """The conversations of *found* asked of parts of *size* fragments; those of smaller collections are left out."""
    replayed = []
    for domain in sorted({one.domain for one in found}):
        passages = list(read_passages(find(f"corpus_{domain}.jsonl", directory, None, "mtrag")))
        if size < len(passages):
            talks = {one.conversation_id: _turns(one) for one in found if one.domain == domain}
            for names, kept in parts(talks, passages, size, random.Random(f"{domain}{size}{_SEED}")):
                replayed += asyncio.run(_replayed({name: talks[name] for name in names}, domain, kept))
    return replayed


def parts(
    talks: Mapping[str, Sequence[JudgedTurn]], passages: Sequence[Passage], size: int, dice: random.Random
) -> Iterator[tuple[list[str], list[Passage]]]:
    """Conversations with the *size* passages that they are asked of."""
    known = {passage.passage_id for passage in passages}
    names = sorted(talks)
    dice.shuffle(names)
    together: list[str] = []
    marked: set[str] = set()
    for name in [*names, ""]:
        own = {one for turn in talks.get(name, ()) for one in turn.relevant} & known
        if together and (not name or len(marked | own) > _MARKED_SHARE * size):
            others = [passage.passage_id for passage in passages if passage.passage_id not in marked]
            kept = marked | set(dice.sample(others, max(0, size - len(marked))))
            yield together, [passage for passage in passages if passage.passage_id in kept]
            together, marked = [], set()
        together, marked = [*together, name], marked | own


def gains(
    policies: Mapping[str, Policy], rules: Policy, found: Sequence[Replay], kitchen: Kitchen | None = None
) -> Figures:
    """
    What a message gains by the network instead of *rules*.

    Args:
        policies: By the mark of a conversation, the network that did not see it.
        rules: As they ship.
        found: The conversations.
        kitchen: Where replies come from; one of its own when None.
    """
    kitchen = kitchen or Kitchen()
    ours = [rewards(policies[one.mark], [one], kitchen)[0] for one in found]
    theirs = rewards(rules, found, kitchen)
    gained = differences(ours, theirs)
    low, high = interval(gained)
    return {
        "messages": float(sum(len(one) for one in gained)),
        "network": _mean(ours),
        "rules": _mean(theirs),
        "gain": _mean(gained),
        "gain_low": low,
        "gain_high": high,
    }


def _mean(values: Sequence[Sequence[float]]) -> float:
    return mean(value for one in values for value in one)


def _turns(one: Replay) -> list[JudgedTurn]:
    return [moment.turn for moment in one.moments]


async def _replayed(
    talks: Mapping[str, Sequence[JudgedTurn]], domain: str, passages: Sequence[Passage]
) -> list[Replay]:
    index = passage_index(passages)
    chat = Chat(index, evaluation_embedder())
    return [Replay(name, domain, tuple(await moments_of_talk(turns, chat, index))) for name, turns in talks.items()]
