"""Days as filters: months, days, stretches, what depends on now, and questions that are about something else."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from limpet.memory.slot_dates import days_said
from limpet.memory.slot_schema import SlotSpec
from limpet.memory.slots import Slot

SPEC = SlotSpec("date", "calendar", ("2026-05-08", "2026-12-12"), "events")
MONDAY_S = datetime(2026, 5, 4, 12, tzinfo=UTC).timestamp()


def said(message: str, now_s: float | None = MONDAY_S, slots: dict[str, Slot] | None = None) -> str:
    found = days_said(message, SPEC, slots or {}, 2, frozenset({"kind"}), now_s)
    return str(found.value) if found else ""


@pytest.mark.parametrize(
    ("message", "days"),
    [
        ("Which events are in May?", "--05-01..--05-31"),
        ("events on 16 May", "--05-16..--05-16"),
        ("events in June 2026", "2026-06-01..2026-06-30"),
        ("Which events are between June and August?", "--06-01..--08-31"),
        ("events in May or June", "--05-01..--06-30"),
        ("What's on after September 15?", "2026-09-16..9999-12-31"),
        ("Which events are before June?", "1970-01-01..2026-05-31"),
        ("What is on this weekend?", "2026-05-09..2026-05-10"),
        ("What is on tomorrow?", "2026-05-05..2026-05-05"),
        ("Is anything on next month?", "2026-06-01..2026-06-30"),
        ("events next week", "2026-05-11..2026-05-17"),
        ("What is on Saturday?", "2026-05-09..2026-05-09"),
    ],
)
def test_days_are_read(message: str, days: str) -> None:
    assert said(message) == days


@pytest.mark.parametrize(
    "message",
    ["Is the museum open in May?", "May I bring a dog?", "Which events cost less than 5 euros?", "What is on?"],
)
def test_what_asks_for_no_records_of_a_day_sets_nothing(message: str) -> None:
    assert said(message) == ""


def test_what_depends_on_now_is_left_alone_without_it() -> None:
    assert said("events this weekend", None) == ""
    assert said("events in May", None) == "--05-01..--05-31"


def test_another_month_goes_on_about_a_list() -> None:
    may = {"date": Slot("--05-01..--05-31", "May", 1)}
    assert said("and in June?", slots=may) == "--06-01..--06-30"
    assert said("and in June?") == ""


def test_a_kind_of_record_in_the_same_message_is_enough() -> None:
    assert said("concerts in June", slots={"kind": Slot("concert", "concert", 2)}) == "--06-01..--06-30"
