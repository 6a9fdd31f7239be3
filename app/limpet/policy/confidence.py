"""
How likely it is that the documents answer a message: a logistic over absolute cues of what was retrieved.

The table of weights is made by ``models/confidence/train.py``; its card tells from what.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from typing import Final

from limpet.policy.asked_fact import lacks_asked
from limpet.retrieval.document import Hit
from limpet.text.near_words import share_of
from limpet.text.question_form import asked_for, has_form
from limpet.text.sentences import plain_sentences
from limpet.text.tokens import stems

NEAREST_HITS: Final = 10
"""Best hits that are looked at."""
_FEW: Final = 3
_POINTING: Final = re.compile(r"\b(?:it|its|this|that|these|those|they|them|he|she|his|her|there|one)\b", re.IGNORECASE)
_YES_NO: Final = re.compile(r"\W*(?:is|are|was|were|do|does|did|can|could|should|would|will|has|have)\b", re.IGNORECASE)
_PERSONAL: Final = re.compile(r"\b(?:i|my|me|you|your)\b", re.IGNORECASE)

OF_VECTORS: Final = (
    "cosine_best", "cosine_mean", "cosine_margin", "cosine_first", "agreement_share",
)  # fmt: skip
"""Cues that say nothing while there are no vectors."""
WITH_VECTORS: Final[Mapping[str, float]] = {
    "term_share": 2.258, "joint_share": 0.012, "own_term_share": -1.039, "either_share": 0.374,
    "own_joint_share": 0.158, "rarest_share": -0.443, "cosine_best": 2.020, "cosine_mean": -0.969,
    "cosine_margin": 3.164, "cosine_first": 2.787, "words_best": -0.394, "words_mean": 0.253, "words_margin": 1.010,
    "name_share": -0.063, "agreement_share": -0.002, "is_pointing": 0.412, "is_yes_no": -0.561, "is_personal": 0.314,
    "sentence_share": 1.260, "lacks_person": -1.147, "lacks_asked": -2.500, "": -3.837,
}  # fmt: skip
"""Weight of each cue, on its own scale, and of 1; fitted, but for ``lacks_asked``: hardly a covered question of ours
has it, so that only the fit's penalty on large weights stops it."""
WITHOUT_VECTORS: Final[Mapping[str, float]] = {
    "term_share": 1.402, "joint_share": 0.235, "own_term_share": 0.251, "either_share": 0.547,
    "own_joint_share": 0.058, "rarest_share": -0.446, "words_best": 0.098, "words_mean": -0.030,
    "words_margin": 1.573, "name_share": 0.878, "is_pointing": 0.397, "is_yes_no": -0.560, "is_personal": 0.269,
    "sentence_share": 0.493, "lacks_person": -1.153, "lacks_asked": -2.500, "": -2.179,
}  # fmt: skip
"""The same for retrieval by words alone."""


def confidence_cues(
    message: str, hits: Sequence[Hit], weights: Mapping[str, float], own_weights: Mapping[str, float]
) -> dict[str, float]:
    """
    What the confidence rests on, by name.

    Args:
        message: As typed.
        hits: Best first, with their absolute BM25 and cosine.
        weights: Stems of the question in its context, weighted by rarity.
        own_weights: The same for the message alone.
    """
    hits = sorted(hits[:NEAREST_HITS], key=lambda hit: -hit.whole_score)  # as the weights were fitted
    found = [hit.stems for hit in hits[:_FEW]]
    together = frozenset[str]().union(*found)
    total = sum(weights.values()) or 1.0
    cosines = _padded(sorted((hit.cosine for hit in hits), reverse=True))
    words = _padded(sorted((hit.bm25 / total for hit in hits), reverse=True))
    term_share = max((_share(weights, one) for one in found), default=0.0)
    own_term_share = max((_exact_share(own_weights, one) for one in found), default=0.0)
    return {
        "term_share": term_share,
        "joint_share": _share(weights, together),
        "own_term_share": own_term_share,
        "either_share": max(term_share, own_term_share),
        "own_joint_share": _exact_share(own_weights, together),
        "rarest_share": float(max(weights, key=lambda stem: (weights[stem], stem)) in together) if weights else 0.0,
        "cosine_best": cosines[0],
        "cosine_mean": sum(cosines[:_FEW]) / _FEW,
        "cosine_margin": cosines[0] - cosines[4],
        "cosine_first": hits[0].cosine if hits else 0.0,
        "words_best": words[0],
        "words_mean": sum(words[:_FEW]) / _FEW,
        "words_margin": words[0] - words[4],
        "name_share": max((_named(hit, frozenset(own_weights)) for hit in hits[:_FEW]), default=0.0),
        "agreement_share": _agreement(hits),
        "is_pointing": float(bool(_POINTING.search(message))),
        "is_yes_no": float(bool(_YES_NO.match(message))),
        "is_personal": float(bool(_PERSONAL.search(message))),
        **sentence_cues(message, hits[:_FEW], own_weights),
        "lacks_asked": float(lacks_asked(message, hits)),
    }


def sentence_cues(message: str, hits: Sequence[Hit], weights: Mapping[str, float]) -> dict[str, float]:
    """How much of the message one sentence holds with its heading, and whether a person asked for is lacking."""
    asks_who = asked_for(message) == "person"
    subject = max(weights, key=lambda one: (weights[one], one), default="")
    best, has_person = 0.0, False
    for hit in hits:
        heading = frozenset(stems(hit.fragment.heading))
        for sentence in plain_sentences(hit.fragment.text):
            found = frozenset(stems(sentence))
            best = max(best, _share(weights, found | heading))
            has_person = has_person or (asks_who and subject in found and has_form("person", sentence))
    return {"sentence_share": best, "lacks_person": float(asks_who and not has_person)}


def confidence(cues: Mapping[str, float]) -> float:
    """
    0..1: logistic of the weighted cues; by the table for words alone when no hit has a cosine.

    >>> confidence({"cosine_best": 0.8}) > confidence({"cosine_best": 0.2})
    True
    """
    weights = WITH_VECTORS if cues.get("cosine_best") else WITHOUT_VECTORS
    logit = weights[""] + sum(weight * cues.get(name, 0.0) for name, weight in weights.items())
    return 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, logit))))


def _padded(values: Sequence[float]) -> list[float]:
    return [*values, *[0.0] * 5]


def _exact_share(weights: Mapping[str, float], found: frozenset[str]) -> float:
    total = sum(weights.values())
    return sum(weight for stem, weight in weights.items() if stem in found) / total if total > 0 else 0.0


def _share(weights: Mapping[str, float], found: frozenset[str]) -> float:
    """Words that are there in others that say nearly the same count too."""
    total = sum(weights.values())
    return sum(weight * share_of(stem, found) for stem, weight in weights.items()) / total if total > 0 else 0.0


def _named(hit: Hit, asked: frozenset[str]) -> float:
    """Share of the innermost heading's stems that the message has."""
    path = hit.fragment.heading_path
    name = frozenset(stems(path[-1])) if path else frozenset[str]()
    return len(name & asked) / len(name) if name else 0.0


def _agreement(hits: Sequence[Hit]) -> float:
    """Share of the first three that are among the first three by words and by cosine."""
    by_words = {hit.fragment.fragment_id for hit in sorted(hits, key=lambda hit: -hit.bm25)[:_FEW]}
    by_cosine = {hit.fragment.fragment_id for hit in sorted(hits, key=lambda hit: -hit.cosine)[:_FEW]}
    return sum(hit.fragment.fragment_id in by_words & by_cosine for hit in hits[:_FEW]) / _FEW
