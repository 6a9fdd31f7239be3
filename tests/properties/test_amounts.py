"""A number is read back as it was written, in every way that people write it, and never in part."""

from __future__ import annotations

import re
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from limpet.answer.contradiction import amounts
from limpet.retrieval.quantities import quantity_of
from limpet.retrieval.records import price_of
from limpet.text.amounts import NUMBER, amount_of, first_amount_in, measure_of, readings_of
from limpet.text.price_range import price_range_in

WAYS: Final = {"english": (",", "."), "german": (".", ","), "swiss": ("'", "."), "french": ("\u202f", ",")}
CENTS: Final = st.integers(min_value=0, max_value=10**9 - 1)


def written(cents: int, way: str) -> str:
    thousands, point = WAYS[way]
    whole = f"{cents // 100:,}".replace(",", thousands)
    return f"{whole}{point}{cents % 100:02d}"


def indian(whole: int) -> str:
    digits = str(whole)
    head, tail = digits[:-3], digits[-3:]
    groups = [head[max(0, end - 2) : end] for end in range(len(head), 0, -2)]
    return ",".join([*reversed(groups), tail]) if head else tail


@given(CENTS, st.sampled_from(sorted(WAYS)))
def test_an_amount_with_two_decimals_has_one_reading(cents: int, way: str) -> None:
    text = written(cents, way)
    assert readings_of(text) == (cents / 100,)
    assert amount_of(text) == measure_of(text) == cents / 100


@given(CENTS, st.sampled_from(sorted(WAYS)), st.sampled_from(["€{}", "{} €", "Rs. {}.", "from €{}, in all shops"]))
def test_all_readers_of_a_price_read_the_same(cents: int, way: str, around: str) -> None:
    text = around.format(written(cents, way))
    priced = price_of({"price": text})
    assert priced is not None
    assert priced[0] == first_amount_in(text) == cents / 100


@given(CENTS, st.sampled_from(sorted(WAYS)))
def test_a_visitor_s_bound_and_a_measure_are_read_the_same(cents: int, way: str) -> None:
    bound = price_range_in(f"under €{written(cents, way)}")
    assert bound is not None
    assert bound.most == cents / 100
    quantity = quantity_of(f"{written(cents, way)} kg")
    assert quantity is not None
    assert quantity.amount == pytest.approx(cents * 10)
    assert amounts(f"It costs €{written(cents, way)}") == {"€": {cents / 100}}


@given(st.integers(min_value=0, max_value=10**9))
def test_lakhs_are_read_whole(whole: int) -> None:
    assert amount_of(indian(whole)) == whole


@given(st.integers(min_value=1, max_value=999), st.integers(min_value=0, max_value=999))
def test_three_digits_after_one_point_may_be_two_amounts(whole: int, rest: int) -> None:
    text = f"{whole}.{rest:03d}"
    assert set(readings_of(text)) == {whole * 1000 + rest, float(text)}
    assert amount_of(text) == whole * 1000 + rest
    assert measure_of(text) is None
    assert quantity_of(f"{text} g") is None


@given(st.text(alphabet="0123456789.,'\u202f", max_size=24))
def test_a_number_is_matched_whole_or_not_at_all(text: str) -> None:
    for found in re.finditer(NUMBER, text):
        assert not re.search(r"\d[.,'\u202f]?$", text[: found.start()])
        assert not re.match(r"[.,'\u202f]?\d", text[found.end() :])
        assert amount_of(found[0]) == max(readings_of(found[0]))
    assert bool(readings_of(text)) == bool(re.fullmatch(NUMBER, text))


@pytest.mark.parametrize("text", ["1.2.3", "10,20,30", "192.168.0.1", "2026.05.01", "1" * 16, "1,2,3,4"])
def test_what_is_no_amount_is_none(text: str) -> None:
    assert amount_of(text) is None
    assert price_of({"price": text}) is None
