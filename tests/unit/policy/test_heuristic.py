"""The rules, and what every policy must keep to."""

from __future__ import annotations

from dataclasses import replace

import pytest

from limpet.deciding import Decided, within_bounds
from limpet.memory.contextual import understand
from limpet.memory.view import Conversation, MemoryView
from limpet.policy.features import Features
from limpet.policy.heuristic import TUNED, HeuristicPolicy, Thresholds
from limpet.policy.plan import Plan
from limpet.policy.rivals import MOST_RIVALS, NEAR_SHARE, rivals_of, topics_of
from limpet.retrieval.document import Fragment, Hit, Query
from limpet.thought import Thought

SURE = Features(confidence=0.9)
OPEN = replace(SURE, open_share=0.9, rival_count=3)


def thought_of(message: str, view: MemoryView | None = None) -> Thought:
    view = view or MemoryView()
    return Thought(message, message, view, None, understand(message, view), "new_topic", Query(message))


@pytest.mark.parametrize(
    ("features", "mode"),
    [
        (SURE, "answer"),
        (replace(SURE, compares=True), "compare"),
        (replace(SURE, confidence=TUNED.answers_from - 0.01), "not_covered"),
        (replace(SURE, confidence=TUNED.answers_from), "answer"),
        (OPEN, "clarify"),
        (replace(OPEN, confidence=TUNED.asks_back_above), "clarify"),
        (replace(OPEN, confidence=TUNED.asks_back_above - 0.01), "not_covered"),
        (replace(OPEN, was_ambiguous=True), "answer"),
        (replace(OPEN, rival_count=0), "answer"),
        (replace(OPEN, open_share=TUNED.asks_back_from - 0.01), "answer"),
        (replace(OPEN, open_share=0.3, confidence=TUNED.sure_from - 0.01), "clarify"),
        (replace(OPEN, open_share=TUNED.asks_back_unsure_from - 0.01, confidence=0.6), "answer"),
    ],
)
def test_the_mode_follows_the_thresholds(features: Features, mode: str) -> None:
    plan = HeuristicPolicy().decide(features)
    assert plan.mode == mode
    assert plan.decided_by == "heuristic"


def test_a_deeper_trend_says_more() -> None:
    neutral, deeper = (HeuristicPolicy().decide(replace(SURE, trend=trend)) for trend in ("neutral", "deepening"))
    assert deeper.length_words > neutral.length_words
    assert deeper.fragment_count > neutral.fragment_count


def test_thresholds_are_given_by_name() -> None:
    assert HeuristicPolicy(Thresholds(answers_from=0.95)).decide(SURE).mode == "not_covered"


def test_the_default_searches_with_the_whole_context() -> None:
    assert HeuristicPolicy().decide(SURE).searches_as_understood


@pytest.mark.parametrize(
    "decided",
    [Decided(replace(OPEN, was_ambiguous=True), Plan(mode="clarify")), Decided(SURE, Plan(mode="clarify"))],
)
def test_no_policy_asks_back_twice_or_about_one_topic(decided: Decided) -> None:
    plan = within_bounds(decided, thought_of("How much is it?")).plan
    assert plan.mode == "answer"
    assert plan.answers_from == TUNED.answers_from


def test_a_list_of_goods_is_not_asked_back_about() -> None:
    decided = Decided(OPEN, Plan(mode="clarify"))
    assert within_bounds(decided, thought_of("How much is it?")).plan.mode == "clarify"
    assert within_bounds(decided, thought_of("How much is it?"), shows_list=True).plan.mode == "answer"


def test_a_chosen_topic_is_the_only_one() -> None:
    offer = {"text": "How long does it take?", "options": ["Shipping", "Refunds"], "resumes": True}
    view = MemoryView(conversation=Conversation(offer=offer))
    thought = thought_of("the second", view)
    assert thought.understanding.query_text == "Refunds: How long does it take?"
    assert within_bounds(Decided(SURE, Plan(topic_count=4)), thought).plan.topic_count == 1


def hit(title: str, score: float, heading: str = "") -> Hit:
    path = (title, heading) if heading else (title,)
    return Hit(Fragment(f"{title}#{heading}", title, path, 0, 1, "x"), score)


def test_topics_that_score_nearly_the_same_compete() -> None:
    hits = [hit("Shipping", 1.0), hit("Refunds", 0.9), hit("Refunds", 0.85, "Cards"), hit("Care", NEAR_SHARE - 0.1)]
    assert [rival.name for rival in rivals_of(hits)] == ["Shipping", "Refunds"]
    assert [rival.name for rival in topics_of(hits)] == ["Shipping", "Refunds", "Care"]


def test_one_topic_ahead_has_no_rival() -> None:
    assert rivals_of([hit("Shipping", 1.0), hit("Refunds", 0.5)]) == ()
    assert rivals_of([]) == ()


def test_within_one_document_its_sections_compete_and_four_are_enough() -> None:
    hits = [hit("Handbook", 1.0, name) for name in ("Gates", "Piers", "Radio", "Winter", "Office")]
    assert [rival.name for rival in rivals_of(hits)] == ["Gates", "Piers", "Radio", "Winter"]
    assert len(rivals_of(hits)) == MOST_RIVALS
