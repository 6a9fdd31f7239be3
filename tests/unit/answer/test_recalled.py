"""How a turn of an earlier conversation is told."""

from __future__ import annotations

from datetime import UTC

from limpet.answer.recalled import recalled_answer
from limpet.memory.block import RememberedTurn
from limpet.memory.recall import RecalledTurn

LISTED = "- **Wrap Dress**: cotton [2]\n- **Kaftan**: one size [3] [?]"


def test_numbers_of_sources_that_an_earlier_answer_had_are_not_told_as_those_of_this_one() -> None:
    turn = RememberedTurn("1", "Any dresses?", LISTED, at_s=1_700_000_000.0)
    told = RecalledTurn(turn, "b", "s", "conversation", 1.0)
    line = recalled_answer([told], 1.0, UTC).text.splitlines()[-1]
    assert line == (
        "- On 14 November 2023 you said: “Any dresses?” I answered: **Wrap Dress**: cotton · **Kaftan**: one size"
    )
