"""Metrics against values worked out by hand."""

import math

import pytest

from limpet.evaluation.metrics import auc, f1, mean, ndcg, precision, recall, reciprocal_rank


def test_ndcg_of_two_relevant_at_ranks_one_and_three() -> None:
    expected = (1 + 1 / 2) / (1 + 1 / math.log2(3))
    assert ndcg(["a", "x", "b", "y"], {"a", "b"}, 10) == pytest.approx(expected)


def test_ndcg_stops_at_k_and_its_ideal_too() -> None:
    assert ndcg(["x", "a"], {"a"}, 1) == 0.0
    assert ndcg(["a"], {"a", "b", "c"}, 1) == 1.0


def test_nothing_relevant_counts_nothing() -> None:
    assert (ndcg(["a"], set(), 5), recall(["a"], set(), 5), reciprocal_rank(["a"], set())) == (0.0, 0.0, 0.0)


def test_recall_and_precision_look_at_the_first_k() -> None:
    assert recall(["a", "b", "c"], {"c", "a"}, 2) == 0.5
    assert precision(["a", "b", "c"], {"c", "a"}, 2) == 0.5


def test_reciprocal_rank_is_that_of_the_first_relevant() -> None:
    assert reciprocal_rank(["x", "y", "a", "b"], {"a", "b"}) == pytest.approx(1 / 3)


def test_f1_and_auc_and_mean() -> None:
    assert f1(3, 1, 2) == pytest.approx(2 * 0.75 * 0.6 / 1.35)
    assert f1(0, 0, 0) == 0.0
    assert auc([0.9, 0.8], [0.1, 0.85]) == 0.75
    assert mean([]) == 0.0
