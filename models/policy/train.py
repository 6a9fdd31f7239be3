"""
Train the policy network and judge it: ``python models/policy/train.py DIR`` (MTRAG's folder); ``make policy``.

Conversations are split once, by their ids: one part in four is the validation part, which nothing is fitted or chosen
on. Five more trainings, each without a fifth of the other conversations, tell what the whole procedure is worth on
conversations that it has not seen; on those figures and on the validation part it is decided whether a network ships.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import multiprocessing
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import torch
from card import write_card
from exporting import export, parity
from learning import Recipe, clone, clone_unrewarded, improve, learn_from_table, logits_of, network_of, new_model
from quicker import remember_texts
from tabulating import Table
from tuning import best_constant, score, tuned_thresholds

from limpet.errors import PolicyError
from limpet.evaluation.bootstrap import differences, interval
from limpet.evaluation.metrics import mean
from limpet.evaluation.policy_baselines import Baselines
from limpet.evaluation.policy_context import context_parts
from limpet.evaluation.policy_episode import Episode, Kitchen, rewards
from limpet.evaluation.policy_replay import FILES, Replay, dealt, replays
from limpet.evaluation.policy_tasks import Values, compared
from limpet.evaluation.task import Figures
from limpet.policy.heuristic import HeuristicPolicy
from limpet.policy.network import FILE_BYTES, SHIPPED, PolicyNetwork, load
from limpet.policy.schema import WIDTH, places

FOLDER = Path(__file__).parent
VALIDATION_PARTS = 4
FOLDS = 5
PROCESSES = 2
SEED = 11
SUMMARY = tuple(places("summary"))
ENGAGEMENT = tuple(places("engagement", "trend"))
VARIANTS = {
    "with the summary vector": (),
    "without the engagement features": (*SUMMARY, *ENGAGEMENT),
}


Result = TypeVar("Result")


@dataclass
class Trained:
    """One run of the procedure."""

    network: PolicyNetwork
    float_logits: Callable[[np.ndarray], np.ndarray]
    baselines: Baselines
    curve: list[dict[str, float]]
    cloned_share: float


def trained(conversations: Sequence[Replay], watched: Sequence[Replay], table: Table, recipe: Recipe,
            baselines: Baselines | None = None) -> Trained:  # fmt: skip
    """Tune the baselines, clone the rules, improve; *watched* is only looked at for the curve."""
    kitchen = table.kitchen
    marks = frozenset(one.mark for one in conversations)
    if baselines is None:
        baselines = Baselines(best_constant(conversations, kitchen), tuned_thresholds(conversations, kitchen), marks)
    model = new_model(conversations, kitchen, recipe, SEED)
    agreed = clone(model, HeuristicPolicy(baselines.thresholds), conversations, kitchen, recipe.left_out)

    learn_from_table(model, conversations, table, recipe)

    def watch(network: PolicyNetwork) -> dict[str, float]:
        looked_at = {"training": conversations, "validation": watched} if watched else {}
        return {name: score(network, some, kitchen) for name, some in looked_at.items()}

    curve = improve(model, recipe, watch)
    clone_unrewarded(model, HeuristicPolicy(baselines.thresholds), conversations, kitchen, recipe.left_out)
    return Trained(
        network_of(model, marks, recipe.left_out), lambda rows: logits_of(model, rows), baselines, curve, agreed
    )


def judged(one: Trained, conversations: Sequence[Replay], kitchen: Kitchen) -> dict[str, Values]:
    """What network, rules and constant earn on conversations that were left out."""
    constant, heuristic = one.baselines.policies()
    return {policy.name: rewards(policy, conversations, kitchen) for policy in (one.network, heuristic, constant)}


def left_out_in_turn(conversations: Sequence[Replay], table: Table, recipe: Recipe,
                     known: dict[int, Baselines]) -> dict[str, Values]:  # fmt: skip
    """Every conversation judged by a training that did not see it; *known* keeps the baselines of each fold."""
    hands = dealt(conversations, FOLDS, "fold")

    def fold_of(number: int) -> tuple[Baselines, dict[str, Values]]:
        inside = [one for hand in hands if hand is not hands[number] for one in hand]
        run = trained(inside, [], table, recipe, known.get(number))
        return run.baselines, judged(run, hands[number], table.kitchen)

    gathered: dict[str, Values] = {}
    for number, (baselines, values) in enumerate(in_processes(fold_of, FOLDS)):
        known[number] = baselines
        for name, some in values.items():
            gathered.setdefault(name, []).extend(some)
    return gathered


def in_processes(work: Callable[[int], Result], count: int) -> list[Result]:
    """``work(0)``, ``work(1)``, ... in copies of this process, two at a time, so that nothing has to be handed over."""
    context = multiprocessing.get_context("fork")
    results: dict[int, Result] = {}
    for start in range(0, count, PROCESSES):
        running = []
        for number in range(start, min(count, start + PROCESSES)):
            receiver, sender = context.Pipe(duplex=False)
            process = context.Process(target=lambda number=number, sender=sender: sender.send(work(number)))
            process.start()
            running.append((number, process, receiver))
        for number, process, receiver in running:
            results[number] = receiver.recv()
            process.join()
    return [results[number] for number in range(count)]


def main() -> int:
    """Train, judge, and replace the shipped network only by a better one."""
    parser = argparse.ArgumentParser()
    parser.add_argument("directory", type=Path)
    parser.add_argument("--hold", action="store_true", help="judge, and let what ships be as it is")
    options = parser.parse_args()
    torch.set_num_threads(1)
    remember_texts()
    return train(replays(options.directory, None), Kitchen(), options.directory, Recipe(), is_held=options.hold)


def train(found: Sequence[Replay], kitchen: Kitchen, directory: Path, recipe: Recipe, *, is_held: bool = False) -> int:
    """The whole procedure over the conversations of *directory*."""
    started_s = time.monotonic()
    validation, *others = dealt(found, VALIDATION_PARTS)
    fitted = [one for hand in others for one in hand]
    _say(started_s, f"{len(fitted)} conversations to learn from, {len(validation)} set aside")
    table = Table(kitchen)
    for filled in in_processes(lambda number: table.filled(found[number::PROCESSES]), PROCESSES):
        table.take(filled)
    _say(started_s, "every reply tabulated")
    known: dict[int, Baselines] = {}
    whole = left_out_in_turn(found, table, recipe, known)
    figures = {"left out in turn": compared(whole)}
    _say(started_s, json.dumps(figures))
    run = trained(fitted, validation, table, recipe)
    figures = {"validation": compared(judged(run, validation, kitchen)), **figures}
    _say(started_s, json.dumps(figures["validation"]))
    report = _report(run, figures, validation, kitchen, recipe, directory, is_held=is_held)
    counts = f"{_counted(fitted)} to learn from, {_counted(validation)} set aside for validation"
    report |= {"counts": counts, "seconds": round(time.monotonic() - started_s), "losses": {}}
    _write(report)
    report["losses"] = _losses(found, table, recipe, known, whole)
    report["seconds"] = round(time.monotonic() - started_s)
    _write(report)
    return 0


def _report(run: Trained, figures: dict[str, dict[str, Figures]], validation: Sequence[Replay], kitchen: Kitchen,
            recipe: Recipe, directory: Path, *, is_held: bool) -> dict[str, Any]:  # fmt: skip
    """Export, decide whether the network ships, put it in place if it does; all that the card tells."""
    rows = _rows(run.network, validation, kitchen)
    candidate = FOLDER / "candidate.onnx"
    size = export(run.network, candidate)
    agreement = parity(run.network, candidate, run.float_logits(rows), rows)
    parts = context_parts(run.network, validation, directory, None)
    contexts = {name.removeprefix("context, "): part.systems for name, part in parts.items()}
    refusals = _refusals(figures, run, validation, kitchen, size, agreement)
    refusals += [
        f"the context that it chooses finds less on {name}" for name in contexts if _finds_less(contexts[name])
    ]
    if is_held and not refusals:
        refusals.append("it was only judged, and is better than the rules")
    if refusals:
        candidate.unlink()
    else:
        candidate.replace(FOLDER / "network.onnx")
        run.network.save(SHIPPED)
    if not refusals or not SHIPPED.exists():
        run.baselines.save()
    return {
        "recipe": asdict(recipe),
        "figures": figures,
        "contexts": contexts,
        "curve": run.curve,
        "parity": agreement,
        "bytes": size,
        "refusals": refusals,
        "cloned": run.cloned_share,
        "inputs": WIDTH,
        "data": {name: _digest(directory / name) for name in FILES},
        "constant": run.baselines.constant,
        "thresholds": asdict(run.baselines.thresholds),
    }


def _losses(found: Sequence[Replay], table: Table, recipe: Recipe, known: dict[int, Baselines],
            whole: dict[str, Values]) -> dict[str, Figures]:  # fmt: skip
    """What other features cost or bring, by conversations left out in turn."""
    losses = {}
    for name, left_out in VARIANTS.items():
        other = left_out_in_turn(found, table, replace(recipe, left_out=left_out), known)
        lost = differences(other["network"], whole["network"])
        low, high = interval(lost)
        reward = compared(other)["network"]["reward"]
        losses[name] = {
            "reward": reward,
            "mean": mean(value for one in lost for value in one),
            "low": low,
            "high": high,
        }
    return losses


def _write(report: dict[str, Any]) -> None:
    (FOLDER / "report.json").write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    write_card()


def _counted(conversations: Sequence[Replay]) -> str:
    return f"{len(conversations)} conversations with {sum(len(one.moments) for one in conversations)} marked messages"


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _refusals(figures: dict[str, dict[str, dict[str, float]]], run: Trained, validation: Sequence[Replay],
              kitchen: Kitchen, size: int, agreement: dict[str, float]) -> list[str]:  # fmt: skip
    """Why the network is not to ship; empty when it is."""
    said = []
    turned = figures.get("left out in turn")
    if turned is None or turned["network"]["gain_low"] <= 0:
        said.append("its gain on conversations left out in turn is not above zero")
    if figures["validation"]["network"]["gain"] <= 0:
        said.append("it gains nothing on the validation part")
    if size >= FILE_BYTES or agreement["numpy_onnx"] > 1e-4 or agreement["same_choices"] < 0.97:
        said.append("the exported file is too large or does not agree")
    try:
        shipped = load()
    except PolicyError:
        return said
    if score(shipped, validation, kitchen) >= score(run.network, validation, kitchen):
        said.append("the shipped network is no worse on the validation part")
    return said


def _finds_less(systems: dict[str, Figures]) -> bool:
    """Whether the chosen context ranks worse than one of those that never change."""
    chosen = systems["chosen"]
    return any(one[metric] > chosen[metric] for one in systems.values() for metric in chosen)


def _rows(network: PolicyNetwork, conversations: Sequence[Replay], kitchen: Kitchen) -> np.ndarray:
    rows = []
    for replay in conversations:
        episode = Episode(replay, kitchen)
        while not episode.is_over:
            features = episode.features()
            rows.append(features.to_vector())
            episode.answer(network.decide(features))
    return np.stack(rows)


def _say(started_s: float, text: str) -> None:
    sys.stderr.write(f"[{time.monotonic() - started_s:6.0f} s] {text}\n")


if __name__ == "__main__":
    raise SystemExit(main())
