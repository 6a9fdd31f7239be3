"""A composed answer with all that explains it: the turn that memory keeps, the event that the page gets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from limpet.answer.evidence import Composed, Evidence
from limpet.deciding import Decided
from limpet.events import Answered
from limpet.explaining import explained
from limpet.longterm import NOTHING_RECALLED, Recalled
from limpet.memory.repeating_parts import repeating
from limpet.memory.turn import Turn
from limpet.policy.plan import Plan
from limpet.retrieval.document import Hit
from limpet.thought import Thought

HITS_SHOWN: Final = 5
"""Hits told in the answered event."""
BY_WORDING: Final = Plan(mode="smalltalk", decided_by="wording")
"""Small talk and a bare "start over" are known by their wording; no policy is asked."""


@dataclass(frozen=True, slots=True)
class Reply:
    """
    A composed answer with all that explains it.

    Attributes:
        thought: The message, understood.
        composed: What is said.
        hits: What it was chosen from.
        plan: How it was to be said.
        recalled: What the answer tells of earlier sessions.
        entities: Names that message and answer are about.
        relaxed: Filters that were given up, because nothing would have been left.
        evidence: What another composer may answer from; None where the answer has to be limpet's own.
        decided: Features and the policy's own plan; None for small talk.
        held_back: Fragments whose score was lowered because they were shown often.
        tells_parts: The answer is about how the message was understood, although nothing was searched for.
    """

    thought: Thought
    composed: Composed
    hits: Sequence[Hit]
    plan: Plan
    recalled: Recalled = NOTHING_RECALLED
    entities: tuple[str, ...] = ()
    relaxed: tuple[str, ...] = ()
    decided: Decided | None = None
    held_back: tuple[str, ...] = ()
    evidence: Evidence | None = None
    tells_parts: bool = False

    def turn(self, shown: str, now_s: float, *, was_stopped: bool) -> Turn:
        """The turn to remember, with what was shown."""
        thought, composed = self.thought, self.composed
        return Turn(
            thought.sent,
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

    @property
    def _tells_parts(self) -> bool:
        return self.tells_parts or bool(self.hits)

    @property
    def _understood(self) -> list[dict[str, Any]]:
        """Parts of "understood as"; those that say nothing new are marked."""
        if not self._tells_parts:
            return []
        understanding = self.thought.understanding
        repeated = repeating(understanding.parts, understanding.message)
        marks: dict[bool, dict[str, Any]] = {True: {"repeats": True}, False: {}}
        return [
            {"part": part.part, "label": part.shown, **marks[part.part in repeated]} for part in understanding.parts
        ]

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
            understood=self._understood,
            was_stopped=was_stopped or None,
            composed_by=composed.author or None,
            marks=[mark.as_json() for mark in composed.marks] or None,
            by_words=(self.decided is not None and thought.vector is None) or None,
            unsure=(composed.mode == "not_covered" and composed.is_unsure) or None,
            more=len(composed.rest or ()) or None,
            why=explained(self),
        )
