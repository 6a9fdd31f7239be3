"""A pronoun points at what was named last, not at what that took the place of."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Final

from limpet.memory.candidates import Candidate
from limpet.memory.question import POINTING, Question
from limpet.memory.substitution import thing_put_in
from limpet.memory.topic import WEAK_WORDS, Topic, Topics

POINTED_SHARE: Final = 0.5
"""How likely a word of the thing pointed at is lacking, at least."""
LEFT_SHARE: Final = 0.4
"""What is left of the chance of a word of the thing that was spoken of before it."""
BARE_SHARE: Final = 0.3
"""The same for a word of the topic, where the message says nothing else: "how long does it take?"."""
_PRONOUNS: Final = frozenset().union(*(POINTING[name] for name in ("it", "they", "dem"))) | {"one", "ones"}


def pointed(
    shares: Sequence[tuple[Candidate, float]], question: Question, topics: Topics, last_message: str, turn: int
) -> list[tuple[Candidate, float]]:
    """
    *shares* in the light of what a pronoun of *question* points at: the topic, where it says nothing else, and where
    that has just become quite another one.

    Args:
        shares: Each candidate with its probability.
        question: The message.
        topics: Before it.
        last_message: The one before it.
        turn: Number of its turn.
    """
    active, left = topics.active, topics.earlier[:1]
    has_changed = active is not None and active.first_turn == turn - 1 and bool(left)
    if active is None or _PRONOUNS.isdisjoint(question.words):
        return list(shares)
    if active.last_turn == turn - 1 and WEAK_WORDS.issuperset(word for word in question.content if word.isalpha()):
        shares = [(one, max(share, BARE_SHARE) if one.stem in active.stems else share) for one, share in shares]
    if not has_changed:
        return list(shares)
    if topics.since != turn - 1 and thing_put_in(last_message) is None:  # else the two may well be one subject
        return list(shares)
    old = set(left[0].stems) - set(active.stems)
    return [(one, _share(one.stem, share, active.stems, old)) for one, share in shares]


def with_whole_name(
    shares: Sequence[tuple[Candidate, float]], topic: Topic | None, names: Callable[[str], Collection[str]] | None
) -> list[tuple[Candidate, float]]:
    """
    *shares* where a topic that the documents call so is lacking as a whole if a word of it is: "tea" alone would leave
    open which.
    """
    known = names(topic.name) if topic is not None and names is not None else ()
    if topic is None or not any(name.casefold() == topic.name.casefold() for name in known):
        return list(shares)
    most = max((share for one, share in shares if one.stem in topic.stems), default=0.0)
    return [(one, max(share, most) if one.stem in topic.stems else share) for one, share in shares]


def _share(stem: str, share: float, active: Sequence[str], old: set[str]) -> float:
    if stem in active:
        return max(share, POINTED_SHARE)
    return share * LEFT_SHARE if stem in old else share
