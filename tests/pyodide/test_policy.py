"""The policy network where the page runs it: the same numbers as in CPython, in less than a millisecond."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from limpet.policy.network import SHAPES, Layer, PolicyNetwork
from limpet.policy.schema import WIDTH

PASS_MS_AT_MOST = 1.0


def test_one_pass_gives_the_same_numbers_and_takes_less_than_a_millisecond(
    runtime: Path, run_node: Callable[..., Any], tmp_path: Path
) -> None:
    dice = np.random.default_rng(5)
    network = PolicyNetwork([Layer.quantised(dice.normal(0, 0.2, shape), np.zeros(shape[1])) for shape in SHAPES])
    network.save(tmp_path / "network.npz")
    rows = dice.uniform(-1, 1, (5, WIDTH)).astype(np.float32)
    task = {"runtime": str(runtime), "network": str(tmp_path / "network.npz"), "rows": rows.tolist()}
    there = run_node("policy.mjs", task)
    here = np.stack([network.logits(row) for row in rows])
    assert np.abs(here - np.array(there["logits"], dtype=np.float32)).max() < 1e-3
    assert there["shortest_ms"] < PASS_MS_AT_MOST, there
