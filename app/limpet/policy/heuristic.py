"""The rules that decide how to answer where no network does: every threshold named, with where it came from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from limpet.policy.features import Features
from limpet.policy.heads import CONTEXTS
from limpet.policy.plan import AnswerMode, Plan, Tone
from limpet.policy.question_cues import INTENTS


@dataclass(frozen=True, slots=True)
class Thresholds:
    """
    What the rules compare with; ``models/policy/train.py`` may tune all of them on its training conversations.

    Attributes:
        answers_from: Confidence under which nothing is covered. A wrong answer costs 1.2 times a missing one, which
            for a calibrated probability is 1.2 / 2.2 (``models/confidence``).
        asks_back_from: Openness from which a message is asked back about, if topics compete for it: more likely than
            not (``models/openness``).
        asks_back_unsure_from: The same for a message that is not surely covered: the best F1 on the training
            conversations, .71.
        asks_back_above: Confidence under which nothing is asked back: no topic that competes is what is meant, and the
            honest reply is that nothing was found: in the lowest band of the confidence one of fourteen is covered.
        sure_from: Confidence from which a message is surely covered: two of three, where half as many answerable
            messages are asked back about as without it.
        context: Number of the entry of ``CONTEXTS`` that is searched with: the message in its context, which loses
            to the message alone on none of the measured follow-up sets.
        fragments: Fragments of an answer; more than three hold a wrong one more often than not on the demo sites.
        length_words: Length of an answer: the second of the four budgets of the public original.
        deep_fragments: Fragments when the trend goes deeper: the original's most.
        deep_length_words: Length when the trend goes deeper: the original's next budget.
    """

    answers_from: float = 0.55
    asks_back_from: float = 0.5
    asks_back_unsure_from: float = 0.2
    asks_back_above: float = 0.1
    sure_from: float = 0.65
    context: int = 1
    fragments: int = 3
    length_words: int = 80
    deep_fragments: int = 5
    deep_length_words: int = 170


TUNED: Final = Thresholds()


class HeuristicPolicy:
    """
    Rules behind the ``Policy`` port; need no model.

    >>> HeuristicPolicy().decide(Features(confidence=0.01)).mode
    'not_covered'
    """

    name = "heuristic"

    def __init__(self, thresholds: Thresholds = TUNED) -> None:
        self.thresholds = thresholds

    def decide(self, features: Features) -> Plan:
        """The plan that the rules give."""
        limits = self.thresholds
        best = max(range(len(INTENTS)), key=lambda number: features.intent_scores[number])
        is_deep = features.trend == "deepening"
        context_share, summary_share = CONTEXTS[limits.context]
        mode = self._mode(features)
        return Plan(
            mode=mode,
            intent=INTENTS[best],
            topic_count=4 if features.trend == "broadening" or mode == "compare" else 3,
            fragment_count=limits.deep_fragments if is_deep else limits.fragments,
            length_words=limits.deep_length_words if is_deep else limits.length_words,
            trend=features.trend,
            decided_by=self.name,
            answers_from=0.0,
            context_share=context_share,
            summary_share=summary_share,
            creativity_share=min(features.creativity_ceiling, 0.0 if features.asks_formal else 0.15),
            tone=_tone(features),
        )

    def _mode(self, features: Features) -> AnswerMode:
        limits = self.thresholds
        is_sure = features.confidence >= limits.sure_from
        open_from = limits.asks_back_from if is_sure else limits.asks_back_unsure_from
        may_ask = features.confidence >= limits.asks_back_above and not features.was_ambiguous
        if features.open_share >= open_from and features.rival_count > 1 and may_ask:
            return "clarify"
        if features.confidence < limits.answers_from:
            return "not_covered"
        return "compare" if features.compares else "answer"


def _tone(features: Features) -> Tone:
    if features.asks_formal:
        return "formal"
    return "intuitive" if features.engagement == "clarifying" or features.asks_example else "neutral"
