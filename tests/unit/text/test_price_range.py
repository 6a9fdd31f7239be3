"""Amounts of money in sentences, and numbers that are none."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from limpet.text.price_range import PriceRange, amount_spans, price_range_from, price_range_in

SENTENCES = json.loads((Path(__file__).parents[2] / "data" / "price_sentences.json").read_text("utf-8"))


@pytest.mark.parametrize(("sentence", "wanted"), SENTENCES)
def test_a_sentence_sets_the_range_that_a_person_would_read(sentence: str, wanted: str | None) -> None:
    found = price_range_in(sentence)
    assert (found.to_text() if found else None) == wanted


def test_the_table_is_large_and_a_third_of_it_are_traps() -> None:
    assert len(SENTENCES) >= 60
    assert sum(wanted is None for _, wanted in SENTENCES) * 3 >= len(SENTENCES)


def test_a_range_survives_its_text() -> None:
    for bounds in (PriceRange(None, 2000.0), PriceRange(5.5, None), PriceRange(1.0, 2.0)):
        assert price_range_from(bounds.to_text()) == bounds


def test_bounds_that_exclude_each_other_are_contradictory() -> None:
    found = price_range_in("under 1000 and over 2000")
    assert found is not None
    assert found.is_contradictory


def test_the_place_of_an_amount_leaves_other_numbers_alone() -> None:
    sentence = "size 38 under 400 rupees"
    assert [sentence[start:end].strip() for start, end in amount_spans(sentence)] == ["under 400 rupees"]
