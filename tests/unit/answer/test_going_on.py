"""How an answer goes on beyond the usual length: with what stands beside what is said, and without filler."""

from __future__ import annotations

import pytest

from limpet.answer import extractive
from limpet.answer.evidence import Evidence
from limpet.answer.fragments import Unit, units_of
from limpet.answer.going_on import BESIDE_FACTOR, PRICE, USUAL_WORDS, beside, most_words, worth_per_word
from limpet.answer.selection import Budget, Scored, choose
from limpet.policy.plan import Plan
from limpet.retrieval.document import Document, Hit
from limpet.retrieval.splitting import split

LONG = f"Wash silk in {'cold and clear and soft water, ' * 14}by hand."
SHORT = "Wash silk in cold and clear water, by hand."
WORTH = {"wash": 0.9, "silk": 0.9, "linen": 0.8, "cotton": 0.9}
NEAR, FILLER, FAR = "Dry linen in a shady room.", "Visitors like our pretty garden.", "Dry cotton in a sunny room."


def units(text: str) -> list[Unit]:
    document = Document("a", "", text)
    return units_of(document, split(document)[0])


def numbers_said(first: str, more_words: int, price: float = PRICE) -> list[int]:
    """Numbers of what is chosen of *first*, what is near it, filler and what is far, with room for *more_words*."""
    found = [Scored(unit, 0.9, 0, 1.0, float(unit.number == 0)) for unit in units(f"{first} {NEAR} {FILLER} {FAR}")]
    budget = Budget(found[0].unit.words + more_words, price=price)
    return sorted(entry.unit.number for entry in choose(found, budget, WORTH, lambda one, other: 0.0))


def test_a_unit_counts_more_for_each_neighbour_that_is_said() -> None:
    own = units("One comes. Two comes. Three comes. Four comes.")
    name = own[0].fragment.fragment_id
    assert beside(own[1], {(name, 0), (name, 2)}) == BESIDE_FACTOR**2
    assert beside(own[1], {(name, 0), (name, 3)}) == BESIDE_FACTOR
    assert beside(own[1], {("another", 0), (name, 3)}) == 1.0


def test_a_long_answer_goes_on_beside_what_is_said_and_a_short_one_with_what_is_worth_most() -> None:
    assert units(LONG)[0].words >= USUAL_WORDS
    assert numbers_said(LONG, 6) == [0, 1]
    assert numbers_said(SHORT, 6) == [0, 3]


@pytest.mark.parametrize(
    ("first", "price", "said"),
    [(LONG, PRICE, [0, 1, 3]), (LONG, 0.0, [0, 1, 2, 3]), (SHORT, PRICE, [0, 1, 2, 3])],
)
def test_filler_is_left_out_where_the_answer_is_long_enough(first: str, price: float, said: list[int]) -> None:
    assert numbers_said(first, 40, price) == said


@pytest.mark.parametrize(("length_words", "said"), [(60, 3), (66, 3), (80, 4), (170, 8)])
def test_only_the_shortest_answer_may_end_a_little_later(length_words: int, said: int) -> None:
    things = "soap silk wool hand cold warm soft door lamp boat rope nail bell coat ring salt milk corn seed".split()
    text = " ".join(f"Step{name} {' '.join(thing + name for thing in things)}." for name in "abcdefghij")
    found = [Scored(unit, 0.9, 0, 1.0) for unit in units(text)]
    worth = dict.fromkeys(frozenset().union(*(one.unit.stems for one in found)), 0.5)
    assert {one.unit.words for one in found} == {20}
    assert len(choose(found, Budget(most_words(length_words)), worth, lambda one, other: 0.0)) == said


def test_worth_is_counted_once_and_for_all_words() -> None:
    first, second = units("Red silk shines well today. Red silk shines here and there and everywhere.")
    worth = {"red": 1.0}
    assert worth_per_word([first], frozenset(), worth) > worth_per_word([second], frozenset(), worth)
    assert worth_per_word([first, second], frozenset(), worth) < worth_per_word([first], frozenset(), worth)
    assert worth_per_word([first], frozenset({"red"}), worth) == 0.0


@pytest.mark.parametrize(("message", "price"), [("How do I wash silk?", 0.0), ("Tell me about washing silk", PRICE)])
def test_no_step_is_filler(message: str, price: float, monkeypatch: pytest.MonkeyPatch) -> None:
    document = Document("a", "Washing silk", "First wash silk by hand. Then press it. Finally hang it up.")
    hit = Hit(split(document)[0], 1.0, bm25=5.0, cosine=0.7)
    budgets: list[Budget] = []
    monkeypatch.setattr(
        extractive, "choose", lambda scored, budget, worth, alike: budgets.append(budget) or list(scored)
    )
    extractive.compose_answer(Evidence(message, message, [hit], lambda name: document, plan=Plan(length_words=170)))
    assert [budget.price for budget in budgets] == [price]
