"""How one message is to be answered: what a policy decides and a composer carries out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

AnswerMode: TypeAlias = Literal["answer", "compare", "clarify", "not_covered", "smalltalk"]
Intent: TypeAlias = Literal["definition", "example", "formal", "application", "comparison"]
Tone: TypeAlias = Literal["neutral", "formal", "intuitive", "playful"]
Trend: TypeAlias = Literal["deepening", "broadening", "neutral"]

LENGTHS_WORDS: Final = (60, 80, 170, 350)
"""The four length budgets."""


@dataclass(frozen=True, slots=True)
class Plan:
    """
    The decisions for one answer.

    Attributes:
        mode: What kind of answer; a composer still says ``not_covered`` when the evidence is too thin.
        intent: What the reader wants of a topic.
        topic_count: Distinct topics (documents or top headings) that the answer may draw on, 1..4.
        fragment_count: Fragments that the answer may draw on, 1..5.
        length_words: About how long, one of ``LENGTHS_WORDS``.
        trend: Where the conversation is going; deepening: more of one topic; broadening: related ones.
        options: What to offer when asking back.
        decided_by: Name of the policy.
        answers_from: Confidence from which a composer answers; 0 when the policy has decided that by ``mode``.
        context_share: How much of the words that the history added is searched with, 0..1; 0: the message alone.
        summary_share: How much of the summary vector is mixed into the query's, 0..1.
        creativity_share: How freely a composer that can rephrase may do so, 0..1.
        tone: For a composer that can rephrase.
        each_for: Stems by which the message names goods, where a page tells materials apart and every section that was
            found is told for them; empty for all other answers.

    >>> Plan(context_share=0.0).searches_as_understood, Plan().length_words in LENGTHS_WORDS
    (False, True)
    """

    mode: AnswerMode = "answer"
    intent: Intent = "application"
    topic_count: int = 2
    fragment_count: int = 3
    length_words: int = 80
    trend: Trend = "neutral"
    options: tuple[str, ...] = ()
    decided_by: str = "default"
    answers_from: float = 0.5
    context_share: float = 1.0
    summary_share: float = 0.0
    creativity_share: float = 0.0
    tone: Tone = "neutral"
    each_for: tuple[str, ...] = ()

    @property
    def searches_as_understood(self) -> bool:
        """Whether the message is searched for in its whole context and with nothing else, as it already was."""
        return self.context_share == 1.0 and self.summary_share == 0.0
