"""Every way to engage, as people type it."""

import json
from pathlib import Path

import pytest

from limpet.memory.engagement import ENGAGEMENTS, engagement_of, trend_of

ANSWER = "The linen shirt costs 1,800 rupees and comes in four sizes. It can be returned within 30 days."

ROWS = json.loads((Path(__file__).parents[2] / "data" / "engagement_messages.json").read_text("utf-8"))


@pytest.mark.parametrize(("message", "expected"), [(text, kind) for kind, texts in ROWS.items() for text in texts])
def test_a_typed_message_has_its_class(message: str, expected: str) -> None:
    assert engagement_of(message, ANSWER) == expected


def test_the_table_covers_every_class() -> None:
    assert set(ROWS) == set(ENGAGEMENTS)
    assert sum(map(len, ROWS.values())) >= 80


def test_the_first_question_opens_a_topic() -> None:
    assert engagement_of("Why is linen so cool in summer?") == "new_topic"
    assert engagement_of("Do you have any cotton kurtas under ₹2,000?") == "new_topic"


def test_yes_to_a_question_of_the_bot_goes_on_with_it_and_no_declines() -> None:
    assert engagement_of("yes please", "Shall I show the silk sarees?") == "deepening"
    assert engagement_of("no", "Shall I show the silk sarees?") == "redirecting"


def test_no_to_a_negative_statement_agrees() -> None:
    assert engagement_of("no", "We do not ship to Antarctica.") == "acknowledging"


def test_what_is_known_of_the_follow_up_decides_when_wording_does_not() -> None:
    message = "kurtas for a wedding in the hills"
    assert engagement_of(message, ANSWER, is_follow_up=False) == "new_topic"
    assert engagement_of(message, ANSWER, is_follow_up=True) == "deepening"


@pytest.mark.parametrize(
    "message", ["", " ", "\u200d", "\ud800", "a" * 100_000, "(" * 5_000, "no " * 20_000, "مرحبا", "ok " * 400]
)
def test_any_text_has_a_class(message: str) -> None:
    assert engagement_of(message, ANSWER) in ENGAGEMENTS


def test_the_trend_needs_more_than_one_message_and_a_majority() -> None:
    assert trend_of(["deepening"]) == "neutral"
    assert trend_of(["deepening", "clarifying", "new_topic"]) == "deepening"
    assert trend_of(["new_topic", "new_topic", "acknowledging", "deepening"]) == "broadening"
    assert trend_of(["acknowledging"] * 5) == "neutral"
