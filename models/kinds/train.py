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

import numpy as np
from scipy.optimize import minimize
from sklearn.metrics import accuracy_score, f1_score
from sklearn.model_selection import StratifiedGroupKFold, StratifiedKFold

from limpet.evaluation.labelled_fragments import LabelledFragment, read_labelled
from limpet.evaluation.readers import read_lines
from limpet.evaluation.vectors import evaluation_embedder
from limpet.retrieval.document import KINDS
from limpet.retrieval.kind_cues import cues_of

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
CHECKED = ROOT / "tests/data/kinds"
TARGET = ROOT / "app" / "limpet" / "retrieval" / "kind_weights.json"
CUE_PENALTY, MANY_PENALTY, VECTOR_PENALTY = 1.0, 12.0, 0.5  # L2; all constants here by cross-validation, see the card
MANY = ("any: ", "last: ", "code: ", "word: ")  # families of many weak cues; "first: " of phrases too
FEWEST, FEWEST_SOURCES = 30, 6  # fragments and sources that a word must be in, to have a weight
RARITY_POWER = 0.5  # how far the score of a rare kind is raised: a fragment's kind by the log of its share, times this
ITERATIONS = 70


@dataclass(frozen=True)
class Labelled:
    """Rows of the fit: cues, vectors, what share of each kind the readers gave (half each where two differ)."""

    x: np.ndarray
    penalties: np.ndarray
    vectors: np.ndarray
    targets: np.ndarray
    documents: np.ndarray
    names: list[str]
    checked: int  # the first rows are the development part

    @property
    def shares(self) -> np.ndarray:
        """Of each kind in the development part: what a fragment is before it is read."""
        return self.targets[: self.checked].mean(axis=0)


def fit(x: np.ndarray, targets: np.ndarray, penalties: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Multinomial logistic regression on shares; one column a kind, the bias in the last row."""
    inputs = np.hstack([x, np.ones((len(x), 1))])
    pulls = np.append(penalties, 1e-3)[:, None]

    def loss(flat: np.ndarray) -> tuple[float, np.ndarray]:
        table = flat.reshape(inputs.shape[1], len(KINDS))
        logs = log_softmax(inputs @ table)
        gradient = inputs.T @ (weights[:, None] * (np.exp(logs) - targets)) + pulls * table
        return -(weights[:, None] * targets * logs).sum() + (pulls * table**2).sum() / 2, gradient.ravel()

    start = np.zeros(inputs.shape[1] * len(KINDS))
    found = minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": ITERATIONS})
    return found.x.reshape(inputs.shape[1], len(KINDS))


def log_softmax(logits: np.ndarray) -> np.ndarray:
    """Row by row."""
    shifted = logits - logits.max(axis=1, keepdims=True)
    return shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))


def fitted(data: Labelled, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """
    Weights of the cues (the bias last), of the vectors, and the mean vector.

    Together the rows weigh what each kind's share in the development part is; then rare kinds are raised.
    """
    mean = data.vectors[rows].mean(axis=0)
    inputs = np.hstack([data.x[rows], data.vectors[rows] - mean])
    penalties = np.append(data.penalties, np.full(data.vectors.shape[1], VECTOR_PENALTY))
    weights = data.targets[rows] @ (data.shares / data.targets[rows].mean(axis=0))
    table = fit(inputs, data.targets[rows], penalties, weights)
    table[-1] -= RARITY_POWER * np.log(data.shares)
    count = data.x.shape[1]
    return np.vstack([table[:count], table[-1:]]), table[count:-1], mean


def read() -> Labelled:
    """Everything that may be fitted on."""
    checked = [one for one in read_labelled(CHECKED).fragments if one.part == "development"]
    more = read_labelled(HERE, file="training.jsonl")
    fragments = [*checked, *more.fragments]
    met = [cues_of(one.heading_path, one.blocks) for one in fragments]
    names = chosen(fragments, met)
    x = np.array([[cues.get(name, 0.0) for name in names] for cues in met])
    vectors = np.asarray(evaluation_embedder().embed_now([one.embedding_text for one in fragments]), dtype=np.float64)
    targets = np.array([shares_of(one, more.passes) for one in fragments])
    documents = np.array([one.document.document_id for one in fragments])
    penalties = np.array([MANY_PENALTY if is_of_many(name) else CUE_PENALTY for name in names])
    print(f"{len(checked)} development fragments and {len(more.fragments)} more, {len(names)} cues")
    return Labelled(x, penalties, vectors, targets, documents, names, len(checked))


def is_of_many(name: str) -> bool:
    """Whether a cue is held small because it is one of many."""
    return name.startswith(MANY) or (name.startswith("first: ") and name != "first: names heading")


def shares_of(one: LabelledFragment, passes: dict[str, tuple[str, str]]) -> np.ndarray:
    """What its readers said; both count half where there are two and they have not been settled."""
    told = passes.get(one.fragment_id, (one.kind,))
    return np.mean([np.eye(len(KINDS))[KINDS.index(kind)] for kind in told], axis=0)


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
        for name in ("ours", "cues"):
            f1 = [round(f1_score(y, one[name], average="macro"), 3) for one in rounds]
            right = np.mean([accuracy_score(y, one[name]) for one in rounds])
            print(f"  {name}: macro-F1 {np.mean(f1):.3f} of {f1}, right {right:.3f}")
        by_kind = [f1_score(y, one["ours"], average=None, labels=range(len(KINDS))) for one in rounds]
        print("  F1:", {kind: round(float(f1), 2) for kind, f1 in zip(KINDS, np.mean(by_kind, axis=0), strict=True)})


def guesses(data: Labelled, y: np.ndarray, seed: int, whole: bool) -> dict[str, np.ndarray]:
    """Each development fragment's kind by a fit on other folds; *whole*: on other documents only, of training too."""
    told = {name: np.zeros(data.checked, dtype=int) for name in ("ours", "cues")}
    folds = (StratifiedGroupKFold if whole else StratifiedKFold)(6, shuffle=True, random_state=seed)
    extra = np.arange(data.checked, len(data.targets))
    for train, left in folds.split(y, y, data.documents[: data.checked] if whole else None):
        others = extra[~np.isin(data.documents[extra], data.documents[left])] if whole else extra
        cues, vector, mean = fitted(data, np.concatenate([train, others]))
        by_cues = data.x[left] @ cues[:-1] + cues[-1]
        told["cues"][left] = by_cues.argmax(axis=1)
        told["ours"][left] = (by_cues + (data.vectors[left] - mean) @ vector).argmax(axis=1)
    return told


def packed(table: np.ndarray) -> tuple[str, list[float], np.ndarray]:
    """A table with one column a kind as int8 in base64, its scales, and the codes."""
    scales = np.abs(table).max(axis=0) / 127
    codes = np.rint(table / scales).astype(np.int8)
    return base64.b64encode(np.ascontiguousarray(codes).tobytes()).decode(), [round(float(s), 7) for s in scales], codes


def write(data: Labelled) -> None:
    """The weights of a fit on everything, as small JSON."""
    cues, vector, mean = fitted(data, np.arange(len(data.targets)))
    digest = hashlib.sha256(b"".join(path.read_bytes() for path in (*files(), HERE / "second.jsonl")))
    words = np.array([name.startswith("word: ") for name in data.names])
    cue_codes, cue_scales, _ = packed(cues[:-1][~words])
    word_codes, word_scales, _ = packed(cues[:-1][words])
    _, vector_scales, codes = packed(vector)
    by_kind = np.ascontiguousarray(codes.T)
    vector_bias = -(by_kind * np.array(vector_scales)[:, None]) @ mean
    told = {
        "kinds": list(KINDS), "fitted_on": len(data.targets), "data_sha256": digest.hexdigest(),
        "cues": [name for name, word in zip(data.names, words, strict=True) if not word],
        "words": [name.removeprefix("word: ") for name, word in zip(data.names, words, strict=True) if word],
        "cue_codes": cue_codes, "cue_scales": cue_scales, "word_codes": word_codes, "word_scales": word_scales,
        "bias": [round(float(w), 4) for w in cues[-1]],
        "vector_codes": base64.b64encode(by_kind.tobytes()).decode(), "vector_scales": vector_scales,
        "vector_bias": [round(float(w), 4) for w in vector_bias],
    }  # fmt: skip
    TARGET.write_text(json.dumps(told, separators=(",", ":")) + "\n", "utf-8")
    print(f"{TARGET.name}: {TARGET.stat().st_size} bytes", flush=True)


if __name__ == "__main__":
    labelled = read()
    write(labelled)
    left_out(labelled)
