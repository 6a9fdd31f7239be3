"""A comparison is searched for side by side: each of its two things by itself, so that neither hides the other."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from limpet.answer.comparison_pair import compared_things
from limpet.answer.one_side import about_other
from limpet.answer.question import question_weights
from limpet.deciding import Decided
from limpet.found import with_definitions
from limpet.knowledge import Knowledge
from limpet.memory.topic import Topics
from limpet.policy.confidence import confidence, confidence_cues
from limpet.policy.heuristic import TUNED
from limpet.retrieval.described import is_described
from limpet.retrieval.document import Hit, Query
from limpet.retrieval.standing import by_standing, opens
from limpet.thought import Thought

HITS_OF_A_SIDE: Final = 4
"""Fragments that each of two compared things brings in."""
HITS_LOOKED_THROUGH: Final = 10
"""Fragments of which these are the best that are no news: the section that has the thing's name before all."""
_POINTS: Final = re.compile(r"(?:it|its|this|that|these|those|they|them)(?: one| ones)?", re.IGNORECASE)


def things_of(thought: Thought) -> tuple[str, str] | None:
    """The two things that a message wants compared; one that only points back is the topic. None for no comparison."""
    things = compared_things(thought.understanding.asked_text)
    if things is None:
        return None
    topic = Topics.from_json(thought.view.topic).active if thought.view.topic is not None else None
    first, second = (topic.name if topic and _POINTS.fullmatch(thing) else thing for thing in things)
    return None if _POINTS.fullmatch(first) or _POINTS.fullmatch(second) else (first, second)


async def by_sides(
    knowledge: Knowledge, thought: Thought, hits: Sequence[Hit], decided: Decided, k: int
) -> tuple[Thought, list[Hit], Decided] | None:
    """
    What is found and decided for a comparison: hits for each of its two things beside *hits*, and whether both are
    there. None where *thought* is none.
    """
    things = things_of(thought)
    if things is None or knowledge.index is None:
        return None
    lacking = tuple(thing for thing in things if not is_described(thing, knowledge.index))
    if len(lacking) == 1:
        about = about_other(things, lacking)
        query = Query(about, await knowledge.vector(about))
        sides = with_definitions(knowledge.index, query, await knowledge.retrieve(query, k=k))
        return thought, with_sides(hits, sides, k), decided_by_sides(decided, 0.0, lacking)
    sides, sure = await side_hits(knowledge, things)
    return thought, with_sides(hits, sides, k), decided_by_sides(decided, sure)


async def side_hits(knowledge: Knowledge, things: tuple[str, str]) -> tuple[list[Hit], float]:
    """
    What is found for each of *things* by itself, and how likely it is that the documents speak of both: the confidence
    of the one that they speak less of, 0 when no fragment has a word of it.
    """
    if knowledge.index is None:
        return [], 0.0
    rows_of = knowledge.index.postings.rows_of
    found: list[Hit] = []
    sure: list[float] = []
    for thing in things:
        hits = await knowledge.retrieve(Query(thing, await knowledge.vector(thing)), k=HITS_LOOKED_THROUGH)
        weights = question_weights(thing, knowledge.idf, {})
        is_there = any(len(rows_of(stem)) for stem in weights) or not weights
        sure.append(confidence(confidence_cues(thing, hits, weights, weights)) if is_there else 0.0)
        ranked = [hit for hit, _ in by_standing(hits, thing)]
        ranked.sort(key=lambda hit: not opens(hit.fragment, thing))
        found += ranked[:HITS_OF_A_SIDE]
    return found, min(sure)


def with_sides(hits: Sequence[Hit], sides: Sequence[Hit], k: int) -> list[Hit]:
    """*hits* and what was found for each side, best first, each fragment once; all of *sides* stay."""
    best: dict[str, Hit] = {}
    for hit in (*sides, *hits):
        known = best.get(hit.fragment.fragment_id)
        best[hit.fragment.fragment_id] = hit if known is None or hit.score > known.score else known
    return sorted(list(best.values())[: max(k, len(sides))], key=lambda hit: -hit.score)


def decided_by_sides(decided: Decided, sure: float, lacking: tuple[str, ...] = ()) -> Decided:
    """
    A comparison both sides of which are found is one, however little the documents compare them themselves; one with a
    thing that they do not have (*lacking*) is none.
    """
    if sure == 0.0:
        return Decided(replace(decided.features, confidence=0.0), replace(decided.plan, mode="not_covered"), lacking)
    if sure < TUNED.answers_from:
        return decided
    features = replace(decided.features, confidence=max(sure, decided.features.confidence))
    return Decided(features, replace(decided.plan, mode="compare"))
