"""The fragments that an answer may draw on, each with its document and its units, read once an answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from limpet.answer.evidence import Evidence
from limpet.answer.fragments import Unit, units_of
from limpet.answer.promise import promising
from limpet.answer.two_things import named_stems, without_other_things
from limpet.errors import DocumentError
from limpet.retrieval.document import Document, Hit
from limpet.text.sentences import split_sentences
from limpet.text.tokens import stems

NEAR_SHARE: Final = 0.6
"""A fragment that scores less than this share of the first one is not drawn on."""
LOOKED_AT: Final = 6
"""Best fragments that may be drawn on; more cost time and hardly ever come in."""


@dataclass(frozen=True)
class LookedAt:
    """
    A fragment that an answer may draw on; its units are read when they are first wanted.

    Attributes:
        hit: The fragment as it was found.
        document: Its source.
        score: What it promises.
        share: The same, where the best has 1; 0 when that promises nothing.
        named: Stems of the message, and with those that it surely lacks: of a list the first that choose one thing do.
    """

    hit: Hit
    document: Document
    score: float
    share: float
    named: tuple[frozenset[str], ...] = ()

    @cached_property
    def units(self) -> list[Unit]:
        """What it can say, in reading order."""
        return units_of(self.document, self.hit.fragment, self.named)

    @cached_property
    def sentence_stems(self) -> list[frozenset[str]]:
        """Stems of its units; of the sentences of its readable text, which is quicker, where these are not read yet."""
        if "units" in vars(self):
            return [unit.stems for unit in self.units]
        text = self.hit.fragment.text
        return [frozenset(stems(text[start:end])) for start, end in split_sentences(text)]


def look_at(evidence: Evidence, stems_of: Callable[[Hit], frozenset[str]]) -> list[LookedAt]:
    """The most promising fragments whose documents are there, best first: no records where something else is near."""
    named = named_stems(evidence.message, evidence.extra_terms)
    promised = without_other_things(promising(evidence, stems_of)[:LOOKED_AT], named)
    return read(evidence, _prose_first(evidence, promised))


def knows_sentences(evidence: Evidence, looked_at: Sequence[LookedAt]) -> bool:
    """Whether it is known how near the sentences of any of them are; else all count as equally near."""
    return any(evidence.near(one.hit.fragment.fragment_id) for one in looked_at)


def read(evidence: Evidence, ranked: Sequence[tuple[Hit, float]]) -> list[LookedAt]:
    """*ranked* hits, best first, without those whose documents are not there any more."""
    best = ranked[0][1] if ranked else 0.0
    named = (frozenset(stems(evidence.message)), named_stems(evidence.message, evidence.extra_terms))
    return [
        LookedAt(hit, document, score, score / best if best > 0 else 0.0, named)
        for hit, score in ranked
        if (document := document_of(evidence, hit)) is not None
    ]


def document_of(evidence: Evidence, hit: Hit) -> Document | None:
    """The source of a hit; None when it is not there any more."""
    try:
        return evidence.source(hit.fragment.document_id)
    except (KeyError, DocumentError):
        return None


def _prose_first(evidence: Evidence, ranked: list[tuple[Hit, float]]) -> list[tuple[Hit, float]]:
    """Without the records, where something else is near: a catalogue's line explains nothing."""
    prose = [
        (hit, score)
        for hit, score in ranked
        if (document := document_of(evidence, hit)) is None or document.format != "record"
    ]
    return prose if prose and prose[0][1] >= NEAR_SHARE * ranked[0][1] else ranked
