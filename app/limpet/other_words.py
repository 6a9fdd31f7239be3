"""
A question that nothing answers, searched for once more in other words: one for a purchase finds what is told of buying.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from limpet.answer.question import question_weights
from limpet.deciding import Decided, Decider
from limpet.knowledge import Knowledge
from limpet.listing import Filtering
from limpet.policy.heuristic import TUNED
from limpet.retrieval.document import Hit
from limpet.text.near_words import near_stems
from limpet.thought import Thought

OTHER_SHARE: Final = 0.5
"""What a near word counts in the search, where one of the question's own counts 1."""
AT_MOST: Final = TUNED.sure_from
"""Confidence that an answer has at most which is found so: less than that of one that is surely covered."""
_SEARCHED: Final = 10


async def in_other_words(
    knowledge: Knowledge,
    decider: Decider,
    thought: Thought,
    filtering: Filtering,
    decided: Decided,
    recalled_coverage: float,
) -> tuple[Thought, list[Hit], Decided] | None:
    """
    What is found and decided for *thought* with near words beside those of its own that the documents lack; None where
    it is answered without, where they lack none or one that has no near word, and where that is no help.

    Args:
        knowledge: The documents.
        decider: Tells how surely hits answer.
        thought: The message.
        filtering: What the records must satisfy.
        decided: What was decided for it by its own words.
        recalled_coverage: By earlier sessions, 0..1.
    """
    index = knowledge.index
    if index is None or thought.searches_catalogue or decided.plan.mode != "not_covered":
        return None
    own = question_weights(thought.understanding.query_text, index.idf, {})
    known = index.postings.terms
    lacking = [stem for stem in own if stem not in known]
    near = {stem: [word for word in sorted(near_stems(stem)) if word in known] for stem in lacking}
    terms = {word: OTHER_SHARE for words in near.values() for word in words if word not in own}
    if not terms or not all(near[stem] for stem in lacking):
        return None
    query = replace(thought.query, extra_terms={**terms, **thought.query.extra_terms})
    hits = await knowledge.retrieve(query, k=_SEARCHED, filters=filtering.kept, only_records=filtering.only_records)
    asked = sum(own.values())
    share = asked / (asked + sum(OTHER_SHARE * index.idf(word) for word in terms))
    hits = [replace(hit, bm25=hit.bm25 * share) for hit in index.with_stems(hits)]  # more words are no better evidence
    again = decider.decide(thought, hits, recalled_coverage)
    if again.plan.mode == "not_covered":
        return None
    again = replace(again, features=replace(again.features, confidence=min(again.features.confidence, AT_MOST)))
    return replace(thought, query=query), hits, again
