"""The tasks that measure gists and engagement, on small sets of their own."""

import json
from pathlib import Path

import pytest

from limpet.evaluation.engagement_task import by_keyword, f1_by_class, read_utterances, swda
from limpet.evaluation.gist_task import Exchange, best_clauses, gists, kept, read_exchanges
from limpet.evaluation.memory_bench import bench_memory_turns, bench_rivals, made_exchanges

LONG = "Our shop was founded once in a small town. " * 3 + "Parcels to Norway take 5 days and cost 30 euros."


def written(folder: Path, name: str, rows: list[dict[str, object]]) -> Path:
    (folder / name).write_text("\n".join(map(json.dumps, rows)), "utf-8")
    return folder


@pytest.fixture
def dialogues(tmp_path: Path) -> Path:
    said = [
        ("A", "We went to the sea last summer.", "sd"), ("B", "Uh-huh.", "b"), ("B", "Which sea was that?", "qw"),
        ("A", "What do you want to know?", "qw"), ("B", "No, that's wrong.", "ar"),
        ("A", "You mean like a lake?", "bf"),
    ]  # fmt: skip
    turns = [{"speaker": who, "text": text, "act": act} for who, text, act in said]
    return written(tmp_path, "dialogues.jsonl", [{"id": "d", "turns": turns}])


def test_utterances_are_read_with_what_the_other_speaker_said_last(dialogues: Path) -> None:
    utterances = read_utterances(dialogues / "dialogues.jsonl")
    assert [one.label for one in utterances] == ["", "acknowledging", "", "", "challenging", "clarifying"]
    assert utterances[2].before == "We went to the sea last summer."
    assert utterances[5].before == "No, that's wrong."


def test_a_question_asks_back_only_right_after_an_answer_of_the_other(tmp_path: Path) -> None:
    turns = [{"speaker": s, "text": "x", "act": a} for s, a in (("A", "sd"), ("B", "qw"), ("B", "qw"), ("A", "b"))]
    utterances = read_utterances(written(tmp_path, "dialogues.jsonl", [{"turns": turns}]) / "dialogues.jsonl")
    assert [one.label for one in utterances] == ["", "clarifying", "", "acknowledging"]


def test_the_task_prints_ours_beside_both_baselines(dialogues: Path) -> None:
    measured = swda(dialogues, None)
    assert measured.count == 6
    assert set(measured.systems) == {"ours", "majority", "keyword"}
    ours, majority, keyword = (measured.systems[name]["F1"] for name in ("ours", "majority", "keyword"))
    assert ours > keyword
    assert ours > majority


def test_f1_of_a_class_that_is_never_found_is_zero() -> None:
    figures = f1_by_class([("acknowledging", ""), ("", "challenging")])
    assert figures["F1"] == 0
    assert by_keyword("The weather", "") == ""


@pytest.mark.parametrize(
    ("name", "row"),
    [
        ("queries.jsonl", {"conv_id": "c", "history": [
            {"role": "user", "text": "To Norway?"}, {"role": "agent", "text": LONG},
            {"role": "user", "text": "thanks"}]}),
        ("turns.jsonl", {"dialog_id": "c", "history": ["To Norway?", LONG, "unanswered"]}),
    ],
)  # fmt: skip
def test_exchanges_are_read_once_from_both_formats(tmp_path: Path, name: str, row: dict[str, object]) -> None:
    assert read_exchanges(written(tmp_path, name, [row, row]), None) == [Exchange("To Norway?", LONG)]


def test_a_gist_keeps_what_a_cut_loses(tmp_path: Path) -> None:
    row = {"dialog_id": "c", "history": ["How long do parcels to Norway take?", LONG]}
    measured = gists(written(tmp_path, "turns.jsonl", [row]), None)
    assert measured.count == 1
    assert measured.systems["ours"]["kept"] > measured.systems["prefix"]["kept"] == 0
    assert measured.systems["ours"]["numbers"] == 1
    assert measured.systems["ours"]["longest"] <= 120


def test_words_and_numbers_are_counted_apart() -> None:
    exchange = Exchange("parcels to Norway", LONG)
    assert kept(exchange, "Parcels take 5 days") == (1, 1)
    assert kept(exchange, best_clauses(exchange)) == (2, 2)


def test_the_bench_fills_a_session_and_stays_within_its_bytes() -> None:
    figures = bench_memory_turns(20, made_exchanges(7))
    assert 0 < figures["p50_ms"] <= figures["p95_ms"]
    assert figures["own_bytes"] < 262_144
    assert set(bench_rivals(1)) <= {"langchain", "llamaindex"}
