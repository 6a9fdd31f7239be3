"""The policy network where the page runs it: the same numbers as in CPython, quickly, and what happens without it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from limpet.policy.network import SHAPES, Layer, PolicyNetwork, load
from limpet.policy.schema import WIDTH

ONNX = Path(__file__).parents[2] / "models" / "policy" / "network.onnx"
PASS_MS_AT_MOST = 1.0
REFUSED = {
    "missing": "policy-missing",
    "truncated": "policy-damaged",
    "a page instead": "policy-damaged",
    "another schema": "policy-schema",
    "NaN": "policy-not-finite",
}


def test_one_pass_gives_the_same_numbers_and_takes_less_than_a_millisecond(
    runtime: Path, run_node: Callable[..., Any], tmp_path: Path
) -> None:
    network = _made()
    network.save(tmp_path / "network.npz")
    rows = np.random.default_rng(6).uniform(-1, 1, (5, WIDTH)).astype(np.float32)
    task = {"runtime": str(runtime), "network": str(tmp_path / "network.npz"), "rows": rows.tolist()}
    there = run_node("policy.mjs", task)
    here = np.stack([network.logits(row) for row in rows])
    assert np.abs(here - np.array(there["logits"], dtype=np.float32)).max() < 1e-3
    assert there["shortest_ms"] < PASS_MS_AT_MOST, there


def _made(seed: int = 5) -> PolicyNetwork:
    dice = np.random.default_rng(seed)
    return PolicyNetwork([Layer.quantised(dice.normal(0, 0.2, shape), np.zeros(shape[1])) for shape in SHAPES])


def test_the_sites_onnx_runtime_gives_the_numbers_of_the_numpy_form(
    runtime: Path, run_node: Callable[..., Any], bundled: Callable[[str], str]
) -> None:
    network, rows = load(), np.random.default_rng(7).uniform(-1, 1, (8, WIDTH)).astype(np.float32)
    session_module = bundled("embedder-worker/session.ts")
    task = {"session_module": session_module, "runtime": str(runtime), "network": str(ONNX), "rows": rows.tolist()}
    there = run_node("policy_onnx.mjs", task)
    here = np.stack([network.logits(row) for row in rows])
    assert here.std() > 0.1
    assert np.abs(here - np.array(there["logits"], dtype=np.float32)).max() < 1e-3


def _files(folder: Path) -> dict[str, str | None]:
    whole = folder / "whole.npz"
    _made().save(whole)
    with np.load(whole) as held:
        arrays = {name: held[name] for name in held.files}
    (folder / "truncated").write_bytes(whole.read_bytes()[: whole.stat().st_size // 2])
    (folder / "page").write_bytes(b"<!doctype html>not here")
    np.savez_compressed(folder / "schema.npz", **{**arrays, "version": np.array("0")})
    np.savez_compressed(folder / "nan.npz", **{**arrays, "scales1": np.full(SHAPES[1][1], np.nan, np.float32)})
    names = {"truncated": "truncated", "a page instead": "page", "another schema": "schema.npz", "NaN": "nan.npz"}
    return {"whole": str(whole), "missing": None, **{how: str(folder / name) for how, name in names.items()}}


def test_in_the_page_a_network_that_is_asked_for_decides_or_is_refused_with_its_code_and_the_rules_stand_in(
    runtime: Path, run_node: Callable[..., Any], tmp_path: Path
) -> None:
    told = run_node("policy_files.mjs", {"runtime": str(runtime), "files": _files(tmp_path)})
    whole = told["found"].pop("whole")
    assert whole["policy"] == {"name": "network", "refused": None}
    assert whole["decided_by"] == "network"
    assert {how: one["policy"]["refused"]["code"] for how, one in told["found"].items()} == REFUSED
    for one in told["found"].values():
        assert one["policy"]["name"] == one["decided_by"] == one["why"] == "heuristic"
        assert "75 degrees" in one["answer"]
    assert told["fault"]["code"] == "bad-policy"
