"""The worth of an order is a condition; a threshold that pages tell is not."""

from __future__ import annotations

import pytest

from limpet.text.order_value import without_order_value


@pytest.mark.parametrize(
    "question",
    [
        "What do I get on orders over £50?",
        "Do I get a gift for orders over £50?",
        "What does delivery cost for an order under €20?",
        "Is delivery free for an order above 500 rupees?",
    ],
)
def test_a_threshold_stays_in_the_question(question: str) -> None:
    assert without_order_value(question) == question


@pytest.mark.parametrize("amount", ["£40", "€4,80", "1.299 €", "₹1,29,999"])
def test_what_an_order_is_worth_goes(amount: str) -> None:
    assert without_order_value(f"What does delivery cost for an order of {amount}?") == "What does delivery cost?"
