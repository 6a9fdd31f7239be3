"""
Train the policy network and judge it: ``python models/policy/train.py DIR`` (MTRAG's folder); ``make policy``.

Conversations are split once, by their ids: one part in four is the validation part, which nothing is fitted or chosen
on. Five more trainings, each without a fifth of the other conversations, tell what the whole procedure is worth on
conversations that it has not seen; on those figures and on the validation part it rests whether the network decides
unasked (``placing.py``).
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
from learning import Actor, Recipe, learned, logits_of, network_of
from own_sites import COUNTS, Own, own_questions, values_of_own
from placing import Worth, recorded, refusals, shortfalls
from quicker import remember_texts
from refining import refined
from smaller import SIZES, gains, smaller
from tabulating import Table, kept, key_of
from teaching import Teacher, Teachers, values_of
from tuning import best_constant, score_by_table, tuned_thresholds

from limpet.errors import PolicyError
from limpet.evaluation.bootstrap import differences, interval
from limpet.evaluation.metrics import mean
from limpet.evaluation.policy_baselines import Baselines
from limpet.evaluation.policy_context import context_parts
from limpet.evaluation.policy_episode import Episode, Kitchen, rewards
from limpet.evaluation.policy_replay import FILES, Replay, dealt, replays
from limpet.evaluation.policy_tasks import RULES, Values, compared
from limpet.evaluation.task import Figures
from limpet.policy.heads import HEADS
from limpet.policy.heuristic import TUNED, HeuristicPolicy
from limpet.policy.network import SHIPPED, PolicyNetwork, load
from limpet.policy.schema import WIDTH, places
from limpet.policy.standing_in import StandingIn
from limpet.ports import Policy

FOLDER = Path(__file__).parent
KEPT = FOLDER.parents[1] / "build" / "policy-table.npz"
"""Rewards of all replies, from an earlier run over the same data and program."""
VALIDATION_PARTS = 4
FOLDS = 5
SPLITS = ("fold", "again")
"""Ways to deal out the conversations left out in turn; what a message earned is averaged over them."""
processes = 2
SEED = 11
SUMMARY = tuple(places("summary"))
ENGAGEMENT = tuple(places("engagement", "trend"))
FEW = Recipe().few
EVERY = tuple(range(WIDTH))
VARIANTS = {
    "with the summary vector": {"left_out": (), "few": (*FEW, *SUMMARY)},
    "without the engagement features": {"left_out": (*SUMMARY, *ENGAGEMENT)},
    "told by the teacher of all features alone": {"few_share": 0.0},
    "told by the teacher of few features alone": {"few_share": 1.0},
}
"""Changes of the recipe."""


Result = TypeVar("Result")


@dataclass
class Lessons:
    """What is learned from beside the conversations themselves."""

    table: Table
    own: Own


@dataclass
class Trained:
    """One run of the procedure."""

    network: PolicyNetwork
    float_logits: Callable[[np.ndarray], np.ndarray]
    baselines: Baselines
    curve: list[dict[str, float]]


def trained(conversations: Sequence[Replay], watched: Sequence[Replay], lessons: Lessons, recipe: Recipe,
            baselines: Baselines | None = None) -> Trained:  # fmt: skip
    """Tune the baselines, fit the teacher, let the network learn from it; *watched* is only looked at for the curve."""
    table, own = lessons.table, lessons.own
    marks = frozenset(one.mark for one in conversations)
    if baselines is None:
        baselines = Baselines(best_constant(conversations, table), tuned_thresholds(conversations, table), marks)
    moments = [moment for one in conversations for moment in one.moments]
    rows = np.stack([moment.features().to_vector() for moment in moments]).astype(np.float64)
    values = values_of(moments, table)
    weights = np.concatenate([np.ones(len(rows)), np.full(len(own.rows), COUNTS)])
    values = np.concatenate([values, values_of_own(own.is_covered, values)])
    rows = np.concatenate([rows, own.rows])
    unused = [place for place in EVERY if place not in recipe.few]

    def taught(left_out: Sequence[int], local_share: float) -> Teacher:
        penalties = (recipe.ridge, recipe.kernel_ridge, recipe.kernel_width)
        return Teacher(rows, values, left_out, *penalties, local_share, weights)

    teacher = Teachers(taught(unused, 0.0), taught(recipe.left_out, recipe.local_share), recipe.few_share)
    curve: list[dict[str, float]] = []

    def watch(actor: Actor) -> None:
        network = network_of(actor, left_out=recipe.left_out)
        looked_at = {"training": conversations, "validation": watched}
        curve.append({name: score_by_table(network, some, table) for name, some in looked_at.items()})

    actor = learned(rows, teacher, recipe, SEED, watch if watched else None)
    if recipe.ppo_steps:
        actor = refined(actor, conversations, table.kitchen, recipe, recipe.ppo_steps, SEED)
    curve = [{"steps": round(number * recipe.epochs / 10), **one} for number, one in enumerate(curve)]
    network = network_of(actor, marks, recipe.left_out)
    return Trained(network, lambda some: logits_of(actor, _blanked(some, recipe)), baselines, curve)


def _blanked(rows: np.ndarray, recipe: Recipe) -> np.ndarray:
    rows = rows.copy()
    rows[:, list(recipe.left_out)] = 0
    return rows


def judged(
    one: Trained, conversations: Sequence[Replay], kitchen: Kitchen, *, alone: bool = False
) -> dict[str, Values]:
    """What the network, and unless it is judged *alone* rules and constant, earn on conversations left out."""
    others = () if alone else reversed(one.baselines.policies())
    policies: list[Policy] = [StandingIn(one.network, HeuristicPolicy()), *others]
    return {policy.name: rewards(policy, conversations, kitchen) for policy in policies}


@dataclass
class LeftOut:
    """
    Every conversation judged by a training that did not see it.

    Attributes:
        values: What every reply earned, by system, in the order of the conversations.
        networks: Of the trainings, by the marks of the conversations that they did not see.
    """

    values: dict[str, Values]
    networks: dict[str, PolicyNetwork]


def left_out_in_turn(conversations: Sequence[Replay], lessons: Lessons, recipe: Recipe,
                     known: dict[tuple[str, int], Baselines], split: str) -> LeftOut:  # fmt: skip
    """Dealt out by *split*; *known* keeps the baselines of each fold, which are judged the first time."""
    hands = dealt(conversations, FOLDS, split)

    def fold_of(number: int) -> tuple[Trained, dict[str, Values]]:
        inside = [one for hand in hands if hand is not hands[number] for one in hand]
        run = trained(inside, [], lessons, recipe, known.get((split, number)))
        values = judged(run, hands[number], lessons.table.kitchen, alone=(split, number) in known)
        return replace(run, float_logits=np.zeros_like), values

    gathered: dict[str, dict[str, list[float]]] = {}
    networks: dict[str, PolicyNetwork] = {}
    for number, (run, values) in enumerate(in_processes(fold_of, FOLDS)):
        known[split, number] = run.baselines
        networks |= {one.mark: run.network for one in hands[number]}
        for name, some in values.items():
            marks = (one.mark for one in hands[number])
            gathered.setdefault(name, {}).update(zip(marks, some, strict=True))
    return LeftOut({name: [some[one.mark] for one in conversations] for name, some in gathered.items()}, networks)


def averaged(some: Sequence[dict[str, Values]]) -> dict[str, Values]:
    """The mean of every reply over *some* ways to deal out the conversations."""

    def of(name: str) -> Values:
        together = zip(*(each[name] for each in some), strict=True)
        return [[mean(values) for values in zip(*one, strict=True)] for one in together]

    return {name: of(name) for name in some[0]}


def on_own_sites(conversations: Sequence[Replay], lessons: Lessons, recipe: Recipe,
                 baselines: Baselines) -> dict[str, float]:  # fmt: skip
    """Shares of our own covered and uncovered questions that are answered, left out by fifths, and by the rules."""
    own, fifth = lessons.own, np.arange(len(lessons.own.rows)) % FOLDS

    def answered(number: int) -> np.ndarray:
        inside = Own(own.rows[fifth != number], own.is_covered[fifth != number])
        network = trained(conversations, [], replace(lessons, own=inside), recipe, baselines).network
        modes = [network.choices(row.astype(np.float32))["mode"] for row in own.rows[fifth == number]]
        return np.isin([HEADS[0].choices[mode] for mode in modes], ("answer", "compare"))

    found = np.zeros(len(own.rows), dtype=bool)
    for number, some in enumerate(in_processes(answered, FOLDS)):
        found[fifth == number] = some
    ruled = own.rows[:, places("confidence")[0]] >= TUNED.answers_from
    return {
        "covered": float(found[own.is_covered].mean()),
        "uncovered": float(found[~own.is_covered].mean()),
        "covered_by_rules": float(ruled[own.is_covered].mean()),
        "uncovered_by_rules": float(ruled[~own.is_covered].mean()),
    }


def in_processes(work: Callable[[int], Result], count: int) -> list[Result]:
    """``work(0)``, ``work(1)``, ... in copies of this process, two at a time, so that nothing has to be handed over."""
    context = multiprocessing.get_context("fork")
    results: dict[int, Result] = {}
    for start in range(0, count, processes):
        running = []
        for number in range(start, min(count, start + processes)):
            receiver, sender = context.Pipe(duplex=False)
            process = context.Process(target=lambda number=number, sender=sender: sender.send(work(number)))
            process.start()
            running.append((number, process, receiver))
        for number, process, receiver in running:
            results[number] = receiver.recv()
            process.join()
    return [results[number] for number in range(count)]


def main() -> int:
    """Train, judge, replace the network only by a better one, and record whether it decides."""
    parser = argparse.ArgumentParser()
    parser.add_argument("directory", type=Path)
    parser.add_argument("--hold", action="store_true", help="judge, and let what is there be as it is")
    parser.add_argument("--ppo", type=int, default=0, metavar="STEPS", help="go on from the learned network by PPO")
    parser.add_argument("--processes", type=int, default=processes, help="how many at a time")
    options = parser.parse_args()
    globals()["processes"] = options.processes
    torch.set_num_threads(1)
    remember_texts()
    found, recipe = replays(options.directory, None), Recipe(ppo_steps=options.ppo)
    return train(found, Kitchen(), options.directory, recipe, is_held=options.hold)


def train(found: Sequence[Replay], kitchen: Kitchen, directory: Path, recipe: Recipe, *, is_held: bool = False) -> int:
    """The whole procedure over the conversations of *directory*."""
    started_s = time.monotonic()
    validation, *others = dealt(found, VALIDATION_PARTS)
    fitted = [one for hand in others for one in hand]
    _say(started_s, f"{len(fitted)} conversations to learn from, {len(validation)} set aside")
    key = key_of([directory / name for name in FILES])
    table = Table(kitchen, kept(KEPT, key))
    for filled in in_processes(lambda number: table.filled(found[number::processes]), processes):
        table.known.update(filled)
    best_constant(found, table)  # what tuning asks for is composed here once, and not in each copy of this process
    tuned_thresholds(found, table)
    table.save(KEPT, key)
    _say(started_s, "every reply tabulated")
    known: dict[tuple[str, int], Baselines] = {}
    lessons = Lessons(table, own_questions(directory.parent / "docs" / "jekyll.jsonl"))
    turns = [left_out_in_turn(found, lessons, recipe, known, split) for split in SPLITS]
    as_shipped = rewards(HeuristicPolicy(), found, kitchen)
    figures = {"left out in turn": compared({**averaged([one.values for one in turns]), RULES: as_shipped})}
    for split, one in zip(SPLITS, turns, strict=True):
        _say(started_s, f"dealt out by {split!r}: {json.dumps(compared(one.values)['network'])}")
    _say(started_s, json.dumps(figures))
    sizes = on_smaller_sites(found, turns[0].networks, directory)
    _say(started_s, json.dumps(sizes))
    run = trained(fitted, validation, lessons, recipe)
    values = judged(run, validation, kitchen) | {RULES: rewards(HeuristicPolicy(), validation, kitchen)}
    figures = {"validation": compared(values), **figures}
    _say(started_s, json.dumps(figures["validation"]))
    shares = on_own_sites(fitted, lessons, recipe, run.baselines)
    _say(started_s, json.dumps(shares))
    report = _report(run, figures, values, validation, kitchen, recipe, directory, is_held=is_held)
    report["own_sites"] = shares
    counts = f"{_counted(fitted)} to learn from, {_counted(validation)} set aside for validation"
    report |= {"counts": counts, "seconds": round(time.monotonic() - started_s), "losses": {}, "sizes": sizes}
    report["first_way"] = compared(turns[0].values)["network"]["reward"]
    _write(report)
    for name, features in VARIANTS.items():
        report["losses"][name] = _loss(found, lessons, replace(recipe, **features), known, turns[0].values)
        report["seconds"] = round(time.monotonic() - started_s)
        _write(report)
        _say(started_s, f"{name}: {json.dumps(report['losses'][name])}")
    return 0


def on_smaller_sites(
    found: Sequence[Replay], networks: dict[str, PolicyNetwork], directory: Path
) -> dict[str, dict[str, float]]:
    """What the networks, each for the conversations that it did not see, gain over the rules as they ship, by size."""

    def gained(number: int) -> Figures:
        policies = {mark: StandingIn(network, HeuristicPolicy()) for mark, network in networks.items()}
        return gains(policies, HeuristicPolicy(), smaller(found, SIZES[number], directory))

    return {str(size): figures for size, figures in zip(SIZES, in_processes(gained, len(SIZES)), strict=True)}


def _report(run: Trained, figures: dict[str, dict[str, Figures]], values: dict[str, Values],
            validation: Sequence[Replay], kitchen: Kitchen, recipe: Recipe, directory: Path, *,
            is_held: bool) -> dict[str, Any]:  # fmt: skip
    """Export, put the network in place if it is the better one, record whether it decides; all that the card tells."""
    rows = _rows(run.network, validation, kitchen)
    candidate = FOLDER / "candidate.onnx"
    size = export(run.network, candidate)
    agreement = parity(run.network, candidate, run.float_logits(rows), rows)
    parts = context_parts({"chosen": run.network}, validation, directory, None)
    contexts = {name.removeprefix("context, "): part.systems for name, part in parts.items()}
    lacks = shortfalls(figures)
    held, held_figures = _held(values, validation, kitchen)
    decides = held is not None and held.decides_from_fragments is not None and held_figures["gain_low"] > 0
    worth = Worth(decides, held_figures["reward"]) if held is not None else None
    said = refusals(size, agreement, contexts, Worth(not lacks, figures["validation"]["network"]["reward"]), worth)
    if is_held:
        candidate.unlink()
    elif not said:
        candidate.replace(FOLDER / "network.onnx")
        held, decides = run.network, not lacks
    else:
        candidate.unlink()
    if held is not None and not is_held:
        held = recorded(held, decides=decides)
        held.save(SHIPPED)
    if not is_held:
        run.baselines.save()  # tuned on the features of today, whichever network is there
    return {
        "recipe": asdict(recipe),
        "figures": figures,
        "contexts": contexts,
        "curve": run.curve,
        "parity": agreement,
        "bytes": size,
        "lacks": lacks,
        "refusals": [*said, *(["it was only judged"] if is_held else [])],
        "held": held_figures,
        "is_there": held is not None,
        "decides_from_fragments": held.decides_from_fragments if held is not None else None,
        "inputs": WIDTH,
        "data": {name: _digest(directory / name) for name in FILES},
        "constant": run.baselines.constant,
        "thresholds": asdict(run.baselines.thresholds),
    }


def _held(values: dict[str, Values], validation: Sequence[Replay],
          kitchen: Kitchen) -> tuple[PolicyNetwork | None, Figures]:  # fmt: skip
    """The network that is in the package, and what it earns beside the others of *values* with the program of today."""
    try:
        held = load()
    except PolicyError:
        return None, {}
    earned = rewards(StandingIn(held, HeuristicPolicy()), validation, kitchen)
    return held, compared({**values, "network": earned})["network"]


def _loss(found: Sequence[Replay], lessons: Lessons, recipe: Recipe, known: dict[tuple[str, int], Baselines],
          whole: dict[str, Values]) -> Figures:  # fmt: skip
    """What another recipe costs or brings, by conversations left out in turn, dealt out in the first way."""
    other = left_out_in_turn(found, lessons, recipe, known, SPLITS[0]).values
    lost = differences(other["network"], whole["network"])
    low, high = interval(lost)
    reward = compared(other)["network"]["reward"]
    return {"reward": reward, "mean": mean(value for one in lost for value in one), "low": low, "high": high}


def _write(report: dict[str, Any]) -> None:
    (FOLDER / "report.json").write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    write_card()


def _counted(conversations: Sequence[Replay]) -> str:
    return f"{len(conversations)} conversations with {sum(len(one.moments) for one in conversations)} marked messages"


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


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
