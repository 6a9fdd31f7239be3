"""``limpet eval``: tasks by name, tables, one line of JSON."""

import json
from pathlib import Path

import pytest

from limpet.errors import ConfigError, DocumentError
from limpet.evaluation import run as module
from limpet.evaluation.run import as_line, as_table, known_tasks, run, united
from limpet.evaluation.task import Measured


def test_the_tasks_of_plain_retrieval_are_known() -> None:
    tasks, _ = known_tasks()
    assert {"scifact", "cranfield", "cisi", "banking77", "cast21", "mtrag", "mtrag_un"} <= tasks.keys()


def test_an_unknown_task_or_folder_is_a_clear_error(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="unknown-task"):
        run("tea", tmp_path)
    with pytest.raises(DocumentError, match="missing-data"):
        run("cisi", tmp_path / "none")


def test_two_modules_may_measure_systems_of_one_task(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys) -> None:
    one = Measured(3, {"last": {"R@5": 0.5}}, {"a": Measured(1, {"last": {"R@5": 0.25}})})
    two = Measured(3, {"ours": {"R@5": 0.75}}, {"a": Measured(1, {"ours": {"R@5": 1.0}})})
    monkeypatch.setattr(module, "known_tasks", lambda: ({"tea": [lambda *_: one, lambda *_: two]}, []))
    assert run("tea", tmp_path, None, as_json=True) == 0
    line = json.loads(capsys.readouterr().out)
    assert line["systems"] == {"last": {"R@5": 0.5}, "ours": {"R@5": 0.75}}
    assert line["parts"]["a"]["systems"] == {"last": {"R@5": 0.25}, "ours": {"R@5": 1.0}}


def test_a_line_is_one_line_and_a_table_has_every_system() -> None:
    measured = united([Measured(2, {"bm25": {"nDCG@10": 1 / 3}, "dense": {"R@5": 1.0}})])
    assert "\n" not in as_line("tea", measured)
    assert json.loads(as_line("tea", measured))["systems"]["bm25"]["nDCG@10"] == 0.33333
    assert "| bm25 | 0.333 |  |" in as_table("tea", measured)
    assert "| dense |  | 1.000 |" in as_table("tea", measured)
