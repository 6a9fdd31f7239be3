"""What one reply is worth to the reader: a fixed formula of what was wanted and what was said."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Final

from limpet.evaluation.metrics import f1
from limpet.policy.plan import AnswerMode

RIGHT_REFUSAL: Final = 0.5
"""For saying "not covered", asking back, or small talk where people marked just that: what a good answer is worth."""
WRONG_ANSWER: Final = -0.5
"""For an answer without a single relevant passage, or to what cannot be answered: worse than "not covered", which is
worth 0 wherever there was something to say."""
HASTY_ANSWER: Final = -0.25
"""For answering what people would have asked back about, or chatted about: one reading may have been the right one."""
NEEDLESS_QUESTION: Final = -0.1
"""For asking back where it was not called for: it costs the reader one more message."""
ASKED_AGAIN: Final = -0.2
"""Taken off in addition when the turn before asked back too."""
HUNDRED_WORDS: Final = 0.05
"""Price of a hundred words of an answer, so that evidence counts by the word."""
LENGTH_MISFIT: Final = 0.05
"""Price of an answer that is twice or half as long as the person's own; four times as long or more costs double."""
REPEATED: Final = 0.2
"""Price of an answer that was said in full before in this conversation."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """
    What people marked for one message.

    Attributes:
        mode: What kind of reply.
        relevant: Ids of the passages that answer it.
        reference: Stems of a person's reply that the message lacks, with their rarity; empty when it is not known.
        reference_words: Length of that reply; 0 when it is not known.
    """

    mode: AnswerMode
    relevant: frozenset[str] = frozenset()
    reference: Mapping[str, float] = field(default_factory=dict)
    reference_words: int = 0


@dataclass(frozen=True, slots=True)
class Said:
    """
    What a reply came to.

    Attributes:
        mode: Of the composed reply.
        cited: Document id of every citation, in order.
        stems: Of its text.
        words: Its length.
        repeated_share: Share of its citations that this conversation has seen.
        asked_before: The turn before asked back.
    """

    mode: AnswerMode
    cited: tuple[str, ...] = ()
    stems: frozenset[str] = frozenset()
    words: int = 0
    repeated_share: float = 0.0
    asked_before: bool = False


def reward(wanted: Wanted, said: Said) -> float:
    """
    What *said* is worth where *wanted* was wanted, about -1..1.

    >>> reward(Wanted("not_covered"), Said("not_covered")), reward(Wanted("not_covered"), Said("answer", ("a",)))
    (0.5, -0.5)
    >>> reward(Wanted("answer", frozenset("a")), Said("not_covered"))
    0.0
    """
    if said.mode == "clarify":
        value = RIGHT_REFUSAL if wanted.mode == "clarify" else NEEDLESS_QUESTION
        return value + ASKED_AGAIN * said.asked_before
    if said.mode in ("not_covered", "smalltalk"):
        return RIGHT_REFUSAL if said.mode == wanted.mode else 0.0
    if wanted.mode == "not_covered":
        return WRONG_ANSWER
    if wanted.mode in ("clarify", "smalltalk"):
        return HASTY_ANSWER
    return evidence(wanted, said) - price(wanted, said)


def evidence(wanted: Wanted, said: Said) -> float:
    """
    Evidence in an answer: the mean of the F1 of the cited passages and of the share of the reference's terms in it.

    An answer that cites no relevant passage is a wrong one, whatever words it shares with the reference.
    """
    cited = set(said.cited)
    right = len(cited & wanted.relevant)
    if not right:
        return WRONG_ANSWER
    passages = f1(right, len(cited) - right, len(wanted.relevant) - right)
    if not wanted.reference:
        return passages
    return (passages + covered_share(wanted.reference, said.stems)) / 2


def price(wanted: Wanted, said: Said) -> float:
    """What an answer costs its reader: its words, its distance from the length that was wanted, what is said again."""
    misfit = 0.0
    if wanted.reference_words and said.words:
        misfit = min(2.0, abs(math.log2(said.words / wanted.reference_words)))
    return HUNDRED_WORDS * said.words / 100 + LENGTH_MISFIT * misfit + REPEATED * said.repeated_share


def covered_share(weights: Mapping[str, float], found: Collection[str]) -> float:
    """
    Share of the weighted stems that are there, 0..1.

    >>> covered_share({"silk": 3.0, "wash": 1.0}, {"silk"})
    0.75
    """
    total = math.fsum(weights.values())
    return math.fsum(weight for stem, weight in weights.items() if stem in found) / total if total > 0 else 0.0
