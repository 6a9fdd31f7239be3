"""Markdown as blocks: headings, paragraphs, list items, table rows and code, with exact source ranges."""

from __future__ import annotations

import re
from typing import Final

from limpet.retrieval.reading_blocks import Block, Trace, block_of
from limpet.retrieval.reading_html import html_blocks
from limpet.retrieval.reading_inline import plain_inline
from limpet.retrieval.reading_markdown_state import MarkdownState, indent_of
from limpet.retrieval.reading_markdown_whole import read_fence, read_indented, read_table

_FRONT_MATTER: Final = re.compile(
    r"\A\ufeff?(?:---|\+\+\+)[ \t]*\n(.*?\n)?(?:---|\.\.\.|\+\+\+)[ \t]*(?:\n|\Z)", re.DOTALL
)
_COMMENT: Final = re.compile(r"^[ \t]*<!--.*?(?:-->[ \t]*$|\Z)", re.DOTALL | re.MULTILINE)
_FENCE: Final = re.compile(r"(`{3,}|~{3,})[ \t]*(?:\{?\.?([\w+#.-]+))?")
_HEADING: Final = re.compile(r"(#{1,6})(?:[ \t]+|$)(.*?)(?:[ \t]+#+)?[ \t]*$")
_ANCHOR: Final = re.compile(r"[ \t]*\{[ \t]*#([\w.:-]+)[^}]*\}[ \t]*$")
_ITEM: Final = re.compile(r"([-*+]|\d{1,9}[.)])(?:[ \t]+(?=\S)|[ \t]*$)(?:\[[ xX]\][ \t]+)?")
_RULE: Final = re.compile(r"(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$")
_ADMONITION: Final = re.compile(r"(?:!!!|\?\?\?\+?|===)[ \t]+.*$")
_SLASHES: Final = re.compile(r"/{3,}")
_DIRECTIVE: Final = re.compile(r":{3,}|\{%.*%\}$|\[\[?toc\]?\]$|\{:.*\}$", re.IGNORECASE)
_GENERATED: Final = re.compile(r":{3}[ \t]+[A-Za-z_]\w*(?:\.\w+)+$")
"""Where a documentation generator puts the reference of a dotted name; what is indented below are its options."""
_REFERENCE: Final = re.compile(r"\[[^\]]+\]:[ \t]*\S+")
_RAW_HTML: Final = re.compile(
    r"</?(?:address|article|aside|blockquote|body|center|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure"
    r"|footer|form|h[1-6]|head|header|hr|html|iframe|img|li|main|nav|ol|p|pre|script|section|style|summary|svg|table"
    r"|tbody|td|tfoot|th|thead|tr|ul|video)(?=[\s/>])",
    re.IGNORECASE,
)
_WHOLE_HTML: Final = re.compile(r"<(/?)(pre|script|style|table)\b", re.IGNORECASE)
"""What goes on over blank lines."""
_WHOLE_HTML_ENDS: Final = {
    name: re.compile(rf"</{name}\b", re.IGNORECASE) for name in ("pre", "script", "style", "table")
}
_LONGEST_HTML_CHARS: Final = 100_000
"""How far the end of such an element is looked for: in a hostile text every line may open one."""
_ADMONITION_INDENT: Final = 4


def front_matter_end(text: str) -> int:
    """Where the body begins: after the front matter, or 0."""
    match = _FRONT_MATTER.match(text)
    return match.end() if match else 0


def markdown_blocks(text: str, indent: int = 0) -> list[Block]:
    """
    Blocks of a Markdown text in order; front matter, comments, rules and reference lines are left out.

    Args:
        text: Markdown.
        indent: Columns by which the place in a note indents all of it; 4 or more.

    >>> [(block.kind, block.text) for block in markdown_blocks("# A *b*\\n\\nOne\\ntwo.\\n\\n- x\\n- y")]
    [('heading', 'A b'), ('paragraph', 'One two.'), ('item', 'x'), ('item', 'y')]
    """
    state = MarkdownState(text)
    state.admonition = indent if indent >= _ADMONITION_INDENT else None
    spans = _line_spans(text, front_matter_end(text))
    comments = {match.start(): match.end() for match in _COMMENT.finditer(text)}
    number = 0
    while number < len(spans):
        start, end = spans[number]
        skip_to = comments.get(start)
        if skip_to is not None:
            state.flush()
            while number < len(spans) and spans[number][0] < skip_to:
                number += 1
            continue
        number = _read_line(state, spans, number, start, end)
    state.flush()
    return state.blocks


def _line_spans(text: str, start: int) -> list[tuple[int, int]]:
    spans = []
    position = start
    for line in text[start:].split("\n"):
        spans.append((position, position + len(line)))
        position += len(line) + 1
    return spans


def _read_line(state: MarkdownState, spans: list[tuple[int, int]], number: int, start: int, end: int) -> int:
    text = state.source
    column, content = indent_of(text, start, end)
    line = text[content:end].rstrip()
    if not line:
        state.flush()
        state.is_after_blank = True
        return number + 1
    if state.admonition is not None:
        if column >= state.admonition:
            column -= state.admonition
        elif state.is_after_blank:
            state.admonition = None
    after_blank, state.is_after_blank = state.is_after_blank, False
    depth = _list_depth(state, column)
    inner = column - (state.indents[depth - 1] if depth else 0)
    if after_blank and depth < len(state.indents) and not _ITEM.match(line):
        state.indents = state.indents[:depth]
        if not depth:
            state.group += 1
    if inner >= 4 and after_blank and not state.lines and not text[start:content].count(">"):
        return read_indented(state, spans, number, column, content)
    return _read_content(state, spans, number, content, column, line)


def _list_depth(state: MarkdownState, column: int) -> int:
    """How many open list levels this column lies inside."""
    return sum(1 for indent in state.indents if column >= indent)


def _read_content(
    state: MarkdownState, spans: list[tuple[int, int]], number: int, content: int, column: int, line: str
) -> int:
    end = content + len(line)
    fence = _FENCE.match(line)
    if fence and "`" not in line[fence.end(1) :]:
        return read_fence(state, spans, number, fence, content)
    heading = _HEADING.match(line)
    if heading:
        _put_heading(state, content + heading.start(2), content + heading.end(2), len(heading.group(1)))
        return number + 1
    if state.lines and state.kind == "paragraph" and re.fullmatch(r"=+|-+", line) and not state.indents:
        lines, state.lines = state.lines, []
        _put_heading(state, lines[0][0], lines[-1][1], 1 if line[0] == "=" else 2)
        return number + 1
    if _ADMONITION.match(line) or (_SLASHES.match(line) and not line.startswith("////.")):
        return _read_admonition(state, number, column, content, line)
    if _GENERATED.match(line):
        state.flush()
        return _past_indented(state.source, spans, number + 1, column)
    if _RULE.match(line) or _DIRECTIVE.match(line) or (not state.lines and _REFERENCE.match(line)):
        state.flush()
        return number + 1
    rows = read_table(state, spans, number, line)
    if rows:
        return rows
    if _RAW_HTML.match(line) and not state.lines:
        return _read_html(state, spans, number, content)
    item = _ITEM.match(line)
    if item and not (
        state.lines and state.kind == "paragraph" and not state.indents and item.group(1) not in "-*+1.1)"
    ):
        _open_item(state, column, content, item, end)
        return number + 1
    if not state.lines and not column and not item:
        state.leave_list()
    state.lines.append((content, end))
    return number + 1


def _past_indented(text: str, spans: list[tuple[int, int]], number: int, column: int) -> int:
    """The first line from *number* on that is neither blank nor indented by more than *column*."""
    while number < len(spans):
        indent, content = indent_of(text, *spans[number])
        if content < spans[number][1] and indent <= column:
            break
        number += 1
    return number


def _put_heading(state: MarkdownState, start: int, end: int, level: int) -> None:
    state.flush()
    state.leave_list()
    anchor = _ANCHOR.search(state.source, start, end)
    if anchor:
        end = anchor.start()
    trace = plain_inline(Trace.of(state.source, start, end))
    state.put(block_of("heading", trace, level=level, anchor=anchor.group(1) if anchor else ""))


def _read_admonition(state: MarkdownState, number: int, column: int, content: int, line: str) -> int:
    """The marker line of a note; its title, if it has one, is a paragraph."""
    state.flush()
    state.leave_list()
    if not line.startswith("/"):
        state.admonition = column + _ADMONITION_INDENT
    title = re.search(r'"([^"]+)"\s*$|\|\s*(.+?)\s*$', line)
    if title:
        group = 1 if title.group(1) else 2
        trace = plain_inline(Trace.of(state.source, content + title.start(group), content + title.end(group)))
        state.put(block_of("paragraph", trace))
    state.is_after_blank = True
    return number + 1


def _open_item(state: MarkdownState, column: int, content: int, item: re.Match[str], end: int) -> None:
    state.flush()
    depth = _list_depth(state, column)
    if not state.indents:
        state.group += 1
    state.indents = [*state.indents[:depth], column + len(item.group(1)) + 1]
    state.kind, state.level, state.item_start = "item", depth, content
    state.marker = item.group(1) if item.group(1)[0].isdigit() else "-"
    if content + item.end() < end:
        state.lines.append((content + item.end(), end))


def _read_html(state: MarkdownState, spans: list[tuple[int, int]], number: int, content: int) -> int:
    """Raw HTML up to the next blank line that is in no table, pre, script or style."""
    state.flush()
    text = state.source
    last, opened, read = number, "", content
    while True:
        while last + 1 < len(spans) and text[slice(*spans[last + 1])].strip():
            last += 1
        opened, read = _left_open(text, read, spans[last][1], opened), spans[last][1]
        closing = _WHOLE_HTML_ENDS[opened].search(text, read, read + _LONGEST_HTML_CHARS) if opened else None
        if closing is None:
            break
        while last + 1 < len(spans) and spans[last][1] < closing.start():
            last += 1
    state.leave_list()
    for block in html_blocks(text, content, spans[last][1], is_page=False, first_group=state.group + 1):
        state.put(block)
        state.group = max(state.group, block.group)
    state.group += 1
    return last + 1


def _left_open(text: str, start: int, end: int, opened: str) -> str:
    """Which table, pre, script or style is open at *end*, where *opened* was at *start*; empty for none."""
    for tag in _WHOLE_HTML.finditer(text, start, end):
        name = tag.group(2).lower()
        if not opened and not tag.group(1):
            opened = name
        elif tag.group(1) and name == opened:
            opened = ""
    return opened
