"""What a plan's share of the context does to retrieval, and what an answer tells about its reasons."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace

import numpy as np
import pytest

from limpet.answer.evidence import Citation, Composed
from limpet.chat import Chat
from limpet.events import Answered
from limpet.explaining import taken_and_left
from limpet.policy.features import Features
from limpet.policy.plan import Plan
from limpet.retrieval.document import Document, Fragment, Hit, Query
from limpet.site.model import open_embedder

KURTAS = Document("kurtas", "Kurtas", "# Kurtas\n\nCotton kurtas come in size L and size M.")
JACKETS = Document("jackets", "Jackets", "# Jackets\n\nDenim jackets come in size L. Size L jackets sell fast.")


class Fixed:
    """A policy that always gives the same plan."""

    name = "fixed"
    chooses_context = True

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.seen: list[Features] = []

    def decide(self, features: Features) -> Plan:
        self.seen.append(features)
        return replace(self.plan, decided_by=self.name)


def told(policy: Fixed | None, *messages: str) -> list[Answered]:
    async def run() -> list[Answered]:
        chat = Chat(policy=policy)
        await chat.add_documents([KURTAS, JACKETS])
        return [await chat.answer(message) for message in messages]

    return asyncio.run(run())


FOLLOW_UP = ("Do you have cotton kurtas?", "What about size L?")


def test_the_message_alone_is_searched_when_the_plan_says_so() -> None:
    whole = told(Fixed(Plan()), *FOLLOW_UP)[-1]
    alone = told(Fixed(Plan(context_share=0.0)), *FOLLOW_UP)[-1]
    assert whole.hits[0]["fragment_id"].startswith("kurtas")
    assert alone.hits[0]["fragment_id"].startswith("jackets")
    assert alone.decided_by == "fixed"


def test_a_contextual_retrieve_asks_the_policy_too() -> None:
    async def first(plan: Plan) -> str:
        chat = Chat(policy=Fixed(plan))
        await chat.add_documents([KURTAS, JACKETS])
        await chat.observe(FOLLOW_UP[0], "Yes.")
        await chat.observe(FOLLOW_UP[1])
        return (await chat.retrieve(contextual=True))[0].fragment.document_id

    assert asyncio.run(first(Plan())) == "kurtas"
    assert asyncio.run(first(Plan(context_share=0.0))) == "jackets"


def test_shares_weigh_the_words_and_the_summary_vector() -> None:
    async def queries() -> list[Query]:
        chat = Chat(embedder=open_embedder())
        await chat.add_documents([KURTAS, JACKETS])
        await chat.answer(FOLLOW_UP[0])
        thought = await chat.thinker.understand(FOLLOW_UP[1], chat.session.view())
        shares = ((1.0, 0.0), (0.5, 0.0), (0.0, 0.0), (0.0, 0.3))
        made = [await chat.thinker.query_of(thought, context, summary) for context, summary in shares]
        summary = chat.session.view().unit_summary
        return [*made, Query("", summary)]

    whole, half, alone, mixed, summary = asyncio.run(queries())
    assert whole.extra_terms
    assert {word: 2 * share for word, share in half.extra_terms.items()} == pytest.approx(whole.extra_terms)
    assert not alone.extra_terms
    assert alone.vector is not None
    assert mixed.vector is not None
    assert summary.vector is not None
    assert np.dot(mixed.vector, summary.vector) > np.dot(alone.vector, summary.vector)
    assert np.linalg.norm(mixed.vector) == pytest.approx(1.0, abs=1e-5)


def test_the_default_asks_for_no_second_retrieval() -> None:
    assert told(None, *FOLLOW_UP)[-1].hits == told(Fixed(Plan()), *FOLLOW_UP)[-1].hits


def test_the_policy_knows_the_message_in_its_context() -> None:
    policy = Fixed(Plan())
    told(policy, *FOLLOW_UP)
    first, second = policy.seen
    assert (first.decision, second.decision) == ("standalone", "follow_up")
    assert second.added_share > 0


def test_reasons_come_with_an_answer_and_are_plain_data() -> None:
    answered = told(None, *FOLLOW_UP)[0]
    assert answered.why is not None
    why = json.loads(json.dumps(answered.why))
    assert why["decided_by"] == answered.decided_by == "heuristic"
    assert why["features"][0] == {"name": "confidence", "value": pytest.approx(answered.confidence, abs=1e-3)}
    assert why["plan"]["mode"] == "answer"
    cited = {citation["fragment_id"] for citation in answered.citations}
    assert {one["fragment_id"] for one in why["taken"]} == cited
    assert all(one["reason"] for one in why["left"])


def test_small_talk_has_no_fragments_to_tell_of() -> None:
    (answered,) = told(None, "hello")
    assert answered.why is not None
    assert answered.why["decided_by"] == "wording"
    assert answered.why["features"] == answered.why["taken"] == answered.why["left"] == []


def hit(name: str, score: float) -> Hit:
    document_id = name.split("#")[0]
    return Hit(Fragment(name, document_id, (document_id,), 0, 1, "x"), score)


HITS = [hit("a#1", 1.0), hit("a#2", 0.9), hit("b#1", 0.8), hit("a#3", 0.2)]
CITED = (Citation("a#1", "a", "a", 0, 1, "x"),)


@pytest.mark.parametrize(
    ("composed", "plan", "held_back", "reasons"),
    [
        (Composed("x", "answer", CITED), Plan(topic_count=1), (), ["nothing_new", "other_topic", "weaker"]),
        (Composed("x", "answer", CITED), Plan(topic_count=2, fragment_count=1), (), ["enough", "enough", "weaker"]),
        (Composed("x", "answer", CITED), Plan(), ("a#2",), ["shown_before", "nothing_new", "weaker"]),
        (Composed("x", "not_covered"), Plan(), (), ["not_enough"] * 4),
        (Composed("x", "clarify"), Plan(), (), ["asked_back"] * 4),
    ],
)
def test_what_was_left_has_its_reason(
    composed: Composed, plan: Plan, held_back: tuple[str, ...], reasons: list[str]
) -> None:
    taken, left = taken_and_left(HITS, composed, plan, held_back)
    assert [one["reason"] for one in left] == reasons
    assert len(taken) + len(left) == len(HITS)
