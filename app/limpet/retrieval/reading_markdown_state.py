"""Where the walk over the lines of a Markdown text stands: the open paragraph, the open list, the blocks so far."""

from __future__ import annotations

from dataclasses import dataclass, field

from limpet.retrieval.reading_blocks import Block, BlockKind, Trace, block_of
from limpet.retrieval.reading_inline import plain_inline


@dataclass(slots=True)
class MarkdownState:
    """Where the walk over the lines stands."""

    source: str
    blocks: list[Block] = field(default_factory=list)
    lines: list[tuple[int, int]] = field(default_factory=list)
    """Open paragraph or item: source ranges of its lines without indent."""
    kind: BlockKind = "paragraph"
    marker: str = ""
    level: int = 0
    indents: list[int] = field(default_factory=list)
    """Column of the content of each open list level."""
    group: int = 0
    item_start: int = 0
    """Where the marker of the open item stands."""
    is_after_blank: bool = True
    admonition: int | None = None

    def flush(self) -> None:
        """The open paragraph or item becomes a block."""
        if self.lines:
            trace = Trace.empty()
            for start, end in self.lines:
                if trace.characters:
                    trace.add(" ", trace.ends[-1], start)
                trace.take(Trace.of(self.source, start, end), 0, end - start)
            group = self.group if self.indents else -1
            whole = (self.item_start, self.lines[-1][1]) if self.kind == "item" else None
            found = plain_inline(trace)
            self.put(block_of(self.kind, found, whole=whole, level=self.level, group=group, marker=self.marker))
        self.lines, self.kind, self.marker, self.level = [], "paragraph", "", 0

    def put(self, block: Block | None) -> None:
        """Keep a block if there is one."""
        if block is not None:
            self.blocks.append(block)

    def leave_list(self) -> None:
        """Forget the open list, if any."""
        if self.indents:
            self.group += 1
        self.indents = []


def indent_of(text: str, start: int, end: int) -> tuple[int, int]:
    """(columns of white space, where the content begins); block-quote signs count as white space."""
    column, position = 0, start
    while position < end and text[position] in " \t>\r\f\v\ufeff":
        column += 4 - column % 4 if text[position] == "\t" else 1
        position += 1
    return column, position
