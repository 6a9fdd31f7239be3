"""A message and what was said before it, without the filters that the visitor took back: as if never said."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final, Protocol

from limpet.memory.slot_dates import days_shown
from limpet.memory.slots import Slot, Slots
from limpet.memory.topic import Topics
from limpet.memory.understanding import Understanding
from limpet.memory.view import MemoryView
from limpet.text.tokens import stem, stems

SLOT: Final = "slot:"
"""Begins the key of a filter among the parts of "understood as"."""
STEM: Final = "stem:"
"""Begins the key of a word of the history that goes with a filter that was taken back."""
_WORD: Final = re.compile(r"\S+")
_LETTER: Final = re.compile(r"\w")
_LEADS: Final = frozenset(
    "under over below above in with for of at than and but or not no up to between from around about what how".split()
)
"""Words that only lead to what follows; without it they go too."""
_LONGEST_WORDS: Final = 6
_MOST_WORDS: Final = 60
"""Of a longer message nothing is cut out: trying every run of its words would take too long."""


class _Reads(Protocol):
    def read(self, message: str, slots: Slots, turn: int) -> Slots: ...


@dataclass(frozen=True, slots=True)
class Unsaid:
    """
    What is left to be understood.

    Attributes:
        message: Without the words that said a filter; as it is when the filter came from before.
        view: Without the filter, and with what is left of the topic.
        without: The parts taken back, and the words that went with them.
    """

    message: str
    view: MemoryView
    without: frozenset[str]


def as_if_unsaid(message: str, view: MemoryView, without: Collection[str], reading: _Reads) -> Unsaid:
    """
    *message* and *view* as they would be had the filters among *without* never been said.

    Args:
        message: What the visitor wrote.
        view: What was said before.
        without: Keys of parts that the visitor took back.
        reading: Reads slots out of a message.
    """
    names = [key.removeprefix(SLOT) for key in without if key.startswith(SLOT)]
    if not names:
        return Unsaid(message, view, frozenset(without))
    before = Slots.from_json(view.slots)
    left = before.without(*names)
    turn = view.next_number
    read = reading.read(message, left, turn)
    said = {name: slot for name, slot in read.items() if name in names}
    text = message
    for name in said:
        if shown := days_shown(said, name):
            text = re.sub(rf"(?:\b(?:in|on|at|during|for|from|and)\s+)*(?:the )?{re.escape(shown)}", "", text).strip()
            continue
        others = reading.read(text, left, turn).without(name)
        text = without_words(text, partial(_sets_more, reading, left, turn, others))
    gone = unsaid_stems(Slots({**before, **said}), names)
    topic = _topic_without(view.topic, gone)
    if not _LETTER.search(text):
        active = Topics.from_json(topic).active if topic is not None else None
        text = active.name if active else message
    conversation = replace(view.conversation, slots=left.to_json(), topic=topic)
    return Unsaid(text, replace(view, conversation=conversation), frozenset(without) | {f"{STEM}{one}" for one in gone})


def without_topic(understanding: Understanding, view: MemoryView) -> Understanding:
    """*understanding* with no active topic, where that came from before: the next message must not lean on it."""
    topics = understanding.topics
    before = Topics.from_json(view.topic).active if view.topic is not None else None
    if before is None or topics.active is None or topics.active.name != before.name:
        return understanding
    return replace(understanding, topics=replace(topics, active=None))


def without_words(message: str, says: Callable[[str], bool]) -> str:
    """
    *message* without the shortest run of words that *says* something, what leads to it, and figures that it leads to;
    as it is when no single run does.

    >>> without_words("Any kurtas under 2,000 in cotton?", lambda text: "2,000" in text)
    'Any kurtas in cotton?'
    """
    spans = [match.span() for match in _WORD.finditer(message)]
    if len(spans) > _MOST_WORDS:
        return message
    for length in range(1, min(_LONGEST_WORDS, len(spans)) + 1):
        for first in range(len(spans) - length + 1):
            left = _without(message, spans, first, first + length)
            if not says(left):
                shorter = _without(message, spans, *_with_leads(message, spans, first, first + length))
                return left if says(shorter) else shorter
    return message


def _without(message: str, spans: Sequence[tuple[int, int]], first: int, end: int) -> str:
    return f"{message[: spans[first][0]].rstrip()} {message[spans[end - 1][1] :].lstrip()}".strip()


def _with_leads(message: str, spans: Sequence[tuple[int, int]], first: int, end: int) -> tuple[int, int]:
    words = [message[start:stop].lower() for start, stop in spans]
    while first > 0 and words[first - 1] in _LEADS:
        first -= 1
    while end < len(words) and any(letter.isdecimal() for letter in words[end]):
        end += 1
    return first, end


def unsaid_stems(slots: Slots, names: Collection[str]) -> frozenset[str]:
    """
    Stems of what the slots *names* say and no other slot does.

    >>> slots = Slots({"fabric": Slot("cotton", "cotton", 1), "category": Slot("kurta", "kurta", 1)})
    >>> sorted(unsaid_stems(slots, ["fabric"]))
    ['cotton']
    """
    gone = {one for name in names if name in slots for one in _stems_of(slots[name])}
    kept = {one for name, slot in slots.items() if name not in names for one in _stems_of(slot)}
    return frozenset(gone - kept)


def _stems_of(slot: Slot) -> list[str]:
    return stems(f"{slot.value} {slot.shown}")


def _sets_more(reading: _Reads, before: Slots, turn: int, wanted: Slots, text: str) -> bool:
    """Whether *text* sets what is not *wanted*: "but white" is no "anything but white" without a word."""
    read = reading.read(text, before, turn)
    return any(name not in wanted or wanted[name].value != slot.value for name, slot in read.items())


def _topic_without(topic: Any, gone: frozenset[str]) -> Any:
    """The topics without the words *gone* in the active one; without that one when nothing is left of it."""
    if topic is None:
        return None
    topics = Topics.from_json(topic)
    active = topics.active
    if active is None or gone.isdisjoint(active.stems):
        return topic
    words = [word for word in active.name.split() if stem(word.lower().strip(",.")) not in gone]
    left = tuple(one for one in active.stems if one not in gone)
    return replace(
        topics, active=replace(active, name=" ".join(words), stems=left) if left and words else None
    ).to_json()
