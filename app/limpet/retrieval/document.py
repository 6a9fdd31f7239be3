"""What goes into an index and what comes out: documents, fragments, queries, hits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

from limpet.ports import Vector
from limpet.text.tokens import stems

Format: TypeAlias = Literal["markdown", "html", "text", "record"]
FieldValue: TypeAlias = str | int | float | bool | list[str] | None
Mode: TypeAlias = Literal["hybrid", "bm25", "dense"]

Kind: TypeAlias = Literal[
    "definition", "intuition", "example", "formal", "application", "procedure", "reference", "other"
]
KINDS: Final[tuple[Kind, ...]] = (
    "definition", "intuition", "example", "formal", "application", "procedure", "reference", "other",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Document:
    """
    One source of the owner.

    Attributes:
        document_id: Stable and unique in an index; for files the path below the folder, with forward slashes.
        title: For people; may be empty.
        text: Exactly as given; every offset in limpet counts Unicode code points of this text.
        format: How ``text`` is to be read.
        fields: Values of a catalogue record (name, price, sizes ...), or front matter; empty otherwise.
        language: ISO 639-1 code, chooses the stemmer.
        url: Where a reader may open it; may be empty.
    """

    document_id: str
    title: str
    text: str
    format: Format = "markdown"
    fields: Mapping[str, FieldValue] = field(default_factory=dict)
    language: str = "en"
    url: str = ""


def main_language(documents: Iterable[Document]) -> str:
    """
    The language of most *documents*; English where there are none.

    >>> main_language([Document("a", "", "", language="de"), Document("b", "", "", language="de")]), main_language([])
    ('de', 'en')
    """
    counts = Counter(document.language for document in documents)
    return max(counts, key=lambda language: counts[language], default="en")


@dataclass(frozen=True, slots=True)
class Fragment:
    """
    The smallest piece that is retrieved and cited.

    Attributes:
        fragment_id: ``<document_id>#<anchor or ordinal>``; the same for the same input, whatever else is built.
        document_id: Where it comes from.
        heading_path: Title and headings above it, outermost first.
        start: First code point in the document's text.
        end: Code point after the last one; ``document.text[start:end]`` is the quotable source.
        text: The same for reading and matching: markup taken off, entities resolved.
        kind: What the fragment does for a reader.
        difficulty: 0 (plain) .. 1 (hard to read).
        self_containedness: 0 (needs what stands around it) .. 1 (stands alone).
        entities: Names in the text, the most mentioned first.
        cue_scores: What the cues said of each kind, until the fragment has a vector; never stored.
    """

    fragment_id: str
    document_id: str
    heading_path: tuple[str, ...]
    start: int
    end: int
    text: str
    kind: Kind = "other"
    difficulty: float = 0.0
    self_containedness: float = 1.0
    entities: tuple[str, ...] = ()
    cue_scores: tuple[float, ...] = field(default=(), compare=False, repr=False)

    @property
    def context_line(self) -> str:
        """Where it stands, so that it can be read alone: title and headings, or the document's id without any."""
        return self.heading or self.document_id

    @property
    def heading(self) -> str:
        """The heading path as one line."""
        return " > ".join(self.heading_path)

    @property
    def embedding_text(self) -> str:
        """What the embedder sees: the heading path on a line of its own, then the text."""
        return f"{self.heading}\n{self.text}" if self.heading_path else self.text


@dataclass(frozen=True, slots=True)
class Query:
    """
    What an index is searched with.

    Attributes:
        text: The words as typed; tokenised by the index itself.
        vector: Unit-length vector to compare with (already mixed when the message is a follow-up); None before the
            embedder is there: retrieval is then lexical.
        extra_terms: Words of the antecedent with a weight 0..1, added softly to the lexical score.
        as_wholes: Fragments are compared as wholes, single sentences do not count.
    """

    text: str
    vector: Vector | None = None
    extra_terms: Mapping[str, float] = field(default_factory=dict)
    as_wholes: bool = False


@dataclass(frozen=True, slots=True)
class Hit:
    """
    A fragment with its scores for one query.

    Attributes:
        fragment: What was found.
        score: The score it was ranked by; for ``hybrid`` fused and scaled to 0..1, comparable within one query.
        bm25: Absolute lexical score (0 when no word met).
        cosine: Cosine with the query vector (0 when retrieval was lexical).
        whole_score: The score before single sentences counted.
        known_stems: Content stems of the fragment with its headings, where the index was asked for them.
    """

    fragment: Fragment
    score: float
    bm25: float = 0.0
    cosine: float = 0.0
    whole_score: float = field(default=0.0, compare=False)
    known_stems: frozenset[str] | None = field(default=None, compare=False, repr=False)

    @property
    def stems(self) -> frozenset[str]:
        """The same, found anew where they are not known."""
        if self.known_stems is not None:
            return self.known_stems
        return frozenset(stems(f"{self.fragment.heading}\n{self.fragment.text}"))
