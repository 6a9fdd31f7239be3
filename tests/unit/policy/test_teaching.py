"""What the policy network is taught: the regressions, their table of rewards, the numbers of what was found."""

import sys
from pathlib import Path

import numpy as np
import pytest

from limpet.policy.evidence_numbers import CUES, HITS, cue_numbers, hit_numbers
from limpet.policy.features import Features
from limpet.policy.schema import COLUMNS, places
from limpet.retrieval.document import Fragment, Hit

MODELS = Path(__file__).parents[3] / "models" / "policy"


@pytest.fixture
def training():
    sys.path.insert(0, str(MODELS))
    try:
        import tabulating
        import teaching
    finally:
        sys.path.remove(str(MODELS))
    return tabulating, teaching


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
    _, teaching = training
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
    tabulating, _ = training
    ways = np.arange(np.prod(tabulating.SHAPE), dtype=np.float32).reshape(tabulating.SHAPE)
    tabulating.Table(None, {("talk", 3): (0.5, -0.1, ways)}).save(tmp_path / "table.npz", "key")
    again = tabulating.kept(tmp_path / "table.npz", "key")
    assert again[("talk", 3)][:2] == (0.5, -0.1)
    assert (again[("talk", 3)][2] == ways).all()
    assert tabulating.kept(tmp_path / "table.npz", "other") == {}
    assert tabulating.kept(tmp_path / "none.npz", "key") == {}
