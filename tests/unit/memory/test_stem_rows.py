"""Postings against a plain dictionary, through growth, removal, packing and more rows than two bytes can number."""

from __future__ import annotations

import random

import numpy as np
import pytest

from limpet.memory.stem_rows import StemRows


def stems_of(chance: random.Random, count: int) -> np.ndarray:
    return np.array(sorted(chance.sample(range(60), count)), dtype=np.uint16)


def same(held: StemRows, model: dict[int, np.ndarray]) -> bool:
    return all(held.holders(h).tolist() == [row for row, stems in model.items() if h in stems] for h in range(60))


@pytest.mark.parametrize("seed", range(4))
def test_they_say_what_a_dictionary_says(seed: int) -> None:
    chance, held, rows = random.Random(seed), StemRows(), 0
    model: dict[int, np.ndarray] = {}
    for _ in range(60):
        new = [stems_of(chance, chance.randint(0, 30)) for _ in range(chance.choice([1, 3, 40]))]
        held.extend(rows, new)
        model.update(enumerate(new, rows))
        rows += len(new)
        for row in chance.sample(sorted(model), min(len(model), chance.randint(0, 4))):
            held.remove(row, model.pop(row))
        assert same(held, model)
        if chance.random() < 0.2:
            live = np.array(sorted(model), dtype=np.intp)
            held.pack(live)
            model = {new_row: model[int(old)] for new_row, old in enumerate(live)}
            rows = len(model)
            assert same(held, model)
    assert held.resident_bytes > 0


def test_after_the_last_row_has_gone_nothing_is_left_of_it() -> None:
    held = StemRows()
    held.extend(0, [np.array([3, 4], dtype=np.uint16)])
    held.remove(0, np.array([3, 4], dtype=np.uint16))
    held.pack(np.zeros(0, dtype=np.intp))
    assert held.resident_bytes == 0
    assert held.holders(3).tolist() == []


def test_more_rows_than_two_bytes_can_number() -> None:
    held, one = StemRows(), np.array([5], dtype=np.uint16)
    held.extend(0, [one] * 40_000)
    held.remove(17, one)
    held.extend(40_000, [one] * 40_000)
    held.remove(65_535, one)
    found = held.holders(5)
    assert found.size == 79_998
    assert not np.isin([17, 65_535], found).any()
    assert found[-1] == 79_999
    held.pack(found)
    assert held.holders(5).tolist() == list(range(79_998))
