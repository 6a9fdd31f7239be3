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
    assert count.text.startswith("2 fit event · May")


def test_a_month_is_no_filter_for_a_question_about_something_else() -> None:
    (parking,) = asked("Is there a car park at the museum in May?")
    assert cited(parking) == {"getting-here.md"}
