"""
What a fragment does for a reader, told by cues in its heading, its shape and its words.

Pure and explained: ``cues_of`` lists every cue that was met with its weight, ``kind_of`` takes the kind with the
largest sum. Weights: 3 for a heading that names the kind, 2 for a shape or phrase that hardly occurs elsewhere, 1 for a
hint; under 2 in all the kind is ``other``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from limpet.retrieval.document import KINDS, Document, Kind
from limpet.retrieval.reading_blocks import Block

_I: Final = re.IGNORECASE
_HEADING_CUES: Final[tuple[tuple[Kind, re.Pattern[str]], ...]] = (
    ("definition", re.compile(r"^what (?:is|are)\b|\b(?:definitions?|overview|introduction|about|glossary)\b", _I)),
    ("intuition", re.compile(r"\b(?:why|motivation|intuition|idea|background|philosophy|concepts?)\b", _I)),
    ("example", re.compile(r"\b(?:examples?|sample|demo|case study)\b", _I)),
    ("formal", re.compile(r"\b(?:theorem|proof|lemma|formula|equation|specification|complexity|derivation)\b", _I)),
    ("application", re.compile(r"\b(?:using|usage|use cases?|applications?|when to|tips|best practices?)\b", _I)),
    (
        "procedure",
        re.compile(r"^how (?:to|do|can)\b|\b(?:steps?|install\w*|set-?up|getting started|guide|tutorial)\b", _I),
    ),
    (
        "reference",
        re.compile(r"\b(?:reference|api|options?|parameters?|arguments?|attributes?|changelog|charts?)\b", _I),
    ),
)
_WORD_CUES: Final[tuple[tuple[Kind, int, str], ...]] = (
    ("definition", 2, r"^(?:\W*\w+){1,5} (?:is|are) (?:an?|the|one of|used)\b"),
    ("definition", 2, r"\b(?:is|are) (?:defined as|called)\b|\brefers to\b|\bmeans that\b"),
    ("intuition", 2, r"\b(?:think of|in other words|intuitively|the idea (?:is|behind)|imagine|because|the reason)\b"),
    ("example", 2, r"\b(?:for example|for instance|e\.g\.|as an example|suppose|here(?:'s| is) (?:an?|how))\b"),
    ("formal", 2, r"\$[^$\n]{3,}\$|\\(?:frac|sum|int|begin)\b|[∑∫∀∃≤≥]|\bif and only if\b"),
    ("application", 1, r"\b(?:useful|you (?:can|may|might) use|allows? you|in practice|typically|suitable)\b"),
    ("procedure", 1, r"\b(?:first|then|next|finally|run|click|open|follow|you(?:'ll| will)? need to|make sure)\b"),
    ("reference", 1, r"\b(?:defaults? to|default:|optional|required|returns?|signature|keyword)\b"),
)
_TEXT_CUES: Final = tuple((kind, weight, re.compile(pattern, _I)) for kind, weight, pattern in _WORD_CUES)
_FIELD_ITEM: Final = re.compile(r"\S{1,40}(?:\s\S{1,20}){0,2}\s*(?:[-–—:]|\()")


def kind_of(document: Document, headings: Sequence[str], blocks: Sequence[Block]) -> Kind:
    """
    The kind with the most weight of cues; the earlier one of ``KINDS`` at a tie.

    >>> from limpet.retrieval.reading_markdown import markdown_blocks
    >>> kind_of(Document("a", "A", ""), ["Glossary"], markdown_blocks("An index is a list of places."))
    'definition'
    """
    sums: dict[Kind, int] = {}
    for kind, weight, _ in cues_of(document, headings, blocks):
        sums[kind] = sums.get(kind, 0) + weight
    best = max(KINDS, key=lambda kind: (sums.get(kind, 0), -KINDS.index(kind)))
    return best if sums.get(best, 0) >= 2 else "other"


def cues_of(document: Document, headings: Sequence[str], blocks: Sequence[Block]) -> list[tuple[Kind, int, str]]:
    """Every cue that was met: (kind, weight, what was seen)."""
    if document.format == "record":
        return [("reference", 3, "a record of a catalogue")]
    found: list[tuple[Kind, int, str]] = []
    heading = headings[-1] if headings else ""
    found.extend((kind, 3, f"heading: {heading}") for kind, pattern in _HEADING_CUES if pattern.search(heading))
    text = "\n".join(block.text for block in blocks if block.kind not in ("code", "row"))
    for kind, weight, pattern in _TEXT_CUES:
        match = pattern.search(text)
        if match:
            found.append((kind, weight, f"words: {match.group()[:40]}"))
    found.extend(_shape_cues(blocks))
    return found


def _shape_cues(blocks: Sequence[Block]) -> list[tuple[Kind, int, str]]:
    words = max(1, sum(block.words for block in blocks))
    found: list[tuple[Kind, int, str]] = []
    steps = [block for block in blocks if block.kind == "item" and block.marker[:1].isdigit()]
    items = [block for block in blocks if block.kind == "item" and not block.marker[:1].isdigit()]
    code = sum(block.words for block in blocks if block.kind == "code")
    if len(steps) >= 2:
        found.append(("procedure", 3, f"{len(steps)} numbered steps"))
    if sum(1 for block in blocks if block.kind == "row") >= 2:
        found.append(("reference", 3, "a table"))
    if len(items) >= 2 and sum(1 for item in items if item.codes and item.codes[0][0] < 2) * 2 > len(items):
        found.append(("reference", 3, "a list of names from code"))
    elif len(items) >= 3 and sum(1 for item in items if _FIELD_ITEM.match(item.text)) * 2 > len(items):
        found.append(("reference", 1, "a list of terms"))
    if code * 2 > words:
        found.append(("example", 2, "mostly code"))
    return found
