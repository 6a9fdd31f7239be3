"""Where sentences begin and end."""

from __future__ import annotations

import pytest

from limpet.text.sentences import split_sentences


def sentences(text: str) -> list[str]:
    return [text[start:end] for start, end in split_sentences(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It costs Rs. 2,499.50. Cheap!", ["It costs Rs. 2,499.50.", "Cheap!"]),
        ("Use v1.2.3 now. Then stop.", ["Use v1.2.3 now.", "Then stop."]),
        ("See https://a.example/b.html?x=1. Next.", ["See https://a.example/b.html?x=1.", "Next."]),
        ("Edit conf.py, e.g. the title. Save.", ["Edit conf.py, e.g. the title.", "Save."]),
        ("J. R. Rao wrote it. He left.", ["J. R. Rao wrote it.", "He left."]),
        ("We open at 5 p.m. The shop is small.", ["We open at 5 p.m.", "The shop is small."]),
        ("See Fig. 3 and No. 5. Good.", ["See Fig. 3 and No. 5.", "Good."]),
        ("Wait... and see. Done.", ["Wait... and see.", "Done."]),
        ('"Stop!" he said. We did.', ['"Stop!" he said.', "We did."]),
        ("Call it once. request.url is a string.", ["Call it once.", "request.url is a string."]),
        ("これは本です。二つ目！終わり", ["これは本です。", "二つ目！", "終わり"]),
        ("Pay cash, card, etc. We accept all.", ["Pay cash, card, etc.", "We accept all."]),
        ("", []),
        (" \n\t ", []),
    ],
)
def test_a_sentence_ends_where_a_reader_would_say_so(text: str, expected: list[str]) -> None:
    assert sentences(text) == expected


def test_headings_and_list_items_are_units_of_their_own() -> None:
    text = "# Head\nOne line\nwrapped. Two.\n- item one\n- item two. More.\n1. First"
    expected = ["# Head", "One line\nwrapped.", "Two.", "- item one", "- item two.", "More.", "1. First"]
    assert sentences(text) == expected


def test_code_and_tables_are_never_cut() -> None:
    code = "```py\na = 1. \n\nB. C\n```"
    table = "| A. B | c |\n| --- | --- |\n| D. E | f |"
    assert sentences(f"Text.\n{code}\n{table}\nAfter.") == ["Text.", code, table, "After."]


def test_an_open_code_block_runs_to_the_end() -> None:
    assert sentences("A.\n```\nB. C. D.") == ["A.", "```\nB. C. D."]
