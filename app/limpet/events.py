"""What a chat says while it answers: frozen events, in the order a reader needs them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar


class StopFlag:
    """Set by whoever wants the running answer to end; looked at between two pieces of it."""

    __slots__ = ("_is_set",)

    def __init__(self) -> None:
        self._is_set = False

    def set(self) -> None:
        """Ask for the end."""
        self._is_set = True

    @property
    def is_set(self) -> bool:
        """Whether the end was asked for."""
        return self._is_set


@dataclass(frozen=True, slots=True)
class Event:
    """Base of all events: ``kind`` is the ``type`` of the message that carries it."""

    kind: ClassVar[str] = ""

    def body(self) -> dict[str, Any]:
        """The fields, for the wire; None is left out."""
        named = ((spec.name, getattr(self, spec.name)) for spec in fields(self))
        return {name: value for name, value in named if value is not None}


@dataclass(frozen=True, slots=True)
class Delta(Event):
    """A piece of the answer; with ``replaces`` it takes the place of all that came before it."""

    kind: ClassVar[str] = "delta"
    text: str = ""
    replaces: bool | None = None


@dataclass(frozen=True, slots=True)
class Notice(Event):
    """Something a person should know, with a stable code; the chat goes on."""

    kind: ClassVar[str] = "notice"
    code: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class Answered(Event):
    """
    The whole answer and why it is so.

    Attributes:
        text: The answer, Markdown; the deltas joined.
        mode: ``answer``, ``compare``, ``clarify``, ``not_covered`` or ``smalltalk``.
        confidence: 0..1, from absolute evidence.
        citations: ``{fragment_id, document_id, heading, start, end, quote}``; ``[1]`` in the text is the first.
        query: What was searched with, in the form shown to people.
        engagement: Kind of the message.
        topic: The active topic after the message.
        slots: Confirmed filters after the message.
        options: Choices of a ``clarify``, sections near, or with ``more`` the wish for the rest of a list.
        understood: Parts of "understood as": ``{part, label}``, each can be undone; with ``repeats`` where it says
            nothing beyond the message and the other parts.
        hits: ``{fragment_id, score}``, best first.
        recalled: ``{block_id, turn_ids}`` of earlier sessions that were used.
        decided_by: The policy's name.
        timings_ms: Milliseconds by stage.
        was_stopped: Whether the visitor stopped it.
        turn: Number of the turn that session memory keeps; None when it keeps none.
        session: Id of the session that the turn belongs to.
        composed_by: The model that phrased the answer; None when it is limpet's own.
        marks: ``{start, end, reason}`` of sentences to be wary of: ``uncited`` (the model named no source) or
            ``unsupported`` (no source that it had says so).
        by_words: Whether it was found by words alone, because no vector of the message could be had.
        unsure: Whether nothing surely answers, and what is cited is only what is nearest.
        more: Records that a cut list leaves out.
        why: What a curious reader may open; see ``limpet.explaining.explained``.
    """

    kind: ClassVar[str] = "answered"
    text: str
    mode: str
    confidence: float
    citations: list[dict[str, Any]]
    query: str
    engagement: str
    topic: str | None
    slots: Mapping[str, Any]
    hits: list[dict[str, Any]]
    recalled: list[dict[str, Any]]
    decided_by: str
    timings_ms: Mapping[str, float]
    options: list[str] | None = None
    understood: list[dict[str, Any]] = field(default_factory=list)
    was_stopped: bool | None = None
    turn: int | None = None
    session: str | None = None
    why: Mapping[str, Any] | None = None
    composed_by: str | None = None
    marks: list[dict[str, Any]] | None = None
    by_words: bool | None = None
    unsure: bool | None = None
    more: int | None = None

    def body(self) -> dict[str, Any]:
        """The fields, for the wire; ``topic`` stays even when there is none."""
        return {**Event.body(self), "topic": self.topic}
