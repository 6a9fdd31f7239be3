"""The formulas: importance, exposure, entity weight, summary vector."""

import numpy as np
import pytest

from limpet.errors import DimensionError
from limpet.memory import exposure
from limpet.memory.entity_weights import entity_weight, mentioned
from limpet.memory.importance import content_importance, importance, least_important, recency
from limpet.memory.summary_vector import blend, blend_all, unit
from limpet.memory.turn import Turn


@pytest.mark.parametrize(
    ("turn", "worth"),
    [
        (Turn("a", "b"), 0),
        (Turn("a", "b", entities=("x", "y", "z")), 2),
        (Turn("a", "b", was_ambiguous=True), 1),
        (Turn("a", "b", was_correction=True, was_ambiguous=True), 1),
        (Turn("a", "b", fragment_ids=("1", "1", "2")), 2),
        (Turn("a", "b", fragment_ids=tuple("123456")), 3),
        (Turn("a", "b", entities=("x",), was_correction=True, fragment_ids=tuple("1234")), 6),
    ],
)
def test_what_a_turn_contributes(turn: Turn, worth: int) -> None:
    assert content_importance(turn) == worth
    assert worth < importance(turn, current_turn=30) + 1e-9 < worth + 1


@pytest.mark.parametrize("age", [0, 1, 5, 29, 10_000, 10**9])
def test_recency_is_in_its_range(age: int) -> None:
    assert 0 <= recency(age) < 1


def test_nothing_is_evicted_when_all_are_protected() -> None:
    assert least_important([Turn("a", "b", number=1)], protected_turns=5) is None


@pytest.mark.parametrize(
    ("shown", "penalty"), [(0, 0), (1, 0), (2, 0), (3, 0.04), (4, 0.16), (6, 0.64), (7, 1), (99, 1)]
)
def test_the_penalty_of_a_fragment(shown: int, penalty: float) -> None:
    assert exposure.exposure_penalty(shown) == pytest.approx(penalty)


def test_a_fragment_shown_three_times_gives_way_to_a_rival_within_reach() -> None:
    scores = {"often": 0.80, "rival": 0.77, "far": 0.70}
    taken_off = exposure.penalties({"often": 3, "rival": 1})
    reranked = sorted(scores, key=lambda name: -(scores[name] - taken_off.get(name, 0.0)))
    assert reranked == ["rival", "often", "far"]


@pytest.mark.parametrize(
    "message",
    [
        "repeat that please",
        "say it again",
        "Can you tell me that again?",
        "once more",
        "come again?",
        "remind me what it costs",
        "show me the sizes again",
        "what was the price again?",
        "explain it one more time",
    ],
)
def test_asking_again_lifts_the_penalties(message: str) -> None:
    assert exposure.penalties({"a": 9}, message) == {}


@pytest.mark.parametrize(
    "message", ["", "is it against the rules?", "Does it work again and again?", "what else?", "a repeating pattern"]
)
def test_other_messages_do_not(message: str) -> None:
    assert exposure.penalties({"a": 9}, message) == {"a": 1.0}


def test_the_fragment_shown_longest_ago_leaves_at_the_cap() -> None:
    assert exposure.shown({"a": 5, "b": 1, "c": 1}, ["b", "d"], cap=3, cap_bytes=10_000) == {"c": 1, "b": 2, "d": 1}


def test_the_counts_are_bounded_by_bytes_too() -> None:
    counts: dict[str, int] = {}
    for n in range(200):
        counts = exposure.shown(counts, [f"{n:0>300}"], cap=512, cap_bytes=5_000)
    assert len(counts) == 5_000 // 349


def test_entities_weigh_half_after_five_turns() -> None:
    assert [entity_weight(age) for age in (0, 5, 10, 15)] == [1.0, 0.5, 0.25, 0.125]


def test_mentioning_an_entity_again_refreshes_it() -> None:
    assert mentioned({"kurta": 1}, ["kurta"], 9, cap=9, floor=0.05) == {"kurta": 9}


def test_the_summary_vector_is_read_only_and_the_first_is_a_copy() -> None:
    first = np.ones(4, dtype=np.float32)
    summary = blend(None, first)
    first[0] = 9
    assert summary[0] == 1
    with pytest.raises(ValueError, match="read-only"):
        summary[0] = 2


def test_vectors_of_two_sizes_do_not_blend() -> None:
    with pytest.raises(DimensionError):
        blend(np.ones(4, dtype=np.float32), np.ones(5, dtype=np.float32))


def test_the_last_three_messages_make_up_58_percent() -> None:
    rows = np.eye(60, dtype=np.float32)
    summary = blend_all(rows)
    assert summary is not None
    assert summary[-3:].sum() == pytest.approx(0.578, abs=1e-3)
    assert unit(np.zeros(3, dtype=np.float32)) is None
