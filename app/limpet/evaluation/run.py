"""``limpet eval TASK DIR``: run one task and print its table, or one line of JSON."""

from __future__ import annotations

import importlib
import importlib.util
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

from limpet.errors import ConfigError, DocumentError
from limpet.evaluation.task import Figures, Measured, Task

MODULES: Final = (
    "retrieval_tasks", "turn_tasks", "followup_tasks", "slot_tasks", "recall_tasks", "engagement_task",
    "gist_task", "answer_tasks", "composer_task", "grounding_task", "policy_tasks", "clarify_task", "kinds_task",
    "site_task", "goods_task",
)  # fmt: skip
"""Each has a table ``TASKS: dict[str, Task]``, perhaps ``SHOWN``: what prints the failing questions of a task."""


def run(
    task: str, directory: Path, corpus: Path | None = None, as_json: bool = False, *, shows_failing: bool = False
) -> int:
    """
    Measure *task* on *directory* and print the figures; 0, for the exit code.

    With *shows_failing* print what fails instead, of the part that things may be chosen on.

    Raises:
        ConfigError: ``unknown-task``; ``nothing-to-show``.
        DocumentError: ``missing-data`` or ``bad-data``.
    """
    tasks, missing = known_tasks()
    if task not in tasks:
        absent = f" Not installed: {', '.join(missing)}." if missing else ""
        raise ConfigError("unknown-task", f'There is no task "{task}"; known: {", ".join(sorted(tasks))}.{absent}')
    if not directory.is_dir():
        raise DocumentError("missing-data", f"The folder {directory} is not there.")
    if shows_failing:
        shown_by(task)(directory)
        return 0
    measured = united([one(directory, corpus) for one in tasks[task]])
    sys.stdout.write((as_line(task, measured) if as_json else as_table(task, measured)) + "\n")
    return 0


def known_tasks() -> tuple[dict[str, list[Task]], list[str]]:
    """All tasks by name, and the modules that this installation lacks; two modules may measure systems of one task."""
    tasks: dict[str, list[Task]] = {}
    missing = []
    for name in MODULES:
        full_name = f"limpet.evaluation.{name}"
        try:
            module = importlib.import_module(full_name)
        except ModuleNotFoundError as error:
            if error.name != full_name:
                raise
            missing.append(name)
        else:
            for task_name, task in module.TASKS.items():
                tasks.setdefault(task_name, []).append(task)
    return tasks, missing


def shown_by(task: str) -> Callable[[Path], None]:
    """
    What prints the failing questions of *task*.

    Raises:
        ConfigError: ``nothing-to-show``: the task has none to print.
    """
    for name in MODULES:
        if importlib.util.find_spec(f"limpet.evaluation.{name}") is not None:
            shown = getattr(importlib.import_module(f"limpet.evaluation.{name}"), "SHOWN", {})
            if task in shown:
                found: Callable[[Path], None] = shown[task]
                return found
    raise ConfigError("nothing-to-show", f'The task "{task}" has no questions to show.')


def united(outcomes: Sequence[Measured]) -> Measured:
    """
    The systems and parts of several outcomes of one task side by side; the first one's count stands.

    >>> both = united([Measured(2, {"last": {"R@5": 0.5}}), Measured(2, {"ours": {"R@5": 0.7}})])
    >>> list(both.systems)
    ['last', 'ours']
    """
    systems: dict[str, Figures] = {}
    parts: dict[str, list[Measured]] = {}
    for outcome in outcomes:
        for system, figures in outcome.systems.items():
            systems.setdefault(system, {}).update(figures)
        for name, part in (outcome.parts or {}).items():
            parts.setdefault(name, []).append(part)
    notes = tuple(note for outcome in outcomes for note in outcome.notes)
    return Measured(outcomes[0].count, systems, {name: united(found) for name, found in parts.items()} or None, notes)


def as_line(task: str, measured: Measured) -> str:
    """
    One line of JSON.

    >>> as_line("cisi", Measured(2, {"bm25": {"R@10": 0.25}}))
    '{"task": "cisi", "n": 2, "systems": {"bm25": {"R@10": 0.25}}}'
    """
    line: dict[str, object] = {"task": task, "n": measured.count, "systems": _rounded(measured.systems)}
    if measured.parts:
        line["parts"] = {
            name: {"n": part.count, "systems": _rounded(part.systems)} for name, part in measured.parts.items()
        }
    if measured.notes:
        line["notes"] = list(measured.notes)
    return json.dumps(line)


def as_table(task: str, measured: Measured) -> str:
    """
    A Markdown table, one line a system; notes and parts follow.

    >>> print(as_table("cisi", Measured(2, {"bm25": {"R@10": 0.25}})))
    cisi (n = 2)
    <BLANKLINE>
    | system | R@10 |
    | --- | ---: |
    | bm25 | 0.250 |
    """
    names = list(dict.fromkeys(name for figures in measured.systems.values() for name in figures))
    lines = [f"{task} (n = {measured.count})", ""]
    lines += [f"| system | {' | '.join(names)} |", f"| --- |{' ---: |' * len(names)}"]
    for system, figures in measured.systems.items():
        cells = [f"{figures[name]:.3f}" if name in figures else "" for name in names]
        lines.append(f"| {system} | {' | '.join(cells)} |")
    for note in measured.notes:
        lines += ["", note]
    for name, part in (measured.parts or {}).items():
        lines += ["", as_table(f"{task}, {name}", part)]
    return "\n".join(lines)


def _rounded(systems: Mapping[str, Figures]) -> dict[str, Figures]:
    return {name: {metric: round(value, 5) for metric, value in figures.items()} for name, figures in systems.items()}
