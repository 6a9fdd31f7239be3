"""Time in questions, seen from Wednesday 18 March 2026, 15:00 UTC."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest

from limpet.memory.when import tells_time, time_cue

NOW = datetime(2026, 3, 18, 15, tzinfo=UTC)


def stretch(text: str) -> tuple[str, str]:
    """The only stretch that *text* names, as two days (the second exclusive)."""
    (span,) = time_cue(text, NOW.timestamp(), UTC).spans
    return tuple(f"{datetime.fromtimestamp(at, UTC):%Y-%m-%d}" for at in (span.start_s, span.end_s))  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("What did I ask yesterday?", "2026-03-17", "2026-03-18"),
        ("What did I ask the day before yesterday?", "2026-03-16", "2026-03-17"),
        ("What did we discuss last week?", "2026-03-09", "2026-03-16"),
        ("anything from this week", "2026-03-16", "2026-03-23"),
        ("shoes I bought 6 months ago", "2025-09-01", "2025-10-01"),
        ("two weeks ago", "2026-03-01", "2026-03-08"),
        ("what I said a month ago", "2026-02-01", "2026-03-01"),
        ("What did I order in March?", "2026-03-01", "2026-04-01"),
        ("What did I order in May?", "2025-05-01", "2025-06-01"),
        ("in March 2024", "2024-03-01", "2024-04-01"),
        ("on 3 March", "2026-03-03", "2026-03-04"),
        ("on March 3rd, 2025", "2025-03-03", "2025-03-04"),
        ("on 2025-12-24", "2025-12-24", "2025-12-25"),
        ("What did we do on Monday?", "2026-03-16", "2026-03-17"),
        ("last weekend", "2026-03-14", "2026-03-16"),
        ("the router issue from spring", "2026-03-01", "2026-06-01"),
        ("last month", "2026-02-01", "2026-03-01"),
        ("last year", "2025-01-01", "2026-01-01"),
        ("in the last 10 days... or rather the past 10 days", "2026-03-08", "2026-03-19"),
    ],
)
def test_an_expression_becomes_its_stretch_of_the_calendar(text: str, start: str, end: str) -> None:
    if text.startswith("in the last 10"):
        assert time_cue(text, NOW.timestamp(), UTC).spans[0].start_s == datetime(2026, 3, 8, tzinfo=UTC).timestamp()
        return
    assert stretch(text) == (start, end)


def test_before_and_after_open_a_stretch_on_one_side() -> None:
    (before,) = time_cue("what did I use before March 2025?", NOW.timestamp(), UTC).spans
    (since,) = time_cue("what did I ask since last week?", NOW.timestamp(), UTC).spans
    assert (before.start_s, before.end_s) == (0.0, datetime(2025, 3, 1, tzinfo=UTC).timestamp())
    assert since.start_s == datetime(2026, 3, 9, tzinfo=UTC).timestamp()
    assert since.end_s > NOW.timestamp()


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("What did we discuss between March and September?", "2025-03-01", "2025-10-01"),
        ("What did I buy from June to August?", "2025-06-01", "2025-09-01"),
        ("from November to February", "2025-11-01", "2026-03-01"),
        ("between December and January", "2025-12-01", "2026-02-01"),
        ("from June to August 2024", "2024-06-01", "2024-09-01"),
        ("from June 2024 to August", "2024-06-01", "2024-09-01"),
        ("from December 2024 until January", "2024-12-01", "2025-02-01"),
        ("from early June to the end of August", "2025-06-01", "2025-09-01"),
        ("in March-May", "2025-03-01", "2025-06-01"),
        ("June through August", "2025-06-01", "2025-09-01"),
        ("between 2023 and 2025", "2023-01-01", "2026-01-01"),
        ("from 2023 until 2024", "2023-01-01", "2025-01-01"),
        ("from the beginning of 2024 to the end of 2025", "2024-01-01", "2026-01-01"),
        ("between 3 and 10 March", "2026-03-03", "2026-03-11"),
        ("between the 3rd and the 10th of March 2025", "2025-03-03", "2025-03-11"),
        ("from March 3 to 10", "2026-03-03", "2026-03-11"),
        ("March 3-10, 2025", "2025-03-03", "2025-03-11"),
        ("3\u201310 March", "2026-03-03", "2026-03-11"),
        ("between 3 March and 2 April 2025", "2025-03-03", "2025-04-03"),
        ("from 3 May 2024 to 10 June", "2024-05-03", "2024-06-11"),
        ("from 2025-01-03 to 2025-02-04", "2025-01-03", "2025-02-05"),
        ("from Monday to Thursday", "2026-03-09", "2026-03-13"),
        ("between Friday and Monday", "2026-03-13", "2026-03-17"),
        ("between Monday and today", "2026-03-16", "2026-03-19"),
        ("from March till now", "2026-03-01", "2026-03-19"),
        ("between May 2024 and now", "2024-05-01", "2026-03-19"),
        ("from last week to yesterday", "2026-03-09", "2026-03-18"),
        ("between yesterday and last week", "2026-03-09", "2026-03-18"),
        ("between three and five weeks ago", "2026-02-08", "2026-03-01"),
        ("two to three months ago", "2025-12-01", "2026-02-01"),
        ("between last summer and Christmas", "2025-06-01", "2025-12-26"),
        ("between Christmas and New Year", "2025-12-25", "2026-01-02"),
        ("after March and before June", "2025-04-01", "2025-06-01"),
        ("after 2020 but before 2024", "2021-01-01", "2024-01-01"),
        ("since March until June", "2025-03-01", "2025-07-01"),
        ("in the summer of 2024", "2024-06-01", "2024-09-01"),
        ("the week before last", "2026-03-02", "2026-03-09"),
        ("on 25 March", "2025-03-25", "2025-03-26"),
        ("What did I use as of May 2025?", "2025-05-01", "2025-06-01"),
        ("What had I read by May 2025?", "2025-05-01", "2025-06-01"),
    ],
)
def test_a_range_goes_from_its_first_end_to_its_last(text: str, start: str, end: str) -> None:
    assert stretch(text) == (start, end)


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("What have I said since May?", "2025-05-01", None),
        ("since the end of March", "2026-03-01", None),
        ("since Monday", "2026-03-16", None),
        ("since 2024", "2024-01-01", None),
        ("since last summer", "2025-06-01", None),
        ("since yesterday", "2026-03-17", None),
        ("since three weeks ago", "2026-02-22", None),
        ("since 2024-05-03", "2024-05-03", None),
        ("starting in May", "2025-05-01", None),
        ("from May onwards", "2025-05-01", None),
        ("from January 2025 on", "2025-01-01", None),
        ("in March 2025 or later", "2025-03-01", None),
        ("after 2023", "2024-01-01", None),
        ("after Christmas", "2025-12-26", None),
        ("What did I like before Christmas 2024?", None, "2024-12-25"),
        ("before the 3rd of March", None, "2026-03-03"),
        ("before 2024", None, "2024-01-01"),
        ("before last week", None, "2026-03-09"),
        ("before Monday", None, "2026-03-16"),
        ("until May", None, "2025-06-01"),
        ("until last summer", None, "2025-09-01"),
        ("up to March 2025", None, "2025-04-01"),
        ("March 2025 or earlier", None, "2025-04-01"),
    ],
)
def test_a_range_with_one_end_is_open_on_the_other(text: str, start: str | None, end: str | None) -> None:
    (span,) = time_cue(text, NOW.timestamp(), UTC).spans
    begins = None if span.start_s <= 0 else f"{datetime.fromtimestamp(span.start_s, UTC):%Y-%m-%d}"
    ends = None if span.end_s > 2e11 else f"{datetime.fromtimestamp(span.end_s, UTC):%Y-%m-%d}"
    assert (begins, ends) == (start, end)


def test_several_names_are_several_stretches() -> None:
    spans = time_cue("What did I order in March, April or May?", NOW.timestamp(), UTC).spans
    assert [datetime.fromtimestamp(span.start_s, UTC).month for span in spans] == [3, 4, 5]


def test_a_range_without_a_year_is_meant_in_any_year_and_one_with_a_year_in_that() -> None:
    (any_year,) = time_cue("from June to August", NOW.timestamp(), UTC).spans
    (one_year,) = time_cue("from June to August 2024", NOW.timestamp(), UTC).spans
    assert (any_year.recurs, one_year.recurs) == (True, False)


@pytest.mark.parametrize(
    "text",
    [
        "from the router to the wall", "between the two of us", "from 3 to 10 people", "between and and", "since",
        "from 2 to 3 years of age", "before", "up to 12", "may I go from here to there?", "between 5 and 6",
        "the colours of autumn",
    ],
)  # fmt: skip
def test_ranges_of_other_things_name_no_time(text: str) -> None:
    assert time_cue(text, NOW.timestamp(), UTC).spans == ()


@pytest.mark.parametrize(
    "text", ["from march to " * 500, "1-2 " * 2000, "last " * 1500, "in march, " * 700, "between the end of the " * 300]
)
def test_a_text_made_to_be_slow_names_few_stretches(text: str) -> None:
    assert len(time_cue(text, NOW.timestamp(), UTC).spans) <= 64


def test_a_day_begins_where_the_visitor_lives() -> None:
    """At 20:00 UTC it is already tomorrow in India, so that yesterday is another day."""
    india = timezone(timedelta(hours=5, minutes=30))
    evening = datetime(2026, 3, 18, 20, tzinfo=UTC).timestamp()
    (here,), (there,) = time_cue("yesterday", evening, UTC).spans, time_cue("yesterday", evening, india).spans
    assert there.start_s - here.start_s == pytest.approx(18.5 * 3600)


def test_the_first_time_starts_the_walk_at_the_oldest() -> None:
    assert time_cue("What did I ask the first time we talked?", NOW.timestamp(), UTC).walk == "oldest"
    assert time_cue("What did I ask?", NOW.timestamp(), UTC).walk == "newest"


@pytest.mark.parametrize(
    "text", ["may I ask something?", "the march of progress", "second hand", "", "🙂", "31 February"]
)
def test_words_that_only_look_like_dates_name_no_time(text: str) -> None:
    assert time_cue(text, NOW.timestamp(), UTC).spans == ()


@pytest.mark.parametrize("text", ["10000 years ago", "9999 weeks ago", "in 1900", "on 9999-12-31", "99999999 days ago"])
def test_absurd_times_do_not_fail(text: str) -> None:
    assert isinstance(time_cue(text, NOW.timestamp(), UTC).spans, tuple)


def test_a_clock_set_to_the_beginning_does_not_fail() -> None:
    assert time_cue("last week", 0.0, UTC).spans[0].end_s <= 0.0


def test_an_unknown_language_names_no_time() -> None:
    assert time_cue("yesterday", NOW.timestamp(), UTC, language="xx").spans == ()


def test_a_question_about_earlier_talk_is_known_from_one_about_things() -> None:
    assert time_cue("similar to the ones I bought last time", NOW.timestamp(), UTC).is_about_talks
    assert time_cue("what did I already learn about algebra?", NOW.timestamp(), UTC).is_about_talks
    assert not time_cue("How big is the tent?", NOW.timestamp(), UTC).is_about_talks


def test_turns_that_tell_a_time_are_found() -> None:
    assert tells_time("We went there two weeks ago.")
    assert not tells_time("It is blue.")
