"""When a trained network may decide unasked, and when it takes the place of another."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

MODELS = Path(__file__).parents[3] / "models" / "policy"
AGREES = {"numpy_onnx": 1e-6, "same_choices": 0.99}
SAME_CONTEXT = {"mtrag": {"chosen": {"nDCG@5": 0.4}, "in its context": {"nDCG@5": 0.4}}}


@pytest.fixture
def placing() -> Any:
    sys.path.insert(0, str(MODELS))
    try:
        import placing
    finally:
        sys.path.remove(str(MODELS))
    return placing


def figures(left_out: float, validation: float) -> dict[str, Any]:
    lows = {"left out in turn": left_out, "validation": validation}
    return {part: {"network": {"gain": low + 0.02, "gain_low": low}} for part, low in lows.items()}


@pytest.mark.parametrize(
    ("left_out", "validation", "lacking"),
    [
        (0.006, 0.001, 0),
        (0.006, 0.0, 1),
        (0.006, -0.018, 1),
        (0.0, 0.01, 1),
        (-0.01, -0.01, 2),
        (float("nan"), 0.01, 1),
    ],
)
def test_a_network_must_gain_surely_in_both_measurements(
    placing: Any, left_out: float, validation: float, lacking: int
) -> None:
    assert len(placing.shortfalls(figures(left_out, validation))) == lacking


def test_a_measurement_that_was_not_made_speaks_against_it(placing: Any) -> None:
    only = {"validation": figures(0.1, 0.1)["validation"]}
    assert len(placing.shortfalls(only)) == 1
    assert len(placing.shortfalls({})) == 2


@pytest.mark.parametrize(
    ("new", "held", "is_refused"),
    [
        ((False, 0.18), None, False),
        ((False, 0.18), (False, 0.17), False),
        ((False, 0.18), (False, 0.18), True),
        ((True, 0.18), (False, 0.19), False),
        ((False, 0.20), (True, 0.19), True),
        ((True, 0.18), (True, 0.19), True),
        ((True, 0.20), (True, 0.19), False),
    ],
)
def test_the_better_one_is_in_the_package(
    placing: Any, new: tuple[bool, float], held: tuple[bool, float] | None, is_refused: bool
) -> None:
    there = placing.Worth(*held) if held else None
    assert bool(placing.refusals(70_000, AGREES, SAME_CONTEXT, placing.Worth(*new), there)) is is_refused


@pytest.mark.parametrize(
    ("size", "agreement", "contexts"),
    [
        (100_000, AGREES, SAME_CONTEXT),
        (70_000, {**AGREES, "numpy_onnx": 0.01}, SAME_CONTEXT),
        (70_000, {**AGREES, "same_choices": 0.9}, SAME_CONTEXT),
        (70_000, AGREES, {"cast21": {"chosen": {"nDCG@5": 0.4}, "message alone": {"nDCG@5": 0.5}}}),
    ],
)
def test_what_is_exported_wrongly_or_finds_less_takes_no_place(
    placing: Any, size: int, agreement: dict[str, float], contexts: dict[str, Any]
) -> None:
    assert len(placing.refusals(size, agreement, contexts, placing.Worth(True, 0.5), None)) == 1
