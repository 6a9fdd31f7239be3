"""
Fit the formula of ``limpet.answer.term_worth``: which words of what was found a person's reply has.

``python models/reply_words/train.py MTRAG [--write]``: the folder of MTRAG. Prints the figures of conversations that
were left out, then the weights; ``--write`` puts them into ``word_weights.json``. Deterministic; needs numpy alone.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, astuple, dataclass, fields
from pathlib import Path
from unittest.mock import patch

import numpy as np
from numpy.typing import NDArray

from limpet.answer import term_worth
from limpet.answer.hit_stems import HitStems
from limpet.answer.looked_at import look_at
from limpet.answer.question import question_weights
from limpet.answer.term_worth import WordSigns, WordWeights, likely, word_signs
from limpet.evaluation.composer_task import LENGTHS_WORDS, figures_of
from limpet.evaluation.readers import read_turns
from limpet.evaluation.replied_turns import Replied, replies_of, with_evidence
from limpet.text.tokens import stems

Numbers = NDArray[np.float64]
WRITTEN = Path(__file__).parents[2] / "app" / "limpet" / "answer" / "word_weights.json"
FOLDS = 6
PENALTY = 20.0  # on squared weights of signs scaled to a deviation of 1; 2 to 200 give the same figures
STEPS = 10  # of Newton's method
LEAST_REPLY_STEMS = 5
NAMES = tuple(field.name for field in fields(WordSigns))


@dataclass(frozen=True, slots=True)
class Example:
    """The stems that one answer may have: their signs, one row a stem, and whether the reply has each."""

    replied: Replied
    signs: Numbers
    is_said: Numbers
    share: float


def main(mtrag: Path, is_written: bool) -> None:
    """Fit without each part of the conversations in turn, print how the left out ones fare, then fit on all."""
    file = mtrag / "queries.jsonl"
    examples = [example_of(one) for one in with_evidence(replies_of(read_turns(file)), mtrag, None)]
    folds = [fold_of(one.replied.turn.conversation_id) for one in examples]
    print(f"sha256 of {file.name} {hashlib.sha256(file.read_bytes()).hexdigest()}")
    print(
        f"{len(examples)} replies of {len({one.replied.turn.conversation_id for one in examples})} conversations, ",
        end="",
    )
    print(f"{sum(len(one.is_said) for one in examples)} stems, {sum(one.is_said.sum() for one in examples):.0f} said")
    left_out(examples, folds)
    weights = fitted(examples)
    text = json.dumps(
        {"bias": round(weights.bias, 3), "signs": {k: round(v, 3) for k, v in asdict(weights.signs).items()}}
    )
    print(text)
    if is_written:
        WRITTEN.write_text(text + "\n", encoding="utf-8")


def fold_of(conversation_id: str) -> int:
    """The part that a conversation is left out with."""
    return hashlib.sha256(f"fold {conversation_id}".encode()).digest()[0] % FOLDS


def example_of(replied: Replied) -> Example:
    """All stems of the fragments that are looked at for one question."""
    evidence = replied.evidence
    question = question_weights(evidence.message, evidence.idf, evidence.extra_terms)
    wanted = set(stems(replied.reply))
    signs = word_signs(look_at(evidence, HitStems()), question)
    rows = np.array([astuple(one) for one in signs.values()], dtype=np.float64)
    is_said = np.array([float(stem in wanted) for stem in signs])
    return Example(replied, rows, is_said, 1 / max(len(wanted), LEAST_REPLY_STEMS))


def fitted(examples: Sequence[Example]) -> WordWeights:
    """Logistic regression by Newton's method; each reply counts the same, as it does in what is measured."""
    signs = np.concatenate([one.signs for one in examples])
    is_said = np.concatenate([one.is_said for one in examples])
    counts = np.concatenate([np.full(len(one.is_said), one.share) for one in examples])
    counts /= counts.mean()
    middle, spread = signs.mean(axis=0), signs.std(axis=0)
    rows = np.column_stack([np.ones(len(signs)), (signs - middle) / spread])
    penalty = np.diag([0.0, *[PENALTY] * len(NAMES)])
    each = np.zeros(len(NAMES) + 1)
    for _ in range(STEPS):
        said = 1 / (1 + np.exp(-np.einsum("ij,j->i", rows, each)))
        slope = np.einsum("ij,i->j", rows, counts * (said - is_said)) + np.einsum("ij,j->i", penalty, each)
        bend = np.einsum("ij,i,ik->jk", rows, counts * said * (1 - said), rows, optimize=True) + penalty
        each -= np.linalg.solve(bend, slope)
    raw = each[1:] / spread
    return WordWeights(float(each[0] - np.dot(raw, middle)), WordSigns(*map(float, raw)))


def left_out(examples: Sequence[Example], folds: Sequence[int]) -> None:
    """Figures of each part of the conversations with the weights of the others, pooled."""
    sums = {length: np.zeros(6) for length in LENGTHS_WORDS}
    exact: list[float] = []
    for part, others in parts(examples, folds):
        weights = fitted(others)
        exact += [average_precision(one, weights) for one in part if one.is_said.any()]
        with patch.object(term_worth, "shipped_weights", lambda weights=weights: weights):
            for length in LENGTHS_WORDS:
                sums[length] += pooled([one.replied for one in part], length)
        print("without this part:", {name: round(getattr(weights.signs, name), 2) for name in NAMES})
    print(f"average precision of the words, conversations left out: {np.mean(exact):.3f}")
    for length, (ours, theirs, measured, cited, answered, first) in sums.items():
        print(
            f"{length} words, left out: terms {ours / measured:.3f}, top fragments {theirs / measured:.3f}, "
            f"ratio {ours / theirs:.3f} (n = {measured:.0f}); precision {cited / answered:.3f}, "
            f"retriever's at 1 {first / len(examples):.3f}"
        )


def parts(examples: Sequence[Example], folds: Sequence[int]) -> Iterator[tuple[list[Example], list[Example]]]:
    """Each part of the conversations, and the others."""
    for fold in range(FOLDS):
        part = [one for one, own in zip(examples, folds, strict=True) if own == fold]
        yield part, [one for one, own in zip(examples, folds, strict=True) if own != fold]


def pooled(part: Sequence[Replied], length_words: int) -> Numbers:
    """Sums of what ``limpet eval answers`` gives means of: terms of both, turns; precision, answers; the first's."""
    ours, theirs = (figures_of(part, length_words).systems[name] for name in ("ours", "top fragments"))
    measured, answered = ours["measured"], ours["answered"] * len(part)
    return np.array(
        [
            ours["terms"] * measured,
            theirs["terms"] * measured,
            measured,
            ours["precision"] * answered,
            answered,
            theirs["precision"] * len(part),
        ]
    )


def average_precision(example: Example, weights: WordWeights) -> float:
    """Mean, over the said stems, of the share of said ones among those that are thought at least as likely."""
    likelihood = np.array([likely(WordSigns(*row), weights) for row in example.signs])
    said = example.is_said[np.argsort(-likelihood, kind="stable")]
    found = np.cumsum(said) / np.arange(1, len(said) + 1)
    return float((found * said).sum() / said.sum())


if __name__ == "__main__":
    main(Path(sys.argv[1]), "--write" in sys.argv[2:])
