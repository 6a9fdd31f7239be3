"""One turn: a message, its answer, and what was observed while answering."""

from __future__ import annotations

from dataclasses import dataclass

from limpet.memory.engagement import Engagement


@dataclass(frozen=True, slots=True)
class Turn:
    """
    A message with its answer.

    Attributes:
        message: What the user sent.
        answer: What was shown; a gist once ``is_gist``.
        entities: Names that the message or the answer is about, most telling first.
        topics: Subjects of the answer (heading or document titles), most important first.
        fragment_ids: Fragments shown, distinct, in order.
        was_ambiguous: The message had two close readings.
        was_correction: The message corrected the previous answer or its reading.
        engagement: The class of the message.
        at_s: When it was answered, seconds since the epoch.
        number: From 1, in order; 0 until session memory has recorded it.
        is_gist: The answer has been made a gist; its full text is gone.
        was_stopped: The user stopped the answer; it is what was shown until then.
        last_active_turn: Turn in which it was last recalled, cited again or referred to; its own at first.

    >>> Turn("Any cotton kurtas?", "Yes, four.", entities=("cotton", "kurta")).number
    0
    """

    message: str
    answer: str
    entities: tuple[str, ...] = ()
    topics: tuple[str, ...] = ()
    fragment_ids: tuple[str, ...] = ()
    was_ambiguous: bool = False
    was_correction: bool = False
    engagement: Engagement = "new_topic"
    at_s: float = 0.0
    number: int = 0
    is_gist: bool = False
    was_stopped: bool = False
    last_active_turn: int = 0
