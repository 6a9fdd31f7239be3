"""
A question about the page at hand that nothing answers in its own words: one sentence there may stand out as the nearest
in meaning. "What happens for an unsupported method?" finds what "will respond with 405" while that section is open.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from limpet.answer.fragments import units_of
from limpet.answer.nearest_said import stands_alone
from limpet.answer.question import question_weights
from limpet.deciding import Decided
from limpet.knowledge import Knowledge
from limpet.policy.heuristic import TUNED
from limpet.reading_on import fragments_at_hand, lately_cited, put_first, without_context
from limpet.retrieval.document import Fragment, Hit
from limpet.retrieval.index import Index
from limpet.retrieval.nearness import near_to
from limpet.text.near_words import near_stems, share_of
from limpet.text.tokens import stems
from limpet.thought import Thought

QUOTED_LEAD: Final = 0.07
"""
By how much a sentence must be nearer than every other of the document at hand to be quoted. Of 1,362 refusals of our
own questions, each asked after one that has nothing to do with it, eleven have such a sentence by chance, and none is
answered by it.
"""
SAID_LEAD: Final = 0.1
"""The same to be the answer, in a section that the last answer cites."""
LEAST_SHARE: Final = 0.3
"""How much of what is asked the fragment must have, by rarity."""
_FEWEST: Final = 3
"""Sentences that one can stand out among."""
_DENIALS: Final = ("un", "non")
_LEAST_DENIED: Final = 4
"""Letters that a denied word has without the denial: "unit" denies nothing."""


def stands_out(
    knowledge: Knowledge, thought: Thought, hits: Sequence[Hit], decided: Decided
) -> tuple[Thought, list[Hit], Decided] | None:
    """
    The thought as one that reads on, the hits behind the fragment with the sentence that stands out, and what is
    decided then: an answer, or still none, for which that sentence is quoted. None where the question is answered or
    has a word that is foreign to the documents, and where no sentence of the documents last cited stands out.

    Args:
        knowledge: The documents.
        thought: The message.
        hits: Best first.
        decided: What was decided for it.
    """
    index, confidence = knowledge.index, decided.features.confidence
    is_refused = decided.plan.mode == "not_covered" and confidence >= TUNED.asks_back_above
    if index is None or not is_refused or thought.searches_catalogue or thought.is_choice:
        return None
    asked = in_words_of(index, question_weights(thought.message, index.idf, {}))
    found = _standing_out(knowledge, index, thought) if asked else None
    if found is None or _share(found[1], asked) < LEAST_SHARE:
        return None
    lead, fragment = found
    behind = put_first(index, fragment, hits)
    if lead < SAID_LEAD or not _is_open(index, fragment, lately_cited(thought)):
        return without_context(thought), behind, decided
    features = replace(decided.features, confidence=max(confidence, TUNED.answers_from))
    return without_context(thought), behind, Decided(features, replace(decided.plan, mode="answer"))


def in_words_of(index: Index, asked: Mapping[str, float]) -> dict[str, float]:
    """
    The stems of *asked* as the documents have them, weighted by rarity: in a near word or without a denial ("support"
    for "unsupported") where they do not have one itself. Empty where one of them is foreign.
    """
    terms = index.postings.terms
    told = dict[str, float]()
    for stem in asked:
        denied = [stem.removeprefix(one) for one in _DENIALS if stem.startswith(one)]
        others = [*sorted(near_stems(stem)), *(one for one in denied if len(one) >= _LEAST_DENIED)]
        known = next((one for one in (stem, *others) if one in terms), None)
        if known is None:
            return {}
        told[known] = index.idf(known)
    return told


def _standing_out(knowledge: Knowledge, index: Index, thought: Thought) -> tuple[float, Fragment] | None:
    """The fragment with the nearest sentence of the documents at hand, and by how much that one leads."""
    near = near_to(index, thought.vector, knowledge.is_learned(thought.message))
    found = [
        (cosine, start, fragment)
        for fragment in fragments_at_hand(index, thought)
        for start, cosine in near(fragment.fragment_id)
    ]
    if len(found) < _FEWEST:
        return None
    alone = _standing_alone(index, sorted(found, key=lambda entry: -entry[0]))
    first, second = next(alone, None), next(alone, None)
    if first is None or second is None or first[0] - second[0] < QUOTED_LEAD:
        return None
    return first[0] - second[0], first[1]


def _standing_alone(index: Index, found: Sequence[tuple[float, int, Fragment]]) -> Iterator[tuple[float, Fragment]]:
    """Of *found* (cosine, first code point, fragment) what can be said by itself."""
    for cosine, start, fragment in found:
        units = units_of(index.document(fragment.document_id), fragment)
        if any(unit.start == start and stands_alone(unit) for unit in units):
            yield cosine, fragment


def _is_open(index: Index, fragment: Fragment, cited: Sequence[str]) -> bool:
    """Whether *fragment* is cited or stands under the heading of one that is."""
    paths = [one.heading_path for one in map(index.fragment, cited) if one is not None]
    return fragment.fragment_id in cited or any(
        len(path) > 1 and fragment.heading_path[: len(path)] == path for path in paths
    )


def _share(fragment: Fragment, asked: Mapping[str, float]) -> float:
    total = sum(asked.values())
    found = frozenset(stems(f"{fragment.heading} {fragment.text}"))
    return sum(weight * share_of(stem, found) for stem, weight in asked.items()) / total if total > 0 else 0.0
