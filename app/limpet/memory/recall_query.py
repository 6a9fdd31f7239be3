"""A question made ready for recall: its words with their weights, its vector, its time."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import tzinfo

import numpy as np

from limpet.memory.date_score import Band, bands_of
from limpet.memory.recall import RecallRequest
from limpet.memory.recall_terms import recall_terms, term_hash
from limpet.memory.stock import Stock
from limpet.memory.when import TimeCue, time_cue
from limpet.ports import Embedder, Vector
from limpet.text.idf import idf

TIME_NEED = "\x00time"
"""The need for a turn that tells a time, beside the stems among a question's needs."""


@dataclass(frozen=True, slots=True)
class RecallQuery:
    """
    What a walk compares blocks and turns with.

    Attributes:
        terms: Distinct stems, names of speakers left out, with their IDF over turns.
        ceiling: Sum of the IDF of the stems that the store knows.
        block_terms: Known stems with their IDF over blocks.
        vector: Of the question without names; None before the embedder is there.
        context_vectors: Of the previous message with the question, and of the last answer; for statements.
        cue: What the question says about time.
        bands: Its stretches of time with what they count.
        speaker: The one speaker whom it names; empty for none or several.
    """

    terms: Mapping[str, float]
    ceiling: float
    block_terms: Mapping[str, float]
    vector: Vector | None
    context_vectors: tuple[Vector | None, Vector | None]
    cue: TimeCue
    bands: Sequence[Band]
    speaker: str

    @property
    def needs(self) -> dict[str, float]:
        """What an answer must meet: the known stems by their weight, and a time if one is asked for."""
        needs = {term: self.terms[term] for term in self.block_terms}
        if self.cue.asks_when and needs:
            needs[TIME_NEED] = sum(needs.values()) / len(needs)
        return needs


async def recall_query(
    request: RecallRequest, stock: Stock, embedder: Embedder, now_s: float, zone: tzinfo | None
) -> RecallQuery:
    """*request* made ready for the blocks of *stock*, of which there is one at least."""
    names = [name for name in stock.speakers if _named(name, request.text)]
    bare = without_names(request.text, stock.speakers)
    turns = stock.turns
    terms = {term: idf(stock.turns_with(term_hash(term)), turns) for term in dict.fromkeys(recall_terms(bare))}
    known = [term for term in terms if stock.turns_with(term_hash(term))]
    cue = time_cue(request.text, now_s, zone)
    bands = bands_of(cue.spans, *stock.ends_s, zone) if cue.spans else []
    vector, contexts = await _vectors(request, bare, embedder)
    return RecallQuery(
        terms=terms, ceiling=sum(terms[term] for term in known),
        block_terms={term: idf(stock.blocks_with(term_hash(term)), stock.size) for term in known},
        vector=vector, context_vectors=contexts, cue=cue, bands=bands, speaker=names[0] if len(names) == 1 else "",
    )  # fmt: skip


def without_names(text: str, names: Sequence[str]) -> str:
    """
    *text* without the speakers' names: they stand in front of every turn and would drown the rest.

    >>> without_names("When did Asha's sister visit Ravi?", ["Asha", "Ravi"])
    'When did sister visit ?'
    """
    if not names:
        return text
    one_of = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    bare = " ".join(re.sub(rf"\b(?:{one_of})\b(?:['’]s\b)?", " ", text, flags=re.IGNORECASE).split())
    return bare if any(letter.isalnum() for letter in bare) else text


def _named(name: str, text: str) -> bool:
    return re.search(rf"\b{re.escape(name)}\b", text, re.IGNORECASE) is not None


async def _vectors(
    request: RecallRequest, bare: str, embedder: Embedder
) -> tuple[Vector | None, tuple[Vector | None, Vector | None]]:
    if not embedder.is_ready or not bare.strip():
        return None, (None, None)
    previous = f"{request.previous} {request.text}" if request.previous else ""
    reply = request.reply[:300]
    texts = [bare, *(text for text in (previous, reply) if text)]
    rows = iter(np.asarray(await embedder.embed(texts), dtype=np.float32))
    first = next(rows)
    return first, (next(rows) if previous else None, next(rows) if reply else None)
