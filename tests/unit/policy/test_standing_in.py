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
from limpet.errors import ConfigError, PolicyError
from limpet.policy.features import Features
from limpet.policy.heads import HEADS, OUTPUTS, choices_of, plan_of
from limpet.policy.heuristic import HeuristicPolicy
from limpet.policy.network import FILE_BYTES, SHAPES, Layer, PolicyNetwork, load
from limpet.policy.schema import WIDTH
from limpet.policy.standing_in import StandingIn, policy_from, policy_named
from limpet.retrieval.document import Document
from limpet.text.idf import idf

ON_A_SITE = Features(domain_similarity=0.3, unseen_idf=9.0)


def network(seed: int = 0, decides_from_fragments: int | None = None) -> PolicyNetwork:
    rng = np.random.default_rng(seed)
    layers = [Layer.quantised(rng.normal(size=shape), rng.normal(size=shape[1])) for shape in SHAPES]
    return PolicyNetwork(layers, decides_from_fragments=decides_from_fragments)


def on_a_site_of(fragments: int) -> Features:
    return replace(ON_A_SITE, unseen_idf=idf(0, fragments))


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
    if how == "record":
        changed(path, decides_from_fragments=np.array("anywhere"))
        return "policy-damaged"
    if how == "type":
        changed(path, codes2=np.zeros(SHAPES[2], dtype=np.float64))
        return "policy-damaged"
    changed(path, scales1=np.full(SHAPES[1][1], np.nan if how == "nan" else np.inf, dtype=np.float32))
    return "policy-not-finite"


HOWS = [
    "missing", "truncated", "empty", "text", "large", "version", "shape", "bias", "record", "type", "nan", "infinite",
]  # fmt: skip


@pytest.mark.parametrize("how", HOWS)
@pytest.mark.parametrize("wanted", ["", "network"])
def test_a_bad_file_is_refused_and_the_rules_stand_in(wanted: str, how: str, tmp_path: Path) -> None:
    path = tmp_path / "network.npz"
    code = broken(path, how)
    with pytest.raises(PolicyError) as refused:
        load(path)
    assert refused.value.code == code
    heard: list[tuple[str, dict[str, Any]]] = []
    policy = policy_named(wanted, path, lambda event, facts: heard.append((event, facts)))
    assert policy.decide(replace(ON_A_SITE, confidence=0.9)).decided_by == "heuristic"
    assert policy.name == "heuristic"
    assert [(event, facts["code"]) for event, facts in heard] == [("policy_refused", code)]


def test_a_refusal_is_shown_by_inspect_and_the_answer_says_who_decided(tmp_path: Path) -> None:
    path = tmp_path / "network.npz"
    broken(path, "version")

    async def told() -> tuple[dict[str, Any], str]:
        chat = Chat(policy=policy_named("network", path))
        await chat.add_documents([Document("tea", "Tea", "Green tea is steeped at 75 degrees.")])
        answered = await chat.answer("How is green tea steeped?")
        return (await inspect(chat))["policy"], answered.decided_by

    policy, decided_by = asyncio.run(told())
    assert policy["name"] == decided_by == "heuristic"
    assert policy["refused"]["code"] == "policy-schema"


@pytest.mark.parametrize("fragments", [10, 5_000])
def test_a_usable_file_decides_where_it_is_asked_for(fragments: int, tmp_path: Path) -> None:
    path = tmp_path / "network.npz"
    assert network().save(path) < FILE_BYTES
    policy = policy_named("network", path)
    assert policy.refusal is None
    assert policy.decide(on_a_site_of(fragments)).decided_by == policy.name == "network"


@pytest.mark.parametrize("fragments", [10, 800, 5_000, 1_000_000])
def test_unasked_a_network_without_a_record_of_being_better_decides_nowhere(fragments: int, tmp_path: Path) -> None:
    path = tmp_path / "network.npz"
    network().save(path)
    assert load(path).decides_from_fragments is None
    policy = policy_named("", path)
    assert policy.decide(on_a_site_of(fragments)).decided_by == policy.name == "heuristic"
    assert not policy.chooses_context
    assert policy.refusal is None


def test_unasked_a_network_that_is_better_decides_where_its_record_says_so(tmp_path: Path) -> None:
    path = tmp_path / "network.npz"
    network(decides_from_fragments=800).save(path)
    policy = policy_named("", path)
    found = [policy.decide(on_a_site_of(fragments)).decided_by for fragments in (10, 799, 800, 5_000)]
    assert found == ["heuristic", "heuristic", "network", "network"]
    assert policy_named("rules", path).decide(on_a_site_of(5_000)).decided_by == "heuristic"


def test_a_file_of_before_there_were_records_decides_nowhere_unasked(tmp_path: Path) -> None:
    path = tmp_path / "network.npz"
    network(decides_from_fragments=800).save(path)
    arrays = arrays_of(path)
    del arrays["decides_from_fragments"]
    np.savez_compressed(path, **arrays)
    assert policy_named("", path).decide(ON_A_SITE).decided_by == "heuristic"
    assert policy_named("network", path).decide(ON_A_SITE).decided_by == "network"


def test_rules_that_are_asked_for_need_no_file(tmp_path: Path) -> None:
    policy = policy_named("rules", tmp_path / "none.npz")
    assert policy.refusal is None
    assert policy.decide(ON_A_SITE).decided_by == "heuristic"


@pytest.mark.parametrize("wanted", ["Network", "heuristic", "3", "rules network"])
def test_a_policy_that_there_is_not_is_a_clear_error(wanted: str) -> None:
    with pytest.raises(ConfigError) as refused:
        Chat(policy=wanted)
    assert refused.value.code == "bad-policy"
    assert wanted in refused.value.detail
    assert "rules, network" in refused.value.detail


def test_a_chat_takes_a_policy_by_name_or_itself_and_shares_it_with_those_like_it() -> None:
    own = StandingIn(network(), HeuristicPolicy())
    assert policy_from(own) is own
    asked_for, ruled = Chat(policy="network"), Chat(policy="rules")
    assert asked_for.policy.decide(ON_A_SITE).decided_by == "network"
    assert ruled.policy.decide(ON_A_SITE).decided_by == "heuristic"
    assert Chat(like=asked_for).policy is asked_for.policy
    assert Chat(like=asked_for, policy="rules").policy.decide(ON_A_SITE).decided_by == "heuristic"


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
    assert policy.decide(replace(ON_A_SITE, confidence=0.9)).decided_by == "heuristic"
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
