"""A network file that cannot be used is refused with a stable code, and the rules decide."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from limpet.chat import Chat
from limpet.custody import inspect
from limpet.errors import PolicyError
from limpet.policy.features import Features
from limpet.policy.heads import HEADS, OUTPUTS, choices_of, plan_of
from limpet.policy.heuristic import HeuristicPolicy
from limpet.policy.network import FILE_BYTES, SHAPES, Layer, PolicyNetwork, load
from limpet.policy.schema import WIDTH
from limpet.policy.standing_in import StandingIn, shipped_policy
from limpet.retrieval.document import Document


def network(seed: int = 0) -> PolicyNetwork:
    rng = np.random.default_rng(seed)
    return PolicyNetwork([Layer.quantised(rng.normal(size=shape), rng.normal(size=shape[1])) for shape in SHAPES])


def arrays_of(path: Path) -> dict[str, Any]:
    with np.load(path) as held:
        return {name: held[name] for name in held.files}


def changed(path: Path, **arrays: Any) -> None:
    np.savez_compressed(path, **{**arrays_of(path), **arrays})


def broken(path: Path, how: str) -> str:
    """Break the file at *path*; the code that is expected."""
    network().save(path)
    whole = path.read_bytes()
    if how == "missing":
        path.unlink()
        return "policy-missing"
    if how in ("truncated", "empty", "text", "large"):
        made = {"truncated": whole[: len(whole) // 2], "empty": b"", "text": b"<html>404</html>"}
        path.write_bytes(made.get(how, bytes(FILE_BYTES + 1)))
        return "policy-damaged"
    if how == "version":
        changed(path, version=np.array("0"))
        return "policy-schema"
    if how == "shape":
        changed(path, codes0=np.zeros((WIDTH + 1, 128), dtype=np.int8))
        return "policy-schema"
    if how == "bias":
        changed(path, bias1=np.zeros(3, dtype=np.float32))
        return "policy-damaged"
    if how == "type":
        changed(path, codes2=np.zeros(SHAPES[2], dtype=np.float64))
        return "policy-damaged"
    changed(path, scales1=np.full(SHAPES[1][1], np.nan if how == "nan" else np.inf, dtype=np.float32))
    return "policy-not-finite"


HOWS = ["missing", "truncated", "empty", "text", "large", "version", "shape", "bias", "type", "nan", "infinite"]


@pytest.mark.parametrize("how", HOWS)
def test_a_bad_file_is_refused_and_the_rules_stand_in(how: str, tmp_path: Path) -> None:
    path = tmp_path / "network.npz"
    code = broken(path, how)
    with pytest.raises(PolicyError) as refused:
        load(path)
    assert refused.value.code == code
    heard: list[tuple[str, dict[str, Any]]] = []
    policy = shipped_policy(path, lambda event, facts: heard.append((event, facts)))
    assert policy.decide(Features(confidence=0.9)).decided_by == "heuristic"
    assert policy.name == "heuristic"
    assert [(event, facts["code"]) for event, facts in heard] == [("policy_refused", code)]


def test_a_refusal_is_shown_by_inspect_and_the_answer_says_who_decided(tmp_path: Path) -> None:
    path = tmp_path / "network.npz"
    broken(path, "version")

    async def told() -> tuple[dict[str, Any], str]:
        chat = Chat(policy=shipped_policy(path))
        await chat.add_documents([Document("tea", "Tea", "Green tea is steeped at 75 degrees.")])
        answered = await chat.answer("How is green tea steeped?")
        return (await inspect(chat))["policy"], answered.decided_by

    policy, decided_by = asyncio.run(told())
    assert policy["name"] == decided_by == "heuristic"
    assert policy["refused"]["code"] == "policy-schema"


def test_a_usable_file_decides(tmp_path: Path) -> None:
    path = tmp_path / "network.npz"
    assert network().save(path) < FILE_BYTES
    policy = shipped_policy(path)
    assert policy.refusal is None
    assert policy.decide(Features(domain_similarity=0.3, unseen_idf=9.0)).decided_by == policy.name == "network"


def test_what_was_saved_decides_as_before(tmp_path: Path) -> None:
    path = tmp_path / "network.npz"
    made = network(3)
    made.save(path)
    for confidence in (0.1, 0.5, 0.9):
        features = Features(confidence=confidence)
        assert load(path).decide(features) == made.decide(features)


def test_a_value_that_is_no_number_while_deciding_leaves_it_to_the_rules() -> None:
    made = network()
    made.layers[1] = Layer(made.layers[1].codes, np.full(64, 3e38, dtype=np.float32), made.layers[1].bias)
    policy = StandingIn(made, HeuristicPolicy())
    assert policy.decide(Features(confidence=0.9, domain_similarity=0.3, unseen_idf=9.0)).decided_by == "heuristic"
    assert policy.refusal is not None
    assert policy.refusal.code == "policy-not-finite"


def test_the_rules_ask_back_whatever_the_network_would_do() -> None:
    policy = StandingIn(network(), HeuristicPolicy())
    left_open = Features(confidence=0.4, domain_similarity=0.3, unseen_idf=9.0, open_share=0.9, rival_count=2)
    assert (policy.decide(left_open).mode, policy.decide(left_open).decided_by) == ("clarify", "heuristic")
    assert policy.decide(replace(left_open, rival_count=1)).decided_by == "network"


def test_choices_and_plans_are_each_other_s_inverse() -> None:
    rng = np.random.default_rng(5)
    for _ in range(50):
        chosen = {head.name: int(rng.integers(len(head.choices))) for head in HEADS}
        plan = plan_of(chosen, Features(creativity_ceiling=1.0), "test")
        again = plan_of(choices_of(plan), Features(creativity_ceiling=1.0), "test")
        assert again == plan
    assert sum(len(head.choices) for head in HEADS) == OUTPUTS
