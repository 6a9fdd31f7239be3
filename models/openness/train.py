"""
Fit the two tables of ``limpet.policy.openness`` and print them: ``python models/openness/train.py DIR`` (of MTRAG).

One logistic for chats with vectors, one without the cues that need them. Needs scikit-learn.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from examples import Example, all_examples
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import GroupKFold
from sklearn.preprocessing import StandardScaler

OF_VECTORS = ("nearest", "shift_share", "points_elsewhere", "points_near")
OPEN_RATE = 0.15  # of messages in a conversation that are open; MTRAG-UN's collectors found about as many
STRENGTH = 0.1  # inverse of the L2 penalty; .01 to 1 differ by .003 in AUC


def main(directory: Path) -> None:
    """Make the examples, fit, print the tables and what thresholds would do."""
    examples = all_examples(directory)
    digest = hashlib.sha256((directory / "queries.jsonl").read_bytes()).hexdigest()
    print(f"# sha256 of queries.jsonl {digest}; {len(examples)} examples, {sum(e.is_open for e in examples)} open")
    names = list(examples[0].cues)
    report("WITH_VECTORS", examples, names)
    report("WITHOUT_VECTORS", examples, [name for name in names if name not in OF_VECTORS])


def report(title: str, examples: Sequence[Example], names: Sequence[str]) -> None:
    """One table, its AUC on conversations left out, and thresholds."""
    x = np.array([[one.cues[name] for name in names] for one in examples])
    y = np.array([int(one.is_open) for one in examples])
    groups = np.array([one.group for one in examples])
    own = np.array([one.kind == "own" for one in examples])
    weight_open = OPEN_RATE / (1 - OPEN_RATE) * float((y == 0).sum()) / float((y == 1).sum())
    weights = np.where(y == 1, weight_open, 1.0)
    predicted = np.zeros(len(y))
    for fitted, left in GroupKFold(10).split(x, y, groups):
        table, bias = fit(x[fitted], y[fitted], weights[fitted])
        predicted[left] = 1 / (1 + np.exp(-(np.einsum("ij,j->i", x[left], table) + bias)))
    table, bias = fit(x, y, weights)
    print(f"\n# {title}: AUC {roc_auc_score(y, predicted, sample_weight=weights):.3f}, conversations left out")
    for threshold in (0.1, 0.2, 0.3, 0.4, 0.5, 0.6):
        asked = predicted >= threshold
        right, wrong = weights[asked & (y == 1)].sum(), weights[asked & (y == 0)].sum()
        precision, recall = right / max(right + wrong, 1e-9), right / weights[y == 1].sum()
        f1 = 2 * precision * recall / max(precision + recall, 1e-9)
        share = asked[own].mean()
        print(f"#   {threshold}: P {precision:.2f} R {recall:.2f} F1 {f1:.2f}; asked in their own place {share:.3f}")
    for name, value in zip(names, table, strict=True):
        print(f'    "{name}": {value:.3f},')
    print(f'    "": {bias:.3f},')


def fit(x: np.ndarray, y: np.ndarray, weights: np.ndarray) -> tuple[np.ndarray, float]:
    """Weights on the cues' own scale, and the bias."""
    scaler = StandardScaler().fit(x)
    model = LogisticRegression(C=STRENGTH, max_iter=5000).fit(scaler.transform(x), y, sample_weight=weights)
    table = model.coef_[0] / scaler.scale_
    return table, float(model.intercept_[0] - np.einsum("i,i->", table, scaler.mean_))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
