"""A fact that the best fragments lack is missed; one that they tell in other words or in its form is not."""

from __future__ import annotations

import pytest

from limpet.policy.asked_fact import lacks_asked
from limpet.retrieval.document import Fragment, Hit

HOUSE = (
    "The museum was opened in 1987 by Adele Brinkmann. It keeps 18,400 objects. The café serves soup and cake."
    " A ticket costs €12. The lighthouse model is 40 cm high."
)
ROOMS = "- Cargo hall\n- Roof terrace\n- Library"


def hit(text: str, heading: str) -> Hit:
    return Hit(Fragment(f"{heading}#1", heading, (heading,), 0, len(text), text), 1.0)


FOUND = [hit(HOUSE, "The house"), hit(ROOMS, "Our rooms")]


@pytest.mark.parametrize(
    "question",
    [
        "How heavy is the lighthouse model?",
        "How much does the lighthouse model weigh?",
        "Who designed the café?",
        "Is there parking at the museum?",
        "Which courier company do you use?",
        "How fast is the lift?",
    ],
)
def test_a_fact_that_is_not_told_is_missed(question: str) -> None:
    assert lacks_asked(question, FOUND)


@pytest.mark.parametrize(
    "question",
    [
        "How many objects does the museum keep?",
        "How many rooms are there?",
        "How many people visit the museum?",
        "How old is the museum?",
        "How high is the lighthouse model?",
        "What does a ticket cost?",
        "Who founded the museum?",
        "What is on the roof?",
        "Which school did Adele Brinkmann go to?",
        "What does a guard earn?",
        "How many employees does the museum have?",
        "Is there a café?",
        "Is there a café in the museum?",
        "Is there parking?",
        "objects",
    ],
)
def test_a_fact_that_is_told_or_not_named_is_not_missed(question: str) -> None:
    assert not lacks_asked(question, FOUND)


def test_a_house_and_the_place_it_is_from_are_no_founder() -> None:
    about = [hit("Rangrez is a small house from Jaipur, founded in 2009. Call Rangrez from Monday to Friday.", "About")]
    assert lacks_asked("Who founded Rangrez?", about)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("What does a day ticket cost?", "A day ticket: adults Rs. 500, students Rs. 250."),
        ("What does a guided tour cost?", "A guided tour: CHF 20."),
        ("What does the boat trip cost?", "The boat trip: 150 kr for everyone."),
        ("How much does the audio guide cost?", "The audio guide comes to PLN 15."),
        ("What is the price of tea?", "Tea is two euros fifty."),
        ("How tall is the tower?", "The tower stands a hundred metres above the river."),
        ("How fast is the boat?", "The boat travels at 12 knots."),
        ("How fast is the crossing?", "A crossing goes by in a quarter of an hour."),
        ("How heavy is the bell?", "The bell: five tonnes of bronze."),
        ("How old is the fort?", "The fort was begun in the 12th century."),
        ("How old must my child be?", "Children from ten may join."),
        ("Who is the architect of the fort?", "The architect of the fort was MARTIN GROPE."),
        ("Who is the director of the museum?", "The director of the museum is de Vries."),
        ("Who built the oven?", "The oven weighs 4 tonnes. It was built by the mason Tiago Reis."),
        ("Who founded the bakery?", "Bertha founded the bakery."),
        ("Which company delivers the parcels?", "Parcels are carried by PostNord."),
        ("How many worshippers fit in the chapel?", "The chapel holds two hundred."),
        ("How many spaces are there?", "There is room for 12 cars behind the pier."),
        ("Which payment methods are accepted?", "We take Visa and cash."),
        ("Which versions are supported?", "It needs Python 3.11 or newer."),
        ("What arguments does StaticFiles take?", "`StaticFiles(directory=None, html=False)`"),
        ("Is there a car park?", "You can leave the car behind the pier."),
    ],
)
def test_however_a_fact_is_told_it_is_not_missed(question: str, text: str) -> None:
    assert not lacks_asked(question, [hit(text, "The house")])


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("How tall is Mette Holm?", "Ring us at 0555 1234. The head of the shop is Mette Holm."),
        ("Which bank do you use?", "Closed on bank holidays. Sunday 7:00-12:00."),
        ("What is the price of the rye bread?", "We use rye from Miller Olsen. The starter is 22 years old."),
        ("What is the weight of the almond cake?", "The almond cake contains nuts and eggs."),
        ("Who made the shoe?", "The shoe is black with a soft sole."),
        ("How many users does it have?", "It was released in 2019 and is open daily from 10:30."),
    ],
)
def test_a_form_that_is_nowhere_is_missed(question: str, text: str) -> None:
    assert lacks_asked(question, [hit(text, "The house")])


def test_who_leads_an_event_is_told_in_its_record() -> None:
    told = "Date: 2027-04-15\nPrice: 5\nDr Mara Lindqvist on the race for a clock."
    record = hit(told, "Lecture: The longitude prize")
    assert not lacks_asked("Who leads the longitude lecture?", [record])


def test_without_hits_nothing_fails() -> None:
    assert lacks_asked("How heavy is it?", [])
    assert not lacks_asked("", [])


def test_a_maker_is_told_in_another_form_of_the_verb() -> None:
    licence = [hit("Tallybook is free software. Its first version was written by Ivo Marek in 2014.", "Licence")]
    assert not lacks_asked("Who wrote Tallybook?", licence)
