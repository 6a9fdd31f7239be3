"""Days as filters: what is read, what is left unread, and questions that a time makes no list of."""

from __future__ import annotations

from datetime import datetime

import pytest

from limpet.memory.day_words import days_in
from limpet.memory.slot_dates import DayReading
from limpet.memory.slot_schema import SlotSpec
from limpet.memory.slots import Slot, Slots
from limpet.retrieval.document import Document
from limpet.retrieval.filtering import satisfies

SPEC = SlotSpec("date", "calendar", ("2026-05-08", "2026-12-12"), "events event concert")
MONDAY_S = datetime(2026, 5, 4, 12).timestamp()  # where the visitor is
MAY = Slots({"date": Slot("--05-01..--05-31", "May", 1)})


def said(message: str, now_s: float | None = MONDAY_S, before: Slots | None = None, now: Slots | None = None) -> str:
    slots = before or Slots()
    after = DayReading(SPEC, frozenset({"kind"}), now_s).read(
        message, slots, 2, lambda _: Slots({**slots, **(now or {})})
    )
    return str(after["date"].value) if "date" in after else ""


@pytest.mark.parametrize(
    ("message", "days"),
    [
        ("Which events are in May?", "--05-01..--05-31"),
        ("which events are in may?", "--05-01..--05-31"),
        ("events on 16 May", "--05-16..--05-16"),
        ("events in June 2026", "2026-06-01..2026-06-30"),
        ("Which events are in February?", "--02-01..--02-29"),
        ("events in February 2027", "2027-02-01..2027-02-28"),
        ("Which events are between June and August?", "--06-01..--08-31"),
        ("events from November to February 2027", "2026-11-01..2027-02-28"),
        ("events from 8 to 20 May", "--05-08..--05-20"),
        ("events in May or October", "--05-01..--05-31,--10-01..--10-31"),
        ("Which events are on 8th and 9th May?", "--05-08..--05-08,--05-09..--05-09"),
        ("Which events are on 8 May and 19 June 2027?", "2027-05-08..2027-05-08,2027-06-19..2027-06-19"),
        ("What's on after September 15?", "2026-09-16..9999-12-31"),
        ("Which events are after April?", "2027-05-01..9999-12-31"),
        ("Which events are before June?", "2026-05-04..2026-05-31"),
        ("Which events are before March?", "2026-05-04..2027-02-28"),
        ("Which events are before 2027?", "0001-01-01..2026-12-31"),
        ("Which events are on 08.05.2027?", "2027-05-08..2027-05-08"),
        ("Which events are on 8.5.?", "--05-08..--05-08"),
        ("Which events are on 2027-05-08?", "2027-05-08..2027-05-08"),
        ("Which events are in winter?", "--12-01..--02-29"),
        ("What is on this weekend?", "2026-05-09..2026-05-10"),
        ("What is on tomorrow?", "2026-05-05..2026-05-05"),
        ("Which events are this week?", "2026-05-04..2026-05-10"),
        ("Is anything on next month?", "2026-06-01..2026-06-30"),
        ("events next week", "2026-05-11..2026-05-17"),
        ("What is on Saturday?", "2026-05-09..2026-05-09"),
        ("How many events are in May?", "--05-01..--05-31"),
        ("What is on next weekend?", "2026-05-16..2026-05-17"),
        ("events in early May", "--05-01..--05-10"),
        ("anything in mid-June?", "--06-11..--06-20"),
        ("events at the end of May", "--05-21..--05-31"),
        ("events in late February 2027", "2027-02-21..2027-02-28"),
        ("What is on in the first week of May?", "--05-01..--05-07"),
        ("events on May 8 and 9", "--05-08..--05-08,--05-09..--05-09"),
        ("What is on May 8, 9 and 12, 2027?", "2027-05-08..2027-05-08,2027-05-09..2027-05-09,2027-05-12..2027-05-12"),
        ("What is on from June 3 to 5?", "--06-03..--06-05"),
        ("events between June 3 and 5", "--06-03..--06-05"),
    ],
)
def test_days_are_read(message: str, days: str) -> None:
    assert said(message) == days


@pytest.mark.parametrize(
    "message",
    [
        "Is the museum open in May?", "May I bring a dog?", "Which events cost less than 5 euros?", "What is on?",
        "What happens if I arrive late in winter?", "When are tickets for events in December sold?",
        "Can I change event tickets bought before May?", "Where do I buy tickets for the events in December?",
        "What can I see in the museum in winter?", "Is there anything on the roof in January?",
        "Are dogs allowed at the events in May?", "How do I get to the event on 8 May?",
        "Are there events with Haydn in May?", "Which events does Dr Mara Lindqvist give in May?",
        "events for dogs in May", "Which events in May are sold out?", "Which events are by April Jones?",
        "Which events are in the March Hall?", "Which events may be planned?", "Are all events in May free?",
        "summer events", "events for the winter",
    ],
)  # fmt: skip
def test_a_time_makes_no_list_of_a_question_about_something_else(message: str) -> None:
    assert said(message) == ""


@pytest.mark.parametrize(
    "message",
    [
        "events on 31 June", "events on May 45", "events on 29 February 2027", "events on 5/8/2027",
        "events on Saturdays", "events in the next 7 days", "events in the next two months", "events soon",
        "events at Easter", "events on the day after tomorrow", "events from May", "events after May and June",
        "events on May 8 and 45", "events not after May",
    ],
)  # fmt: skip
def test_what_is_not_read_is_no_filter_and_takes_that_of_before_away(message: str) -> None:
    assert said(message) == ""
    assert said(message, before=MAY) == ""


@pytest.mark.parametrize("message", ["Which events are not in May?", "events except in May", "not in May"])
def test_days_that_are_not_wanted_take_the_place_of_those_that_were(message: str) -> None:
    reading = DayReading(SPEC, frozenset({"kind"}), MONDAY_S)
    after = reading.read(message, MAY, 2, lambda _: MAY)
    assert after["not date"].value == "--05-01..--05-31"
    assert "date" not in after
    assert dict(reading.read("and in June?", after, 3, lambda _: after)).keys() == {"date"}


def test_what_depends_on_now_is_left_alone_without_it() -> None:
    assert said("events this weekend", None) == said("events after May", None) == ""
    assert said("events in May", None) == "--05-01..--05-31"


def test_the_end_of_the_calendar_is_no_error() -> None:
    last = datetime(9999, 12, 31, 12)
    times = ("next month", "tomorrow", "next year", "after today")
    assert [days_in(f"events {time}", last) for time in times] == [None] * 4


def test_another_month_goes_on_about_a_list() -> None:
    assert said("and in June?", before=MAY) == "--06-01..--06-30"
    assert said("What about 2028?", before=MAY) == "2028-01-01..2028-12-31"
    assert said("and in June?") == ""


@pytest.mark.parametrize(
    "message",
    ["any time", "How many events are there in total?", "Show all events", "What about other months?", "at any time"],
)
def test_any_day_takes_the_filter_away(message: str) -> None:
    assert said(message, before=MAY) == ""


@pytest.mark.parametrize("message", ["Is the museum open at any time?", "Which events are free?", "Are dogs allowed?"])
def test_a_filter_of_before_stays_where_no_other_days_are_asked_for(message: str) -> None:
    assert said(message, before=MAY, now=Slots({"price": Slot("<=0", "free", 2)})) == "--05-01..--05-31"


def test_a_kind_of_record_in_the_same_message_is_enough() -> None:
    assert said("concerts in June", now=Slots({"kind": Slot("concert", "concert", 2)})) == "--06-01..--06-30"


def test_goods_beside_a_calendar_have_no_days_and_take_the_filter_away() -> None:
    kurta = Slots({"kind": Slot("kurta", "kurta", 2)})
    assert said("kurtas in June", now=kurta) == said("cotton kurtas", before=MAY, now=kurta) == ""


def test_a_day_as_a_record_writes_it_may_be_a_stretch() -> None:
    fair = Document("f", "Fair", "", "record", {"date": "28 April 2027 - 3 May 2027"})
    leap = Document("l", "Leap", "", "record", {"date": "2028-02-29"})
    unknown = Document("u", "Unknown", "", "record", {"date": "to be announced"})
    assert satisfies(fair, {"date": said("events in May")})
    assert not satisfies(fair, {"date": said("events in June")})
    assert satisfies(leap, {"date": said("events in February")})
    assert not satisfies(unknown, {"date": said("events in May")})


@pytest.mark.parametrize("said", ["3-5 June", "3 - 5 June", "3–5 June", "3 to 5 June"])
def test_a_stretch_of_days_is_read_with_any_dash(said: str) -> None:
    found = days_in(f"events on {said}", None)
    assert found is not None
    assert [one.to_text() for one in found.stretches] == ["--06-03..--06-05"]


@pytest.mark.parametrize(
    "said",
    ["May 8, 4 people", "May 8, 9 people", "May 2, 8 please", "May 8 and 4 tables", "May 8 and 9 tickets",
     "May 8, 9 pm", "May 8 to 9 pm", "May 8, 4", "May 8 and 10 o'clock"],
)  # fmt: skip
def test_a_number_that_counts_something_is_no_day(said: str) -> None:
    found = days_in(f"a table on {said}", None)
    assert found is not None
    day = "--05-02" if "May 2" in said else "--05-08"
    assert [one.to_text() for one in found.stretches] == [f"{day}..{day}"]


@pytest.mark.parametrize(
    "message", ["In the end may I pay later?", "If I am late may I enter?", "The end may come soon"]
)
def test_a_verb_is_no_month_behind_the_end(message: str) -> None:
    assert days_in(message, None) is None


@pytest.mark.parametrize("said", ["end of may", "late may", "end May", "mid-may"])
def test_a_part_of_may_is_still_read(said: str) -> None:
    assert days_in(f"events {said}", None) is not None
