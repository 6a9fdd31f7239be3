"""Fusion, penalties, quantisation and sign bits, by hand."""

import numpy as np
import pytest

from limpet.errors import DimensionError
from limpet.retrieval.dense import RESCORED_ROWS, ExactRows, SignedRows, dense_rows
from limpet.retrieval.fusion import HALF_INFORMATION, STRENGTH, coverage, fuse, lexical_weight
from limpet.retrieval.rerank import penalised
from limpet.retrieval.sign_bits import LARGE_WEIGHT, sign_distance, sign_query, sign_words
from limpet.retrieval.vectors import Int8Rows, quantise


def floats(*values: float) -> np.ndarray:
    return np.array(values, dtype=np.float32)


def unit_rows(rows: int, dimensions: int = 384, seed: int = 0) -> np.ndarray:
    drawn = np.random.default_rng(seed).standard_normal((rows, dimensions)).astype(np.float32)
    return drawn / np.linalg.norm(drawn, axis=1, keepdims=True)


def test_coverage_is_a_share_of_the_most_that_bm25_can_give() -> None:
    assert coverage(floats(10.0, 2.5), 4.0) == pytest.approx([1.0, 0.25])


def test_a_query_without_words_covers_nothing() -> None:
    assert coverage(floats(0.0), 0.0).tolist() == [0.0]
    assert lexical_weight(0.0, 8.0, 0.3, 0.0) == 0.0


def test_the_lexical_weight_is_the_formula() -> None:
    assert lexical_weight(8.0 * HALF_INFORMATION, 8.0, 0.5, 0.25) == pytest.approx(STRENGTH * 0.5 * 0.5 * 0.5)


def test_words_count_more_the_more_they_tell_and_less_the_nearer_the_vectors() -> None:
    assert lexical_weight(40.0, 8.0, 0.5, 0.5) > lexical_weight(8.0, 8.0, 0.5, 0.5)
    assert lexical_weight(8.0, 8.0, 0.9, 0.5) < lexical_weight(8.0, 8.0, 0.5, 0.5)
    assert lexical_weight(8.0, 8.0, 1.0, 0.5) == lexical_weight(8.0, 8.0, 1.2, 0.5) == 0.0


def test_fusion_is_a_weighted_mean() -> None:
    assert fuse(floats(1.0), floats(0.0), 3.0) == pytest.approx([0.75])
    assert fuse(floats(0.2), floats(0.6), 0.0) == pytest.approx([0.6])


def test_penalties_are_subtracted_and_a_missing_one_is_zero() -> None:
    assert penalised(floats(0.75, 0.5), ["a", "b"], {"a": 0.5}).tolist() == [0.25, 0.5]


def test_a_quantised_number_is_off_by_half_a_step_at_most() -> None:
    rows = unit_rows(50)
    steps = np.abs(rows).max(axis=1, keepdims=True) / 127
    assert (np.abs(quantise(rows).floats() - rows) <= steps * 0.5001).all()


def test_quantising_what_was_quantised_changes_nothing() -> None:
    once = quantise(unit_rows(200))
    twice = quantise(once.floats())
    assert (once.codes == twice.codes).all()
    assert (once.scales == twice.scales).all()


def test_rows_of_zeros_stay_zero() -> None:
    rows = quantise(np.zeros((2, 4), dtype=np.float32))
    assert rows.scales.tolist() == [0.0, 0.0]
    assert not rows.floats().any()


def test_differing_signs_are_counted_over_all_words_and_more_where_the_query_is_large() -> None:
    rows = unit_rows(30)
    codes = quantise(rows).codes
    large = np.abs(rows[0]) > np.sqrt(np.mean(np.square(rows[0])))
    weights = np.where(large, LARGE_WEIGHT, 1)
    expected = (((codes > 0) != (rows[0] > 0)) * weights).sum(axis=1)
    words = sign_words(codes)
    assert words.shape == (6, 30)
    assert sign_distance(words, sign_query(rows[0])).tolist() == expected.tolist()
    assert 50 < large.sum() < 334


def test_the_opposite_vector_is_the_farthest() -> None:
    codes = np.ones((1, 384), dtype=np.int8)
    flat, query = sign_query(-np.ones(384, dtype=np.float32)), sign_query(-np.arange(1.0, 385.0, dtype=np.float32))
    assert flat.farthest == 384
    assert sign_distance(sign_words(codes), flat).tolist() == [384]
    assert query.farthest == sign_distance(sign_words(codes), query)[0] > 384


def test_large_indexes_keep_int8_and_bits_and_small_ones_floats() -> None:
    rows = quantise(unit_rows(40))
    small, large = dense_rows(rows, exact_rows=40), dense_rows(rows, exact_rows=39)
    assert isinstance(small, ExactRows)
    assert isinstance(large, SignedRows)
    assert small.size_bytes == 40 * 384 * 4 <= 40 * 1600
    assert large.size_bytes == 40 * (384 + 4 + 48) <= 40 * 440


@pytest.mark.parametrize("form", [ExactRows, SignedRows])
def test_both_forms_find_the_nearest_rows_with_their_cosines(form: type[ExactRows] | type[SignedRows]) -> None:
    rows = unit_rows(300)
    compared = form(quantise(rows))
    nearest = compared.nearest(rows[7], 3)
    assert nearest.tolist() == np.argsort(-(rows @ rows[7]))[:3].tolist()
    assert compared.floats(nearest) @ rows[7] == pytest.approx(rows[nearest] @ rows[7], abs=5e-3)


@pytest.mark.parametrize("form", [ExactRows, SignedRows])
def test_both_forms_leave_out_what_is_not_allowed(form: type[ExactRows] | type[SignedRows]) -> None:
    rows = unit_rows(50)
    allowed = np.arange(50) % 2 == 0
    found = form(quantise(rows)).nearest(rows[7], 30, allowed)
    assert 7 not in found
    assert all(row % 2 == 0 for row in found)


def test_the_coarse_scan_misses_little_among_many_rows() -> None:
    rows = unit_rows(4 * RESCORED_ROWS, seed=3)
    queries = rows[:20] * np.float32(0.8) + unit_rows(20, seed=4) * np.float32(0.6)
    exact, signed = ExactRows(quantise(rows)), SignedRows(quantise(rows))
    firsts = [(exact.nearest(q, 1)[0], signed.nearest(q, 1)[0]) for q in queries]
    assert all(a == b for a, b in firsts)


def test_rows_without_a_vector_take_no_place_in_the_coarse_scan() -> None:
    rows = np.zeros((3 * RESCORED_ROWS, 384), dtype=np.float32)
    rows[-20:] = unit_rows(20)
    exact, signed = ExactRows(quantise(rows)), SignedRows(quantise(rows))
    for query in unit_rows(20, seed=8):
        assert signed.nearest(query, 10).tolist() == exact.nearest(query, 10).tolist() != []


@pytest.mark.parametrize("form", [ExactRows, SignedRows])
def test_a_vector_of_another_length_is_refused(form: type[ExactRows] | type[SignedRows]) -> None:
    with pytest.raises(DimensionError):
        form(quantise(unit_rows(2))).nearest(np.ones(383, dtype=np.float32), 1)


def test_int8_cosines_of_chosen_rows_follow_their_order() -> None:
    rows = Int8Rows(np.array([[127, 0], [0, 127]], dtype=np.int8), floats(1 / 127, 1 / 127))
    assert rows.cosines(floats(1.0, 0.5), np.array([1, 0])) == pytest.approx([0.5, 1.0], abs=1e-6)
