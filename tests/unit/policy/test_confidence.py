"""Confidence from absolute cues."""

from __future__ import annotations

from limpet.policy.confidence import WEIGHTS, confidence, confidence_cues
from limpet.retrieval.document import Fragment, Hit

SILK = Fragment("care#1", "care", ("Care",), 0, 20, "Silk is dry-cleaned.")
TEA = Fragment("tea#1", "tea", ("Tea",), 0, 20, "Green tea is steeped.")
QUESTION = {"silk": 4.0, "clean": 2.0}


def test_every_cue_has_a_weight_and_every_weight_a_cue() -> None:
    assert set(confidence_cues("Silk?", [Hit(SILK, 1.0)], QUESTION, QUESTION)) == set(WEIGHTS)


def test_a_near_fragment_with_the_words_is_trusted_more_than_a_far_one_without() -> None:
    near = confidence_cues("How is silk cleaned?", [Hit(SILK, 1.0, 6.0, 0.7)], QUESTION, QUESTION)
    far = confidence_cues("How is silk cleaned?", [Hit(TEA, 1.0, 0.0, 0.1)], QUESTION, QUESTION)
    assert near["rarest_share"] == 1.0
    assert far["rarest_share"] == 0.0
    assert confidence(near) > confidence(far)


def test_nothing_found_is_no_error() -> None:
    assert 0.0 <= confidence(confidence_cues("", [], {}, {})) < 0.5


def test_words_of_the_context_count_apart_from_the_message() -> None:
    cues = confidence_cues("And cleaned?", [Hit(SILK, 1.0, 2.0, 0.5)], QUESTION, {"wash": 2.0})
    assert cues["own_term_share"] == 0.0
    assert cues["term_share"] > 0.0
