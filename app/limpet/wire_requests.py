"""Every request as a dataclass; ``limpet.wire`` reads them from JSON text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

Json: TypeAlias = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Request:
    """What every request has: its number, echoed in all of its events."""

    id: int | str


@dataclass(frozen=True, slots=True)
class Configure(Request):
    """Slot schema and settings of this chat."""

    schema: Json = field(default_factory=dict)
    settings: Json = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TryComposer(Request):
    """Ask the model of a ``composer`` setting for one word, without taking the setting."""

    composer: Json


@dataclass(frozen=True, slots=True)
class AddDocuments(Request):
    """Documents to index on top of what is there."""

    documents: list[Any]


@dataclass(frozen=True, slots=True)
class Ask(Request):
    """A message of the visitor."""

    text: str
    now: str | None = None
    page: list[Any] | None = None
    user: str | None = None


@dataclass(frozen=True, slots=True)
class Stop(Request):
    """Stop the answer to request ``ask``."""

    ask: int | str


@dataclass(frozen=True, slots=True)
class Choose(Request):
    """Option number ``option`` (from 0) of the question that ``ask`` was answered with."""

    ask: int | str
    option: int
    now: str | None = None


@dataclass(frozen=True, slots=True)
class Undo(Request):
    """Take one part of "understood as" back and answer ``ask`` again; an empty part takes none back."""

    ask: int | str
    part: str
    now: str | None = None


@dataclass(frozen=True, slots=True)
class Retrieve(Request):
    """The best fragments for a text, or for the last observed message."""

    text: str = ""
    k: int = 10
    mode: str = "hybrid"
    contextual: bool = False


@dataclass(frozen=True, slots=True)
class Observe(Request):
    """A turn that somebody else answered."""

    message: str
    answer: str | None = None
    page: list[Any] | None = None
    at: str | None = None
    user: str | None = None


@dataclass(frozen=True, slots=True)
class Remember(Request):
    """Turns of an earlier session, or statements about a user, for persistent memory."""

    session: str
    turns: list[Any]
    user: str | None = None
    kind: str = "conversation"


@dataclass(frozen=True, slots=True)
class Recall(Request):
    """What persistent memory holds for a text."""

    text: str
    k: int = 10
    depth: int | None = None
    coverage: float | None = None
    exhaustive: bool = False
    now: str | None = None
    user: str | None = None


@dataclass(frozen=True, slots=True)
class Forget(Request):
    """
    Remove a thing from everywhere: an object naming one thing, or the word ``session`` or ``all``. A ``session`` says
    whose turn is meant; without it the running session's comes first. ``said`` is what the visitor wrote in a turn or
    block, where that is known: answers that quote it leave as well, also where the turn itself has gone already.
    """

    what: Any
    user: str | None = None
    session: str | None = None
    said: list[Any] | None = None


@dataclass(frozen=True, slots=True)
class Consent(Request):
    """Whether to remember across visits, and whether this chat is private; what is left out stays."""

    remember: bool | None = None
    private: bool | None = None
    user: str | None = None


@dataclass(frozen=True, slots=True)
class Blocks(Request):
    """Remembered blocks, newest first: those that hold ``search``, or the one named ``block``."""

    search: str = ""
    block: str | None = None
    k: int = 50
    user: str | None = None


@dataclass(frozen=True, slots=True)
class Inspect(Request):
    """Every bounded structure with its cap, and the turns."""

    user: str | None = None


@dataclass(frozen=True, slots=True)
class Export(Request):
    """All memory as one document."""

    user: str | None = None


@dataclass(frozen=True, slots=True)
class Import(Request):
    """Memory from an exported document."""

    document: Any
    user: str | None = None


@dataclass(frozen=True, slots=True)
class Reset(Request):
    """Forget the running session; documents and persistent memory stay."""

    user: str | None = None


@dataclass(frozen=True, slots=True)
class Open(Request):
    """A document's source text, to show a citation in its place."""

    document_id: str


@dataclass(frozen=True, slots=True)
class Suggest(Request):
    """First questions that the documents can answer; those of ``among`` that are not mastered come first."""

    k: int = 4
    among: list[Any] | None = None


REQUESTS: Final[Mapping[str, type[Request]]] = {
    "configure": Configure, "add_documents": AddDocuments, "ask": Ask, "stop": Stop, "choose": Choose, "undo": Undo,
    "retrieve": Retrieve, "observe": Observe, "remember": Remember, "recall": Recall, "forget": Forget,
    "consent": Consent, "inspect": Inspect, "blocks": Blocks, "export": Export, "import": Import, "reset": Reset,
    "open": Open, "suggest": Suggest, "try_composer": TryComposer,
}  # fmt: skip
