"""
Fit the kinds of fragments and write ``app/limpet/retrieval/kind_weights.json``: ``python models/kinds/train.py``.

Reads the development part of ``tests/data/kinds`` and ``models/kinds/training.jsonl``, never the test part.
Documents that may not be stored here are looked up in the evaluation data (``EVAL_DATA``); without them fewer are used.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections import Counter, defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from scipy.optimize import minimize
from sklearn.metrics import accuracy_score, f1_score
from sklearn.model_selection import StratifiedGroupKFold, StratifiedKFold

from limpet.embed.onnx_layers import parts_of
from limpet.embed.onnx_native import MINILM
from limpet.evaluation.labelled_fragments import LabelledFragment, read_labelled
from limpet.evaluation.readers import read_lines
from limpet.evaluation.vectors import evaluation_layers
from limpet.retrieval.document import KINDS
from limpet.retrieval.kind_cues import cues_of

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
CHECKED = ROOT / "tests/data/kinds"
TARGET = ROOT / "app" / "limpet" / "retrieval" / "kind_weights.json"
CUE_PENALTY, MANY_PENALTY = 4.0, 48.0  # L2; all constants here by cross-validation, see the card
LAYER_PENALTY, VECTOR_PENALTY = 0.3, 0.2
SHARES = {"layer": 0.8, "vector": 0.5, "neither": 0.3}  # of a fragment's weight: read with this beside its cues
MANY = ("any: ", "last: ", "code: ", "word: ")  # families of many weak cues; "first: " of phrases too
FEWEST, FEWEST_SOURCES = 45, 8  # fragments and sources that a word must be in, to have a weight
SECOND_CHOICE = {3: 0.0, 2: 0.2, 1: 0.35}  # share of a reader's second choice, by how sure he was
SURE_WEIGHT = {3: 1.0, 2: 0.8, 1: 0.5}  # what a fragment counts, by how sure its readers were
RARITY_POWER = 0.5  # how far the score of a rare kind is raised: a fragment's kind by the log of its share, times this
ITERATIONS = 60
SURE: Final = [{"sure": 3}]  # of a fragment whose readers were not asked


@dataclass(frozen=True)
class Labelled:
    """Rows of the fit: cues, the layer's means, vectors, what share of each kind the readers gave, what it counts."""

    x: np.ndarray
    penalties: np.ndarray
    layers: np.ndarray
    vectors: np.ndarray
    targets: np.ndarray
    counts: np.ndarray
    documents: np.ndarray
    names: list[str]
    checked: int  # the first rows are the development part

    @property
    def shares(self) -> np.ndarray:
        """Of each kind in the development part: what a fragment is before it is read."""
        return self.targets[: self.checked].mean(axis=0)


@dataclass(frozen=True)
class Fitted:
    """One column a kind: the cues (the bias last), the layer and the vector; and what was taken off these two."""

    cues: np.ndarray
    layer: np.ndarray
    vector: np.ndarray
    layer_mean: np.ndarray
    vector_mean: np.ndarray

    def scores(self, data: Labelled, rows: np.ndarray) -> dict[str, np.ndarray]:
        """Log-odds of *rows* as a build has them, as a page that has only the vector, and by cues alone."""
        by_cues = data.x[rows] @ self.cues[:-1] + self.cues[-1]
        return {
            "ours": by_cues + (data.layers[rows] - self.layer_mean) @ self.layer,
            "vector": by_cues + (data.vectors[rows] - self.vector_mean) @ self.vector,
            "cues": by_cues,
        }


def fit(cues: np.ndarray, parts: list[tuple[np.ndarray, float]], targets: np.ndarray, weights: np.ndarray) -> list:
    """
    Multinomial logistic regression on shares, of all formulas at once; columns are scaled so that every penalty is 1.

    Each of *parts* is a formula: what stands beside the same cues in it, and how much it counts.

    Returns:
        Tables with one column a kind: of the cues with the bias in the last row, then of each part.
    """
    base = np.hstack([cues, np.ones((len(cues), 1))]).astype(np.float32)
    blocks = [base, *(part.astype(np.float32) for part, _ in parts)]
    bounds = np.cumsum([block.shape[1] for block in blocks])
    pulls = np.ones((bounds[-1], 1), dtype=np.float32)
    pulls[bounds[0] - 1] = 1e-3  # the bias is free
    targets, weights = targets.astype(np.float32), weights.astype(np.float32)[:, None]

    def loss(flat: np.ndarray) -> tuple[float, np.ndarray]:
        tables = np.split(flat.astype(np.float32).reshape(-1, len(KINDS)), bounds[:-1])
        by_cues, total, pushed, gradients = base @ tables[0], 0.0, np.zeros_like(targets), []
        for block, table, (_, share) in zip(blocks[1:], tables[1:], parts, strict=True):
            logs = log_softmax(by_cues + block @ table)
            push = share * weights * (np.exp(logs) - targets)
            total -= float((share * weights * targets * logs).sum(dtype=np.float64))
            pushed += push
            gradients.append(block.T @ push)
        table = np.vstack(tables)
        gradient = np.vstack([base.T @ pushed, *gradients]) + pulls * table
        return total + float((pulls * table**2).sum(dtype=np.float64)) / 2, gradient.ravel().astype(np.float64)

    start = np.zeros(bounds[-1] * len(KINDS))
    found = minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": ITERATIONS})
    return np.split(found.x.reshape(-1, len(KINDS)), bounds[:-1])


def log_softmax(logits: np.ndarray) -> np.ndarray:
    """Row by row."""
    shifted = logits - logits.max(axis=1, keepdims=True)
    return shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))


def fitted(data: Labelled, rows: np.ndarray) -> Fitted:
    """
    A fit on *rows*.

    Together the rows weigh what each kind's share in the development part is; then rare kinds are raised.
    """
    layer_mean, vector_mean = data.layers[rows].mean(axis=0), data.vectors[rows].mean(axis=0)
    cue_scales = 1 / np.sqrt(data.penalties)
    spread = data.layers[rows].std(axis=0) * np.sqrt(data.layers.shape[1])  # rows then are about as long as vectors
    layer_scales, vector_scale = 1 / (spread * np.sqrt(LAYER_PENALTY)), 1 / np.sqrt(VECTOR_PENALTY)
    parts = [
        ((data.layers[rows] - layer_mean) * layer_scales, SHARES["layer"]),
        ((data.vectors[rows] - vector_mean) * vector_scale, SHARES["vector"]),
        (np.zeros((len(rows), 0)), SHARES["neither"]),
    ]
    counts = data.counts[rows]
    weights = counts * (data.targets[rows] @ (data.shares / np.average(data.targets[rows], axis=0, weights=counts)))
    cues, layer, vector, _ = fit(data.x[rows] * cue_scales, parts, data.targets[rows], weights)
    bias = cues[-1] - RARITY_POWER * np.log(data.shares)
    table = np.vstack([cues[:-1] * cue_scales[:, None], bias])
    return Fitted(table, layer * layer_scales[:, None], vector * vector_scale, layer_mean, vector_mean)


def read() -> Labelled:
    """Everything that may be fitted on."""
    checked = [one for one in read_labelled(CHECKED).fragments if one.part == "development"]
    more = read_labelled(HERE, file="training.jsonl")
    fragments = [*checked, *more.fragments]
    met = [cues_of(one.heading_path, one.blocks) for one in fragments]
    names = chosen(fragments, met)
    x = np.array([[cues.get(name, 0.0) for name in names] for cues in met])
    rows = evaluation_layers().embed_now([one.embedding_text for one in fragments])
    vectors, layers = (part.astype(np.float64) for part in parts_of(rows))
    readings = {row["id"]: row["readings"] for row in read_lines(HERE / "training.jsonl") if "readings" in row}
    targets = np.array([shares_of(one, more.passes, readings) for one in fragments])
    sure = [[reading["sure"] for reading in readings.get(one.fragment_id, SURE)] for one in fragments]
    counts = np.array([np.mean([SURE_WEIGHT[value] for value in values]) for values in sure])
    documents = np.array([one.document.document_id for one in fragments])
    penalties = np.array([MANY_PENALTY if is_of_many(name) else CUE_PENALTY for name in names])
    print(f"{len(checked)} development fragments and {len(more.fragments)} more, {len(names)} cues")
    return Labelled(x, penalties, layers, vectors, targets, counts, documents, names, len(checked))


def is_of_many(name: str) -> bool:
    """Whether a cue is held small because it is one of many."""
    return name.startswith(MANY) or (name.startswith("first: ") and name != "first: names heading")


def shares_of(
    one: LabelledFragment, passes: dict[str, tuple[str, str]], readings: dict[str, list[dict[str, Any]]]
) -> np.ndarray:
    """What its readers said; both count half where there are two and they have not been settled."""
    if one.fragment_id in readings:
        return np.mean([share_of_reading(reading) for reading in readings[one.fragment_id]], axis=0)
    told = passes.get(one.fragment_id, (one.kind,))
    return np.mean([np.eye(len(KINDS))[KINDS.index(kind)] for kind in told], axis=0)


def share_of_reading(reading: dict[str, Any]) -> np.ndarray:
    """A reader's kind, and his second choice the more, the less sure he was."""
    of_second = SECOND_CHOICE[reading["sure"]] if "second" in reading else 0.0
    told = np.eye(len(KINDS))
    second = told[KINDS.index(reading.get("second", reading["kind"]))]
    return (1 - of_second) * told[KINDS.index(reading["kind"])] + of_second * second


def chosen(fragments: list[LabelledFragment], met: list[dict[str, float]]) -> list[str]:
    """Every cue but the rare words: those, and words of few sources, would be learned by heart."""
    source_of = {row["id"]: row["source"] for path in files() for row in read_lines(path)}
    counts: Counter[str] = Counter(name for cues in met for name in cues)
    sources: defaultdict[str, set[str]] = defaultdict(set)
    for one, cues in zip(fragments, met, strict=True):
        for name in cues:
            sources[name].add(source_of[one.fragment_id])
    common = {name for name in counts if counts[name] >= FEWEST and len(sources[name]) >= FEWEST_SOURCES}
    return sorted(name for name in counts if name in common or not name.startswith("word: "))


def files() -> tuple[Path, Path]:
    """Where labels are kept."""
    return CHECKED / "labels.jsonl", HERE / "training.jsonl"


def left_out(data: Labelled, seeds: int = 3) -> None:
    """Print what a fit says of development fragments, and of whole documents of them, that it did not see."""
    y = data.targets[: data.checked].argmax(axis=1)
    for label, whole in (("fragments", False), ("documents", True)):
        rounds = [guesses(data, y, seed, whole) for seed in range(seeds)]
        print(f"{label} left out, 6 folds, {seeds} seeds:", flush=True)
        for name in ("ours", "vector", "cues"):
            f1 = [round(f1_score(y, one[name], average="macro"), 3) for one in rounds]
            right = np.mean([accuracy_score(y, one[name]) for one in rounds])
            print(f"  {name}: macro-F1 {np.mean(f1):.3f} of {f1}, right {right:.3f}")
        by_kind = [f1_score(y, one["ours"], average=None, labels=range(len(KINDS))) for one in rounds]
        print("  F1:", {kind: round(float(f1), 2) for kind, f1 in zip(KINDS, np.mean(by_kind, axis=0), strict=True)})


def guesses(data: Labelled, y: np.ndarray, seed: int, whole: bool) -> dict[str, np.ndarray]:
    """Each development fragment's kind by a fit on other folds; *whole*: on other documents only, of training too."""
    told = {name: np.zeros(data.checked, dtype=int) for name in ("ours", "vector", "cues")}
    folds = (StratifiedGroupKFold if whole else StratifiedKFold)(6, shuffle=True, random_state=seed)
    extra = np.arange(data.checked, len(data.targets))
    for train, left in folds.split(y, y, data.documents[: data.checked] if whole else None):
        others = extra[~np.isin(data.documents[extra], data.documents[left])] if whole else extra
        found = fitted(data, np.concatenate([train, others])).scores(data, left)
        for name, scores in found.items():
            told[name][left] = scores.argmax(axis=1)
    return told


def packed(table: np.ndarray) -> tuple[str, list[float], np.ndarray]:
    """A table with one column a kind as int8 in base64, its scales, and the codes."""
    scales = np.abs(table).max(axis=0) / 127
    codes = np.rint(table / scales).astype(np.int8)
    return base64.b64encode(np.ascontiguousarray(codes).tobytes()).decode(), [round(float(s), 7) for s in scales], codes


def by_kind(name: str, table: np.ndarray, mean: np.ndarray) -> dict[str, Any]:
    """A table with one row a kind, its scales, and what makes it 0 for *mean*."""
    _, scales, codes = packed(table)
    rows = np.ascontiguousarray(codes.T)
    bias = -(rows * np.array(scales)[:, None]) @ mean
    return {
        f"{name}_codes": base64.b64encode(rows.tobytes()).decode(), f"{name}_scales": scales,
        f"{name}_bias": [round(float(w), 4) for w in bias],
    }  # fmt: skip


def write(data: Labelled) -> None:
    """The weights of a fit on everything, as small JSON."""
    found = fitted(data, np.arange(len(data.targets)))
    digest = hashlib.sha256(b"".join(path.read_bytes() for path in (*files(), HERE / "second.jsonl")))
    words = np.array([name.startswith("word: ") for name in data.names])
    cue_codes, cue_scales, _ = packed(found.cues[:-1][~words])
    word_codes, word_scales, _ = packed(found.cues[:-1][words])
    told = {
        "kinds": list(KINDS), "embedder": MINILM, "fitted_on": len(data.targets), "data_sha256": digest.hexdigest(),
        "cues": [name for name, word in zip(data.names, words, strict=True) if not word],
        "words": [name.removeprefix("word: ") for name, word in zip(data.names, words, strict=True) if word],
        "cue_codes": cue_codes, "cue_scales": cue_scales, "word_codes": word_codes, "word_scales": word_scales,
        "bias": [round(float(w), 4) for w in found.cues[-1]],
        **by_kind("layer", found.layer, found.layer_mean), **by_kind("vector", found.vector, found.vector_mean),
    }  # fmt: skip
    TARGET.write_text(json.dumps(told, separators=(",", ":")) + "\n", "utf-8")
    print(f"{TARGET.name}: {TARGET.stat().st_size} bytes", flush=True)


if __name__ == "__main__":
    labelled = read()
    write(labelled)
    left_out(labelled)
