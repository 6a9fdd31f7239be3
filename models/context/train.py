"""
Trains the three small logistic formulas of ``app/limpet/memory/context_weights.json``.

    python models/context/train.py DATA

DATA holds the folders mtrag, ikat, cast and tiage. Prints figures from five-fold cross-validation by conversation, then
fits on everything and writes the numbers with the digest of the data. Texts are never written.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import shift_examples
from examples import Example, examples
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression
from sklearn.preprocessing import StandardScaler

from limpet.memory.picker import FEATURES
from limpet.memory.shift import SHIFT_FEATURES, SHIFT_FROM_SHARE

FOLDS = 5
OUT = Path(__file__).parents[2] / "app/limpet/memory/context_weights.json"
USED = ("mtrag/queries.jsonl", "ikat/turns.jsonl", "cast/turns.jsonl", "tiage/dialogues.jsonl")
NOT_LEARNED = ("intitle0", "intitle1", "hasprev")
"""Constant in the data: no set that is trained on has page titles."""

Fit = tuple[NDArray[np.float64], float]


def fold_of(conversation_id: str) -> int:
    """Which fold a conversation is in."""
    return int(hashlib.sha1(conversation_id.encode()).hexdigest(), 16) // 7 % FOLDS


def fitted(rows: NDArray[np.float64], labels: NDArray[np.bool_], strength: float) -> Fit:
    """Coefficients and bias on unscaled features."""
    scaler = StandardScaler().fit(rows)
    model = LogisticRegression(C=strength, max_iter=500).fit(scaler.transform(rows), labels)
    coefficients = model.coef_[0] / scaler.scale_
    return coefficients, float(model.intercept_[0] - coefficients @ scaler.mean_)


def shares(rows: NDArray[np.float64], fit: Fit) -> NDArray[np.float64]:
    """Probability of each row."""
    return 1.0 / (1.0 + np.exp(-np.clip(rows @ fit[0] + fit[1], -30, 30)))


def f1(labels: NDArray[np.bool_], told: NDArray[np.bool_]) -> float:
    """Harmonic mean of precision and recall."""
    return float(2 * (labels & told).sum() / max(1, labels.sum() + told.sum()))


def picker(found: Sequence[Example]) -> Fit:
    """Cross-validates and fits the picker."""
    rows = np.vstack([one.rows for one in found])
    labels = np.concatenate([one.is_lacking for one in found])
    folds = np.concatenate([np.full(len(one.rows), fold_of(one.conversation_id)) for one in found])
    out = np.zeros(len(rows))
    for fold in range(FOLDS):
        out[folds == fold] = shares(rows[folds == fold], fitted(rows[folds != fold], labels[folds != fold], 0.3))
    print(
        f"picker: {len(found)} turns, {len(rows)} words, {labels.mean():.3f} lacking,"
        f" F1 at .20 {f1(labels, out >= 0.2):.3f}"
    )
    return fitted(rows, labels, 0.3)


def shift(name: str, found: shift_examples.Rows) -> Fit:
    """Cross-validates and fits a topic shift."""
    names, rows, labels = found
    folds = np.array([fold_of(one) for one in names])
    out = np.zeros(len(rows))
    for fold in range(FOLDS):
        out[folds == fold] = shares(rows[folds == fold], fitted(rows[folds != fold], labels[folds != fold], 0.1))
    bound = SHIFT_FROM_SHARE[name]
    print(f"{name}: {len(rows)} messages, {labels.mean():.3f} shifts, F1 at {bound} {f1(labels, out >= bound):.3f}")
    return fitted(rows, labels, 0.1)


def main(data: Path) -> None:
    """Train both and write them."""
    talk, questions = (shift_examples.talk(data), shift_examples.questions(data))
    numbers = {
        "data_sha256": hashlib.sha256(b"".join((data / name).read_bytes() for name in USED)).hexdigest(),
        "picker": _plain(FEATURES, picker(examples(data))),
        "shift_talk": _plain(SHIFT_FEATURES, shift("shift_talk", talk)),
        "shift_questions": _plain(SHIFT_FEATURES, shift("shift_questions", questions)),
    }
    OUT.write_text(json.dumps(numbers, indent=1) + "\n", "utf-8")


def _plain(names: Sequence[str], fit: Fit) -> dict[str, object]:
    kept = {name: round(float(x), 4) for name, x in zip(names, fit[0], strict=True) if name not in NOT_LEARNED}
    return {"bias": round(fit[1], 4), "by_feature": kept}


if __name__ == "__main__":
    main(Path(sys.argv[1]))
