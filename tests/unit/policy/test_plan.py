"""The plan of an answer bends with the engagement trend."""

from __future__ import annotations

from limpet.policy.plan import Plan


def test_deepening_asks_for_more_of_one_topic() -> None:
    plan = Plan().for_trend("deepening")
    assert (plan.topic_count, plan.fragment_count, plan.length_words) == (1, 5, 170)


def test_broadening_asks_for_more_topics_at_the_same_length() -> None:
    plan = Plan().for_trend("broadening")
    assert (plan.topic_count, plan.fragment_count, plan.length_words) == (4, 3, 80)


def test_a_neutral_trend_changes_nothing_else() -> None:
    assert Plan().for_trend("neutral") == Plan()


def test_lengths_end_at_the_longest() -> None:
    assert Plan(length_words=350).for_trend("deepening").length_words == 350
