"""
A follow-up that nothing answers surely, held against the document that the last answer is from: a reader who asks
"In which order do they run?" means what is open before both.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Final

from limpet.answer.question import question_weights
from limpet.deciding import Decided
from limpet.memory.decision import Decision
from limpet.policy.heuristic import TUNED
from limpet.retrieval.document import Fragment, Hit
from limpet.retrieval.index import Index
from limpet.text.near_words import share_of
from limpet.text.tokens import stems
from limpet.thought import Thought

BELIEVED_FROM: Final = 0.4
"""Confidence from which a follow-up is answered from the document at hand, where another question needs
``answers_from``: set by the follow-ups of ``tests/data/read_on.json``."""
LEAST_SHARE: Final = 0.5
"""How much of what is asked one sentence there has, by rarity, in place of a refusal or a question back."""
EXAMPLE_FROM: Final = 0.35
EXAMPLE_SHARE: Final = 0.4
"""Both for a wish for an example, which is of what was spoken of."""
SURE_SHARE: Final = 0.9
"""The same in place of an answer that is not sure, from another document."""
_OPEN_TURNS: Final = 3
"""Turns that a document stays open for where they cite nothing: a refusal, a question back."""
_READ: Final = 60
"""Fragments of the open documents that are read, those around what was shown."""
_OTHERS_SHARE: Final = 0.4
"""What the score of what was found elsewhere counts then: nothing of it stands in the answer."""
_SECTION_DEPTH: Final = 2
_CODE: Final = re.compile(r"^ *(?:```|~~~)|<pre\b", re.MULTILINE)
_SENTENCES: Final = re.compile(r"(?<=[.!?])\s+|\n+")


def read_on(
    index: Index | None, thought: Thought, hits: Sequence[Hit], decided: Decided
) -> tuple[Thought, list[Hit], Decided] | None:
    """
    The thought without the words of its context, the hits with those of the document at hand first, and an answer;
    None where the message does not go on about that document, where it is surely covered, and where nothing in the
    document has what is asked.

    Args:
        index: The documents; None while there are none.
        thought: The message.
        hits: Best first.
        decided: What was decided for it.
    """
    confidence = decided.features.confidence
    of_example = decided.features.asks_example
    believed_from, least_share = (EXAMPLE_FROM, EXAMPLE_SHARE) if of_example else (BELIEVED_FROM, LEAST_SHARE)
    goes_on = _goes_on(thought, "standalone" if of_example else "follow_up")
    if index is None or not believed_from <= confidence < TUNED.sure_from or not goes_on:
        return None
    asked = _asked(thought.understanding.query_text, index)
    if any(index.idf(stem) >= index.idf("") for stem in asked):
        return None
    is_refused = decided.plan.mode in ("not_covered", "clarify")
    at_hand = _at_hand(index, thought)
    least = least_share if is_refused else _least_beside(hits, asked, at_hand)
    if asked:
        shares = {one.fragment_id: sentence_share(one, asked) for one in at_hand}
    else:
        shares = {one.fragment_id: 1.0 for one in _of_section(at_hand) if of_example and _shows(one, index)}
    if max(shares.values(), default=0.0) < least:
        return None
    features = replace(decided.features, confidence=max(confidence, TUNED.answers_from))
    plan = replace(decided.plan, mode="answer" if is_refused else decided.plan.mode)
    ranked = _first(index, shares, hits)
    return _without_context(thought), ranked, Decided(features, plan)


def _of_section(at_hand: Sequence[Fragment]) -> list[Fragment]:
    """Those under the heading of the first, which was shown."""
    path = at_hand[0].heading_path[:_SECTION_DEPTH] if at_hand else ()
    return [one for one in at_hand if one.heading_path[: len(path)] == path]


def _shows(fragment: Fragment, index: Index) -> bool:
    """Whether it is an example, or has a block of code."""
    source = index.document(fragment.document_id).text[fragment.start : fragment.end]
    return fragment.kind == "example" or _CODE.search(source) is not None


def _asked(text: str, index: Index) -> dict[str, float]:
    """Weights of the stems of *text*, none of words of asking: nothing for "An example, please"."""
    weights = question_weights(text, index.idf, {"": 0.0})
    return {stem: weight for stem, weight in weights.items() if weight > 0}


def _without_context(thought: Thought) -> Thought:
    """The document is found; what its sentences are chosen by is the message itself."""
    return replace(thought, query=replace(thought.query, extra_terms={}), reads_on=True)


def _goes_on(thought: Thought, also: Decision) -> bool:
    understanding = thought.understanding
    leans = understanding.is_follow_up or understanding.decision == also
    return leans and not (thought.searches_catalogue or thought.is_choice)


def _least_beside(hits: Sequence[Hit], asked: Mapping[str, float], at_hand: Sequence[Fragment]) -> float:
    """What a sentence at hand must have in place of an answer; more than there is where that is from there itself."""
    first = hits[0].fragment if hits else None
    if first is None or any(first.document_id == one.document_id for one in at_hand):
        return 2.0
    return max(SURE_SHARE, sentence_share(first, asked) + 1e-9)


def _at_hand(index: Index, thought: Thought) -> list[Fragment]:
    """Fragments of the documents that the last answer cites, what it cites first and then what stands around it."""
    shown = next((one.fragment_ids for one in reversed(thought.view.turns[-_OPEN_TURNS:]) if one.fragment_ids), ())
    rows = [row for row, one in enumerate(index.fragments) if one.fragment_id in shown]
    documents = documents_of(shown)
    near = [
        (min(abs(row - other) for other in rows), row)
        for row, one in enumerate(index.fragments) if one.document_id in documents and rows
    ]  # fmt: skip
    return [index.fragments[row] for _, row in sorted(near)[:_READ]]


def _first(index: Index, shares: Mapping[str, float], hits: Sequence[Hit]) -> list[Hit]:
    """*hits* behind the one fragment that has most of what is asked, which what was found elsewhere is far behind."""
    ranks = {hit.fragment.fragment_id: rank for rank, hit in enumerate(hits)}
    best = max(shares, key=lambda one: (shares[one], -ranks.get(one, len(ranks))))  # of even ones the nearest
    fragment = next(one for one in index.fragments if one.fragment_id == best)
    first = hits[ranks[best]] if best in ranks else index.with_stems([Hit(fragment, 0.0)])[0]
    score = max((hit.score for hit in hits), default=1.0)
    others = [replace(hit, score=hit.score * _OTHERS_SHARE) for hit in hits if hit.fragment.fragment_id != best]
    return [replace(first, score=score), *others]


def documents_of(fragment_ids: Collection[str]) -> frozenset[str]:
    """
    Ids of the documents of fragments.

    >>> sorted(documents_of(["a.md#b", "a.md#c", "d#1"]))
    ['a.md', 'd']
    """
    return frozenset(one.rpartition("#")[0] for one in fragment_ids)


def sentence_share(fragment: Fragment, asked: Mapping[str, float]) -> float:
    """How much of *asked* (stems with weights) the best sentence of *fragment* has with its innermost heading, 0..1."""
    total = sum(asked.values())
    if total <= 0:
        return 0.0  # "For example?" asks by nothing but words of asking
    heading = frozenset(stems(fragment.heading_path[-1])) if fragment.heading_path else frozenset[str]()
    found = (heading | frozenset(stems(sentence)) for sentence in _SENTENCES.split(fragment.text))
    return max((sum(w * share_of(stem, one) for stem, w in asked.items()) / total for one in found), default=0.0)
