"""A question for what is required is answered where something is required."""

import pytest

from limpet.answer.obligation import asks_what_must_be, obliging_factor

ASKED = {"form": 1.0, "contain": 1.0}


@pytest.mark.parametrize(
    "message", ["What must a form contain?", "How do I require a form?", "Which form is required?"]
)
def test_what_requires_more_of_what_is_asked_gains_more(message: str) -> None:
    of_it = obliging_factor(message, "A form must contain a name.", ASKED)
    half = obliging_factor(message, "A form must be signed.", ASKED)
    assert of_it > half > 1.0
    assert obliging_factor(message, "Shoes must be clean.", ASKED) == 1.0
    assert obliging_factor(message, "A form may contain a name.", ASKED) == 1.0


@pytest.mark.parametrize("message", ["Do I have to fill in a form?", "Can a form contain it?", "Must I sign the form?"])
def test_whether_something_must_be_changes_nothing(message: str) -> None:
    assert not asks_what_must_be(message)
    assert obliging_factor(message, "A form must contain a name.", ASKED) == 1.0
