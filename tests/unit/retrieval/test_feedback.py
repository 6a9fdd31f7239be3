"""The second look at what was found first."""

import numpy as np
import pytest

from limpet.retrieval.feedback import FEEDBACK_SHARE, fuse_twice, moved
from limpet.retrieval.fusion import fuse


def floats(*values: float) -> np.ndarray:
    return np.array(values, dtype=np.float32)


def test_the_query_moves_towards_the_mean_and_keeps_unit_length() -> None:
    vector = moved(floats(1, 0), np.array([[0, 1], [0, 1]], dtype=np.float32))
    length = np.sqrt(1 + FEEDBACK_SHARE**2)
    assert vector == pytest.approx([1 / length, FEEDBACK_SHARE / length], abs=1e-6)


def test_vectors_that_cancel_out_are_safe() -> None:
    found = np.array([[-1 / FEEDBACK_SHARE, 0]], dtype=np.float32)
    assert np.isfinite(moved(floats(1, 0), found)).all()


def test_candidates_near_the_best_rise() -> None:
    candidates = np.array([[0.8, 0.6, 0], [0.5, 0.8, 0.33], [0.5, -0.8, 0.33]], dtype=np.float32)
    cosines = candidates @ floats(1, 0, 0)
    scores = fuse_twice(floats(1.0, 0.0, 0.0), cosines, 1.0, floats(1, 0, 0), candidates)
    assert fuse(floats(0.0, 0.0), cosines[1:], 1.0).tolist() == pytest.approx([0.25, 0.25])
    assert scores[1] > scores[2]


def test_a_fragment_without_a_vector_takes_the_mean_of_the_others() -> None:
    candidates = np.array([[0.6, 0.8], [0.0, 0.0]], dtype=np.float32)
    scores = fuse_twice(floats(0.2, 0.9), floats(0.6, 0.0), 1.0, floats(1, 0), candidates)
    assert scores[1] > scores[0]


def test_no_candidate_with_a_vector_leaves_the_words_alone() -> None:
    scores = fuse_twice(floats(0.2, 0.9), floats(0, 0), 1.0, floats(1, 0), np.zeros((2, 2), dtype=np.float32))
    assert scores == pytest.approx([0.1, 0.45])
