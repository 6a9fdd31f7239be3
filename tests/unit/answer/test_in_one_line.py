"""An earlier answer is told in one line, without marks that only make sense on lines of their own."""

from __future__ import annotations

import pytest

from limpet.answer.in_one_line import in_one_line
from limpet.answer.recalled import recalled_lines
from limpet.memory.block import RememberedTurn
from limpet.memory.recall import RecalledTurn


@pytest.mark.parametrize(
    ("markdown", "line"),
    [
        ("Linen dries fast. [1]\nSilk does not. [2]", "Linen dries fast. Silk does not."),
        ("- **Neem**: ₹999\n- **Tulsi**: ₹799", "**Neem**: ₹999 · **Tulsi**: ₹799"),
        ("Steps:\n\n1. Soak.\n2. Rinse.", "Steps: 1. Soak. 2. Rinse."),
        ("## Care\n\n> Wash cold - always. [?]", "Care Wash cold - always."),
        ("| | Silk | Wool |\n|---|:--|--:|\n| Price | 9 | 4 |", "Silk / Wool · Price: 9 / 4"),
        ("Do so:\n\n```python\na - b\n\n# c\n```\n\nDone.", "Do so: (code) Done."),
        ("found - **Neem**: ₹999", "found · **Neem**: ₹999"),
        ("well-known - and 2 * 3", "well-known - and 2 * 3"),
        ("| | Neem | Tulsi | | Price | ₹9 | ₹8 | | Sizes | S", "Neem · Tulsi · Price · ₹9 · ₹8 · Sizes · S"),
        ("", ""),
    ],
)
def test_an_answer_in_one_line(markdown: str, line: str) -> None:
    assert in_one_line(markdown) == line


def test_what_is_recalled_has_no_raw_marks_of_lists_or_code() -> None:
    table = "| a | b |\n| --- | --- |\n| c | d |"
    turn = RememberedTurn(
        "t1", "How do I start?", f"So: [1]\n\n- Install it.\n- Run it:\n\n```\nlimpet serve\n```\n\n{table}"
    )
    [line] = recalled_lines([RecalledTurn(turn, "b1", "s1", "conversation", 1.0)])
    assert line == "You said: “How do I start?” I answered: So: Install it. · Run it: · (code) · a: b · c: d"
