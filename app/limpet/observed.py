"""What ``observe`` tells of a message."""

from __future__ import annotations

from typing import Any

from limpet.memory.view import MemoryView
from limpet.thought import Thought


def observed_body(thought: Thought, view: MemoryView, most_engagements: int) -> dict[str, Any]:
    """
    The state after the message and before the answer.

    Args:
        thought: The message, understood.
        view: Session memory before it.
        most_engagements: Latest messages that the trend is taken from.
    """
    understanding = thought.understanding
    active = understanding.topics.active
    engagements = (*view.engagements, thought.engagement)[-most_engagements:]
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
