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
        "How many employees does the museum have?",
        "Which school did Adele Brinkmann go to?",
        "How heavy is the lighthouse model?",
        "What is the salary of the guards?",
        "What does a guard earn?",
        "Who designed the café?",
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
        "Is there a café?",
        "objects",
    ],
)
def test_a_fact_that_is_told_or_not_named_is_not_missed(question: str) -> None:
    assert not lacks_asked(question, FOUND)


def test_a_house_and_the_place_it_is_from_are_no_founder() -> None:
    about = [hit("Rangrez is a small house from Jaipur, founded in 2009. Call Rangrez from Monday to Friday.", "About")]
    assert lacks_asked("Who founded Rangrez?", about)


def test_without_hits_nothing_fails() -> None:
    assert lacks_asked("How heavy is it?", [])
    assert not lacks_asked("", [])


def test_a_maker_is_told_in_another_form_of_the_verb() -> None:
    licence = [hit("Tallybook is free software. Its first version was written by Ivo Marek in 2014.", "Licence")]
    assert not lacks_asked("Who wrote Tallybook?", licence)
