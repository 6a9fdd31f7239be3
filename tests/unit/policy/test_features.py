"""Features: finite and within their documented ranges, whatever is said and found."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from limpet.errors import DimensionError
from limpet.memory.contextual import Context, understand
from limpet.memory.session import SessionMemory
from limpet.memory.turn import Turn
from limpet.memory.view import Conversation, MemoryView
from limpet.policy.features import Features, Observed, features_of
from limpet.policy.question_cues import INTENTS, intent_scores
from limpet.policy.schema import COLUMNS, SUMMARY_DIMENSIONS, WIDTH, places
from limpet.retrieval.document import Fragment, Hit

WORDS = ["silk", "wash", "it", "this", "kurta", "How", "do", "I", "compare", "example", "proof", "?", "naïve", "好", ""]
messages = st.lists(st.sampled_from(WORDS), min_size=1, max_size=20).map(" ".join)
numbers = st.floats(-1.5, 1.5)
hits = st.lists(st.tuples(st.sampled_from(["a", "b", "c", "d", "e"]), numbers, st.floats(0, 60), numbers), max_size=12)
MOST = {"entity_count": 3, "topic_age_turns": 8, "query_words": 32, "difficulty": 4, "kind_count": 5, "rival_count": 4}


def vector(seed: int) -> np.ndarray:
    row = np.random.default_rng(seed).normal(size=SUMMARY_DIMENSIONS).astype(np.float32)
    return row / np.linalg.norm(row)


def seen(message: str, found: list[tuple[str, float, float, float]], view: MemoryView, seed: int | None) -> Observed:
    given_hits = [
        Hit(Fragment(f"{name}#{place}", name, (name,), 0, 9, "Silk is washed cold."), score, bm25, cosine)
        for place, (name, score, bm25, cosine) in enumerate(found)
    ]
    own = None if seed is None else vector(seed)
    understanding = understand(message, view, Context(vector=own))
    weights = {"silk": 3.0, "wash": 1.0}
    return Observed(
        understanding, view, own, given_hits, weights, weights, "deepening", ["Silk"] * len(found), 1.7, 9.0
    )


def view_of(said: list[str], seed: int | None) -> MemoryView:
    memory = SessionMemory()
    for number, message in enumerate(said):
        memory.record(Turn(message or "-", "It is silk."), None if seed is None else vector(number), Conversation())
    return memory.view()


@settings(max_examples=60, deadline=None)
@given(messages, hits, st.lists(messages, max_size=4), st.sampled_from([None, 1, 2]))
def test_features_are_finite_and_in_range(
    message: str, found: list[tuple[str, float, float, float]], said: list[str], seed: int | None
) -> None:
    features = features_of(seen(message, found, view_of(said, seed), seed))
    for column in COLUMNS[:-1]:
        value = getattr(features, column.name)
        if column.categories:
            assert value in column.categories
            continue
        for one in value if column.width > 1 else (value,):
            assert 0 <= one <= MOST.get(column.name, 1), column.name
    row = features.to_vector()
    assert row.shape == (WIDTH,)
    assert row.dtype == np.float32
    assert np.isfinite(row).all()
    assert np.abs(row).max() <= 1.0


def test_the_same_input_gives_the_same_features() -> None:
    view = view_of(["silk kurta"], 1)
    first, second = (features_of(seen("wash it", [("a", 0.5, 3.0, 0.4)], view, 1)).to_vector() for _ in range(2))
    assert np.array_equal(first, second)


def test_the_summary_vector_and_the_trend_are_in_the_network_s_input() -> None:
    plain = Features().to_vector()
    assert not np.array_equal(plain[places("summary")], Features(summary=vector(3)).to_vector()[places("summary")])
    assert not np.array_equal(plain[places("trend")], Features(trend="deepening").to_vector()[places("trend")])


def test_a_summary_of_another_length_is_refused_and_one_that_is_no_number_is_left_out() -> None:
    with pytest.raises(DimensionError):
        Features(summary=np.zeros(3, dtype=np.float32)).to_vector()
    broken = MemoryView(summary_vector=np.full(SUMMARY_DIMENSIONS, np.nan, dtype=np.float32))
    assert not features_of(seen("silk", [], broken, None)).summary.any()


def test_a_place_of_the_layout_belongs_to_one_feature() -> None:
    every = [place for column in COLUMNS for place in places(column.name)]
    assert every == list(range(WIDTH))


@pytest.mark.parametrize(
    ("message", "intent"),
    [
        ("What is a kurta?", "definition"),
        ("Show me an example of a lifespan handler", "example"),
        ("Prove the theorem", "formal"),
        ("How do I install it?", "application"),
        ("linen versus cotton", "comparison"),
    ],
)
def test_wording_tells_the_intent(message: str, intent: str) -> None:
    scores = intent_scores(message)
    assert sum(scores) == pytest.approx(1.0)
    assert INTENTS[scores.index(max(scores))] == intent


def test_wording_that_tells_nothing_is_even() -> None:
    assert intent_scores("kurta") == (0.2,) * 5
