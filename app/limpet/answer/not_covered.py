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

from limpet.answer.evidence import Citation, Composed, Evidence
from limpet.answer.fragments import Unit
from limpet.answer.hit_stems import HitStems
from limpet.answer.listed_instead import listed_instead
from limpet.answer.nearest_said import nearest_said
from limpet.answer.question import question_weights
from limpet.answer.spoken import language_said
from limpet.answer.wording import Worded, worded
from limpet.errors import DocumentError
from limpet.retrieval.document import Hit
from limpet.retrieval.standing import by_standing, is_news
from limpet.text.own_sentences import own_sentence
from limpet.text.question_form import asked_for

COVERED: Final = 0.5
"""Confidence from which an answer is given."""
NEAREST: Final = 3
"""Headings that are named instead of an answer."""
NEAR_COSINE: Final = 0.34
"""Cosine from which a section is near: those of a question about something else altogether stay below."""
FAR_COSINE: Final = 0.2
"""Below that no words make a section near."""
WORDS_COUNT: Final = 0.5
"""What all of the question's words in a section add to its cosine; a common one alone adds next to nothing."""
NEAR_SHARE: Final = 0.25
"""Without vectors: share of the question's words, by rarity, in a section that is near."""
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
    """
    The honest answer when nothing surely carries one: what is listed instead, or else the sentence that is nearest, and
    the sections that are, without a claim.
    """
    headings = nearest_headings([*(evidence.hits[:1] if evidence.reads_on else ()), *_nearest(evidence)])
    language = language_said(evidence.message, evidence.view, _language_of_hits(evidence))
    listed = listed_instead(evidence)
    said = [] if listed is not None else nearest_said(evidence, confidence)
    lines = [own_sentence("not_sure" if said else "nothing_found", language)]
    cited: tuple[Citation, ...] = ()
    if listed is not None:
        cited = (listed.citation(evidence.source(listed.fragment.document_id)),)
        lines.append(f"{listed.shown} [1]")
    for unit in said:
        told = _told(unit, evidence, len(cited) + 1)
        lines += ["".join(told.pieces)]
        cited += told.citations
    if headings:
        lines.append(own_sentence("nearest", language) + "\n\n" + "\n".join(f"- {heading}" for heading in headings))
    text = "\n\n".join(lines)
    return Composed(text, "not_covered", cited, confidence, headings, (text,), is_unsure=bool(said))


def _told(unit: Unit, evidence: Evidence, number: int) -> Worded:
    """*unit* as it is said, cited by *number*: whole, for which row of a table is meant is not sure either."""
    weights = question_weights(evidence.message, evidence.idf, evidence.extra_terms) if unit.kind != "table" else {}
    return worded([unit], asked_for(evidence.message), weights, (), (), evidence.source, number)


def _nearest(evidence: Evidence) -> list[Hit]:
    """
    What is named instead of an answer: hits near the question, those of release notes only where these are asked for
    and nothing else is near; no hit at all for a question about something that the documents do not touch.
    """
    standing = by_standing(evidence.nearest or evidence.hits, evidence.message)
    hits = [hit for hit, worth in standing if worth >= hit.score or not is_news(hit.fragment)]
    weights = question_weights(evidence.message, evidence.idf, evidence.extra_terms)
    total = sum(weights.values())
    is_lexical = not any(hit.cosine for hit in hits)
    stems_of = HitStems()

    def is_near(hit: Hit) -> bool:
        share = _share(weights, stems_of(hit), total)
        if is_lexical:
            return share >= NEAR_SHARE
        if _is_record(hit, evidence):  # one word of the catalogue says nothing of what was asked
            return share > 0.0 and hit.cosine >= NEAR_COSINE
        return hit.cosine >= FAR_COSINE and hit.cosine + WORDS_COUNT * share >= NEAR_COSINE

    near = [hit for hit in hits if is_near(hit)]
    return [hit for hit in near if not is_news(hit.fragment)] or near


def _is_record(hit: Hit, evidence: Evidence) -> bool:
    try:
        return evidence.source(hit.fragment.document_id).format == "record"
    except (KeyError, DocumentError):
        return False


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
