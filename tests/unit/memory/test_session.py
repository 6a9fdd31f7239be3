"""Session memory: what stays, what leaves, what comes back."""

from dataclasses import replace

import numpy as np
import pytest

from limpet.errors import ConfigError, DimensionError
from limpet.limits import Limits
from limpet.memory.inspection import SESSION_BYTES
from limpet.memory.session import SessionMemory
from limpet.memory.turn import Turn
from limpet.memory.view import Conversation

RICH = {"entities": ("kurta",), "fragment_ids": ("d#1", "d#2", "d#3")}


def turn(number: int = 0, **values: object) -> Turn:
    defaults = {"message": f"question {number}", "answer": f"Answer number {number}.", "at_s": float(number)}
    return Turn(**{**defaults, **values})  # type: ignore[arg-type]


def filled(count: int, **values: object) -> SessionMemory:
    return SessionMemory.of_turns([turn(n, **values) for n in range(1, count + 1)])


def unit(seed: int, size: int = 384) -> np.ndarray:
    row = np.random.default_rng(seed).standard_normal(size).astype(np.float32)
    return row / np.linalg.norm(row)


def test_turns_are_numbered_from_one() -> None:
    assert [one.number for one in filled(3).view().turns] == [1, 2, 3]


def test_the_31st_turn_pushes_out_the_least_important_unprotected_one() -> None:
    memory = SessionMemory()
    for n in range(1, 31):
        memory.record(turn(n) if n == 12 else turn(n, entities=(f"thing {n}",)))
    evicted = memory.record(turn(31))
    assert [one.number for one in evicted] == [12]
    assert len(memory.view().turns) == 30


def test_the_newest_five_are_never_evicted_however_empty_they_are() -> None:
    memory = SessionMemory()
    evicted = []
    for n in range(1, 41):
        evicted += memory.record(turn(n, **RICH) if n <= 30 else turn(n))
    assert all(one.number <= 35 for one in evicted)
    assert [one.number for one in memory.view().turns][-5:] == [36, 37, 38, 39, 40]


def test_of_equally_important_turns_the_older_one_leaves() -> None:
    memory = filled(30)
    assert [one.number for one in memory.record(turn(31))] == [1]


def test_a_turn_that_was_recalled_outlives_its_neighbours() -> None:
    memory = filled(30)
    memory.record(turn(31), active_numbers=[2])
    assert [one.number for one in memory.record(turn(32))] == [3]
    assert memory.view().turns[0].number == 2


def test_a_turn_whose_fragment_is_cited_again_or_whose_entity_is_named_again_is_active() -> None:
    memory = SessionMemory()
    memory.record(turn(1, fragment_ids=("d#1",)))
    memory.record(turn(2, entities=("saree",)))
    memory.record(turn(3))
    memory.record(turn(4, fragment_ids=("d#1",), entities=("saree",)))
    assert [one.last_active_turn for one in memory.view().turns] == [4, 4, 3, 4]


def test_recency_never_outranks_content() -> None:
    memory = SessionMemory()
    memory.record(turn(1, was_correction=True))
    for n in range(2, 31):
        memory.record(turn(n, fragment_ids=(f"d#{n}",)))
    memory.record(turn(31), active_numbers=[20])
    assert 20 in [one.number for one in memory.view().turns]


def test_why_a_turn_left_can_be_seen() -> None:
    memory = filled(31)
    eviction = memory.view().evictions[-1]
    assert (eviction.number, eviction.at_turn) == (1, 31)
    assert 0 < eviction.importance < 1


def test_answers_older_than_five_turns_are_gists_and_their_text_is_gone() -> None:
    memory = SessionMemory()
    secret = "The vault code is in the very long tail of this answer that no gist of 120 characters can hold."
    memory.record(turn(1, answer="We ship to Norway in five days. " + "Filler text goes on here. " * 20 + secret))
    for n in range(2, 7):
        memory.record(turn(n))
    first = memory.view().turns[0]
    assert first.is_gist
    assert len(first.answer) <= 120
    assert secret not in memory.to_snapshot()
    assert not memory.view().turns[1].is_gist


def test_the_summary_vector_copies_the_first_message_then_blends_a_quarter() -> None:
    memory = SessionMemory()
    first, second = unit(1), unit(2)
    memory.record(turn(1), first)
    assert np.array_equal(memory.view().summary_vector, first)
    memory.record(turn(2), second)
    assert np.allclose(memory.view().summary_vector, 0.75 * first + 0.25 * second, atol=1e-7)
    assert np.isclose(np.linalg.norm(memory.view().unit_summary), 1)


def test_a_message_without_a_vector_leaves_the_summary_as_it_is() -> None:
    memory = SessionMemory()
    memory.record(turn(1), unit(1))
    memory.record(turn(2))
    assert np.array_equal(memory.view().summary_vector, unit(1))
    assert list(memory.view().turn_vectors) == [1]


def test_entities_halve_every_five_turns_and_leave_below_the_floor() -> None:
    memory = SessionMemory()
    memory.record(turn(1, entities=("kurta",)))
    for n in range(2, 12):
        memory.record(turn(n))
    assert memory.view().entity_weights["kurta"] == pytest.approx(0.25)
    for n in range(12, 24):
        memory.record(turn(n))
    assert "kurta" not in memory.view().entity_weights


def test_the_weakest_entity_leaves_at_the_cap() -> None:
    memory = SessionMemory(Limits(entities=3))
    for n in range(1, 6):
        memory.record(turn(n, entities=(f"thing {n}",)))
    assert list(memory.view().entity_weights) == ["thing 5", "thing 4", "thing 3"]


def test_the_fourth_showing_of_a_fragment_is_penalised_unless_it_is_asked_for_again() -> None:
    memory = SessionMemory()
    for n in range(1, 4):
        memory.record(turn(n, fragment_ids=("d#1", "d#1", f"d#{n + 1}")))
    view = memory.view()
    assert view.exposures["d#1"] == 3
    assert view.penalties("another question") == {"d#1": pytest.approx(0.04)}
    assert view.penalties("could you repeat that?") == {}


def test_a_view_does_not_change_when_the_memory_does() -> None:
    memory = filled(3, **RICH)
    before = memory.view()
    memory.record(turn(4, entities=("saree",)), unit(1))
    assert [one.number for one in before.turns] == [1, 2, 3]
    assert "saree" not in before.mentions
    with pytest.raises(TypeError):
        before.exposures["x"] = 1  # type: ignore[index]


def test_what_follow_ups_keep_is_copied_and_comes_back_as_it_was() -> None:
    memory = SessionMemory()
    slots = {"size": {"value": "L"}, "price": {"max": 2000}}
    memory.record(turn(1), conversation=Conversation({"active": "kurta"}, slots, "They looked at kurtas.", ["a", "b"]))
    slots["size"]["value"] = "XL"
    memory.record(turn(2))
    view = SessionMemory.from_snapshot(memory.to_snapshot()).view()
    assert view.topic == {"active": "kurta"}
    assert dict(view.slots) == {"size": {"value": "L"}, "price": {"max": 2000}}
    assert (view.rolling_summary, view.offer) == ("They looked at kurtas.", ["a", "b"])


def test_of_too_many_slots_the_ones_set_longest_ago_leave() -> None:
    memory = SessionMemory(Limits(slots=2))
    memory.record(turn(1), conversation=Conversation(slots={"a": 1, "b": 2, "c": 3}))
    assert list(memory.view().slots) == ["b", "c"]


@pytest.mark.parametrize(
    "bad",
    [
        {"message": None}, {"answer": 3}, {"number": 7}, {"engagement": "bored"}, {"at_s": float("nan")},
        {"message": "x" * 8_001},
    ],
)  # fmt: skip
def test_a_turn_that_cannot_be_right_is_refused_and_changes_nothing(bad: dict[str, object]) -> None:
    memory = filled(2)
    before = memory.to_snapshot()
    with pytest.raises(ConfigError) as error:
        memory.record(replace(turn(3), **bad))
    assert error.value.code == "bad-turn"
    assert memory.to_snapshot() == before


def test_a_turn_that_was_recorded_is_not_recorded_twice() -> None:
    memory = filled(2)
    with pytest.raises(ConfigError, match="Turn 2 cannot be recorded: the next one is 3"):
        memory.record(memory.view().turns[-1])


@pytest.mark.parametrize("topic", [{1, 2}, float("nan"), [[[["x"] * 9_000]]], object()])
def test_state_that_is_no_plain_data_is_refused(topic: object) -> None:
    memory = filled(1)
    with pytest.raises(ConfigError) as error:
        memory.record(turn(2), conversation=Conversation(topic))
    assert error.value.code == "bad-conversation"
    assert memory.view().turn_count == 1


def test_a_vector_of_another_size_is_an_error_with_both_numbers() -> None:
    memory = SessionMemory()
    memory.record(turn(1), unit(1))
    with pytest.raises(DimensionError, match="384 numbers was expected, one of 10 was given"):
        memory.record(turn(2), unit(1, 10))
    assert memory.view().turn_count == 1


@pytest.mark.parametrize("vector", [np.full(384, np.nan), np.full(384, np.inf), np.zeros((2, 384))])
def test_a_vector_that_is_not_finite_or_no_row_changes_nothing(vector: np.ndarray) -> None:
    memory = filled(1)
    before = memory.to_snapshot()
    with pytest.raises((ConfigError, DimensionError)):
        memory.record(turn(2), vector)
    assert memory.to_snapshot() == before


def test_an_answer_of_a_megabyte_is_kept_to_its_cap_and_ends_at_a_sentence() -> None:
    memory = SessionMemory()
    memory.record(turn(1, answer="A sentence of some length. " * 40_000))
    kept = memory.view().turns[0].answer
    assert len(kept) <= 16_000
    assert kept.endswith("length.")


def test_the_session_ends_after_an_hour_of_silence_and_not_before() -> None:
    memory = SessionMemory()
    memory.record(turn(1, at_s=1_000.0))
    assert memory.expire(1_000.0 + 3_600) is False
    assert memory.expire(1_000.0 + 3_601) is True
    assert memory.view().turn_count == 0
    assert memory.expire(9e9) is False


def test_a_clock_that_goes_backwards_ends_nothing_and_silence_counts_from_then() -> None:
    memory = SessionMemory()
    memory.record(turn(1, at_s=10_000.0))
    assert memory.expire(50.0) is False
    assert memory.expire(50.0 + 3_601) is True


def test_reset_hands_out_what_was_kept() -> None:
    memory = filled(4)
    assert [one.number for one in memory.reset()] == [1, 2, 3, 4]
    assert memory.view().next_number == 1


def test_turns_are_found_by_text_whatever_the_letter_case() -> None:
    memory = filled(2)
    memory.record(turn(3, message="My address is 12  Elm Street"))
    assert [one.number for one in memory.turns_containing("12 elm STREET")] == [3]
    assert memory.turns_containing("  ") == []


def test_forgetting_a_turn_takes_all_that_came_from_it() -> None:
    memory = SessionMemory()
    memory.record(turn(1, entities=("kurta",), fragment_ids=("d#1",)), unit(1))
    memory.record(turn(2, message="a zebra saree", entities=("zebra", "kurta"), fragment_ids=("d#1", "d#2")), unit(2))
    state = Conversation({"name": "zebra saree"}, {"pattern": "zebra", "size": "L"}, "A zebra saree.", "zebra?")
    memory.record(turn(3), unit(3), state)
    removed = memory.remove_turns([2, 99])
    view = memory.view()
    assert [one.number for one in removed] == [2]
    assert dict(view.mentions) == {"kurta": 1}
    assert dict(view.exposures) == {"d#1": 1}
    assert (view.topic, dict(view.slots), view.rolling_summary, view.offer) == (None, {"size": "L"}, "", None)
    assert np.allclose(view.summary_vector, 0.75 * unit(1) + 0.25 * unit(3), atol=1e-3)
    assert "zebra" not in memory.to_snapshot()
    memory.check()
    assert memory.record(turn(0)) == []
    assert memory.view().last_turn.number == 4


def test_an_entity_that_only_a_long_past_turn_still_mentions_leaves_with_the_forgotten_one() -> None:
    memory = SessionMemory()
    memory.record(turn(1, entities=("kurta",)))
    for n in range(2, 26):
        memory.record(turn(n))
    memory.record(turn(26, entities=("kurta",)))
    memory.remove_turns([26])
    assert "kurta" not in memory.view().mentions
    memory.check()


def test_forgetting_an_entity_takes_its_weight_and_every_mention() -> None:
    memory = filled(2, entities=("Kurta", "size L"))
    assert memory.remove_entity("kurta") is True
    assert memory.remove_entity("kurta") is False
    assert "Kurta" not in memory.view().mentions
    assert memory.view().turns[0].entities == ("size L",)


@pytest.mark.parametrize("letter", ["a", "é", "字", "😀"])
def test_thirty_turns_as_full_as_they_can_be_stay_within_256_kilobytes(letter: str) -> None:
    memory = SessionMemory()
    for n in range(1, 81):
        names = tuple(f"{letter * 60} {n} {i}" for i in range(16))
        ids = tuple(f"folder/{letter}/a-document-with-a-long-name-{n}-{i}.md#section-{i}" for i in range(32))
        text = (letter * 9 + " ") * 1_590 + "."
        memory.record(
            turn(n, message=text[:8_000], answer=text, entities=names, topics=names, fragment_ids=ids), unit(n)
        )
    assert len(memory.view().turns) == 30
    memory.check()
    assert memory.own_bytes() <= SESSION_BYTES


def test_every_structure_shows_size_cap_bytes_and_rule() -> None:
    for structure in filled(7, **RICH).structures():
        assert structure.is_within_cap
        assert structure.bytes >= 0
        assert structure.evicts
