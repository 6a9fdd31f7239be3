"""Stretches with two ends or one: "between March and September", "from 3 to 10 May", "since May", "before 2024"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from functools import lru_cache
from itertools import islice
from typing import Final, NamedTuple

from limpet.memory.calendar_range import DAY_S, EVER_S, Precision, TimeSpan
from limpet.memory.time_stretch import Stretch, any_of, may_begin, seen_from, stretch_at, stretches
from limpet.memory.time_words import TIME_WORDS, TimeWords

_MOST_CHARS: Final = 32
"""Characters that are looked at before an expression."""
_LENGTHS: Final[tuple[tuple[float, Precision], ...]] = (
    (1.5, "day"), (15.0, "week"), (46.0, "month"), (160.0, "season"), (400.0, "year"),
)  # fmt: skip
"""Days up to which a range says as much as a stretch of that kind."""
_SHORT: Final = 3
_MOST: Final = 16
"""Stretches of each kind that are read of one text; nobody asks about more."""
_YEAR: Final = timedelta(days=364)


class Range(NamedTuple):
    """A stretch with the place of all words that name it."""

    start: int
    end: int
    span: TimeSpan


class _Forms(NamedTuple):
    """Expressions of one language."""

    opening: re.Pattern[str]
    opened: re.Pattern[str]
    both: re.Pattern[str]
    open_both: re.Pattern[str]
    to: re.Pattern[str]
    about: re.Pattern[str]
    number: re.Pattern[str]
    day: re.Pattern[str]
    ahead: re.Pattern[str]
    onwards: re.Pattern[str]
    backwards: re.Pattern[str]
    also: re.Pattern[str]


def ranges(text: str, now: datetime, words: TimeWords) -> list[Range]:
    """All stretches that *text* (lower case) names: those with two ends, with one, and single expressions."""
    found = list(islice(_closed(text, now, words), _MOST))
    unopened = islice(_unopened(text, now, words), _MOST)
    found += [one for one in unopened if not any(_touch(one, other) for other in found)]
    for one in islice(stretches(text, now, words, [(start, end) for start, end, _ in found]), _MOST):
        opened = _opened(text, one, now, words)
        found += [opened, *_others(text, one, now, words)] if opened.span is one.span else [opened]
    return found


def _touch(one: Range, other: Range) -> bool:
    return one.start < other.end and other.start < one.end


def _closed(text: str, now: datetime, words: TimeWords) -> Iterator[Range]:
    """Ranges with two ends."""
    forms = _forms(id(words))
    done = 0
    for match in forms.opening.finditer(text):
        if match.start() < done:
            continue
        joins = forms.both if match["between"] else forms.open_both if match["open"] else forms.to
        found = _ends(text, match.end(), joins, now, words)
        if found is not None:
            first, last, done = found
            span = _joined(first, last, now, words, is_inside=match["after"] is not None)
            yield Range(match.start(), done, span)


def _unopened(text: str, now: datetime, words: TimeWords) -> Iterator[Range]:
    """Ranges that nothing begins, such as "March to May" and "3-10 March"; a number alone is no year then."""
    forms = _forms(id(words))
    done = 0
    for match in may_begin(words).finditer(text):
        place = match.start()
        found = _ends(text, place, forms.to, now, words) if place >= done else None
        if found is None or found[0].text.isdecimal() or forms.opened.search(text[max(0, place - _MOST_CHARS) : place]):
            continue
        first, last, done = found
        yield Range(place, done, _joined(first, last, now, words))


def _ends(
    text: str, place: int, joins: re.Pattern[str], now: datetime, words: TimeWords
) -> tuple[Stretch, Stretch, int] | None:
    """Both ends of a range that begins at *place*, and the place after it; a part that one lacks is the other's."""
    forms = _forms(id(words))
    first = _end_at(text, place, now, words)
    number = forms.number.match(text, forms.about.match(text, place).end())  # type: ignore[union-attr]
    if first is not None and (join := joins.match(text, first.end)):
        last = _end_at(text, join.end(), now, words)
        if last is not None:
            return first, last, last.end
        more = forms.day.match(text, forms.about.match(text, join.end()).end())  # type: ignore[union-attr]
        return _of_same_month(first, more, now, words) if more else None
    if number is not None and (join := joins.match(text, number.end())):
        last = _end_at(text, join.end(), now, words)
        if last is not None and (same := forms.ahead.match(last.text)):
            first = stretch_at(number["n"] + last.text[same.end() :], 0, now, words)
            return None if first is None else (first, last, last.end)
    return None


def _of_same_month(
    first: Stretch, more: re.Match[str], now: datetime, words: TimeWords
) -> tuple[Stretch, Stretch, int] | None:
    """The ends of "March 3 to 10, 2025": the second day is of the first one's month."""
    day = re.search(r"(?<!\d)\d{1,2}(?!\d)", first.text)
    if day is None or first.span.precision != "day":
        return None
    year = f" {more['year']}" if more["year"] else ""
    begins = stretch_at(first.text + ("" if re.search(r"\d{4}", first.text) else year), 0, now, words)
    ends = stretch_at(first.text[: day.start()] + more["day"] + first.text[day.end() :] + year, 0, now, words)
    return None if begins is None or ends is None else (begins, ends, more.end())


def _end_at(text: str, place: int, now: datetime, words: TimeWords) -> Stretch | None:
    """The expression at *place*, after words that do not change it."""
    forms = _forms(id(words))
    for _ in range(4):
        found = stretch_at(text, place, now, words)
        if found is not None:
            return found
        about = forms.about.match(text, place)
        if about is None or about.end() <= place:
            return None
        place = about.end() if stretch_at(text, about.end(), now, words) else place + len(about[0].split()[0]) + 1
    return None


def _joined(first: Stretch, last: Stretch, now: datetime, words: TimeWords, *, is_inside: bool = False) -> TimeSpan:
    """
    From the begin of one to the end of the other, or what lies between them when *is_inside*; the year or week that
    one lacks is the nearest that fits.
    """
    begins, ends = first.span, last.span
    if begins.recurs or first.text in words.weekdays:
        begins = seen_from(first, datetime.fromtimestamp(ends.start_s, now.tzinfo), words) or begins
    elif ends.recurs:
        ends = _first_from(last, datetime.fromtimestamp(begins.start_s, now.tzinfo), words) or ends
    if ends.start_s < begins.start_s:
        begins, ends = ends, begins
    start_s, end_s = begins.start_s, ends.end_s
    if is_inside and begins.end_s < ends.start_s:
        start_s, end_s = begins.end_s, ends.start_s
    days = (end_s - start_s) / DAY_S
    precision: Precision = next((kind for most, kind in _LENGTHS if days <= most), "open")
    return TimeSpan(start_s, end_s, precision, recurs=begins.recurs and ends.recurs)


def _first_from(stretch: Stretch, moment: datetime, words: TimeWords) -> TimeSpan | None:
    """What a name without a year means when it comes after *moment*."""
    found = seen_from(stretch, moment, words)
    if found is not None and found.end_s > moment.timestamp():
        return found
    return seen_from(stretch, moment + _YEAR, words)


def _others(text: str, one: Stretch, now: datetime, words: TimeWords) -> Iterator[Range]:
    """More names after *one*: "in March, April and May"."""
    forms, place = _forms(id(words)), one.end
    while one.rule.is_named and (also := forms.also.match(text, place)):
        found = stretch_at(text, also.end(), now, words)
        if found is None or not found.rule.is_named or _is_verb(text, found):
            return
        place = found.end
        yield Range(also.end(), place, found.span)


def _is_verb(text: str, found: Stretch) -> bool:
    """A short name that goes on as a sentence does: "in March and may I ..."."""
    return len(found.text) <= _SHORT and re.match(r" \w", text[found.end : found.end + 2]) is not None


def _opened(text: str, one: Stretch, now: datetime, words: TimeWords) -> Range:
    """*one*, or all before or after it when a word beside it says so."""
    forms = _forms(id(words))
    edge = seen_from(one, now, words) or one.span
    onwards, backwards = forms.onwards.match(text, one.end), forms.backwards.match(text, one.end)
    if onwards and _end_at(text, onwards.end() + 1, now, words) is None:
        return Range(one.start, onwards.end(), TimeSpan(edge.start_s, EVER_S, "open"))
    if backwards and _end_at(text, backwards.end() + 1, now, words) is None:
        return Range(one.start, backwards.end(), TimeSpan(0.0, edge.end_s, "open"))
    from_ = max(0, one.start - _MOST_CHARS)
    word = _beside(id(words)).search(text[from_ : one.start])
    if word is None:
        return Range(one.start, one.end, one.span)
    place = from_ + word.start()
    if word["since"] or word["after"]:
        return Range(place, one.end, TimeSpan(edge.start_s if word["since"] else edge.end_s, EVER_S, "open"))
    return Range(place, one.end, TimeSpan(0.0, edge.end_s if word["until"] else edge.start_s, "open"))


@lru_cache(maxsize=4)
def _forms(language_words: int) -> _Forms:
    words = _words(language_words)
    number = any_of(words.numbers)
    opening = rf"\b(?:(?P<between>{words.between})|(?P<open>(?P<after>{words.after})|{words.since})|{words.from_})\s+"
    return _Forms(
        opening=re.compile(opening),
        opened=re.compile(opening + "$"),
        open_both=re.compile(rf"\s*(?:{words.but}(?:{words.before}|{words.until})|{words.to})\s+"),
        both=re.compile(rf"\s+(?:{words.both})\s+"),
        to=re.compile(rf"\s+(?:{words.to})\s+|\s?[-\u2013\u2014]\s?"),
        about=re.compile(rf"(?:(?:{words.about})[\s-]+){{0,4}}"),
        number=re.compile(rf"(?P<n>\d{{1,3}}|{number})(?:st|nd|rd|th)?\b"),
        day=re.compile(r"(?P<day>\d{1,2})(?:st|nd|rd|th)?\b(?:,? (?P<year>\d{4})\b)?"),
        ahead=re.compile(rf"(?:\d{{1,3}}|{number})(?:st|nd|rd|th)?\b"),
        onwards=re.compile(rf",?\s+(?:{words.onwards})\b|\s+on\b(?=\W*$)"),
        backwards=re.compile(rf",?\s+(?:{words.backwards})\b"),
        also=re.compile(words.also),
    )


@lru_cache(maxsize=4)
def _beside(language_words: int) -> re.Pattern[str]:
    words = _words(language_words)
    kinds = "|".join(
        f"(?P<{name}>{form})" for name, form in (
            ("since", words.since), ("after", words.after), ("before", words.before), ("until", words.until),
        )
    )  # fmt: skip
    return re.compile(rf"\b(?:{kinds})\s+(?:(?:{words.about})\s+)*$")


def _words(language_words: int) -> TimeWords:
    return next(table for table in TIME_WORDS.values() if id(table) == language_words)
