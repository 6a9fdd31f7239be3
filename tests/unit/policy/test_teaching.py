"""What the policy network is taught: the regressions, their table of rewards, the numbers of what was found."""

import random
import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from limpet.evaluation.readers import Passage
from limpet.policy.evidence_numbers import CUES, HITS, cue_numbers, hit_numbers
from limpet.policy.features import Features
from limpet.policy.schema import COLUMNS, places
from limpet.retrieval.document import Fragment, Hit

MODELS = Path(__file__).parents[3] / "models" / "policy"


@pytest.fixture
def training():
    sys.path.insert(0, str(MODELS))
    try:
        import smaller
        import tabulating
        import teaching
    finally:
        sys.path.remove(str(MODELS))
    return tabulating, teaching, smaller


def test_numbers_of_what_was_found_fill_their_columns():
    widths = {column.name: column.width for column in COLUMNS}
    assert widths["cues"] == len(CUES)
    assert widths["hits"] == 3 * HITS
    hit = Hit(Fragment("a#1", "a", ("Tea",), 0, 1, "x"), 0.8, bm25=4.0, cosine=0.5)
    row = Features(cues=cue_numbers({CUES[0]: 0.25}), hits=hit_numbers([hit])).to_vector()
    assert row[places("cues")[0]] == 0.25
    assert row[places("hits")][[0, HITS, 2 * HITS]] == pytest.approx([0.8, 0.5, 0.8])
    assert not row[places("hits")][[1, HITS + 1, 2 * HITS + 1]].any()


def test_the_teacher_finds_what_depends_on_the_features_and_looks_at_nothing_left_out(training):
    _, teaching, _ = training
    dice = np.random.default_rng(0)
    rows = dice.uniform(0, 1, (400, 6))
    values = np.stack([rows[:, 0], rows[:, 1] ** 2, np.zeros(400)], axis=1)
    teacher = teaching.Teacher(rows[:300], values[:300], (5,), ridge=10.0, kernel_ridge=1.0, width=0.7)
    told = teacher(rows[300:])
    assert np.corrcoef(told[:, 0], values[300:, 0])[0, 1] > 0.95
    assert np.corrcoef(told[:, 1], values[300:, 1])[0, 1] > 0.95
    changed = rows[300:].copy()
    changed[:, 5] = 9.0
    assert (teacher(changed) == told).all()


def test_a_kept_table_is_the_same_and_one_of_another_program_is_not_used(training, tmp_path):
    tabulating, _, _ = training
    ways = np.arange(np.prod(tabulating.SHAPE), dtype=np.float32).reshape(tabulating.SHAPE)
    tabulating.Table(None, {("talk", 3): (0.5, -0.1, ways)}).save(tmp_path / "table.npz", "key")
    again = tabulating.kept(tmp_path / "table.npz", "key")
    assert again[("talk", 3)][:2] == (0.5, -0.1)
    assert (again[("talk", 3)][2] == ways).all()
    assert tabulating.kept(tmp_path / "table.npz", "other") == {}
    assert tabulating.kept(tmp_path / "none.npz", "key") == {}


def test_both_teachers_are_heard_but_about_asking_back_one_alone(training):
    _, teaching, _ = training

    def telling(value):
        return lambda rows: np.full((len(rows), 4), value)

    told = teaching.Teachers(telling(0.25), telling(0.75), 0.25)(np.zeros((3, 2)))
    assert (told[:, teaching.ASKING] == 0.75).all()
    assert (np.delete(told, teaching.ASKING, axis=1) == 0.625).all()


def test_a_way_to_answer_is_computed_once_and_only_when_it_is_asked_for(training, monkeypatch):
    tabulating, _, _ = training
    composed = []

    def worth(_, __, mode, place):
        composed.append((mode, place))
        return {"answer": 0.4, "not_covered": 0.0, "clarify": -0.1}[mode]

    monkeypatch.setattr(tabulating.Table, "_worth", worth)
    table, moment = tabulating.Table(None), SimpleNamespace(turn=SimpleNamespace(conversation_id="talk", number=1))
    assert table.modes(moment) == (0.0, -0.1)
    assert [table.way(moment, (1, fragments, 0)) for fragments in (3, 4, 3)] == pytest.approx([0.4] * 3)
    assert [one for one in composed if one[0] == "answer"] == [("answer", (1, 3, 0))]


def test_parts_of_a_collection_hold_what_is_marked_for_their_conversations(training):
    _, _, smaller = training
    passages = [Passage(f"p{number}", "", "text") for number in range(60)]
    talks = {f"talk{number}": [_turn(f"p{number}", f"p{number + 10}", "elsewhere")] for number in range(9)}
    made = list(smaller.parts(talks, passages, 20, random.Random(0)))
    assert sorted(name for names, _ in made for name in names) == sorted(talks)
    for names, kept in made:
        found = {passage.passage_id for passage in kept}
        assert len(kept) == len(found) == 20
        assert {one for name in names for one in talks[name][0].relevant} - found == {"elsewhere"}
        assert 2 * len(names) <= 5


def _turn(*relevant):
    return SimpleNamespace(relevant=frozenset(relevant))
