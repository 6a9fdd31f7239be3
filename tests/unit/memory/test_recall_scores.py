"""The formulas of recall, one by one, on numbers that can be followed."""

from __future__ import annotations

from datetime import UTC, datetime

import numpy as np
import pytest

from limpet.memory.block import Block, RememberedTurn, as_int8
from limpet.memory.calendar_range import TimeSpan
from limpet.memory.coverage import coverage, evidence_shares, met_share
from limpet.memory.date_score import bands_of, date_scores
from limpet.memory.recall_query import RecallQuery
from limpet.memory.recall_terms import recall_terms, term_hash
from limpet.memory.recollection import conversation_scores
from limpet.memory.statement_score import STATEMENT_SCALE, relevance_of_statements, statement_scores
from limpet.memory.turn_score import OpenedBlock, derived_vectors, lexical_scores, open_block
from limpet.memory.when import TimeCue, time_cue

KURTA = 57951
"""Stored in every block's head: a change would make old blocks unfindable."""
EYE = np.eye(3, dtype=np.float32)


def opened(texts: list[str], kind: str = "conversation", speakers: tuple[str, ...] = ()) -> OpenedBlock:
    turns = tuple(RememberedTurn(str(i), text, speaker=speakers[i] if speakers else "") for i, text in enumerate(texts))
    rows, scales = as_int8(EYE[: len(texts)])
    block = Block("b", "", "s", kind, 0.0, 0.0, 0.0, turns, (), "", rows, scales, "e")  # type: ignore[arg-type]
    return open_block(block)


def query(**parts: object) -> RecallQuery:
    given: dict[str, object] = {
        "terms": {}, "ceiling": 0.0, "block_terms": {}, "vector": None, "context_vectors": (None, None),
        "cue": TimeCue(), "bands": (), "speaker": "", **parts,
    }  # fmt: skip
    return RecallQuery(**given)  # type: ignore[arg-type]


def test_a_turn_that_holds_every_word_once_scores_about_one() -> None:
    scores = lexical_scores(opened(["red kurta", "blue shoes"]), {"red": 2.0, "kurta": 3.0}, 2.0, 5.0)
    assert scores.tolist() == pytest.approx([1.0, 0.0])


def test_without_known_words_every_lexical_score_is_zero() -> None:
    assert lexical_scores(opened(["red kurta"]), {"zebra": 9.0}, 2.0, 0.0).tolist() == [0.0]


def test_derived_vectors_hold_a_share_of_their_neighbours_and_have_length_one() -> None:
    mixed = derived_vectors(EYE, 0.3)
    assert np.linalg.norm(mixed, axis=1) == pytest.approx([1.0, 1.0, 1.0])
    assert mixed[1].tolist() == pytest.approx((np.array([0.3, 1.0, 0.3]) / np.sqrt(1.18)).tolist())
    assert mixed[0][2] == 0.0


def test_the_score_of_a_turn_is_the_weighted_sum_of_its_parts() -> None:
    block = opened(["red kurta", "blue shoes last week"], speakers=("Asha", "Ravi"))
    asked = query(
        terms={"red": 1.0},
        ceiling=1.0,
        vector=EYE[0],
        cue=TimeCue(asks_when=True),
        speaker="Ravi",
        block_terms={"red": 1.0},
    )
    scores = conversation_scores(block, asked, float(block.lengths.mean()), 0.5, 0.6)
    cosines = block.vectors[:, 0]
    words = lexical_scores(block, {"red": 1.0}, float(block.lengths.mean()), 1.0)
    expected = words + 2.5 * cosines + 0.7 * 0.5 + 0.6 + 0.4 * np.array([0, 1]) + 0.2 * np.array([0, 1])
    assert scores.tolist() == pytest.approx(expected.tolist())


def test_vectors_of_another_size_are_left_out_not_compared() -> None:
    scores = conversation_scores(opened(["red"]), query(vector=np.ones(7, dtype=np.float32)), 1.0, 0.0, 0.0)
    assert scores.tolist() == [0.0]


def test_a_statement_is_compared_with_message_previous_message_and_reply() -> None:
    block = opened(["I am vegetarian", "I cycle", "I live in Pune"], kind="statements")
    asked = query(vector=EYE[0], context_vectors=(EYE[1], EYE[2]))
    assert statement_scores(block, asked, 2.0).tolist() == pytest.approx(
        [STATEMENT_SCALE * share / 1.9 for share in (1.0, 0.5, 0.4)], abs=0.01
    )


def test_a_first_message_lies_on_the_same_scale_as_a_later_one() -> None:
    block = opened(["I am vegetarian"], kind="statements")
    assert statement_scores(block, query(vector=EYE[0]), 1.0)[0] == pytest.approx(STATEMENT_SCALE, abs=0.01)


def test_a_statement_is_needed_sooner_when_people_speak_of_themselves() -> None:
    assert relevance_of_statements(0.4, "What suits me?", 0) > relevance_of_statements(0.4, "Who won?", 0)
    assert relevance_of_statements(0.4, "Who won?", 0) > relevance_of_statements(0.4, "Who won?", 10)


def test_evidence_is_shared_by_the_lead_over_the_threshold() -> None:
    shares = evidence_shares(np.array([2.0, 1.5, 1.0]), 0.5)
    assert shares.sum() == pytest.approx(1.0)
    assert shares[0] > shares[1] > shares[2] > 0


def test_coverage_is_guarded_by_what_is_still_closed() -> None:
    assert coverage(1.0, 1.0) == 1.0
    assert coverage(1.0, 0.8) < 0.70 < coverage(1.0, 0.9)
    assert coverage(0.5, 1.0) < 0.70
    assert met_share({}, set()) == 1.0


def stamp(*date: int) -> float:
    return datetime(*date, tzinfo=UTC).timestamp()  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("day", "expected"),
    [((2023, 5, 8), 1.0), ((2023, 5, 12), 0.5), ((2023, 5, 28), 0.25), ((2023, 6, 5), 0.2), ((2023, 9, 1), 0.0)],
)
def test_the_nearer_a_block_to_a_named_day_the_more_it_counts(day: tuple[int, int, int], expected: float) -> None:
    cue = time_cue("on 8 May 2023", stamp(2026, 1, 1), UTC)
    bands = bands_of(cue.spans, stamp(2023, 1, 1), stamp(2024, 1, 1), UTC)
    at = np.array([stamp(*day) + 3_600.0])
    assert date_scores(bands, at, at + 60.0)[0] == pytest.approx(expected)


def test_a_month_without_a_year_fits_every_year_that_has_blocks() -> None:
    cue = time_cue("in May", stamp(2026, 1, 1), UTC)
    bands = bands_of(cue.spans, stamp(2022, 1, 1), stamp(2026, 1, 1), UTC)
    at = np.array([stamp(2023, 5, 20), stamp(2025, 5, 20), stamp(2025, 7, 20)])
    assert date_scores(bands, at, at).tolist() == pytest.approx([0.6, 0.6, 0.0])


def test_no_named_time_gives_no_date_score() -> None:
    assert date_scores(bands_of((), 0.0, 1.0, UTC), np.array([1.0]), np.array([2.0])).tolist() == [0.0]
    assert bands_of((TimeSpan(0.0, 10.0, "open"),), 0.0, 1.0, UTC)[0].score == pytest.approx(0.2)


def test_terms_are_stems_without_fillers_question_words_and_possessives() -> None:
    assert recall_terms("Yeah, what's Asha's router doing?") == ("asha", "router")
    assert recall_terms("") == ()


def test_hashes_are_the_same_everywhere() -> None:
    assert term_hash("kurta") == KURTA
    assert term_hash("kurta") != term_hash("red")
