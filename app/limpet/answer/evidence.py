"""What an answer is made of, and what comes out: the whole input and output of a composer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Literal

from limpet.policy.plan import AnswerMode, Plan
from limpet.retrieval.document import Document, FieldValue, Hit
from limpet.retrieval.nearness import Nearness, not_known

if TYPE_CHECKING:
    from limpet.memory.view import MemoryView


def _unlike(first: Any, second: Any) -> float:
    """Without vectors nothing is known to be alike in meaning."""
    return 1.0 if first is second else 0.0


def _rare(stem: str) -> float:
    """Without an index every word counts the same."""
    return 1.0 if stem else 0.0


@dataclass(frozen=True, slots=True)
class Evidence:
    """
    Everything that a composer may look at for one message; frozen, so that the same evidence gives the same answer.

    Attributes:
        message: As the visitor typed it.
        query: What retrieval was asked: the message, or the message with its antecedent.
        hits: Fragments, best first.
        source: The document of an id; raises ``KeyError`` or ``DocumentError`` for an unknown one.
        idf: Inverse document frequency of a stem in the index, 0 for a stem that no fragment has.
        extra_terms: Stems of the antecedent with a weight 0..1.
        slots: Confirmed filters after the message.
        recalled: Turns of earlier sessions, most relevant first.
        view: Session memory as it was before the message.
        plan: How to answer.
        confidence: That the documents answer, 0..1, as the policy knew it; None to weigh the hits here.
        nearest: Hits to name when nothing is covered; ``hits`` when empty.
        wants_records: Filters said what is wanted: the records in ``hits`` are the answer, whatever their score.
        by_price: Cheapest or dearest first; empty for the order of ``hits``.
        alike: Likeness in meaning of two fragments by their ids, 0..1: the cosine of their vectors where they have any.
        things: The two things to be compared, where the message does not name both; None: as the message has them.
        puts_in: The message puts another thing into the question before: "And wool?".
        lacking: Those of them that the documents do not tell about.
        near: How near the sentences of a fragment are to the message, by its id; none where that is not known.
        reads_on: The message goes on about a document at hand: one sentence there is the answer.
    """

    message: str
    query: str
    hits: Sequence[Hit]
    source: Callable[[str], Document]
    idf: Callable[[str], float] = _rare
    extra_terms: Mapping[str, float] = field(default_factory=dict)
    slots: Mapping[str, FieldValue | Any] = field(default_factory=dict)
    recalled: Sequence[Any] = ()
    view: MemoryView | None = None
    plan: Plan = field(default_factory=Plan)
    confidence: float | None = None
    nearest: Sequence[Hit] = ()
    wants_records: bool = False
    by_price: Literal["", "cheapest", "dearest"] = ""
    alike: Callable[[str, str], float] = _unlike
    things: tuple[str, str] | None = None
    puts_in: bool = False
    lacking: tuple[str, ...] = ()
    near: Callable[[str], Nearness] = not_known
    reads_on: bool = False


_FLAG: Final = "addresses_assistant"


@dataclass(frozen=True, slots=True)
class Citation:
    """
    The place that a sentence comes from.

    Attributes:
        fragment_id: The fragment.
        document_id: Its document.
        heading: Heading path as one line.
        start: First code point in the document's text.
        end: Code point after the last one.
        quote: Exactly ``document.text[start:end]``.
        addresses_assistant: The quote reads like an instruction to a program; it is text, and nothing obeys it.
    """

    fragment_id: str
    document_id: str
    heading: str
    start: int
    end: int
    quote: str
    addresses_assistant: bool = False

    def as_json(self) -> dict[str, Any]:
        """The citation as the wire carries it; ``addresses_assistant`` only where it is true."""
        told = {name: getattr(self, name) for name in self.__slots__}
        return told if self.addresses_assistant else {name: told[name] for name in told if name != _FLAG}


@dataclass(frozen=True, slots=True)
class Mark:
    """
    A sentence of an answer that a reader should be wary of.

    Attributes:
        start: First code point in the answer's text.
        end: Code point after the last one.
        reason: ``uncited``: its writer named no source; ``unsupported``: no source at hand says so.
    """

    start: int
    end: int
    reason: Literal["uncited", "unsupported"]

    def as_json(self) -> dict[str, Any]:
        """The mark as the wire carries it."""
        return {name: getattr(self, name) for name in self.__slots__}


@dataclass(frozen=True, slots=True)
class Composed:
    """
    An answer.

    Attributes:
        text: Markdown; ``[n]`` after a sentence is the n-th citation.
        mode: What kind of answer it became.
        citations: In the order of their numbers.
        confidence: 0..1, from absolute evidence.
        options: Choices or related headings that the answer offers.
        pieces: ``text`` cut at sentences; joined they give ``text``.
        author: The model that phrased it; empty when the sentences are the documents' own.
        marks: Sentences to be wary of.
        flagged: What was not given to the model because it speaks to models, a line for people each.
        rest: Ids of the records that are wanted too and that a list leaves out; None where the answer is no list.
        is_unsure: Nothing surely answers; what is cited is what is nearest.
    """

    text: str
    mode: AnswerMode
    citations: tuple[Citation, ...] = ()
    confidence: float = 0.0
    options: tuple[str, ...] = ()
    pieces: tuple[str, ...] = ()
    author: str = ""
    marks: tuple[Mark, ...] = ()
    flagged: tuple[str, ...] = ()
    rest: tuple[str, ...] | None = None
    is_unsure: bool = False

    @classmethod
    def own(cls, text: str, mode: AnswerMode = "smalltalk") -> Composed:
        """What limpet says by itself: in one piece, for sure, without a source."""
        return cls(text, mode, (), 1.0, (), (text,))

    @property
    def says_nothing(self) -> bool:
        """Whether the documents gave nothing for sure, so that what else is known may stand in its place."""
        return self.mode == "not_covered" and (self.is_unsure or not self.citations)
