"""Why an answer is as it is, for a curious reader: features, plan, fragments taken and left, memory used."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from limpet.answer.evidence import Composed
from limpet.policy.features import Features
from limpet.policy.plan import Plan
from limpet.retrieval.document import Hit

if TYPE_CHECKING:
    from limpet.reply import Reply

MOST_ENTITIES: Final = 6
"""Names told, the weightiest first."""
WEAK_SHARE: Final = 0.6
"""A fragment that scores less than this share of the best is called weaker; composers draw on none of them."""


def explained(reply: Reply) -> dict[str, Any]:
    """
    All of it as plain data: ``decided_by``, ``features``, ``plan``, ``taken``, ``left``, ``memory``.

    Small talk has neither features nor fragments.
    """
    decided = reply.decided
    taken, left = taken_and_left(reply.hits, reply.composed, reply.plan, reply.held_back)
    return {
        "decided_by": reply.plan.decided_by,
        "features": mattered(decided.features) if decided else [],
        "plan": plan_body(reply.plan),
        "taken": taken,
        "left": left,
        "memory": _memory(reply),
    }


def mattered(features: Features) -> list[dict[str, Any]]:
    """
    The features that bore on the decision, by name and value: always how sure, else only those that say something.

    >>> [one["name"] for one in mattered(Features(confidence=0.8, trend="deepening"))]
    ['confidence', 'trend']
    """
    telling = {
        "confidence": True,
        "term_share": features.term_share > 0,
        "top_score": features.top_score > 0,
        "agreement_share": features.agreement_share > 0,
        "open_share": features.open_share >= 0.1,
        "rival_count": features.rival_count > 0,
        "compares": features.compares,
        "asks_formal": features.asks_formal,
        "asks_example": features.asks_example,
        "decision": features.decision != "standalone",
        "added_share": features.added_share > 0,
        "shift_share": features.shift_share >= 0.5,
        "shown_share": features.shown_share > 0,
        "trend": features.trend != "neutral",
        "was_ambiguous": features.was_ambiguous,
        "recalled_coverage": features.recalled_coverage > 0,
    }
    return [{"name": name, "value": _shown(getattr(features, name))} for name, tells in telling.items() if tells]


def plan_body(plan: Plan) -> dict[str, Any]:
    """The decisions of a plan that are told."""
    names = ("mode", "intent", "topic_count", "fragment_count", "length_words", "trend", "context_share", "tone")
    return {name: _shown(getattr(plan, name)) for name in (*names, "summary_share", "creativity_share")}


def taken_and_left(
    hits: Sequence[Hit], composed: Composed, plan: Plan, held_back: Sequence[str] = ()
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """
    The hits that an answer cites, and the others with the reason.

    Reasons: ``not_enough`` (nothing was answered), ``asked_back``, ``weaker`` (under ``WEAK_SHARE`` of the best),
    ``shown_before`` (held back because it was shown often), ``other_topic`` (beyond the plan's topics), ``enough``
    (the plan's fragments were used up), ``nothing_new`` (no sentence of it added anything).
    """
    cited = {citation.fragment_id for citation in composed.citations}
    topics = {hit.fragment.document_id for hit in hits if hit.fragment.fragment_id in cited}
    best = max((hit.score for hit in hits), default=0.0)
    taken: list[dict[str, Any]] = []
    left: list[dict[str, Any]] = []
    for hit in hits:
        told = {"fragment_id": hit.fragment.fragment_id, "heading": hit.fragment.heading, "score": _shown(hit.score)}
        if hit.fragment.fragment_id in cited:
            taken.append(told)
            continue
        if composed.mode in ("clarify", "not_covered"):
            reason = "asked_back" if composed.mode == "clarify" else "not_enough"
        elif hit.fragment.fragment_id in held_back:
            reason = "shown_before"
        elif hit.score < WEAK_SHARE * best:
            reason = "weaker"
        elif hit.fragment.document_id not in topics and len(topics) >= plan.topic_count:
            reason = "other_topic"
        else:
            reason = "enough" if len(cited) >= plan.fragment_count else "nothing_new"
        left.append({**told, "reason": reason})
    return taken, left


def _memory(reply: Reply) -> dict[str, Any]:
    understanding, view = reply.thought.understanding, reply.thought.view
    active = understanding.topics.active
    return {
        "topic": active.name if active else None,
        "added_words": [word.form for word in understanding.added_words],
        "slots": {name: slot.shown for name, slot in understanding.used_slots.items()},
        "entities": list(view.entity_weights)[:MOST_ENTITIES],
        "recalled_turns": len(reply.recalled.turns),
        "trend": view.trend,
        "turns": len(view.turns),
    }


def _shown(value: Any) -> Any:
    return round(value, 3) if isinstance(value, float) else value
