"""What wording clears memory, and what only looks like it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from limpet.memory.clearing import clears

SENTENCES = json.loads((Path(__file__).parents[2] / "data/clearing.json").read_text("utf-8"))


@pytest.mark.parametrize(
    ("clearing", "sentence"), [(clearing, sentence) for clearing, some in SENTENCES.items() for sentence in some]
)
def test_a_sentence_clears_what_it_says(clearing: str, sentence: str) -> None:
    """Each sentence of the table clears nothing, the topic or everything."""
    assert clears(sentence) == clearing


def test_the_table_is_large_on_both_sides() -> None:
    """At least sixty sentences that clear something and sixty that clear nothing."""
    assert len(SENTENCES["everything"]) + len(SENTENCES["topic"]) >= 60
    assert len(SENTENCES["nothing"]) >= 60


def test_the_words_that_mislead_stand_in_many_sentences_of_both_sides() -> None:
    """Sixty sentences that act hold "actually", "instead", "never mind" or "forget", and sixty that do not."""
    words = ("actually", "instead", "never mind", "nevermind", "forget", "changed my mind", "something else")
    acting = SENTENCES["everything"] + SENTENCES["topic"]
    assert sum(any(word in one.lower() for word in words) for one in acting) >= 60
    assert sum(any(word in one.lower() for word in words) for one in SENTENCES["nothing"]) >= 60


@pytest.mark.parametrize("sentence", SENTENCES["everything"] + SENTENCES["topic"])
def test_a_question_about_the_words_clears_nothing(sentence: str) -> None:
    """Quoting the words inside a question is no command."""
    assert clears(f"What does the button '{sentence}' do on this page when I press it twice?") == "nothing"
