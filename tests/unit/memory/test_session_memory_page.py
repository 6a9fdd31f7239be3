"""The worked example of the documentation is what the program does."""

import doctest
from pathlib import Path


def test_the_worked_example_holds() -> None:
    page = Path(__file__).parents[3] / "docs" / "session-memory.md"
    outcome = doctest.testfile(str(page), module_relative=False, encoding="utf-8", report=True)
    assert outcome.attempted > 10
    assert outcome.failed == 0
