"""
Fit the two tables of ``limpet.policy.confidence`` and print them.

``python models/confidence/train.py MTRAG JEKYLL``: the folder of MTRAG and the file ``jekyll.jsonl``. One logistic for
retrieval with vectors, one for words alone. Needs scikit-learn; MTRAG-UN is not read.
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

from limpet.policy.confidence import OF_VECTORS

HERE = Path(__file__).parent
SHARES = {"marked": 1.0, "taken_out": 0.5, "elsewhere": 0.5, "small": 0.5, "own": 3.0}
"""What one example counts; those marked by a person as unanswerable are few and count ``MARKED_UNANSWERABLE``."""
MARKED_UNANSWERABLE = 8.0
COVERED_RATE = 0.6  # of the questions that a site is asked; a value of p then means p
STRENGTH = 0.1  # inverse of the L2 penalty
COSTS = 1.2  # what a wrong answer costs by what a missing one costs


def main(mtrag: Path, jekyll: Path) -> None:
    """Make the examples, fit, print the tables, how reliable they are and what thresholds would do."""
    examples = all_examples(mtrag, jekyll, HERE / "questions.json", HERE.parents[1] / "demo" / "shop")
    for path in (mtrag / "queries.jsonl", HERE / "questions.json"):
        print(f"# sha256 of {path.name} {hashlib.sha256(path.read_bytes()).hexdigest()}")
    print(f"# {len(examples)} examples, {sum(one.is_answerable for one in examples)} answerable")
    names = list(examples[0].cues)
    report("WITH_VECTORS", examples, [one.cues for one in examples], names)
    words = [name for name in names if name not in OF_VECTORS]
    report("WITHOUT_VECTORS", examples, [one.cues_of_words for one in examples], words)


def report(title: str, examples: Sequence[Example], cues: Sequence[dict[str, float]], names: Sequence[str]) -> None:
    """One table, with figures of predictions for groups that were not fitted on."""
    x = np.array([[one[name] for name in names] for one in cues])
    y = np.array([int(one.is_answerable) for one in examples])
    kinds = np.array([one.kind.split()[0] for one in examples])
    weights = weights_of(y, kinds)
    predicted = np.zeros(len(y))
    for fitted, left in GroupKFold(10).split(x, y, [one.group for one in examples]):
        table, bias = fit(x[fitted], y[fitted], weights[fitted])
        predicted[left] = 1 / (1 + np.exp(-(np.einsum("ij,j->i", x[left], table) + bias)))
    table, bias = fit(x, y, weights)
    print(f"\n# {title}: weighted AUC {roc_auc_score(y, predicted, sample_weight=weights):.3f}, groups left out")
    for kind in ("marked", "small", "own"):
        some = kinds == kind
        print(f"#   {kind}: AUC {roc_auc_score(y[some], predicted[some]):.3f} (n = {some.sum()})")
    found = reliability(y, predicted, weights)
    for said, seen, count in found:
        print(f"#   said {said:.2f}, seen {seen:.2f} ({count})")
    print(f"#   mean distance {mean_distance(found, predicted, weights):.3f}")
    (HERE / f"{title.lower()}.svg").write_text(picture(title.lower().replace("_", " "), found), encoding="utf-8")
    for threshold in (0.4, 0.5, 0.55, 0.6, 0.7):
        answered = predicted >= threshold
        shares = [f"{kind} {answered[(kinds == kind) & (y == 1)].mean():.2f}" for kind in ("marked", "small", "own")]
        wrong = [f"{kind} {answered[(kinds == kind) & (y == 0)].mean():.2f}" for kind in SHARES]
        print(f"#   from {threshold}: answered of the covered {', '.join(shares)}; of the others {', '.join(wrong)}")
    print(f"# a wrong answer costs {COSTS} times a missing one: answers from {COSTS / (1 + COSTS):.2f}")
    for name, value in zip(names, table, strict=True):
        print(f'    "{name}": {value:.3f},')
    print(f'    "": {bias:.3f},')


def weights_of(y: np.ndarray, kinds: np.ndarray) -> np.ndarray:
    """What each example counts, so that the answerable ones are the stated share of all."""
    weights = np.array([SHARES[kind] for kind in kinds])
    weights[(kinds == "marked") & (y == 0)] = MARKED_UNANSWERABLE
    for label, share in ((1, COVERED_RATE), (0, 1 - COVERED_RATE)):
        weights[y == label] *= share * len(y) / weights[y == label].sum()
    return weights


def fit(x: np.ndarray, y: np.ndarray, weights: np.ndarray) -> tuple[np.ndarray, float]:
    """Weights on the cues' own scale, and the bias."""
    scaler = StandardScaler().fit(x)
    model = LogisticRegression(C=STRENGTH, max_iter=5000).fit(scaler.transform(x), y, sample_weight=weights)
    table = model.coef_[0] / scaler.scale_
    return table, float(model.intercept_[0] - np.einsum("i,i->", table, scaler.mean_))


Band = tuple[float, float, int]
"""What was said and what was seen in one band, both weighted, and its examples."""


def reliability(y: np.ndarray, predicted: np.ndarray, weights: np.ndarray) -> list[Band]:
    """Predicted and seen shares in five bands."""
    bands = np.minimum((predicted * 5).astype(int), 4)
    found = []
    for band in range(5):
        some = bands == band
        said, seen = (float(np.average(values[some], weights=weights[some])) for values in (predicted, y))
        found.append((said, seen, int(some.sum())))
    return found


def mean_distance(found: Sequence[Band], predicted: np.ndarray, weights: np.ndarray) -> float:
    """Mean of ``|said - seen|`` over the weighted examples (expected calibration error)."""
    bands = np.minimum((predicted * 5).astype(int), 4)
    shares = [weights[bands == band].sum() / weights.sum() for band in range(5)]
    return float(sum(share * abs(said - seen) for share, (said, seen, _) in zip(shares, found, strict=True)))


def picture(title: str, found: Sequence[Band]) -> str:
    """Said against seen as an SVG; on the dashed line a value means what it says. Dots grow with their examples."""
    side, edge = 240, 40
    most = max(count for _, _, count in found)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side + 2 * edge} {side + 2 * edge}" role="img" '
        f'aria-label="Confidence {title}: said against seen" font-family="sans-serif" font-size="11">',
        f'<rect width="{side + 2 * edge}" height="{side + 2 * edge}" fill="#fff"/>',
        f'<rect x="{edge}" y="{edge}" width="{side}" height="{side}" fill="none" stroke="#888"/>',
        f'<line x1="{edge}" y1="{edge + side}" x2="{edge + side}" y2="{edge}" stroke="#888" stroke-dasharray="4 4"/>',
    ]
    for mark in (0.0, 0.5, 1.0):
        at = edge + side * mark
        parts.append(f'<text x="{at}" y="{edge + side + 16}" text-anchor="middle">{mark:g}</text>')
        parts.append(f'<text x="{edge - 8}" y="{2 * edge + side - at + 4}" text-anchor="end">{mark:g}</text>')
    middle = edge + side / 2
    parts.append(f'<text x="{middle}" y="{edge + side + 32}" text-anchor="middle">said</text>')
    parts.append(f'<text x="{middle}" y="{edge - 14}" text-anchor="middle">seen, {title}</text>')
    points = [(edge + side * said, edge + side * (1 - seen), count) for said, seen, count in found]
    parts.append(f'<polyline points="{" ".join(f"{x:.1f},{y:.1f}" for x, y, _ in points)}" fill="none" stroke="#1b6"/>')
    parts += [
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{3 + 5 * count / most:.1f}" fill="#1b6"/>' for x, y, count in points
    ]
    return "\n".join([*parts, "</svg>"]) + "\n"


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
