"""What a network says: its heads, their choices, and the plan that they make together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, get_args

from limpet.policy.features import Features
from limpet.policy.plan import LENGTHS_WORDS, AnswerMode, Plan, Tone
from limpet.policy.question_cues import INTENTS


@dataclass(frozen=True, slots=True)
class Head:
    """
    One decision.

    Attributes:
        name: Of it.
        choices: Values, by the number of the output.
    """

    name: str
    choices: tuple[Any, ...]


CONTEXTS: Final = ((0.0, 0.0), (1.0, 0.0), (1.0, 0.15), (1.0, 0.3))
"""(``context_share``, ``summary_share``): the message alone, in its context, with a little and more of the summary."""
HEADS: Final[tuple[Head, ...]] = (
    Head("mode", get_args(AnswerMode)),
    Head("intent", INTENTS),
    Head("context", CONTEXTS),
    Head("topic_count", (1, 2, 3, 4)),
    Head("fragment_count", (1, 2, 3, 4, 5)),
    Head("length", LENGTHS_WORDS),
    Head("creativity", (0.0, 0.15, 0.25, 0.35)),
    Head("tone", get_args(Tone)),
)
OUTPUTS: Final = sum(len(head.choices) for head in HEADS)


def plan_of(choices: Mapping[str, int], features: Features, decided_by: str) -> Plan:
    """
    The plan that the chosen number of each head makes.

    >>> first = {head.name: 0 for head in HEADS}
    >>> plan_of(first, Features(), "test").length_words
    60
    """
    said = {head.name: head.choices[choices[head.name]] for head in HEADS}
    context_share, summary_share = said["context"]
    return Plan(
        mode=said["mode"],
        intent=said["intent"],
        topic_count=max(2, said["topic_count"]) if said["mode"] == "compare" else said["topic_count"],
        fragment_count=said["fragment_count"],
        length_words=said["length"],
        trend=features.trend,
        decided_by=decided_by,
        answers_from=0.0,
        context_share=context_share,
        summary_share=summary_share,
        creativity_share=min(features.creativity_ceiling, said["creativity"]),
        tone=said["tone"],
    )


def choices_of(plan: Plan) -> dict[str, int]:
    """The number of each head's choice that *plan* is; the inverse of ``plan_of``, for cloning a policy."""
    contexts = (plan.context_share, plan.summary_share)
    creativity = HEADS[6].choices
    return {
        "mode": HEADS[0].choices.index(plan.mode),
        "intent": INTENTS.index(plan.intent),
        "context": CONTEXTS.index(contexts) if contexts in CONTEXTS else 1,
        "topic_count": plan.topic_count - 1,
        "fragment_count": plan.fragment_count - 1,
        "length": LENGTHS_WORDS.index(plan.length_words),
        "creativity": min(range(len(creativity)), key=lambda i: abs(creativity[i] - plan.creativity_share)),
        "tone": HEADS[7].choices.index(plan.tone),
    }
