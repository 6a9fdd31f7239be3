"""Turns of earlier sessions as a message gives them: what is taken and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from limpet.errors import WireError
from limpet.limits import Limits
from limpet.memory.given_turns import given_turns

GOOD = {"id": "t1", "message": "I wear size L."}


@pytest.mark.parametrize(
    ("turns", "named"),
    [
        (["text"], "Turn 0"),
        ([{"message": "no id"}], '"id"'),
        ([{"id": True, "message": "x"}], '"id"'),
        ([{"id": "x" * 500, "message": "x"}], '"id"'),
        ([{"id": "t1"}], '"message"'),
        ([GOOD, {"id": "t2", "message": None}], "Turn 1"),
        ([GOOD, {"id": "t1", "message": "again"}], '"t1" stands twice'),
        ([{"id": "t1", "message": 5}], '"message" of turn 0'),
        ([{"id": "t1", "message": "x", "answer": ["a"]}], '"answer" of turn 0'),
        ([{"id": "t1", "message": "x", "at": "yesterday"}], '"at" of turn 0'),
        ([{"id": "t1", "message": "x", "keywords": "tea"}], '"keywords" of turn 0'),
    ],
)
def test_what_is_no_turn_is_refused_and_named(turns: list[Any], named: str) -> None:
    with pytest.raises(WireError) as error:
        given_turns(turns, Limits(), 0.0)
    assert error.value.code == "wrong-turn"
    assert named in error.value.detail


def test_a_message_or_an_answer_is_enough_and_long_ones_are_refused() -> None:
    assert [turn.message for turn in given_turns([GOOD, {"id": 2, "answer": "Noted."}], Limits(), 0.0)] == [
        "I wear size L.",
        "",
    ]
    with pytest.raises(WireError) as error:
        given_turns([{"id": "t1", "message": "x" * 1_000_000}], Limits(), 0.0)
    assert error.value.code == "message-too-long"
