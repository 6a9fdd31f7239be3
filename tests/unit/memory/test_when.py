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
