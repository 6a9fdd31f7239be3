"""A document as fragments: one idea each, under the headings it stands under, with exact source ranges."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from limpet.retrieval.document import Document, Fragment
from limpet.retrieval.kinds import cue_scores, kind_of
from limpet.retrieval.reading import blocks_of, joined
from limpet.retrieval.reading_blocks import Block
from limpet.retrieval.traits import difficulty, entities_of, self_containedness
from limpet.text.sentences import split_sentences
from limpet.text.word_pattern import MARKS

TYPICAL_WORDS: Final = 150
"""A fragment is closed before it would grow beyond this."""
SMALL_WORDS: Final = 40
"""Below this a fragment takes the next block whatever comes."""
WHOLE_WORDS: Final = 260
"""A list or table up to this size stays whole: about what an embedder of 256 tokens reads, and a screen shows."""
LONG_PARAGRAPH_WORDS: Final = 220
"""A longer paragraph is cut at a sentence."""
_LEFTOVER_WORDS: Final = 20
_WORD: Final = re.compile(r"\S+")
_SLUG_CHARS: Final = 60
_NO_LETTERS: Final = re.compile(rf"(?:(?![{MARKS}])[\W_])+")


@dataclass(slots=True)
class _Section:
    """Blocks under one heading."""

    headings: tuple[str, ...]
    anchor: str
    blocks: list[Block]


def split(document: Document) -> list[Fragment]:
    """
    The fragments of *document*, in reading order, without overlap; together they hold every block but the headings.

    >>> for fragment in split(Document("a.md", "Care", "# Care\\n\\n## Silk\\n\\nDry clean.")):
    ...     print(fragment.fragment_id, fragment.heading_path, fragment.text)
    a.md#silk-1 ('Care', 'Silk') Dry clean.
    """
    fragments: list[Fragment] = []
    for section in _sections(document, blocks_of(document)):
        pieces = [section.blocks] if document.format == "record" else _pieces(section.blocks)
        for number, blocks in enumerate(pieces, start=1):
            fragments.append(_fragment(document, section, number, blocks))
    return fragments


def _fragment(document: Document, section: _Section, number: int, blocks: Sequence[Block]) -> Fragment:
    text = joined(blocks)
    scores = cue_scores(document, section.headings, blocks)
    head = _head_row(section.blocks, blocks)
    return Fragment(
        f"{document.document_id}#{section.anchor}-{number}",
        document.document_id,
        section.headings,
        blocks[0].start,
        max(block.end for block in blocks),
        f"{head}\n{text}" if head else text,
        kind_of(scores) if scores else "reference",
        difficulty(text),
        self_containedness(text),
        entities_of(text, section.headings),
        scores,
    )


def _head_row(section: Sequence[Block], blocks: Sequence[Block]) -> str:
    """The head row of a table that was cut, for the parts after the first."""
    first = blocks[0]
    if first.kind != "row" or first.marker == "head":
        return ""
    heads = [block for block in section if block.group == first.group and block.marker == "head"]
    return heads[0].text if heads and heads[0] not in blocks else ""


def _sections(document: Document, blocks: Sequence[Block]) -> list[_Section]:
    """Blocks by heading; the title stands above all headings, unless a first heading says the same."""
    title = (document.title,) if document.title.strip() else ()
    sections = [_Section(title, slug(document.title) or "text", [])]
    open_headings: list[tuple[int, str]] = []
    used: dict[str, int] = {}
    for block in blocks:
        if block.kind != "heading":
            sections[-1].blocks.append(block)
            continue
        open_headings = [(level, text) for level, text in open_headings if level < block.level]
        open_headings.append((block.level, block.text))
        names = [text for _, text in open_headings]
        path = tuple(names) if not title or _same(names[0], title[0]) else (*title, *names)
        sections.append(_Section(path, block.anchor or slug(block.text) or "text", []))
    kept = [section for section in sections if section.blocks]
    for section in kept:
        seen = used[section.anchor] = used.get(section.anchor, 0) + 1
        if seen > 1:
            section.anchor = f"{section.anchor}.{seen}"
    return kept


def _same(first: str, second: str) -> bool:
    return slug(first) == slug(second)


def slug(heading: str) -> str:
    """
    A heading as an anchor: lower case, words joined by hyphens, letters of any script kept.

    >>> slug("What's new in 2.0?")
    'whats-new-in-2-0'
    """
    plain = unicodedata.normalize("NFKC", heading).casefold().replace("'", "").replace("’", "")
    return _NO_LETTERS.sub("-", plain)[:_SLUG_CHARS].strip("-")


def _pieces(blocks: Sequence[Block]) -> list[list[Block]]:
    """Blocks of one section, gathered into pieces of one idea."""
    pieces: list[list[Block]] = []
    size = 0
    for unit in _units(blocks):
        words = sum(block.words for block in unit)
        is_free = not pieces or (size >= SMALL_WORDS and size + words > TYPICAL_WORDS)
        if is_free and not (pieces and _is_tied(pieces[-1][-1], unit[0])):
            pieces.append([])
            size = 0
        pieces[-1].extend(unit)
        size += words
    if len(pieces) > 1 and sum(block.words for block in pieces[-1]) < _LEFTOVER_WORDS:
        last = pieces.pop()
        pieces[-1].extend(last)
    return pieces


def _is_tied(before: Block, after: Block) -> bool:
    """Whether the one before leads in what comes after: a colon, or code right after the words about it."""
    return before.kind in ("paragraph", "item") and (after.kind == "code" or before.text.rstrip().endswith((":", "：")))


def _units(blocks: Sequence[Block]) -> list[list[Block]]:
    """What is not taken apart: a paragraph, a block of code, a list or table (in parts when it is huge)."""
    units: list[list[Block]] = []
    for block in blocks:
        is_same = bool(units) and block.group >= 0 and units[-1][-1].group == block.group
        fits = block.kind == "code" or (is_same and sum(b.words for b in units[-1]) + block.words <= WHOLE_WORDS)
        if is_same and fits:
            units[-1].append(block)
        elif block.kind == "paragraph" and block.words > LONG_PARAGRAPH_WORDS:
            units.extend([part] for part in _cut(block))
        else:
            units.append([block])
    return units


def _cut(block: Block) -> list[Block]:
    """A long paragraph in parts of whole sentences."""
    parts: list[tuple[int, int]] = []
    sizes: list[int] = []
    for start, end in _stretches(block.text):
        words = len(block.text[start:end].split())
        if parts and sizes[-1] + words <= TYPICAL_WORDS:
            parts[-1], sizes[-1] = (parts[-1][0], end), sizes[-1] + words
        else:
            parts.append((start, end))
            sizes.append(words)
    return [_part(block, start, end) for start, end in parts]


def _stretches(text: str) -> Iterator[tuple[int, int]]:
    """Sentences; one that is longer than a fragment may be (a text without full stops) in stretches of words."""
    for start, end in split_sentences(text):
        words = list(_WORD.finditer(text, start, end))
        for first in range(0, len(words), LONG_PARAGRAPH_WORDS):
            last = min(first + LONG_PARAGRAPH_WORDS, len(words)) - 1
            yield words[first].start(), words[last].end()


def _part(block: Block, start: int, end: int) -> Block:
    codes = tuple((max(a, start) - start, min(b, end) - start) for a, b in block.codes if a < end and b > start)
    source_start, source_end = block.source_range(start, end)
    return replace(
        block, start=source_start, end=source_end, text=block.text[start:end], starts=block.starts[start:end],
        ends=block.ends[start:end], codes=codes,
    )  # fmt: skip
