"""A list of events whose file name alone says that they are events."""

import asyncio

import pytest

from limpet.chat import Chat
from limpet.clock import FixedClock
from limpet.events import Answered
from limpet.retrieval.document import Document
from limpet.retrieval.reading_catalogue import catalogue_documents

EVENTS = """id,title,date,time,price,room,description
e1,Sundial workshop for children,2027-05-08,14:00,6,Workshop,Build a paper sundial and learn how shadows tell time
e2,Lecture: The longitude prize,2027-04-15,19:00,5,Lecture room,Dr Mara Lindqvist on the race for a seaworthy clock
e3,Night of the clocks,2027-06-19,20:00,15,Whole house,All tower clocks strike midnight together
e4,Watch repair course,2027-09-11,10:00,45,Workshop,Clean and oil a mechanical wristwatch
e5,Concert: Music for mechanical organ,2027-10-02,18:30,18,Hall,Works by Haydn and Mozart for flute clock
e6,Baby and parent tour,2027-05-20,10:30,0,First floor,A quiet tour with prams
"""
PARKING = "# Getting here\n\n## By car\n\nThere is no car park at the museum. The nearest garage is Fishmarket."


def asked(*messages: str) -> list[Answered]:
    async def run() -> list[Answered]:
        chat = Chat(clock=FixedClock(1_000.0))
        events = catalogue_documents(EVENTS, "events.csv", ".csv").documents
        await chat.add_documents([*events, Document("getting-here.md", "Getting here", PARKING)])
        return [await chat.answer(message) for message in messages]

    return asyncio.run(run())


def cited(answered: Answered) -> set[str]:
    return {one["document_id"].removeprefix("events.csv/") for one in answered.citations}


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        ("Which events cost less than 10 euros?", {"e1", "e2", "e6"}),
        ("Which events are in the workshop?", {"e1", "e4"}),
        ("Which events are in May?", {"e1", "e6"}),
        ("What is on between June and September?", {"e3", "e4"}),
        ("Is there an event on 15 April 2027?", {"e2"}),
        ("Which events in May are free or cost less than 5 euros?", {"e6"}),
    ],
)
def test_events_are_found_by_their_fields(message: str, wanted: set[str]) -> None:
    (answered,) = asked(message)
    assert cited(answered) == wanted
    assert "kind event" not in answered.text


def test_the_dearest_event_comes_first() -> None:
    (answered,) = asked("What is the dearest event?")
    assert answered.citations[0]["document_id"] == "events.csv/e4"


def test_filters_of_events_do_not_count_for_a_question_about_something_else() -> None:
    _, parking = asked("Which events cost less than 10 euros?", "Is there a car park?")
    assert cited(parking) == {"getting-here.md"}
    assert not [one for one in parking.understood or () if one["part"].startswith("slot:")]


def test_a_price_without_a_currency_is_called_a_price() -> None:
    (answered,) = asked("Which events cost less than 10 euros?")
    assert "**Lecture: The longitude prize**: price 5" in answered.text


def test_events_of_a_month_are_told_in_the_order_of_their_days_and_another_month_follows() -> None:
    may, june, count = asked("Which events are in May?", "And in June?", "How many events are in May?")
    assert may.citations[0]["document_id"] == "events.csv/e1"
    assert cited(june) == {"e3"}
    assert count.text.startswith("2 events in May:")


def test_undoing_a_month_leaves_the_kind_and_any_time_takes_the_month_away() -> None:
    async def run() -> list[Answered]:
        chat = Chat(clock=FixedClock(1_000.0))
        await chat.add_documents(catalogue_documents(EVENTS, "events.csv", ".csv").documents)
        await chat.answer("Which events are in May?", ask_id=1)
        (undone,) = [one async for one in chat.undo(1, "slot:date", ask_id=2) if isinstance(one, Answered)]
        await chat.answer("Which events are in May?")
        year = await chat.answer("What about 2027?")
        return [undone, year, await chat.answer("any time")]

    undone, year, any_time = asyncio.run(run())
    assert dict(undone.slots) == {"kind": "event"}
    assert dict(year.slots) == {"kind": "event", "date": "2027-01-01..2027-12-31"}
    assert dict(any_time.slots) == {"kind": "event"}


def test_two_months_leave_out_what_lies_between_them() -> None:
    (answered,) = asked("Which events are in May or October?")
    assert cited(answered) == {"e1", "e6", "e5"}


def test_a_catalogue_with_begin_and_end_has_no_single_day_to_filter_by() -> None:
    async def run() -> Answered:
        chat = Chat(clock=FixedClock(1_000.0))
        fairs = "id,title,start,end\nf1,Clock fair,2027-04-28,2027-06-02\nf2,Bell fair,2027-09-01,2027-09-09\n"
        await chat.add_documents(catalogue_documents(fairs, "fairs.csv", ".csv").documents)
        return await chat.answer("Which fairs are in May?")

    answered = asyncio.run(run())
    assert "Nothing fits" not in answered.text
    assert "fairs.csv/f1" in {one["document_id"] for one in answered.citations}


def test_a_day_to_be_announced_fits_no_month_and_switches_no_calendar_off() -> None:
    async def run() -> list[Answered]:
        chat = Chat(clock=FixedClock(1_000.0))
        events = EVENTS + "e9,Unplanned tour,to be announced,10:00,3,Hall,A surprise\n"
        await chat.add_documents(catalogue_documents(events, "events.csv", ".csv").documents)
        return [await chat.answer("Which events are in May?"), await chat.answer("Tell me about the unplanned tour")]

    may, tour = asyncio.run(run())
    assert cited(may) == {"e1", "e6"}
    assert cited(tour) == {"e9"}


def test_a_catalogue_whose_days_nobody_can_read_does_not_spoil_another() -> None:
    async def run() -> Answered:
        chat = Chat(clock=FixedClock(1_000.0))
        rows = "".join(f"w{n},Walk {n},{n}/5/2027\n" for n in range(1, 13))
        await chat.add_documents(catalogue_documents(EVENTS, "events.csv", ".csv").documents)
        await chat.add_documents(catalogue_documents(f"id,title,date\n{rows}", "walks.csv", ".csv").documents)
        return await chat.answer("Which events are in May?")

    assert cited(asyncio.run(run())) == {"e1", "e6"}


def test_a_month_is_no_filter_for_a_question_about_something_else() -> None:
    (parking,) = asked("Is there a car park at the museum in May?")
    assert cited(parking) == {"getting-here.md"}
