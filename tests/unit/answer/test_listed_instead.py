"""What is listed instead is a list, and of what the verb of the question says."""

from __future__ import annotations

import pytest

from limpet.answer.evidence import Evidence
from limpet.answer.listed_instead import listed_instead
from limpet.retrieval.document import Document, Hit
from limpet.retrieval.splitting import split

ACCEPTED = "We accept cash, Visa and RuPay cards."


def listed(question: str, *sentences: str) -> str:
    page = Document("page", "Page", " ".join(sentences))
    unit = listed_instead(Evidence(question, "", [Hit(split(page)[0], 1.0, cosine=0.5)], lambda _: page))
    return "" if unit is None else unit.plain


@pytest.mark.parametrize(
    "question", ["Do you accept cheques?", "Does the shop accept cheques?", "And does it accept gold?"]
)
def test_what_is_accepted_is_told(question: str) -> None:
    assert listed(question, ACCEPTED) == ACCEPTED


def test_a_phrase_before_a_comma_begins_no_list() -> None:
    sentence = "By default, the shop will accept your card and the voucher."
    assert listed("Does the shop accept cheques?", sentence) == ""
    assert listed("Does the shop accept cheques?", "However, we accept cash, Visa and RuPay cards.")


def test_a_thing_of_two_words_is_no_verb() -> None:
    assert listed("Does the test client need a server?", "The client has a name, a port and a host.") == ""
    assert listed("Does the test client need a server?", "We test doors, locks and keys.") == ""
