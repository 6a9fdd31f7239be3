"""
Fit the table of ``limpet.memory.goods_asked`` and print it: ``python models/goods/train.py tests/data``.

Needs scikit-learn.
"""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold, cross_val_score

from limpet.chat import Chat
from limpet.evaluation.goods_task import LABELS, LabelledMessage, indexes_of, read_messages
from limpet.evaluation.site_task import read_site_questions
from limpet.memory.goods_asked import cues_of
from limpet.memory.slot_tracking import SlotTracker
from limpet.site.demo import SHOP

STRENGTH = 0.3  # inverse of the L2 penalty; .2 to 1 differ by two of the messages left out
QUESTIONS = "site_questions_tune.json"


def main(directory: Path) -> None:
    """Make the rows, fit, print the table and how often each half is told right."""
    labelled, catalogues = read_messages(directory)
    indexes = indexes_of(catalogues)
    rows = [one for one in (*labelled, *of_site(directory)) if one.wants != "record"]
    read = [(one, cues(one, indexes)) for one in rows]
    fitted = [(one, found) for one, found in read if found and one.half == "fit"]
    held = [(one, found) for one, found in read if found and one.half == "held"]
    for name in (LABELS, QUESTIONS):
        print(f"# sha256 of {name} {hashlib.sha256((directory / name).read_bytes()).hexdigest()}")
    names = list(fitted[0][1])
    x, y = arrays(fitted, names)
    model = LogisticRegression(C=STRENGTH, max_iter=5000).fit(x, y)
    folds = cross_val_score(model, x, y, cv=StratifiedKFold(10, shuffle=True, random_state=0))
    print(f"# {len(fitted)} fitted on, right {model.score(x, y):.3f}, left out in 10 folds {folds.mean():.3f}")
    print(f"# {len(held)} held, right {model.score(*arrays(held, names)):.3f}")
    for name, weight in zip(names, model.coef_[0], strict=True):
        print(f'    "{name}": {weight:.3f},')
    print(f'    "": {model.intercept_[0]:.3f},')


def of_site(directory: Path) -> list[LabelledMessage]:
    """Covered first questions to the shop that want no goods to be told, and those that want two or more."""
    asked = [one for one in read_site_questions(directory / QUESTIONS) if one.site == SHOP and one.covered]
    return [
        LabelledMessage(SHOP, one.turns[-1], "goods" if one.shown else "pages", "fit")
        for one in asked
        if (len(one.turns) == 1 and len(one.shown) > 1) or not one.shown
    ]


def cues(one: LabelledMessage, indexes: dict) -> dict[str, float]:
    """The cues of a message that names values of its catalogue; else none."""
    index = indexes[one.catalogue]
    tracker = Chat(index).thinker.tracker
    assert isinstance(tracker, SlotTracker)
    return cues_of(one.text, tracker.named_in(one.text), index.page_words.lean) or {}


def arrays(rows: list, names: list[str]) -> tuple[np.ndarray, np.ndarray]:
    """Cues and classes."""
    return np.array([[found[name] for name in names] for _, found in rows]), np.array(
        [one.wants == "goods" for one, _ in rows]
    )


if __name__ == "__main__":
    main(Path(sys.argv[1]))
