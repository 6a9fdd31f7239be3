"""
Kinds of fragments against a person's labels: F1 of each kind and their mean, on the part that nothing was fitted on.

Ours is what a built site has. Beside it: cues with vectors (as a dropped file has them), cues alone (as before the
embedder is there), the layer's part of the formula alone, the commonest kind for all, and how far two readers agree.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np

from limpet.embed.onnx_layers import parts_of
from limpet.evaluation.labelled_fragments import LabelledFragment, read_labelled
from limpet.evaluation.metrics import f1, mean
from limpet.evaluation.task import Figures, Measured, Task
from limpet.evaluation.vectors import evaluation_layers
from limpet.retrieval.document import KINDS, Kind
from limpet.retrieval.kind_cues import cues_of
from limpet.retrieval.kinds import kind_of, scores_of_cues, scores_of_layers, scores_of_vectors, shipped_weights


def kappa(pairs: Sequence[tuple[str, str]]) -> float:
    """
    Cohen's kappa of two readers: agreement beyond chance, 1 at most (Cohen 1960).

    >>> kappa([("a", "a"), ("b", "b"), ("a", "b"), ("b", "b")])
    0.5
    """
    if not pairs:
        return 0.0
    agreed = sum(one == other for one, other in pairs) / len(pairs)
    first, second = Counter(one for one, _ in pairs), Counter(other for _, other in pairs)
    by_chance = sum(first[label] * second[label] for label in first) / len(pairs) ** 2
    return (agreed - by_chance) / (1 - by_chance) if by_chance < 1 else 1.0


def f1_by_kind(truth: Sequence[str], told: Sequence[str]) -> dict[str, float]:
    """
    F1 of each kind that a person gave at least once.

    >>> f1_by_kind(["other", "formal"], ["other", "other"])
    {'formal': 0.0, 'other': 0.6666666666666666}
    """
    pairs = list(zip(truth, told, strict=True))
    return {
        kind: f1(
            sum(t == kind == p for t, p in pairs), sum(t != kind == p for t, p in pairs),
            sum(p != kind == t for t, p in pairs),
        )
        for kind in KINDS if kind in set(truth)
    }  # fmt: skip


def told_kinds(fragments: Sequence[LabelledFragment]) -> dict[str, list[Kind]]:
    """What each system says of each fragment."""
    weights = shipped_weights()
    by_cues = np.array([scores_of_cues(cues_of(one.heading_path, one.blocks), weights) for one in fragments])
    vectors, means = parts_of(evaluation_layers().embed_now([one.embedding_text for one in fragments]))
    by_layers, by_vectors = scores_of_layers(means, weights), scores_of_vectors(vectors, weights)
    is_record = [one.document.format == "record" for one in fragments]

    def told(scores: np.ndarray) -> list[Kind]:
        return ["reference" if record else kind_of(row) for record, row in zip(is_record, scores, strict=True)]

    return {
        "ours": told(by_cues + by_layers), "dropped": told(by_cues + by_vectors), "cues": told(by_cues),
        "layer": told(by_layers),
    }  # fmt: skip


def kinds(directory: Path, corpus: Path | None) -> Measured:
    """The task ``kinds``."""
    labelled = read_labelled(directory, corpus)
    if labelled.absent:
        sys.stderr.write(
            f"{labelled.absent} labelled fragments are left out: their documents are not here; name the folder that "
            "holds them with --corpus or EVAL_DATA.\n"
        )
    test = [one for one in labelled.fragments if one.part == "test"]
    commonest = Counter(one.kind for one in labelled.fragments if one.part != "test").most_common(1)
    told = {**told_kinds(test), "commonest": [commonest[0][0] if commonest else "other"] * len(test)} if test else {}
    truth = [one.kind for one in test]
    by_kind = f1_by_kind(truth, told["ours"]) if test else {}
    counts: Counter[str] = Counter(truth)
    parts = {
        "by kind": Measured(len(test), {kind: {"F1": value, "n": counts[kind]} for kind, value in by_kind.items()}),
        "two readers": Measured(len(labelled.passes), {"first and second": _agreement(list(labelled.passes.values()))}),
    }
    return Measured(len(test), {name: _figures(truth, answers) for name, answers in told.items()}, parts)


def _figures(truth: Sequence[str], told: Sequence[str]) -> Figures:
    right = mean(float(t == p) for t, p in zip(truth, told, strict=True))
    return {"macro-F1": mean(f1_by_kind(truth, told).values()), "acc@1": right}


def _agreement(pairs: Sequence[tuple[str, str]]) -> Figures:
    truth, told = [one for one, _ in pairs], [other for _, other in pairs]
    return {"kappa": kappa(pairs), **(_figures(truth, told) if pairs else {})}


TASKS: Final[dict[str, Task]] = {"kinds": kinds}
