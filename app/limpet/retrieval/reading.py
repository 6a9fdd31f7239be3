"""A document as blocks, whatever its format, and blocks as the readable text of a fragment."""

from __future__ import annotations

import re
from array import array
from collections.abc import Sequence
from typing import Final

from limpet.retrieval.document import Document, Fragment
from limpet.retrieval.reading_blocks import Block, Trace, block_of
from limpet.retrieval.reading_html import html_blocks
from limpet.retrieval.reading_markdown import markdown_blocks

_PARAGRAPH: Final = re.compile(r"[^\s](?:[^\n]|\n(?![ \t\r]*(?:\n|$))(?![ \t]*(?:[-*•]|\d{1,3}[.)])[ \t]))*+")
_LINE: Final = re.compile(r"[^\n]*\S[^\n]*")
_ITEM: Final = re.compile(r"([-*•]|\d{1,3}[.)])[ \t]+(?=\S)")
_ROOM_CHARS: Final = 16
"""A slice is read this far to the left at most, to see the indent of its first line."""


def blocks_of(document: Document) -> list[Block]:
    """
    The blocks of *document* in order.

    >>> [block.text for block in blocks_of(Document("a.txt", "A", "One.\\n\\n- two\\n- three", "text"))]
    ['One.', 'two', 'three']
    """
    if document.format == "markdown":
        return markdown_blocks(document.text)
    if document.format == "html":
        return html_blocks(document.text)
    return _text_blocks(document.text, _LINE if document.format == "record" else _PARAGRAPH)


def blocks_in(document: Document, fragment: Fragment) -> list[Block]:
    """
    The blocks of one fragment, with their ranges in ``document.text``.

    Only the fragment's own stretch of the source is read; when that does not give its text again (its meaning depends
    on what stands before it), the whole document is.
    """
    text, start, end = document.text, fragment.start, fragment.end
    begin = text.rfind("\n", max(0, start - _ROOM_CHARS), start) + 1 or start
    if text[begin:start].strip():
        begin = start
    if document.format == "markdown":
        line_end = text.find("\n", end)  # signs of markup may follow the last readable character
        near = markdown_blocks(text[begin : line_end if line_end >= 0 else len(text)], indent=start - begin)
    else:
        near = blocks_of(Document(document.document_id, "", text[begin:end], document.format))
    blocks = [_moved(block, begin) for block in near]
    if joined(blocks) == fragment.text:
        return blocks
    return [block for block in blocks_of(document) if block.start >= start and block.end <= end]


def joined(blocks: Sequence[Block]) -> str:
    """
    Blocks as one readable text: items and rows a line each, other blocks with an empty line between.

    >>> joined(markdown_blocks("Sizes:\\n\\n- S\\n- M"))
    'Sizes:\\n\\n- S\\n- M'
    """
    parts: list[str] = []
    before: Block | None = None
    for block in blocks:
        if before is not None:
            is_list = block.group >= 0 and block.group == before.group and "code" not in (block.kind, before.kind)
            parts.append("\n" if is_list else "\n\n")
        parts.append(f"{'  ' * block.level}{block.marker} {block.text}" if block.kind == "item" else block.text)
        before = block
    return "".join(parts)


def _moved(block: Block, by: int) -> Block:
    return Block(
        block.kind, block.start + by, block.end + by, block.text, array("I", map(by.__add__, block.starts)),
        array("I", map(by.__add__, block.ends)), block.codes, block.level, block.group, block.marker, block.anchor,
    )  # fmt: skip


def _text_blocks(text: str, pattern: re.Pattern[str]) -> list[Block]:
    """Paragraphs (or lines) as they are; lines that begin like list items are items."""
    blocks: list[Block] = []
    group = 0
    for match in pattern.finditer(text):
        item = _ITEM.match(text, match.start(), match.end())
        trace = Trace.of(text, item.end() if item else match.start(), match.end()).collapsed()
        if item and not (blocks and blocks[-1].kind == "item"):
            group += 1
        marker = (item.group(1) if item.group(1)[0].isdigit() else "-") if item else ""
        block = block_of(
            "item" if item else "paragraph", trace, whole=match.span(), group=group if item else -1, marker=marker
        )
        if block is not None:
            blocks.append(block)
    return blocks
