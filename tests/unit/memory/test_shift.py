"""The topic-shift formula: its features, its two sets of numbers, and what it says on plain cases."""

from __future__ import annotations

import numpy as np
import pytest

from limpet.memory.picker import shipped_weights
from limpet.memory.question import taken_apart
from limpet.memory.rarity import general_idf
from limpet.memory.session import SessionMemory
from limpet.memory.shift import SHIFT_FEATURES, SHIFT_FROM_SHARE, cosines_with, shift_features, shift_of, shift_share
from limpet.memory.turn import Turn
from limpet.memory.view import MemoryView

TEA, CARS = np.float32([1, 0, 0]), np.float32([0, 1, 0])


def view_of(*messages: str, answer: str = "") -> MemoryView:
    memory = SessionMemory()
    for message in messages:
        memory.record(Turn(message, answer), TEA)
    return memory.view()


def features(message: str, view: MemoryView, vector: np.ndarray = TEA) -> dict[str, float]:
    row = shift_features(taken_apart(message), view, cosines_with(view, vector), general_idf)
    return dict(zip(SHIFT_FEATURES, row, strict=True))


def test_every_number_has_a_name_and_the_shipped_formulas_know_only_these() -> None:
    assert len(features("I like tea", view_of("Do you like tea?"))) == len(SHIFT_FEATURES)
    for formula in SHIFT_FROM_SHARE:
        assert set(shipped_weights(formula).by_feature) <= set(SHIFT_FEATURES)


def test_the_features_say_what_their_names_do() -> None:
    view = view_of("Do you like tea?", "I drink green tea every day!")
    told = features("Oh nice, and what about your car?", view, CARS)
    assert told["acknowledges"] == told["wh"] == told["qmark"] == told["you"] == 1.0
    assert told["cos_last"] == pytest.approx(0.0)
    assert features("green tea", view)["ov_last"] == pytest.approx(1.0)
    assert told["ov_all"] == 0.0


@pytest.mark.parametrize("answer", ["", "It is steeped at 75 degrees."])
def test_a_far_message_leaves_the_topic_more_likely_than_a_near_one(answer: str) -> None:
    view = view_of("How is green tea steeped?", "How long does green tea steep?", answer=answer)
    near, _ = shift_of(taken_apart("How hot is the water for green tea?"), view, cosines_with(view, TEA))
    far, _ = shift_of(taken_apart("Which car insurance do you recommend?"), view, cosines_with(view, CARS))
    assert far > near


def test_without_vectors_nothing_is_said() -> None:
    view = SessionMemory.of_turns([Turn("How is tea made?", "With water.")]).view()
    assert shift_of(taken_apart("Which car is fast?"), view, cosines_with(view, None)) == (0.0, False)
    assert shift_of(taken_apart("Which car is fast?"), MemoryView(), cosines_with(MemoryView(), TEA)) == (0.0, False)


def test_the_share_is_a_logistic_of_the_sum() -> None:
    row = [1.0] + [0.0] * (len(SHIFT_FEATURES) - 1)
    assert shift_share(row, {SHIFT_FEATURES[0]: 2.0}, -2.0) == pytest.approx(0.5)
    assert shift_share(row, {SHIFT_FEATURES[0]: 1e9}, 0.0) <= 1.0
