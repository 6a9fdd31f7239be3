"""Days and stretches of days as records write them."""

from __future__ import annotations

import pytest

from limpet.text.calendar_text import days_of


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("8–9 May 2026", "2026-05-08", "2026-05-09"),
        ("8-10 May 2026", "2026-05-08", "2026-05-10"),
        ("May 8-10, 2026", "2026-05-08", "2026-05-10"),
        ("8 May – 9 June 2026", "2026-05-08", "2026-06-09"),
        ("30 December to 2 January 2027", "2026-12-30", "2027-01-02"),
        ("2026-05-08 to 2026-05-09", "2026-05-08", "2026-05-09"),
    ],
)
def test_a_stretch_whose_first_day_leaves_month_or_year_to_the_last(text: str, first: str, last: str) -> None:
    found = days_of(text)
    assert found is not None
    assert (found.first.isoformat(), found.last.isoformat()) == (first, last)


@pytest.mark.parametrize(
    "text", ["10-8 May 2026", "31-32 May 2026", "every Sunday in 2026", "8-9 Smarch 2026", "room 8-10"]
)
def test_what_is_no_stretch(text: str) -> None:
    assert days_of(text) is None
