"""Amounts are read with the decimals and thousands that they are written with."""

from __future__ import annotations

import re

import pytest

from limpet.answer.extreme_price import extreme_rows
from limpet.text.amounts import NUMBER, amount_of


@pytest.mark.parametrize(
    ("number", "amount"),
    [
        ("7", 7), ("4.8", 4.8), ("4.80", 4.8), ("4,80", 4.8), ("1,299", 1299), ("1.299", 1299), ("1.299,50", 1299.5),
        ("1,299.50", 1299.5), ("1,29,999", 129999), ("1'299.00", 1299), ("1\u00a0299,00", 1299), ("0.125", 0.125),
        ("12.345.678", 12345678),
    ],
)  # fmt: skip
def test_a_number_is_read_whole(number: str, amount: float) -> None:
    assert re.fullmatch(NUMBER, number)
    assert amount_of(number) == amount


def test_the_cheapest_is_found_among_prices_with_decimal_commas() -> None:
    rows = [["Rye", "€4,80"], ["Wreath", "€12"], ["Wedding cake", "1.299 €"]]
    assert extreme_rows(rows, "Which is the cheapest?") == [["Rye", "€4,80"]]
    assert extreme_rows(rows, "Which is the most expensive?") == [["Wedding cake", "1.299 €"]]
