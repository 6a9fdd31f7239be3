"""Only a sentence that affirms something of all places or days covers one that is not named."""

import pytest

from limpet.answer.covering_all import asked_of, covering
from limpet.retrieval.document import Fragment, Hit


def covers(question: str, text: str) -> bool:
    return any(covering([Hit(Fragment("a#1", "a", ("Page",), 0, len(text), text), 1.0)], asked_of(question)))


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Is the shop open on Sunday?", "The shop is open; card payments only."),
        ("Do you have a store in Pune?", "The store is across the road from the station."),
        ("Do you have a store in Pune?", "Our store ships to every town in India."),
        ("Do you deliver to Goa?", "We deliver by boat. We cannot deliver anywhere outside Jaipur."),
        ("Do you deliver to Goa?", "We do not deliver to all islands."),
        ("Do you deliver to Goa?", "We deliver to almost every town in India."),
        ("Do you deliver to Goa?", "We deliver to every town in India. To Goa it takes a boat."),
        ("Is the pool open on Sunday?", "The pool is open from 9 to 17 and to members only in July."),
        ("Is the pool open on Sunday?", "The pool is open every day except Sundays."),
        ("Is the pool open on Sunday?", "The pool is open every day. It is closed on Sunday."),
        ("Is the pool open on Saturday?", "The pool is open Monday to Friday."),
        ("Do you deliver to Canada?", "We deliver to every town in India."),
    ],
)
def test_bounds_denials_and_other_matters_cover_nothing(question: str, text: str) -> None:
    assert not covers(question, text)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Do you deliver to Goa?", "We ship to every pin code in India. We do not ship to other countries."),
        ("Do you deliver to Canada?", "We deliver worldwide."),
        ("Is the pool open on Sunday?", "The pool is open every day from 9 to 17. In May we are closed."),
        ("Are you closed on Monday?", "We are open seven days a week."),
        ("Do you deliver to Leeds?", "We deliver to every postcode in the UK. We do not deliver to other countries."),
        ("Do you deliver to Berlin?", "We deliver to every town in Europe."),
        ("Do you deliver to Pune?", "We deliver to every town, USB cables included."),
        ("Do you deliver to Chicago?", "We deliver to every zip code in the USA."),
    ],
)
def test_what_is_affirmed_of_all_covers_one(question: str, text: str) -> None:
    assert covers(question, text)


def test_a_city_of_another_country_gets_what_is_told_of_other_countries() -> None:
    text = "We deliver to every pin code in India. We do not deliver to other countries."
    told = [
        one
        for *_, one in covering(
            [Hit(Fragment("a#1", "a", ("Page",), 0, 9, text), 1.0)], asked_of("Do you deliver to London?")
        )
    ]
    assert told == ["We do not deliver to other countries."]
