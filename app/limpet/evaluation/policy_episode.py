"""One conversation answered by a policy, turn after turn: what it does is what memory holds at the next turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from limpet.answer.asking_back import asked_back
from limpet.answer.evidence import Composed, Evidence
from limpet.answer.extractive import compose_answer
from limpet.deciding import Decided, within_bounds
from limpet.evaluation.policy_replay import DEFAULT_CONTEXT, Moment, Replay
from limpet.evaluation.policy_reward import Said, reward
from limpet.limits import DEFAULT_LIMITS
from limpet.memory.exposure import penalties, shown
from limpet.memory.recording import EXPOSURE_BYTES
from limpet.policy.features import Features
from limpet.policy.heads import CONTEXTS
from limpet.policy.plan import Plan
from limpet.policy.rivals import rivals_of
from limpet.ports import Policy
from limpet.retrieval.document import Hit, Query
from limpet.text.tokens import stems

_FIRST: Final = 5
"""Fragments that ``shown_share`` looks at, as ``features_of`` does."""

Penalties = tuple[tuple[str, float], ...]


class Kitchen:
    """
    Composes replies and remembers them: composing takes milliseconds, and training asks for the same ones again.

    Grows with the distinct plans of the conversations that it serves; for evaluation and training alone.
    """

    def __init__(self) -> None:
        self.made: dict[tuple[object, ...], tuple[Composed, frozenset[str]]] = {}

    def reply(self, moment: Moment, plan: Plan, held_back: Penalties) -> tuple[Composed, frozenset[str]]:
        """The reply to *moment* by *plan*, and the stems of its text."""
        context = CONTEXTS.index((plan.context_share, plan.summary_share))
        plan = _as_carried_out(plan)
        way = (plan.mode, plan.answers_from, plan.intent, plan.fragment_count, plan.length_words)
        key = (id(moment), context, held_back, *(way[:1] if plan.mode == "not_covered" else way))
        if key not in self.made:
            composed = _composed(moment, plan, moment.queries[context], moment.hits(context, held_back))
            self.made[key] = (composed, frozenset(stems(composed.text)))
        return self.made[key]


def _as_carried_out(plan: Plan) -> Plan:
    """Plans that come to the same are one: every passage here is a document, so each fragment is a topic."""
    most = min(plan.topic_count, plan.fragment_count)
    mode = "answer" if plan.mode == "smalltalk" else plan.mode  # small talk is told by its wording, not by a plan
    return replace(plan, mode=mode, topic_count=most, fragment_count=most)


def _composed(moment: Moment, plan: Plan, query: Query, hits: Sequence[Hit]) -> Composed:
    if plan.mode == "not_covered":
        return Composed("", "not_covered")
    question = asked_back(rivals_of(hits)) if plan.mode == "clarify" else None
    understanding = moment.thought.understanding
    return question or compose_answer(
        Evidence(
            message=understanding.asked_text,
            query=understanding.expanded_text or query.text,
            hits=hits,
            source=moment.index.document,
            idf=moment.index.idf,
            extra_terms=query.extra_terms,
            view=moment.view,
            plan=plan,
            confidence=moment.features().confidence,
            alike=moment.index.alike,
        )
    )


@dataclass(slots=True)
class Episode:
    """
    One conversation under way.

    Attributes:
        replay: What is answered.
        kitchen: Where replies come from.
        place: The next message.
        exposures: Times each fragment was shown.
        seen: Passages of documents that were quoted.
        asked: The last reply asked back.
    """

    replay: Replay
    kitchen: Kitchen
    place: int = 0
    exposures: dict[str, int] = field(default_factory=dict)
    seen: set[tuple[str, int]] = field(default_factory=set)
    asked: bool = False

    @property
    def is_over(self) -> bool:
        """Whether every message was answered."""
        return self.place >= len(self.replay.moments)

    @property
    def moment(self) -> Moment:
        """The message to answer now."""
        return self.replay.moments[self.place]

    @property
    def held_back(self) -> Penalties:
        """What fragments that were shown too often lose."""
        return tuple(sorted(penalties(self.exposures, self.moment.thought.message).items()))

    def features(self) -> Features:
        """What the policy knows of the message to answer now."""
        moment, held_back = self.moment, self.held_back
        first = moment.hits(DEFAULT_CONTEXT, held_back)[:_FIRST]
        shown_share = sum(hit.fragment.fragment_id in self.exposures for hit in first) / _FIRST
        key = (held_back, shown_share, self.asked)
        if key not in moment.lived_features:
            features = moment.features(held_back)
            moment.lived_features[key] = replace(features, shown_share=shown_share, was_ambiguous=self.asked)
        return moment.lived_features[key]

    def answer(self, plan: Plan) -> tuple[float, Said]:
        """Reply by *plan* and go on to the next message; what the reply is worth, and what it was."""
        plan = within_bounds(Decided(self.features(), plan), self.moment.thought).plan
        composed, said_stems = self.kitchen.reply(self.moment, plan, self.held_back)
        said = self._said(composed, said_stems)
        value = reward(self.moment.wanted, said)
        cited = [citation.fragment_id for citation in composed.citations]
        self.exposures = shown(self.exposures, cited, DEFAULT_LIMITS.exposures, EXPOSURE_BYTES)
        self.seen.update((citation.document_id, citation.start) for citation in composed.citations)
        self.asked = composed.mode == "clarify"
        self.place += 1
        return value, said

    def _said(self, composed: Composed, said_stems: frozenset[str]) -> Said:
        quoted = [(citation.document_id, citation.start) for citation in composed.citations]
        return Said(
            composed.mode,
            tuple(name for name, _ in quoted),
            said_stems,
            len(composed.text.split()) - len(quoted),  # the marks are no words
            sum(one in self.seen for one in quoted) / len(quoted) if quoted else 0.0,
            self.asked,
        )


def rewards(policy: Policy, conversations: Sequence[Replay], kitchen: Kitchen) -> list[list[float]]:
    """What every reply of *policy* is worth, by conversation."""
    found = []
    for replay in conversations:
        episode = Episode(replay, kitchen)
        values = []
        while not episode.is_over:
            values.append(episode.answer(policy.decide(episode.features()))[0])
        found.append(values)
    return found
