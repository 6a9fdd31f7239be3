"""A sentence comes with what it is half without, and without what is for another case."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from limpet.answer.completing import completed
from limpet.answer.discourse import number_first
from limpet.answer.fragments import units_of
from limpet.answer.other_cases import without_other_cases
from limpet.answer.selection import Scored
from limpet.answer.subject import heading_in_front
from limpet.retrieval.document import Document
from limpet.retrieval.splitting import split
from limpet.text.tokens import stems

FERRY = """# Ferry

The ferry is free for groups of 12 or more. Below that a seat costs €4. Bring a coat.

You can cancel up to 48 hours before. Later we keep half. If you do not come, we keep all. Dogs travel free.

If you open the hatch then the air is let out. Any subsequent opening will sound the horn.

The deck has a mode which sets the light.

The light modes are:

- dim
- bright
"""
UNITS = [Scored(unit, 0.5, 0) for unit in units_of(Document("f", "", FERRY), split(Document("f", "", FERRY))[0])]
PLAIN = [one.unit.plain for one in UNITS]


def told(*beginnings: str, own: frozenset[str] = frozenset(), words: int = 80) -> list[str]:
    said = [one for start in beginnings for one in UNITS if one.unit.plain.startswith(start)]
    return [one.unit.plain.split("\n")[0] for one in completed(said, UNITS, words, own, is_of_prices=False)]


def test_a_rule_comes_with_its_other_case() -> None:
    assert told("The ferry is free") == ["The ferry is free for groups of 12 or more.", "Below that a seat costs €4."]
    assert told("You can cancel") == [
        "You can cancel up to 48 hours before.", "Later we keep half.", "If you do not come, we keep all.",
    ]  # fmt: skip


def test_what_is_no_other_case_stays_out_and_nothing_is_said_twice() -> None:
    assert told("Bring a coat") == ["Bring a coat."]
    assert told("The ferry is free", "Below that") == told("The ferry is free")


def test_what_is_another_case_and_names_what_follows_is_said_once() -> None:
    text = "Delivery is free from 50 euros. Below that a courier costs 4 euros. Any further parcel costs 2 euros."
    document = Document("d", "", text)
    units = [Scored(unit, 0.5, 0) for unit in units_of(document, split(document)[0])]
    said = [one.unit.plain for one in completed([units[0], units[2]], units, 80, (), is_of_prices=False)]
    assert sorted(said) == sorted(set(said))
    assert len(said) == 3


def test_phrases_that_join_sentences_are_no_case() -> None:
    text = "In production, run two workers. In addition, set a limit. In theory, keep logs. In tests, run one."
    document = Document("d", "", text)
    units = [Scored(unit, 0.5, 0) for unit in units_of(document, split(document)[0])]
    kept = [one.unit.plain for one in without_other_cases(units, frozenset(stems("workers in production")))]
    assert kept == ["In production, run two workers.", "In addition, set a limit.", "In theory, keep logs."]


def test_what_speaks_of_something_comes_behind_the_sentence_that_names_it() -> None:
    opened = "If you open the hatch then the air is let out."
    assert told("Any subsequent") == [opened, "Any subsequent opening will sound the horn."]
    assert told("The light modes") == ["The deck has a mode which sets the light.", "The light modes are:"]
    assert told("Any subsequent", words=10) == ["Any subsequent opening will sound the horn."]
    assert told("The light modes", own=frozenset(stems("light modes"))) == ["The light modes are:"]


@given(st.lists(st.sampled_from(range(len(UNITS))), unique=True))
def test_all_that_was_chosen_is_said_once_and_only_units_are(places: list[int]) -> None:
    said = [UNITS[place] for place in places]
    found = completed(said, UNITS, 80, (), is_of_prices=True)
    assert len(found) == len({one.unit.plain for one in found})
    assert {one.unit.plain for one in said} <= {one.unit.plain for one in found} <= set(PLAIN)


def test_the_heading_stands_before_this_thing_where_nothing_else_names_it() -> None:
    lamp = Document("l", "", "# Lamp\n\n## Stand\n\n- oak\n- ash\n\nYou can fix this holder to a wall.")
    unit = units_of(lamp, split(lamp)[-1])[-1]
    assert heading_in_front(None, unit) == "**Stand**: "


INSTALL = "On Linux, run the file. On Windows, unpack the file. On macOS, open the file. It needs Git."


def test_what_is_for_another_case_stays_out() -> None:
    document = Document("i", "", INSTALL)
    units = [Scored(unit, 0.5, 0) for unit in units_of(document, split(document)[0])]
    kept = without_other_cases(units, frozenset(stems("And on Windows?")))
    assert [one.unit.plain for one in kept] == ["On Windows, unpack the file.", "It needs Git."]
    assert without_other_cases(units, frozenset(stems("How do I install it?"))) == units


def test_a_chance_number_leads_no_answer() -> None:
    document = Document("n", "", "Lamps are sent within two days. A box holds 3 lamps. Size 3 fits a desk.")
    first, box, size = (
        Scored(unit, 0.5, 0, named_share=share)
        for unit, share in zip(units_of(document, split(document)[0]), (0.6, 0.1, 0.1), strict=True)
    )
    assert number_first([first, box], "I asked 3 times: when are lamps sent?")[0] is first
    assert number_first([first, size], "Is size 3 sent?")[0] is size
