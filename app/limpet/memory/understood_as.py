"""What of an understanding is said to the visitor, and can be taken back: the topic, words of the history, filters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from limpet.memory.candidates import Candidate
from limpet.memory.context import Context
from limpet.memory.goods import said_by_filters
from limpet.memory.message_stems import message_stems
from limpet.memory.slots import Slots
from limpet.memory.substitution import Substitution
from limpet.memory.topic import Topic
from limpet.memory.turn import Turn
from limpet.memory.understanding import AddedWord, Part
from limpet.text.tokens import stem, stems

ADD_FROM_SHARE: Final = 0.12
"""Words at least this likely are added; flat between .10 and .20 on the measured sets."""
MAX_ADDED_WORDS: Final = 8


def unheard_in(shares: Sequence[tuple[Candidate, float]], turns: Sequence[Turn], topic: Topic | None) -> frozenset[str]:
    """
    Stems of the words that the visitor never said, where some that they did say are lacking as well: "How much is it?"
    after "Do you deliver?" is about delivering, not about the days and towns that the answer named. None where only
    answers have what is lacking.

    Args:
        shares: Candidate words with their probability.
        turns: What was said before.
        topic: The active one.

    >>> words = [(Candidate("deliver", "deliver", "deliv"), 0.5), (Candidate("friday", "Friday", "fridai"), 0.4)]
    >>> unheard_in(words, [Turn("Do you deliver?", "On Friday.")], None), unheard_in(words, [], None)
    (frozenset({'fridai'}), frozenset())
    """
    likely = {one.stem for one, share in shares if share >= ADD_FROM_SHARE}
    heard = frozenset(topic.stems if topic else ()).union(*(message_stems(turn.message) for turn in turns))
    if likely.isdisjoint(heard):
        return frozenset()
    return frozenset(one.stem for one, _ in shares if one.stem not in heard)


def added_words(shares: Sequence[tuple[Candidate, float]]) -> tuple[AddedWord, ...]:
    """The likeliest words, in the order in which they were first said."""
    likely = [(one, share) for one, share in shares if share >= ADD_FROM_SHARE]
    best = {id(one) for one, _ in sorted(likely, key=lambda pair: -pair[1])[:MAX_ADDED_WORDS]}
    return tuple(AddedWord(one.word, one.form, round(share, 4)) for one, share in likely if id(one) in best)


def names_topic(added: Sequence[AddedWord], topic: Topic | None) -> bool:
    """Whether one of the added words is of the topic."""
    return topic is not None and any(stem(word.word) in topic.stems for word in added)


def parts_of(
    added: Sequence[AddedWord], topic: Topic | None, slots: Slots, turns: Sequence[Turn], context: Context
) -> tuple[Part, ...]:
    """The topic as one part when its words were added, the other words one by one, then the filters."""
    added = _told(added, turns, topic, context)
    topic_stems = set(topic.stems) if topic else set()
    of_topic = [word for word in added if stem(word.word) in topic_stems]
    parts = [Part("topic", topic.name)] if topic and of_topic and not said_by_filters(topic_stems, slots) else []
    others = [word for word in added if word not in of_topic and not said_by_filters({stem(word.word)}, slots)]
    parts += [Part(f"word:{word.word}", word.form) for word in others]
    return (*parts, *slot_parts(slots))


def slot_parts(slots: Slots) -> tuple[Part, ...]:
    """The filters, each as one part."""
    return tuple(Part(f"slot:{name}", slot.shown) for name, slot in slots.items())


def question_part(asked: Substitution, topic: Topic | None) -> Part:
    """What of a question that is asked again can be taken back: a phrase at its end leans on the topic alone."""
    leans_on_topic = asked.is_appended and topic is not None and set(topic.stems) <= set(stems(asked.question))
    return Part("topic", topic.name) if topic is not None and leans_on_topic else Part("question", asked.question)


def _told(
    added: Sequence[AddedWord], turns: Sequence[Turn], topic: Topic | None, context: Context
) -> Sequence[AddedWord]:
    """Where documents are searched, whose words answers quote, none of ``unheard_in``: these turn the vector alone."""
    if context.nearest is None:
        return added
    shares = [(Candidate(one.word, one.form, stem(one.word)), one.share) for one in added]
    unheard = unheard_in(shares, turns, topic)
    return [one for one in added if stem(one.word) not in unheard]
