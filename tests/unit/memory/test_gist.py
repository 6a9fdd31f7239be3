"""Gists: short, whole, and about what was asked."""

import pytest

from limpet.memory.clauses import clause_spans, leading_phrase
from limpet.memory.gist import gist
from limpet.memory.kept_text import cut_whole
from limpet.memory.quantities import numbers, quantities

LONG = (
    "Thank you for your interest in our shop, which has been open since 1987. Parcels to Norway take 3 to 5 working"
    " days and cost ₹1,250.50 each, while parcels above 30 kg go by sea. Ask us anything else that comes to your mind."
)


def test_a_short_answer_stays_as_it_is() -> None:
    assert gist("How long?", "Five days.") == "Five days."


def test_the_clause_that_answers_is_chosen_over_the_opening() -> None:
    short = gist("How long do parcels to Norway take?", LONG)
    assert "Parcels to Norway take 3 to 5 working days" in short
    assert "Thank you" not in short
    assert len(short) <= 120


def test_entities_weigh_when_the_message_does_not_name_them() -> None:
    answer = "Our shirts are washed twice before they are sold. The Indigo kurta runs small, so take one size more. "
    assert "Indigo kurta" in gist("Does it fit?", answer * 2, entities=["Indigo kurta"], max_chars=60)


def test_a_choice_of_distant_clauses_shows_its_gap() -> None:
    answer = (
        "The linen shirt costs ₹1,800 in every shop that we have in the whole country. It is woven by hand in a small"
        " village near the sea, where the weather is mild. The silk shirt costs ₹4,200 in the same shops as well."
    )
    short = gist("What do the linen shirt and the silk shirt cost?", answer, max_chars=120)
    assert "₹1,800" in short
    assert "₹4,200" in short
    assert " … " in short


@pytest.mark.parametrize(
    "answer",
    [
        "a" * 1_000,
        "字" * 1_000,
        "\ud83d" * 500,
        "👨‍👩‍👧‍👦" * 200,
        "word " * 500,
        "https://example.com/" + "path/" * 100,
        "1,234.56 kg " * 100,
        "\n" * 300 + "x" * 200,
        ", ; : — " * 80,
        "(" * 400,
        "a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t " * 5,
        "." * 500,
    ],
)
def test_any_answer_has_a_gist_within_its_length(answer: str) -> None:
    short = gist("what?", answer)
    assert len(short) <= 120
    assert not short.endswith("\ud83d") or "\ud83d" in answer
    assert not short.endswith("\u200d")


def test_numbers_units_and_addresses_are_never_cut() -> None:
    answer = "See https://example.com/a,b;c?d=1,000 for the list of all parts and prices that we sell " * 3
    for word in gist("list", answer).split():
        assert word in answer.split() or word in ("…",)


@pytest.mark.parametrize(
    ("answer", "short"),
    [
        ("See https://example.com/" + "path/" * 100, "See"),
        ("https://example.com/" + "path/" * 100, "…"),
        ("a" * 1_000, "…"),
        ("word " * 22 + "and " + "x" * 300, "word " * 22 + "and"),
        ("word " * 22 + "takes 5 kilograms " + "word " * 60, "word " * 22 + "takes"),
        ("字" * 1_000, "字" * 120),
        ("\N{FAMILY}\u200d" * 200, "…"),
    ],
)
def test_where_no_clause_fits_whole_words_stay_or_none(answer: str, short: str) -> None:
    assert gist("what?", answer) == short


def test_lists_stay_whole() -> None:
    text = "The sizes are small, medium, large and extra large, and all of them cost the same."
    start, end = clause_spans(text)[0]
    assert text[start:end].startswith("The sizes are small, medium, large")


def test_a_clause_that_is_too_long_gives_up_its_adjuncts() -> None:
    text = "The committee approved the new timetable of the ferry in a session behind closed doors on the island"
    span = leading_phrase(text, (0, len(text)), 60)
    assert span is not None
    assert text[span[0] : span[1]] == "The committee approved the new timetable of the ferry"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("It weighs 1.5 kg.", ["1.5kg"]),
        ("₹2,000 or Rs. 500", ["₹2,000", "rs.500"]),
        ("20 % off", ["20%"]),
        ("$30 million in 2019", ["$30million"]),
        ("within 30 days", ["30days"]),
        ("5 GB and 10 Mbps", ["5gb", "10mbps"]),
        ("no numbers", []),
        ("the 1990s", []),
        ("120 characters", ["120characters"]),
        ("90-minute", ["90-minute"]),
        ("30 °C", ["30°c"]),
        ("€49.99", ["€49.99"]),
        ("12 USD", ["12usd"]),
    ],
)
def test_numbers_with_units_are_found_whole(text: str, found: list[str]) -> None:
    assert quantities(text) == found


def test_a_number_inside_a_quantity_is_not_found_again() -> None:
    assert [(one.key, one.has_unit) for one in numbers("30 days from 2024")] == [("30days", True), ("2024", False)]


def test_a_long_text_is_cut_at_a_sentence_else_at_a_word() -> None:
    assert cut_whole("One two. Three four five.", 15) == "One two."
    assert cut_whole("onetwo threefour", 9) == "onetwo"
    assert cut_whole("ab\u200dcd", 3) == "ab"
