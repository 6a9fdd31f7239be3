"""Whatever a model writes and however it is cut on its way."""

from __future__ import annotations

import re

from hypothesis import example, given, settings
from hypothesis import strategies as st

from limpet.answer.event_stream import EventStream
from limpet.answer.injection import order_in
from limpet.answer.reply_units import ReplyUnit, ReplyUnits
from limpet.errors import ComposerError

PIECES = st.sampled_from(
    "Silk is dry-cleaned.| [1]|[2][3]| [Source 1, 2]|【1†x】|\n|\n\n|- |1. |# |```|~~~|`a[0]`|[?]|[x](http://evil.example)"
    "|![p](http://e/p)|<b>|e.g. this|http://evil.example/q?=1|[|]|(|! |? |. |羊毛。|\u2028|[^1]|[1](http://e)|<http://e>"
    "|[a]: http://e\n| |x|$5".split("|")
)
TEXTS = st.lists(PIECES | st.just("| a | b |\n"), max_size=14).map("".join)


def units_of(pieces: list[str]) -> list[ReplyUnit]:
    units = ReplyUnits(lambda address: False)
    return [unit for piece in pieces for unit in units.add(piece)] + units.finish()


@settings(max_examples=300, deadline=None)
@given(TEXTS, st.integers(1, 9))
@example("Silk is silk. [1", 1)
def test_units_do_not_depend_on_how_the_text_was_cut(text: str, size: int) -> None:
    cut = [text[start : start + size] for start in range(0, len(text), size)]
    assert said(units_of(cut)) == said(units_of([text]))


def said(units: list[ReplyUnit]) -> tuple[str, list[int]]:
    """All that is said, white space aside, and all that is cited; a sentence may come in other pieces."""
    text = "".join(f"{unit.marker}{unit.text}" for unit in units)
    return "".join(text.split()), sorted({number for unit in units for number in unit.cites})


@settings(max_examples=300, deadline=None)
@given(TEXTS)
def test_no_unit_keeps_a_link_a_picture_or_a_mark_of_its_own(text: str) -> None:
    for unit in units_of([text]):
        if not unit.is_whole:
            prose = re.sub(r"`+[^`]*`+", "", unit.text)
            assert "[?]" not in prose
            assert not re.search(r"!?\[[^\]]*\]\(http", prose)


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=200), st.integers(1, 7))
def test_a_stream_of_anything_ends_in_payloads_or_in_one_kind_of_error(text: str, size: int) -> None:
    stream = EventStream()
    code = "model-not-an-api"
    try:
        for start in range(0, len(text), size):
            assert all(isinstance(payload, str) for payload in stream.add(text[start : start + size]))
    except ComposerError as error:
        code = error.code
    assert code == "model-not-an-api"


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=300))
def test_looking_for_orders_never_fails(text: str) -> None:
    found = order_in(text)
    assert found is None or 0 < len(found) <= 80
