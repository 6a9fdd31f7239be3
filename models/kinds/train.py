"""
Fit the kinds of fragments and write ``app/limpet/retrieval/kind_weights.json``: ``python models/kinds/train.py``.

Reads the development part of ``tests/data/kinds`` and ``models/kinds/training.jsonl``, never the test part.
Documents that may not be stored here are looked up in the evaluation data (``EVAL_DATA``); without them fewer are used.
"""

from __future__ import annotations

import base64
import hashlib
import json
from pathlib import Path

import numpy as np
from scipy.optimize import minimize
from sklearn.metrics import accuracy_score, f1_score
from sklearn.model_selection import StratifiedKFold

from limpet.evaluation.labelled_fragments import read_labelled
from limpet.evaluation.vectors import evaluation_embedder
from limpet.retrieval.document import KINDS
from limpet.retrieval.kind_cues import cues_of

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
TARGET = ROOT / "app" / "limpet" / "retrieval" / "kind_weights.json"
CUE_PENALTY, VECTOR_PENALTY = 0.3, 0.1  # L2; the best of three each, by cross-validation on the development part
CUE_WEIGHT = 1.5  # of .7, 1, 1.5, likewise
RARITY_POWER = 0.25  # a fragment weighs (1 / number of its kind) to this power; of .25, .5, .75, likewise


def fit(x: np.ndarray, y: np.ndarray, penalty: float) -> np.ndarray:
    """Multinomial logistic regression; one column a kind, the bias in the last row."""
    inputs = np.hstack([x, np.ones((len(x), 1))])
    targets = np.eye(len(KINDS))[y]
    weights = (1 / np.bincount(y, minlength=len(KINDS)).clip(1)[y]) ** RARITY_POWER
    weights *= len(y) / weights.sum()

    def loss(flat: np.ndarray) -> tuple[float, np.ndarray]:
        table = flat.reshape(inputs.shape[1], len(KINDS))
        logs = log_softmax(inputs @ table)
        gradient = inputs.T @ (weights[:, None] * (np.exp(logs) - targets))
        gradient[:-1] += penalty * table[:-1]
        return -(weights * logs[np.arange(len(y)), y]).sum() + penalty / 2 * (table[:-1] ** 2).sum(), gradient.ravel()

    start = np.zeros(inputs.shape[1] * len(KINDS))
    found = minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": 200})
    return found.x.reshape(inputs.shape[1], len(KINDS))


def log_softmax(logits: np.ndarray) -> np.ndarray:
    """Row by row."""
    shifted = logits - logits.max(axis=1, keepdims=True)
    return shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))


def scores(cues: np.ndarray, vectors: np.ndarray, by_cues: np.ndarray, by_vectors: np.ndarray) -> np.ndarray:
    """As ``limpet.retrieval.kinds`` adds them."""
    cue_part = CUE_WEIGHT * log_softmax(cues @ by_cues[:-1] + by_cues[-1])
    return cue_part + log_softmax(vectors @ by_vectors[:-1] + by_vectors[-1])


def main() -> None:
    """Read, cross-validate, fit, write."""
    checked = [one for one in read_labelled(ROOT / "tests/data/kinds").fragments if one.part == "development"]
    more = read_labelled(HERE, file="training.jsonl").fragments
    fragments = [*checked, *more]
    met = [cues_of(one.heading_path, one.blocks) for one in fragments]
    names = sorted({name for cues in met for name in cues})
    x = np.array([[cues.get(name, 0.0) for name in names] for cues in met])
    v = np.asarray(evaluation_embedder().embed_now([one.embedding_text for one in fragments]), dtype=np.float64)
    y = np.array([KINDS.index(one.kind) for one in fragments])
    print(f"{len(checked)} development fragments and {len(more)} more, {len(names)} cues")
    left_out(x, v, y, len(checked))
    write(names, fit(x, y, CUE_PENALTY), fit(v, y, VECTOR_PENALTY), len(fragments))


def left_out(x: np.ndarray, v: np.ndarray, y: np.ndarray, count: int) -> None:
    """Print what a fit says of development fragments that it did not see; the other fragments are always fitted on."""
    found: dict[str, list[float]] = {"macro-F1": [], "acc@1": []}
    extra = np.arange(count, len(y))
    for seed in range(3):
        told = np.zeros(count, dtype=int)
        for fitted, left in StratifiedKFold(6, shuffle=True, random_state=seed).split(x[:count], y[:count]):
            rows = np.concatenate([fitted, extra])
            by_cues, by_vectors = fit(x[rows], y[rows], CUE_PENALTY), fit(v[rows], y[rows], VECTOR_PENALTY)
            told[left] = scores(x[left], v[left], by_cues, by_vectors).argmax(axis=1)
        found["macro-F1"].append(f1_score(y[:count], told, average="macro"))
        found["acc@1"].append(accuracy_score(y[:count], told))
    print("left out, 6 folds, 3 seeds:", {name: round(float(np.mean(values)), 3) for name, values in found.items()})


def write(names: list[str], by_cues: np.ndarray, by_vectors: np.ndarray, count: int) -> None:
    """The weights as small JSON."""
    scales = np.abs(by_vectors[:-1]).max(axis=0) / 127
    codes = np.rint(by_vectors[:-1] / scales).astype(np.int8).T
    digest = hashlib.sha256()
    for path in (ROOT / "tests/data/kinds/labels.jsonl", HERE / "training.jsonl"):
        digest.update(path.read_bytes())
    data = {
        "kinds": list(KINDS), "fitted_on": count, "data_sha256": digest.hexdigest(), "cue_weight": CUE_WEIGHT,
        "cues": {name: [round(float(w), 3) for w in row] for name, row in zip(names, by_cues[:-1], strict=True)},
        "cue_bias": [round(float(w), 4) for w in by_cues[-1]],
        "vector_codes": base64.b64encode(np.ascontiguousarray(codes).tobytes()).decode(),
        "vector_scales": [round(float(s), 7) for s in scales],
        "vector_bias": [round(float(w), 4) for w in by_vectors[-1]],
    }  # fmt: skip
    TARGET.write_text(json.dumps(data, separators=(",", ":")) + "\n", "utf-8")
    print(f"{TARGET.name}: {TARGET.stat().st_size} bytes")


if __name__ == "__main__":
    main()
