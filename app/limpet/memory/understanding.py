"""How a message was understood: what is searched for, what is shown, and what the visitor can take back."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace

from limpet.memory.clearing import Clearing
from limpet.memory.decision import Decision, Offer
from limpet.memory.slots import Slots
from limpet.memory.topic import Topics


@dataclass(frozen=True, slots=True)
class AddedWord:
    """
    A word of the history that the message lacks.

    Attributes:
        word: Lower-cased.
        form: As first written.
        share: How likely it is that it is lacking, 0..1; also its weight in lexical retrieval.
    """

    word: str
    form: str
    share: float


@dataclass(frozen=True, slots=True)
class Part:
    """
    One removable piece of "Understood as: ...".

    Attributes:
        part: Stable key: ``topic``, ``question``, ``word:<word>`` or ``slot:<name>``.
        shown: What people read.
    """

    part: str
    shown: str


@dataclass(frozen=True, slots=True)
class Understanding:
    """
    A message in its context. Pure data; nothing is remembered until the turn is recorded.

    Attributes:
        message: As sent.
        decision: How it relates to what was said before.
        clearing: What its wording clears.
        offer_answer: How it answers the offer that the last answer made, if it does.
        query_text: What is searched for: the message; what was offered when it only says yes; the question before when
            it only puts another thing into it.
        added_words: Words picked from the history, in order of first mention; empty when it stands alone.
        extra_terms: Word -> weight 0..1 for lexical retrieval; holds more, weaker words than ``added_words``.
        expanded_text: ``query_text`` followed by the added words, to be embedded; None when there are none.
        display: ``About X: Filters: ... . message``, for people and prompts.
        topics: Active and earlier topics once this message counts.
        slots: Filters once this message counts.
        used_slots: Those of them that count for this message: none for a question of its own about something else.
        dropped_slots: Names of filters that this message dropped.
        parts: What the visitor can take back.
        shift_share: How likely it is that the message leaves the topic, 0..1.
        put_in: What it puts behind a preposition of the question before ("and to the hills?"): an answer has to speak
            of that; may be empty.
    """

    message: str
    decision: Decision
    clearing: Clearing
    offer_answer: Offer | None
    query_text: str
    added_words: tuple[AddedWord, ...]
    extra_terms: Mapping[str, float]
    expanded_text: str | None
    display: str
    topics: Topics
    slots: Slots = field(default_factory=Slots)
    used_slots: Slots = field(default_factory=Slots)
    dropped_slots: tuple[str, ...] = ()
    parts: tuple[Part, ...] = ()
    shift_share: float = 0.0
    put_in: str = ""

    def of_shown(self) -> Understanding:
        """The same for a message about what was shown: words of the history are no part of how that was read."""
        return replace(self, parts=tuple(one for one in self.parts if not one.part.startswith("word:")))

    def without_filters(self) -> Understanding:
        """The same for a message that pages answer: no filter is part of how that was read."""
        display = self.display.replace(display_form("", "", self.used_slots), "")
        parts = tuple(one for one in self.parts if not one.part.startswith("slot:"))
        return replace(self, parts=parts, display=display)

    def without_slots(self, names: Collection[str]) -> Understanding:
        """The same without the filters *names*, which what it asks for has turned out to bar."""
        parts = tuple(one for one in self.parts if one.part not in {f"slot:{name}" for name in names})
        return replace(self, slots=self.slots.without(*names), used_slots=self.used_slots.without(*names), parts=parts)

    @property
    def is_follow_up(self) -> bool:
        """Whether the message leans on what came before it."""
        return self.decision in ("follow_up", "correction", "answer_to_offer")

    @property
    def asked_text(self) -> str:
        """The question to be answered, in whole: an elliptic one with what it asks about again, an offer taken up."""
        return self.query_text

    @property
    def topic_changed(self) -> bool:
        """Whether the active topic is another one now."""
        return self.decision in ("topic_change", "start_over")

    @property
    def starts_over(self) -> bool:
        """Whether everything was cleared."""
        return self.decision == "start_over"


def display_form(message: str, topic: str, slots: Slots) -> str:
    """
    Message, topic and filters as one line.

    >>> display_form("What about size L?", "cotton kurtas", Slots())
    'About cotton kurtas: What about size L?'
    """
    filters = ", ".join(slot.shown for slot in slots.values())
    about = f"About {topic}: " if topic else ""
    return f"{about}{f'Filters: {filters}. ' if filters else ''}{message}"
