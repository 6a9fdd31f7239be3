"""
What a policy knows about one message: numbers of fixed meaning and range, and the summary vector.

The first 25 follow the public ReLU.chat table. Two of its values were ordinals of categories and are one-hot here; five
came from hand-written metadata that ordinary documents lack, and measure what stands for it in them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np

from limpet.errors import DimensionError
from limpet.memory.decision import Decision
from limpet.memory.engagement import Engagement, Trend
from limpet.memory.summary_vector import cosine
from limpet.memory.topic import Topics
from limpet.memory.understanding import Understanding
from limpet.memory.view import MemoryView
from limpet.policy import question_cues as cues
from limpet.policy.confidence import confidence, confidence_cues
from limpet.policy.difficulty import difficulty_of
from limpet.policy.evidence_numbers import CUES, HITS, cue_numbers, hit_numbers
from limpet.policy.openness import is_settled, open_share, openness_cues
from limpet.policy.rivals import rivals_of, topics_of
from limpet.policy.schema import COLUMNS, SUMMARY_DIMENSIONS
from limpet.ports import Vector
from limpet.retrieval.document import Hit
from limpet.text.tokens import stems

NO_TOPIC_TURNS: Final = 8
"""Age of a topic that is not there, and the most that is told apart."""
NEAR_COSINE: Final = 0.25
"""A fragment this near speaks of the question's subject; the original's limit, on the cosine instead of a scaled
score."""
_LOOKED_AT: Final = 10
_FEW: Final = 5


def _zeros() -> Vector:
    return np.zeros(SUMMARY_DIMENSIONS, dtype=np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Features:
    """
    One message as numbers; shares and similarities are cut to 0..1. In brackets: the name in the original table.

    Attributes:
        top_score: Fused score of the best fragment (qSimTop1).
        second_score: Of the second (qSimTop2).
        entity_count: Names in the message, 0..3 (entityCount).
        names_hit: A name stands in one of the first five fragments (entityBoostHit).
        intent_scores: Definition, example, formal, application, comparison (five features).
        topic_similarity: Message against the message of the last turn (lastTopicSim).
        topic_age_turns: Turns since the active topic was last spoken of, 0..8; 8 without one (lastTopicAge).
        covered_share: Share of the looked-at fragments that are near (kbCoverage).
        query_words: Content words, 0..32 (queryLenTokens).
        compares, asks_formal, asks_example: Cues of wording (hasComparisonCue, hasFormalCue, hasExampleCue).
        creativity_ceiling: The owner's (botCreativity).
        domain_similarity: Mean cosine of the looked-at fragments (domainMatch).
        decision: How the message relates to what was said (followUpType, one-hot).
        was_ambiguous: The last answer asked back (wasAmbiguous).
        confidence: That the documents answer, from absolute cues (avgTruthConf).
        agreement_share: Of words and vectors about the first fragments (avgSourceConf).
        difficulty: Of the easiest of the first fragments, 0 easy .. 4, from the length of its sentences
            (minDifficulty).
        kind_count: Distinct kinds among the first fragments, 0..5 (fragDiversity).
        shown_share: Share of the first fragments that were shown before (avoidWithCount).
        engagement: Class of the message.
        trend: Of the last messages.
        recalled_coverage: Of the message's needs by earlier sessions.
        session_similarity: Message against the summary vector.
        term_share: Share of the question's information that one of the first fragments holds: BM25 on an absolute
            scale.
        added_share: Weight of the words that the history added, cut to 1.
        shift_share: How likely it is that the message leaves the topic.
        rival_count: Topics that score nearly as much as the first, it included, 0..4; 0 when it is ahead of all.
        rival_share: Score of the second topic by that of the first.
        open_share: How likely it is that the message leaves open what it speaks of; 0 when the history settles it.
        cues: The parts of the confidence, ``evidence_numbers.CUES``.
        hits: Scores of the first hits, ``evidence_numbers.hit_numbers``.
        summary: The summary vector at length 1, or zeros.
        unseen_idf: Rarity of a word that no fragment has, which tells how many there are; no input of the network.

    >>> from limpet.policy.schema import WIDTH
    >>> Features().to_vector().shape == (WIDTH,)
    True
    """

    top_score: float = 0.0
    second_score: float = 0.0
    entity_count: int = 0
    names_hit: bool = False
    intent_scores: tuple[float, ...] = (0.2,) * 5
    topic_similarity: float = 0.0
    topic_age_turns: int = NO_TOPIC_TURNS
    covered_share: float = 0.0
    query_words: int = 0
    compares: bool = False
    asks_formal: bool = False
    asks_example: bool = False
    creativity_ceiling: float = 0.35
    domain_similarity: float = 0.0
    decision: Decision = "standalone"
    was_ambiguous: bool = False
    confidence: float = 0.0
    agreement_share: float = 0.0
    difficulty: float = 0.0
    kind_count: int = 0
    shown_share: float = 0.0
    engagement: Engagement = "new_topic"
    trend: Trend = "neutral"
    recalled_coverage: float = 0.0
    session_similarity: float = 0.0
    term_share: float = 0.0
    added_share: float = 0.0
    shift_share: float = 0.0
    rival_count: int = 0
    rival_share: float = 0.0
    open_share: float = 0.0
    cues: tuple[float, ...] = (0.0,) * len(CUES)
    hits: tuple[float, ...] = (0.0,) * (3 * HITS)
    summary: Vector = field(default_factory=_zeros)
    unseen_idf: float = 0.0

    def to_vector(self) -> Vector:
        """
        The network's input, float32, ``WIDTH`` numbers in the order of ``schema.COLUMNS``, each within -1..1.

        Raises:
            DimensionError: The summary vector is not of 384 numbers.
        """
        row: list[float] = []
        if np.shape(self.summary) != (SUMMARY_DIMENSIONS,):
            raise DimensionError(SUMMARY_DIMENSIONS, int(np.size(self.summary)))
        for column in COLUMNS[:-1]:
            value = getattr(self, column.name)
            if column.categories:
                row.extend(float(value == name) for name in column.categories)
            else:
                values = value if column.width > 1 else (value,)
                row.extend(min(1.0, max(0.0, float(one) / column.most)) for one in values)
        return np.concatenate([np.array(row, dtype=np.float32), np.clip(self.summary, -1, 1)]).astype(np.float32)


@dataclass(frozen=True, slots=True)
class Observed:
    """
    What features are taken from.

    Attributes:
        understanding: The message in its context.
        view: Session memory before it.
        vector: Of the message; None without an embedder.
        hits: Best first.
        weights: Stems of the question in its context, weighted by rarity.
        own_weights: The same for the message alone.
        engagement: Class of the message.
        entities: Names in the message.
        recalled_coverage: By earlier sessions, 0..1.
        creativity_ceiling: The owner's, 0..1.
        unseen_idf: Rarity of a word that no fragment has.
    """

    understanding: Understanding
    view: MemoryView
    vector: Vector | None
    hits: Sequence[Hit]
    weights: Mapping[str, float]
    own_weights: Mapping[str, float]
    engagement: Engagement
    entities: Sequence[str] = ()
    recalled_coverage: float = 0.0
    creativity_ceiling: float = 0.35
    unseen_idf: float = 0.0


def features_of(seen: Observed) -> Features:
    """The features of one message; pure."""
    message, view, hits = seen.understanding.query_text, seen.view, seen.hits[:_LOOKED_AT]
    first = hits[:_FEW]
    found = confidence_cues(message, hits, seen.weights, seen.own_weights)
    last = view.last_turn
    last_vector = view.turn_vectors.get(last.number) if last else None
    summary = view.unit_summary
    active = Topics.from_json(view.topic).active if view.topic is not None else None
    topics = topics_of(hits)
    said = " ".join(f"{hit.fragment.heading} {hit.fragment.text}" for hit in first).casefold()
    return Features(
        top_score=_share(hits[0].score) if hits else 0.0,
        second_score=_share(hits[1].score) if len(hits) > 1 else 0.0,
        entity_count=min(3, len(seen.entities)),
        names_hit=any(name.casefold() in said for name in seen.entities),
        intent_scores=cues.intent_scores(message),
        topic_similarity=_similarity(seen.vector, last_vector),
        topic_age_turns=min(NO_TOPIC_TURNS, max(0, view.next_number - active.last_turn)) if active else NO_TOPIC_TURNS,
        covered_share=sum(hit.cosine > NEAR_COSINE for hit in hits) / _LOOKED_AT,
        query_words=min(32, len(stems(message))),
        compares=bool(cues.COMPARES.search(message)),
        asks_formal=bool(cues.FORMAL.search(message)),
        asks_example=bool(cues.EXAMPLE.search(message)),
        creativity_ceiling=_share(seen.creativity_ceiling),
        domain_similarity=_share(sum(hit.cosine for hit in hits) / len(hits)) if hits else 0.0,
        decision=seen.understanding.decision,
        was_ambiguous=bool(last and last.was_ambiguous),
        confidence=confidence(found),
        agreement_share=found["agreement_share"],
        difficulty=min((difficulty_of(hit.fragment.text) for hit in first), default=0.0),
        kind_count=min(5, len({hit.fragment.kind for hit in first})),
        shown_share=sum(hit.fragment.fragment_id in view.exposures for hit in first) / _FEW,
        engagement=seen.engagement,
        trend=view.trend,
        recalled_coverage=_share(seen.recalled_coverage),
        session_similarity=_similarity(seen.vector, summary),
        term_share=_share(found["term_share"]),
        added_share=_share(sum(word.share for word in seen.understanding.added_words)),
        shift_share=_share(seen.understanding.shift_share),
        rival_count=len(rivals_of(_unworn(seen, hits))),
        rival_share=topics[1].share if len(topics) > 1 else 0.0,
        open_share=_open_share(seen, hits),
        cues=cue_numbers(found),
        hits=hit_numbers(hits),
        summary=summary if summary is not None and _is_usable(summary) else _zeros(),
        unseen_idf=seen.unseen_idf,
    )


def _open_share(seen: Observed, hits: Sequence[Hit]) -> float:
    last = seen.view.last_turn
    if is_settled(seen.understanding, hits, last.fragment_ids if last else ()):
        return 0.0
    cues_of_it = openness_cues(seen.understanding, seen.view, seen.vector)
    return open_share(cues_of_it, has_vectors=seen.vector is not None)


def _unworn(seen: Observed, hits: Sequence[Hit]) -> list[Hit]:
    """*hits* as if none had been shown: what gives way because it was shown often is no less what is meant."""
    penalties = seen.view.penalties(seen.understanding.message) if seen.view.exposures else {}
    return [replace(hit, score=hit.score + penalties.get(hit.fragment.fragment_id, 0.0)) for hit in hits]


def _is_usable(summary: Vector) -> bool:
    return len(summary) == SUMMARY_DIMENSIONS and bool(np.isfinite(summary).all())


def _share(value: float) -> float:
    return min(1.0, max(0.0, value))


def _similarity(first: Vector | None, second: Vector | None) -> float:
    return _share(cosine(first, second)) if first is not None and second is not None else 0.0
