import json
import sys
from pathlib import Path

import numpy as np
import pytest

from limpet.errors import PolicyError
from limpet.policy.features import Features
from limpet.policy.heuristic import HeuristicPolicy
from limpet.policy.network import FILE_BYTES, SHAPES, SHIPPED, Layer, PolicyNetwork, load
from limpet.policy.schema import WIDTH
from limpet.policy.standing_in import StandingIn, policy_named
from limpet.text.idf import idf

MODELS = Path(__file__).parents[3] / "models" / "policy"


@pytest.fixture
def exporting():
    pytest.importorskip("onnxruntime")
    sys.path.insert(0, str(MODELS))
    try:
        import exporting
    finally:
        sys.path.remove(str(MODELS))
    return exporting


def _network(seed=0):
    rng = np.random.default_rng(seed)
    layers = [Layer.quantised(rng.normal(0, 0.2, shape), rng.normal(0, 0.1, shape[1])) for shape in SHAPES]
    return PolicyNetwork(layers, frozenset({"0123abcd"}))


def _rows(count=20):
    return np.random.default_rng(1).uniform(-1, 1, (count, WIDTH)).astype(np.float32)


def test_numpy_and_onnx_runtime_agree(exporting, tmp_path):
    network, rows = _network(), _rows()
    size = exporting.export(network, tmp_path / "network.onnx")
    ours = np.stack([network.logits(row) for row in rows])
    assert np.abs(ours - exporting.onnx_logits(tmp_path / "network.onnx", rows)).max() < 1e-4
    assert size < FILE_BYTES


def test_a_saved_network_decides_the_same(tmp_path):
    network = _network()
    assert network.save(tmp_path / "network.npz") < FILE_BYTES
    again = load(tmp_path / "network.npz")
    assert again.trained_on == network.trained_on
    assert again.decides_from_fragments is None
    PolicyNetwork(network.layers, decides_from_fragments=0).save(tmp_path / "anywhere.npz")
    assert load(tmp_path / "anywhere.npz").decides_from_fragments == 0
    assert all((network.logits(row) == again.logits(row)).all() for row in _rows())


@pytest.mark.skipif(not SHIPPED.exists(), reason="rules decide in this version: no network ships")
def test_the_shipped_network_is_the_one_of_the_card(exporting):
    network, rows = load(), _rows()
    ours = np.stack([network.logits(row) for row in rows])
    assert np.abs(ours - exporting.onnx_logits(MODELS / "network.onnx", rows)).max() < 1e-3
    assert network.decide(Features()).decided_by == "network"


@pytest.mark.skipif(not SHIPPED.exists(), reason="no network is in the package")
def test_the_shipped_network_decides_unasked_only_as_its_measurements_allow():
    report, decides_from = json.loads((MODELS / "report.json").read_text("utf-8")), load().decides_from_fragments
    assert decides_from == report["decides_from_fragments"]
    lows = [report["figures"][part]["network"]["gain_low"] for part in ("left out in turn", "validation")]
    assert len(report["lacks"]) == sum(low <= 0 for low in lows)
    if decides_from is not None and not report["refusals"]:
        assert min(lows) > 0
    ruled = policy_named().decide(Features(domain_similarity=0.4, unseen_idf=idf(0, 10**6), confidence=0.9))
    assert ruled.decided_by == ("heuristic" if decides_from is None else "network")


@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_numbers_that_are_not_finite_are_refused(bad):
    network = _network()
    network.layers[1].bias[3] = bad
    with pytest.raises(PolicyError) as caught:
        PolicyNetwork(network.layers)
    assert caught.value.code == "policy-not-finite"


def test_a_file_cut_short_is_refused(tmp_path):
    path = tmp_path / "network.npz"
    _network().save(path)
    for length in (0, 10, 1000, path.stat().st_size - 5):
        (tmp_path / "cut.npz").write_bytes(path.read_bytes()[:length])
        with pytest.raises(PolicyError):
            load(tmp_path / "cut.npz")


def test_rules_stand_in_without_a_network_without_vectors_and_for_numbers_that_are_not_finite():
    rules = HeuristicPolicy()
    with_vectors, without = Features(domain_similarity=0.4, unseen_idf=9.0, confidence=0.9), Features(confidence=0.9)
    network = _network()
    assert StandingIn(network, rules).decide(with_vectors).decided_by == "network"
    assert StandingIn(network, rules).decide(without).decided_by == "heuristic"
    few = Features(domain_similarity=0.4, unseen_idf=idf(0, 200), confidence=0.9)
    assert StandingIn(network, rules).decide(few).decided_by == "network"
    assert StandingIn(network, rules, from_fragments=201).decide(few).decided_by == "heuristic"
    assert StandingIn(None, rules).decide(with_vectors).decided_by == "heuristic"
    wild = Features(domain_similarity=0.4, unseen_idf=9.0, top_score=1.0)
    huge = np.full(SHAPES[0][1], 3e38, dtype=np.float32)
    network.layers[0].scales[:] = huge
    stood_in = StandingIn(network, rules)
    assert stood_in.decide(wild).decided_by == "heuristic"
    assert stood_in.refusal is not None


def test_a_missing_network_leaves_the_rules_and_says_so(tmp_path):
    told = []
    missing = tmp_path / "none.npz"
    policy = policy_named("network", missing, lambda name, body: told.append((name, body["code"])))
    assert policy.decide(Features(domain_similarity=0.4, unseen_idf=9.0)).decided_by == "heuristic"
    assert told == [("policy_refused", "policy-missing")]
