"""
A follow-up that the words of its context keep from being answered, taken by itself: after a torn parcel, "And if the
kurta itself is faulty?" has all that it needs.
"""

from __future__ import annotations

from typing import Final

from limpet.answer.question import question_weights
from limpet.deciding import Decided
from limpet.knowledge import Knowledge
from limpet.memory.question import pointing_words, taken_apart
from limpet.policy.heuristic import TUNED
from limpet.thought import Thinker, Thought

TOPIC: Final = "topic"
"""The part of "understood as" that is left out: what the visitor can take back too."""
_FEWEST: Final = 2
"""Words of its own that such a message has: one alone is nearly always about what was said before."""
_OF_ITS_NOUN: Final = frozenset({"itself", "himself", "herself", "themselves"})
"""Words that point at what stands right before them: "the kurta itself"."""


async def by_itself(knowledge: Knowledge, thinker: Thinker, thought: Thought, decided: Decided) -> Thought | None:
    """
    *thought* without what was said before; None where it is answered, leans on nothing, or points at something.

    Args:
        knowledge: The documents, for the words that they have.
        thinker: Understands messages.
        thought: The message in its context.
        decided: What was decided for that.
    """
    is_refused = decided.plan.mode in ("not_covered", "clarify")
    leans = thought.understanding.is_follow_up and bool(thought.understanding.added_words)
    if not (is_refused and leans) or thought.searches_catalogue or thought.is_choice or TOPIC in thought.without:
        return None
    own = question_weights(thought.message, knowledge.idf, {})
    if len(own) < _FEWEST or max(own.values()) >= knowledge.idf("") or points(thought.message):
        return None
    return await thinker.understand(thought.message, thought.view, without={*thought.without, TOPIC})


def stands(decided: Decided) -> bool:
    """Whether a message by itself is surely covered: its context spoke against it."""
    return decided.plan.mode in ("answer", "compare") and decided.features.confidence >= TUNED.sure_from


def points(message: str) -> bool:
    """
    Whether *message* has a word for something that was said before.

    >>> points("Is it dry-cleaned?"), points("Is it safe to use bleach?"), points("And if the kurta itself is faulty?")
    (True, False, False)
    """
    return bool(pointing_words(taken_apart(message)) - _OF_ITS_NOUN)
