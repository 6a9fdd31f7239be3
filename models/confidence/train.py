"""
Fit the table of ``limpet.policy.confidence`` on MTRAG and print it: ``python models/confidence/train.py DIR``.

Positive: turns that people marked as answerable or partly so. Negative: those marked unanswerable, and every answerable
turn once more with the passages that answer it taken out of what was found. MTRAG-UN is not read.
"""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import GroupKFold
from sklearn.preprocessing import StandardScaler

from limpet.evaluation.answer_tasks import searched_turns
from limpet.evaluation.readers import read_turns

MARKED_UNANSWERABLE_WEIGHT = 8.0  # a turn marked by a person against one that was made unanswerable
STRENGTHS = (0.01, 0.1, 1.0)  # inverse of the L2 penalty; the best by conversations left out is taken


def main(directory: Path) -> None:
    """Read, fit, print the table."""
    path = directory / "queries.jsonl"
    rows, labels, weights, groups = [], [], [], []
    for one in searched_turns(read_turns(path), directory, None):
        label = one.turn.labels.get("answerability")
        if label in ("ANSWERABLE", "PARTIAL"):
            examples = [(one.cues, 1, 1.0), (one.cues_without_answer, 0, 1.0)]
        elif label == "UNANSWERABLE":
            examples = [(one.cues, 0, MARKED_UNANSWERABLE_WEIGHT)]
        else:
            continue
        for cues, is_answerable, weight in examples:
            rows.append(list(cues.values()))
            labels.append(is_answerable)
            weights.append(weight)
            groups.append(one.turn.conversation_id)
            names = list(cues)
    x, y, w, g = np.array(rows), np.array(labels), np.array(weights), np.array(groups)
    scaler = StandardScaler().fit(x)
    scaled = scaler.transform(x)
    scores = {strength: left_out_auc(scaled, y, w, g, strength) for strength in STRENGTHS}
    best = max(scores, key=lambda strength: scores[strength])
    fitted = LogisticRegression(C=best, max_iter=5000).fit(scaled, y, sample_weight=w)
    table = fitted.coef_[0] / scaler.scale_
    print(f"# sha256 of queries.jsonl {hashlib.sha256(path.read_bytes()).hexdigest()}; n {len(y)}")
    print(f"# weighted AUC, conversations left out: {scores}; taken {best}")
    for name, value in zip(names, table, strict=True):
        print(f'    "{name}": {value:.4f},')
    print(f"BIAS: Final = {fitted.intercept_[0] - float(np.einsum('i,i->', table, scaler.mean_)):.4f}")


def left_out_auc(x: np.ndarray, y: np.ndarray, w: np.ndarray, groups: np.ndarray, strength: float) -> float:
    """Weighted AUC of predictions for conversations that were not fitted on."""
    predicted = np.zeros(len(y))
    for fitted, left in GroupKFold(10).split(x, y, groups):
        model = LogisticRegression(C=strength, max_iter=5000).fit(x[fitted], y[fitted], sample_weight=w[fitted])
        predicted[left] = model.predict_proba(x[left])[:, 1]
    return round(float(roc_auc_score(y, predicted, sample_weight=w)), 4)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
