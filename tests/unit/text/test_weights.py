"""The formulas of lexical weight against values worked out by hand."""

import math

import pytest

from limpet.text.bm25_weight import bm25_weight
from limpet.text.idf import idf


def test_idf_is_the_formula() -> None:
    assert idf(3, 10) == pytest.approx(math.log(1 + 7.5 / 3.5))


def test_idf_falls_with_frequency_and_never_below_zero() -> None:
    values = [idf(n, 50) for n in range(51)]
    assert values == sorted(values, reverse=True)
    assert values[-1] > 0


def test_a_fragment_of_mean_length_with_one_mention_earns_the_idf_once() -> None:
    assert bm25_weight(1.0, 80.0, 80.0) == pytest.approx(1.0)


def test_mentions_saturate_at_k1_plus_one() -> None:
    assert bm25_weight(1e9, 80.0, 80.0, k1=1.5) == pytest.approx(2.5)


def test_longer_fragments_earn_less() -> None:
    assert bm25_weight(2.0, 160.0, 80.0) == pytest.approx(2 * 2.5 / (2 + 1.5 * (0.25 + 0.75 * 2)))
