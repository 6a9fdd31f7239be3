"""
Whether the evidence carries an answer, on an absolute scale, and what is said when it does not.

Scores of a retriever only rank; the best of a hundred irrelevant fragments still comes first. So the question's own
words are looked for in the best fragments, weighted by rarity, and the cosine is taken as it is.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from limpet.answer.evidence import Composed, Evidence
from limpet.answer.hit_stems import HitStems
from limpet.answer.listed_instead import listed_instead
from limpet.answer.question import question_weights
from limpet.answer.spoken import language_said
from limpet.errors import DocumentError
from limpet.retrieval.document import Hit
from limpet.retrieval.standing import by_standing, is_news
from limpet.text.own_sentences import own_sentence

COVERED: Final = 0.5
"""Confidence from which an answer is given."""
NEAREST: Final = 3
"""Headings that are named instead of an answer."""
NEAR_COSINE: Final = 0.32
"""Cosine from which a section is near: those of a question about something else altogether stay below."""
FAR_COSINE: Final = 0.15
"""The same for a section that has a word of the question."""
_LOOKED_AT: Final = 3
"""Best fragments that may cover the question's words."""
_NEUTRAL_COSINE: Final = 0.4
"""Without vectors: about what MiniLM gives a fragment of the right subject that does not answer."""


@dataclass(frozen=True, slots=True)
class Support:
    """
    Absolute evidence for one question.

    Attributes:
        term_share: Share of the question's weighted content stems in the best single fragment, 0..1.
        joint_share: The same in the best three fragments together.
        rarest_share: 1 when the question's weightiest stem is in the best three, otherwise 0.
        cosine: Best cosine of the first three hits, -1..1; None when retrieval was lexical.
        agreement_share: Share of the first three by score that are among the first three by words and by cosine.
    """

    term_share: float
    joint_share: float
    rarest_share: float
    cosine: float | None
    agreement_share: float

    @property
    def confidence(self) -> float:
        """
        0..1, a logistic of the measures.

        What the weights say: the question's words must stand together in one fragment rather than here and there, and
        the cosine counts as much; a question whose most telling word is nowhere near is hardly answered.
        """
        cosine = _NEUTRAL_COSINE if self.cosine is None else self.cosine
        logit = (
            5.0 * (self.term_share - 0.6)
            + 0.5 * (self.joint_share - 0.6)
            + 8.0 * (cosine - 0.45)
            + 1.5 * (self.rarest_share - 0.5)
            + 0.5 * (self.agreement_share - 0.5)
        )
        return 1.0 / (1.0 + math.exp(-logit))


def support_of(evidence: Evidence, stems_of: Callable[[Hit], frozenset[str]] | None = None) -> Support:
    """How far the hits carry the question."""
    hits = evidence.hits[:_LOOKED_AT]
    weights = question_weights(evidence.message, evidence.idf, evidence.extra_terms)
    total = sum(weights.values())
    stems_of = stems_of or HitStems()
    found = [stems_of(hit) for hit in hits]
    together = frozenset[str]().union(*found) if found else frozenset[str]()
    heaviest = max(weights, key=lambda stem: (weights[stem], stem)) if weights else ""
    is_lexical = not any(hit.cosine for hit in evidence.hits)
    return Support(
        max((_share(weights, stems_found, total) for stems_found in found), default=0.0),
        _share(weights, together, total),
        1.0 if heaviest in together else 0.0,
        None if is_lexical else max((hit.cosine for hit in hits), default=0.0),
        0.5 if is_lexical else _agreement(evidence.hits),
    )


def confidence_of(evidence: Evidence) -> float:
    """That the documents answer, 0..1: as the policy knew it, or else by the hits alone."""
    return support_of(evidence).confidence if evidence.confidence is None else evidence.confidence


def not_covered(evidence: Evidence, confidence: float) -> Composed:
    """The honest answer when nothing carries one: what is listed instead, and what lies nearest, without a claim."""
    headings = nearest_headings(_nearest(evidence))
    language = language_said(evidence.message, evidence.view, _language_of_hits(evidence))
    lines = [own_sentence("nothing_found", language)]
    listed = listed_instead(evidence)
    cited = () if listed is None else (listed.citation(evidence.source(listed.fragment.document_id)),)
    if listed is not None:
        lines.append(f"{listed.shown} [1]")
    if headings:
        lines.append(own_sentence("nearest", language) + "\n\n" + "\n".join(f"- {heading}" for heading in headings))
    text = "\n\n".join(lines)
    return Composed(text, "not_covered", cited, confidence, headings, (text,))


def _nearest(evidence: Evidence) -> list[Hit]:
    """
    What is named instead of an answer: hits near the question, none of release notes unless there is nothing else; no
    hit at all for a question about something that the documents do not touch.
    """
    hits = [hit for hit, _ in by_standing(evidence.nearest or evidence.hits, evidence.message)]
    weights = question_weights(evidence.message, evidence.idf, evidence.extra_terms)
    is_lexical = not any(hit.cosine for hit in hits)
    stems_of = HitStems()

    def is_near(hit: Hit) -> bool:
        has_word = not stems_of(hit).isdisjoint(weights)
        return hit.cosine >= NEAR_COSINE or ((is_lexical or hit.cosine >= FAR_COSINE) and has_word)

    near = [hit for hit in hits if is_near(hit)]
    return [hit for hit in near if not is_news(hit.fragment)] or near


def _language_of_hits(evidence: Evidence) -> str:
    """Of the first hit's document; English where it is not there any more."""
    try:
        return evidence.source(evidence.hits[0].fragment.document_id).language if evidence.hits else "en"
    except (KeyError, DocumentError):
        return "en"


def nearest_headings(hits: Sequence[Hit]) -> tuple[str, ...]:
    """The first three different headings of *hits*, the innermost two levels of each."""
    names = [" > ".join(hit.fragment.heading_path[-2:]) or hit.fragment.document_id for hit in hits]
    return tuple(dict.fromkeys(name for name in names if name))[:NEAREST]


def _share(weights: Mapping[str, float], found: frozenset[str], total: float) -> float:
    return sum(weight for stem, weight in weights.items() if stem in found) / total if total > 0 else 0.0


def _agreement(hits: Sequence[Hit]) -> float:
    first = [hit.fragment.fragment_id for hit in hits[:_LOOKED_AT]]
    by_words = sorted(hits, key=lambda hit: -hit.bm25)[:_LOOKED_AT]
    by_cosine = sorted(hits, key=lambda hit: -hit.cosine)[:_LOOKED_AT]
    both = {hit.fragment.fragment_id for hit in by_words} & {hit.fragment.fragment_id for hit in by_cosine}
    return sum(1 for name in first if name in both) / len(first) if first else 0.0
