"""From a thought to a reply: plan, composition, and the turn that memory will keep."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from limpet.answer.evidence import Composed, Evidence
from limpet.answer.extractive import compose_answer
from limpet.answer.recalled import looks_back, recalled_answer, with_recalled
from limpet.answer.smalltalk import smalltalk
from limpet.events import Answered
from limpet.knowledge import Knowledge
from limpet.limits import Limits
from limpet.listing import CLEARED, Filtering, after_relaxing, filtering_of, shown_offer, with_lead
from limpet.longterm import NOTHING_RECALLED, Recalled
from limpet.memory.clearing import turned_to
from limpet.memory.rolling_summary import rolling_summary
from limpet.memory.turn import Turn
from limpet.memory.view import Conversation, MemoryView
from limpet.policy.plan import Plan
from limpet.retrieval.document import Hit
from limpet.text.lru import LruCache, cache_key
from limpet.thought import Stage, Thought

HITS_FOR_AN_ANSWER = 10
"""Fragments that a composer chooses among."""
HITS_SHOWN = 5
"""Hits told in the answered event."""


@dataclass(frozen=True, slots=True)
class Reply:
    """
    A composed answer with all that explains it.

    Attributes:
        thought: The message, understood.
        composed: What is said.
        hits: What it was chosen from.
        plan: How it was to be said.
        recalled: What earlier sessions gave.
        entities: Names that message and answer are about.
        relaxed: Filters that were given up, because nothing would have been left.
    """

    thought: Thought
    composed: Composed
    hits: Sequence[Hit]
    plan: Plan
    recalled: Recalled = NOTHING_RECALLED
    entities: tuple[str, ...] = ()
    notes: Mapping[str, Any] = field(default_factory=dict)
    relaxed: tuple[str, ...] = ()

    def turn(self, shown: str, now_s: float, *, was_stopped: bool) -> Turn:
        """The turn to remember, with what was shown."""
        thought, composed = self.thought, self.composed
        return Turn(
            thought.message,
            shown,
            entities=self.entities,
            topics=tuple(dict.fromkeys(citation.heading for citation in composed.citations if citation.heading)),
            fragment_ids=tuple(dict.fromkeys(citation.fragment_id for citation in composed.citations)),
            was_ambiguous=composed.mode == "clarify",
            was_correction=thought.understanding.decision == "correction",
            engagement=thought.engagement,
            at_s=now_s,
            was_stopped=was_stopped,
        )

    def answered(self, shown: str, *, was_stopped: bool) -> Answered:
        """The event that closes the answer."""
        thought, composed = self.thought, self.composed
        understanding = thought.understanding
        active = understanding.topics.active
        return Answered(
            text=shown,
            mode=composed.mode,
            confidence=round(composed.confidence, 4),
            citations=[citation.as_json() for citation in composed.citations],
            query=understanding.display,
            engagement=thought.engagement,
            topic=active.name if active else None,
            slots={name: slot.value for name, slot in understanding.slots.items()},
            hits=[{"fragment_id": h.fragment.fragment_id, "score": round(h.score, 4)} for h in self.hits[:HITS_SHOWN]],
            recalled=self.recalled.as_json(),
            decided_by=self.plan.decided_by,
            timings_ms=thought.timings_ms,
            options=list(composed.options) or None,
            understood=[{"part": part.part, "label": part.shown} for part in understanding.parts if self.hits],
            was_stopped=was_stopped or None,
            why=dict(self.notes) or None,
        )


class Replier:
    """
    Composes answers.

    Args:
        knowledge: The documents.
        limits: Caps of the cache of composed answers.
    """

    def __init__(self, knowledge: Knowledge, limits: Limits) -> None:
        self._knowledge = knowledge
        self._limits = limits
        self.rendered: LruCache[str, Composed] = LruCache(
            limits.rendered_answers, limits.cache_bytes, lambda composed: 4 * len(composed.text) + 512
        )

    async def reply(self, thought: Thought, recalled: Recalled) -> Reply:
        """What to say to *thought*."""
        view = thought.view
        chat = smalltalk(thought.message, view)
        plan = Plan().for_trend(view.trend)
        if chat is not None:
            return Reply(thought, chat, (), plan)
        if thought.understanding.starts_over and not turned_to(thought.message):
            return Reply(thought, CLEARED, (), plan)
        filtering = filtering_of(thought, self._knowledge.filters_to_relax, self._knowledge.names_record)
        with Stage(thought.timings_ms, "retrieve"):
            hits = await self._knowledge.retrieve(
                thought.query,
                k=HITS_FOR_AN_ANSWER,
                penalties=view.penalties(thought.message),
                filters=filtering.kept,
                only_records=filtering.only_records,
                by_price=filtering.by_price,
            )
        with Stage(thought.timings_ms, "compose"):
            composed = self._composed(thought, hits, plan, recalled, filtering)
            composed = _with_memories(composed, thought.message, recalled)
            composed = with_lead(composed, thought, filtering)
        with Stage(thought.timings_ms, "entities"):
            entities = self.entities(f"{thought.message}\n{composed.text}")
        return Reply(thought, composed, hits, plan, recalled, entities, relaxed=filtering.relaxed)

    def conversation(
        self, thought: Thought, turn: Turn, composed: Composed | None, relaxed: Sequence[str] = ()
    ) -> Conversation:
        """The state of follow-ups once *turn* has been recorded."""
        understanding = thought.understanding
        before = () if understanding.starts_over else thought.view.turns[-2:]
        exchanges = [(one.message, one.answer) for one in (*before, turn)]
        options = composed.options if composed is not None and composed.mode in ("clarify", "not_covered") else ()
        offer: Any = {"text": thought.message, "options": list(options)} if options else _question_of(turn.answer)
        offer = offer or shown_offer(composed, self._knowledge.document)
        return Conversation(
            topic=understanding.topics.to_json(),
            slots=after_relaxing(understanding.slots, thought.view.next_number, relaxed).to_json(),
            rolling_summary=rolling_summary(exchanges, self._knowledge.idf, self._limits.rolling_summary_chars),
            offer=offer,
        )

    def view_body(self, thought: Thought, view: MemoryView) -> dict[str, Any]:
        """What ``observe`` tells: the state after the message and before the answer."""
        understanding = thought.understanding
        active = understanding.topics.active
        engagements = (*view.engagements, thought.engagement)[-self._limits.engagement_turns :]
        return {
            "topic": active.name if active else None,
            "slots": {name: slot.value for name, slot in understanding.slots.items()},
            "rolling_summary": "" if understanding.starts_over else view.rolling_summary,
            "engagement": thought.engagement,
            "trend": MemoryView(engagements=engagements).trend,
            "is_follow_up": understanding.is_follow_up,
            "topic_changed": understanding.topic_changed,
            "starts_over": understanding.starts_over,
            "decision": understanding.decision,
            "is_about_shown": thought.is_about_shown,
            "query": understanding.display,
            "added_terms": [word.word for word in understanding.added_words],
            "added_weights": {word.word: word.share for word in understanding.added_words},
            "shift_share": round(understanding.shift_share, 4),
        }

    def clear_caches(self) -> None:
        """The documents have changed."""
        self.rendered.clear()

    def entities(self, text: str) -> tuple[str, ...]:
        """Names that *text* is about."""
        return self._knowledge.entities_in(text)

    def _composed(
        self, thought: Thought, hits: Sequence[Hit], plan: Plan, recalled: Recalled, filtering: Filtering
    ) -> Composed:
        key = self._cache_key(thought, hits, plan, recalled, filtering)
        if (known := self.rendered.get(key)) is not None:
            return known
        evidence = Evidence(
            message=thought.query.text if thought.is_choice else thought.understanding.asked_text,
            query=thought.understanding.expanded_text or thought.query.text,
            hits=hits,
            source=self._knowledge.document,
            idf=self._knowledge.idf,
            extra_terms=thought.query.extra_terms,
            slots=filtering.kept,
            wants_records=filtering.only_records,
            by_price=filtering.by_price,
            recalled=recalled.turns,
            view=thought.view,
            plan=plan,
        )
        composed = compose_answer(evidence)
        self.rendered.put(key, composed)
        return composed

    def _cache_key(
        self, thought: Thought, hits: Sequence[Hit], plan: Plan, recalled: Recalled, filtering: Filtering
    ) -> str:
        """All that an answer depends on: message, query, hits with their scores, plan, slots, what was recalled."""
        found = ",".join(f"{hit.fragment.fragment_id}:{hit.score:.4f}" for hit in hits)
        slots = repr((dict(filtering.kept), filtering.by_price, filtering.only_records))
        said = ",".join(turn_id for entry in recalled.as_json() for turn_id in entry["turn_ids"])
        return "\0".join((cache_key(thought.message), thought.query.text, found, repr(plan), slots, said))


def _question_of(answer: str) -> str | None:
    """The question that an answer ends with, which a bare "yes" would answer."""
    last = answer.rstrip().rsplit("\n", 1)[-1]
    sentence = last.rsplit(". ", 1)[-1].strip()
    return sentence if sentence.endswith("?") else None


def _with_memories(composed: Composed, message: str, recalled: Recalled) -> Composed:
    """Earlier conversations answer where the documents do not, and stand beside them where they are asked for."""
    if not recalled.turns:
        return composed
    if composed.mode == "not_covered":
        return recalled_answer(recalled.turns, recalled.relevance)
    return with_recalled(composed, recalled.turns) if looks_back(message) else composed
